import { readdirSync } from "node:fs"
import { chipFiles } from "@vouchkit/core/resources/nfc/chip-data"
import { makeIdentitySpecimens } from "@vouchkit/worker/commands/demo/identity-specimens"
import { scanOf } from "@vouchkit/worker/commands/demo/scanned-page"
import { makeSpecimens } from "@vouchkit/worker/commands/demo/specimens"
import sharp, { type Sharp } from "sharp"
import { aUtilityBill, scannedPdf } from "../support/bills.ts"
import { chipFixture } from "../support/chips.ts"
import { aLicence, drawnCard } from "../support/identity-cards.ts"
import { sharpOf } from "../support/photographs.ts"
import { heavyKinds } from "../support/heavy-pdfs.ts"
import { encodeJpeg2000, jp2File, softPicture } from "../support/jpeg2000.ts"

export const kinds = ["pdf", "jpeg", "png", "webp", "tiff", "jpeg2000", "chip", "barcode"] as const
export type Kind = (typeof kinds)[number]

interface Given {
  /** The folder of the engine that a file is given to, and the job that it is given in. */
  readonly engine: string
  readonly job: object
}

/** A file to be read as a document, as an identity document, or to be drawn, in turn. */
const given =
  (mime_type: string) =>
  (bytes: Uint8Array, turn: number): Given => {
    if (turn % 3 === 0) return { engine: "preview", job: { bytes, mime_type, page: 1, width: 600 } }
    return { engine: "process", job: { kind: turn % 3 === 1 ? "document" : "identity", bytes, mime_type, country: null } }
  }

const fixtures = readdirSync(new URL("../fixtures/chips/", import.meta.url))
  .filter((name) => name.endsWith(".json"))
  .map((name) => chipFixture(name.replace(".json", "")))
const chipFileNames = ["sod", "dg1", "dg2", "dg11", "dg12", "dg14", "dg15"] as const
/** What the files of a chip begin with. */
const tags: Readonly<Record<number, (typeof chipFileNames)[number]>> = {
  119: "sod",
  97: "dg1",
  117: "dg2",
  107: "dg11",
  108: "dg12",
  110: "dg14",
  111: "dg15"
}
const signed = chipFixture("rsa-active-authentication")
const groups = chipFixture("data-groups")
const fromBase64 = (text: unknown): Uint8Array => new Uint8Array(Buffer.from(String(text), "base64"))

/** A chip, one file of which is the changed one, as long as the service takes it. By its first byte a file says what it is; where that is damaged, it goes where its turn says. */
const chipGiven = (bytes: Uint8Array, turn: number): Given => {
  const name = tags[bytes[0] ?? 0] ?? chipFileNames[turn % chipFileNames.length] ?? "sod"
  const { dg1, dg2, dg11, dg12, dg14, dg15 } = groups
  const further = turn % 2 === 0 ? { dg11, dg12, dg14, dg15 } : {}
  const files = {
    sod: signed.sod,
    dg1,
    dg2,
    ...further,
    [name]: Buffer.from(bytes.subarray(0, chipFiles[name].max_bytes)).toString("base64")
  }
  const { sod, ...data_groups } = files
  if (turn % 5 === 0) return { engine: "chip", job: { kind: "countries", sod, data_groups } }
  const evidence = { sod, data_groups, challenge: fromBase64(groups.challenge) }
  const trust = { trust: `fuzz/${turn % 3}`, certificates: signed.certificates.map(fromBase64), crls: [], signers: [] }
  return { engine: "chip", job: { kind: "verify", ...trust, evidence, mrz: null, now: 1_800_000_000_000 } }
}

export const givenTo: Readonly<Record<Kind, (bytes: Uint8Array, turn: number) => Given>> = {
  pdf: given("application/pdf"),
  jpeg: given("image/jpeg"),
  png: given("image/png"),
  webp: given("image/webp"),
  tiff: given("image/tiff"),
  jpeg2000: (bytes) => ({ engine: "chip", job: { kind: "portrait", bytes } }),
  // A barcode is a part of the picture of an identity document.
  barcode: (bytes) => ({ engine: "process", job: { kind: "identity", bytes, mime_type: "image/png", country: null } }),
  chip: chipGiven
}

const small = (picture: Uint8Array) => sharp(picture).resize(900, 900, { fit: "inside", withoutEnlargement: true })

/** Genuine files of each kind, which are changed at random. They are drawn; nothing is of a person. */
export const seedsOf = async (kind: Kind): Promise<ReadonlyArray<Uint8Array>> => {
  const bill = (await aUtilityBill()).bytes
  const scan = () => scanOf(bill, { dpi: 90 })
  const page = async () => small(await scan())
  const bytes = async (picture: Sharp) => new Uint8Array(await picture.toBuffer())
  switch (kind) {
    case "pdf": {
      const { forged_bill, utility_bill } = await makeSpecimens(new Date("2026-03-02T00:00:00Z"))
      const heavy = await Promise.all(heavyKinds.filter(({ from }) => from < 1_000).map(({ make }) => make(2)))
      return [bill, await scannedPdf(await scan()), utility_bill.bytes, forged_bill.bytes, ...heavy]
    }
    case "jpeg":
      return [await bytes((await page()).jpeg()), await bytes((await page()).jpeg({ progressive: true }))]
    case "png":
      return [await bytes((await page()).png()), await bytes((await page()).png({ palette: true }))]
    case "webp":
      return [await bytes((await page()).webp()), await bytes((await page()).webp({ lossless: true }))]
    case "tiff":
      return [
        await bytes((await page()).tiff({ compression: "lzw" })),
        await bytes((await page()).tiff({ compression: "jpeg", tile: true })),
        await bytes((await page()).tiff({ compression: "deflate" })),
        await bytes((await page()).threshold(128).toColourspace("b-w").tiff({ compression: "ccittfax4", bitdepth: 1 }))
      ]
    case "jpeg2000": {
      const frame = { width: 200, height: 260, channels: 3 } as const
      const stream = encodeJpeg2000(await softPicture(200, 260, 3), frame)
      return [stream, jp2File(stream, frame)]
    }
    case "chip":
      return fixtures.flatMap((fixture) =>
        chipFileNames.flatMap((name) => (typeof fixture[name] === "string" ? [fromBase64(fixture[name])] : []))
      )
    case "barcode": {
      const { forged_passport, passport } = await makeIdentitySpecimens(new Date("2026-03-02T00:00:00Z"))
      const licence = sharpOf(await drawnCard(aLicence(), 8)).png()
      return [await bytes(licence), ...(await Promise.all([passport, forged_passport].map((one) => bytes(small(one.bytes).png()))))]
    }
  }
}
