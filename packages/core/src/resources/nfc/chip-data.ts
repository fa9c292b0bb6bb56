import { Schema } from "effect"
import { Timestamp } from "../../kernel/foundation/text.ts"
import { Malformed, readable } from "../../verification/chip/asn1/malformed.ts"
import { fromBase64 } from "../../verification/chip/asn1/octets.ts"
import { readTlv } from "../../verification/chip/asn1/tlv.ts"
import { Nonce } from "./challenge.ts"

/**
 * Files of a chip that are taken (ICAO 9303 part 10): tag, and most bytes. Fingerprints and irises (DG3, DG4) are never asked for, and
 * there is no place to send them.
 */
export const chipFiles = {
  sod: { tag: 0x77, max_bytes: 65_536 },
  dg1: { tag: 0x61, max_bytes: 512 },
  dg2: { tag: 0x75, max_bytes: 307_200 },
  dg11: { tag: 0x6b, max_bytes: 32_768 },
  dg12: { tag: 0x6c, max_bytes: 65_536 },
  dg14: { tag: 0x6e, max_bytes: 16_384 },
  dg15: { tag: 0x6f, max_bytes: 8_192 }
} as const
type ChipFile = keyof typeof chipFiles
type DataGroupName = Exclude<ChipFile, "sod">
/** In the order in which an app reads them; those behind the first two where the chip has them. */
export const dataGroupNames = ["dg1", "dg2", "dg11", "dg12", "dg14", "dg15"] as const satisfies ReadonlyArray<DataGroupName>

/** Bytes as base64 (RFC 4648 section 4), with padding and without line breaks. */
const base64 = (maxBytes: number) =>
  Schema.String.check(
    Schema.isMaxLength(Math.ceil(maxBytes / 3) * 4),
    Schema.isPattern(/^[A-Za-z0-9+/]*={0,2}$/u, { message: "must be base64" })
  ).annotate({ "x-personal": true })
const file = (name: ChipFile) => base64(chipFiles[name].max_bytes)

/** Where reading a chip failed in part, as the app saw it. */
const ReadingProblem = Schema.Struct({
  step: Schema.Literals(["access", "sod", ...dataGroupNames, "active_authentication", "chip_authentication"]),
  code: Schema.String.check(
    Schema.isPattern(/^[a-z0-9_]{1,64}$/u, { message: "must be 1 to 64 of a-z, 0-9 and _" }),
    Schema.isMaxLength(64)
  )
}).annotate({ identifier: "ChipReadingProblem" })

/** What an app submits after it has read a chip. */
export const chipSubmission = {
  nonce: Nonce,
  sod: file("sod"),
  data_groups: Schema.Struct({
    dg1: file("dg1"),
    dg2: file("dg2"),
    dg11: Schema.optionalKey(file("dg11")),
    dg12: Schema.optionalKey(file("dg12")),
    dg14: Schema.optionalKey(file("dg14")),
    dg15: Schema.optionalKey(file("dg15"))
  }),
  active_authentication: Schema.optionalKey(
    base64(1_024).annotate({ description: "The chip's answer to INTERNAL AUTHENTICATE over the bytes of the nonce" })
  ),
  chip_authentication: Schema.optionalKey(
    Schema.Struct({
      response: base64(1_024).annotate({ description: "The unchanged response of the chip to the command from GET /sdk/nfc" })
    })
  ),
  errors: Schema.optionalKey(Schema.Array(ReadingProblem).check(Schema.isMaxLength(20)))
}
const Submission = Schema.Struct(chipSubmission)
export interface ChipSubmission extends Schema.Schema.Type<typeof Submission> {}

/** A chip as it is stored: what was submitted, and what the server knows of the session it was read in. */
export const ChipData = Schema.Struct({
  ...chipSubmission,
  format: Schema.Literal("vouchkit.chip/1"),
  received_at: Timestamp,
  /** The chance that the terminal's key of chip authentication was made of, in hexadecimal digits; null where there was none. */
  terminal: Schema.NullOr(Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u), Schema.isMaxLength(64)))
})
export interface ChipData extends Schema.Schema.Type<typeof ChipData> {}

/** The media type that a stored chip carries in the records. */
export const chipMediaType = "application/json"

const Text = Schema.fromJsonString(ChipData)
const decodeText = Schema.decodeUnknownOption(Text)
const encodeText = Schema.encodeSync(Text)

/** A stored chip as the bytes of a document. */
export const writeChipData = (data: ChipData): Uint8Array => new TextEncoder().encode(encodeText(data))

/** The chip that the bytes of a document hold; none where they are of something else. */
export const readChipData = (bytes: Uint8Array) => decodeText(new TextDecoder().decode(bytes))

const fileProblem = (name: ChipFile, text: string): string | undefined => {
  const bytes = fromBase64(text, chipFiles[name].max_bytes)
  if (bytes === null) return `must be base64 of at most ${chipFiles[name].max_bytes} bytes`
  const found = readable(() => readTlv(bytes))
  if (found instanceof Malformed) return "is not a complete file of a chip; read the whole file again"
  return found.tag === chipFiles[name].tag
    ? undefined
    : `is another file of the chip; its tag must be ${chipFiles[name].tag.toString(16)} (hexadecimal)`
}

/** What is wrong with files that were submitted, seen from outside alone: cut short, or put under another's name. */
export const fileProblems = ({ data_groups, sod }: Pick<ChipSubmission, "sod" | "data_groups">) => {
  const given = [
    ["sod", ["body", "sod"], sod] as const,
    ...dataGroupNames.map((name) => [name, ["body", "data_groups", name], data_groups[name]] as const)
  ]
  return given.flatMap(([name, loc, text]) => {
    const message = text === undefined ? undefined : fileProblem(name, text)
    return message === undefined ? [] : [{ loc, code: "invalid_chip_file", message }]
  })
}
