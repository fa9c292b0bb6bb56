import { Effect, Layer } from "effect"
import { documentMediaTypes } from "../../../resources/documents/media.ts"
import { DocumentUnreadable, type FileForensics } from "../../../verification/document-reading.ts"
import {
  type DocumentPicture,
  IdentityDocumentReader,
  type IdentityReading,
  type NamedField
} from "../../../verification/identity-documents/reading.ts"
import { type ZoneFacts, writeZone } from "./machine-readable-zone.ts"
import { dayOf, inSandbox, personIn, type SandboxScript, sandboxProvider, unscripted } from "./sandbox-script.ts"
import { dayAfter, seedOf, type SimulatedPerson } from "./simulated-person.ts"

const reads = new Set<string>(documentMediaTypes)

/** A file that every engine of documents refuses is refused here too. */
export const refusalOf = ({ bytes, mime_type }: { readonly bytes: Uint8Array; readonly mime_type: string }): DocumentUnreadable | null =>
  !reads.has(mime_type)
    ? new DocumentUnreadable({ code: "unsupported_media_type", retryable: true })
    : bytes.length === 0
      ? new DocumentUnreadable({ code: "unreadable", retryable: true })
      : null

export const simulatedForensics = (flags: FileForensics["flags"]): FileForensics => ({
  producer: sandboxProvider,
  creator: null,
  created_at: null,
  modified_at: null,
  revisions: 1,
  signed: flags.includes("modified_after_signing"),
  flags
})

/** Years after which a simulated document expires; it was issued half a year ago. */
const validDays = 365 * 5

/** A surname that no simulated person has, unless someone expects it of them. */
const otherSurname = "Ashdown"

/** What the zone of the document says of its holder, the failures of the script applied. */
export const zoneFactsOf = (person: SimulatedPerson, { scenario }: SandboxScript, today: string): ZoneFacts => {
  const { date_of_birth, surname } = person
  const years = Number(today.slice(0, 4)) - 10
  return {
    ...person,
    surname: scenario === "name_changed" ? otherSurname : surname,
    date_of_birth:
      scenario === "birth_date_left_out"
        ? null
        : scenario === "holder_is_a_child"
          ? `${years}-01-15`
          : scenario === "another_birth_date"
            ? dayAfter(date_of_birth, 3_210)
            : date_of_birth,
    expiry_date: dayAfter(today, validDays)
  }
}

/** The print says what the zone says, so that each confirms the other. */
const printedFields = (facts: ZoneFacts, { scenario }: SandboxScript): ReadonlyArray<NamedField> => {
  const printed = (field: NamedField["field"], value: string | null): ReadonlyArray<NamedField> =>
    value === null ? [] : [{ field, value, confidence: 1 }]
  return [
    ...printed("document_number", facts.document_number.replace(/[^A-Z0-9]/gu, "").slice(0, 9)),
    ...printed("surname", scenario === "print_differs" ? otherSurname : facts.surname),
    ...printed("given_names", facts.given_names),
    ...printed("date_of_birth", facts.date_of_birth),
    ...printed("sex", facts.sex),
    ...printed("nationality", facts.country),
    ...printed("expiry_date", facts.expiry_date)
  ]
}

const pictureOf = (script: SandboxScript, bytes: Uint8Array, today: string): DocumentPicture => {
  const facts = zoneFactsOf(personIn(script, bytes), script, today)
  return {
    page: 1,
    turned: 0,
    quality: { focus: 1, brightness: 1, glare: 1, resolution: 1, fully_visible: true, overall: 1 },
    mrz: {
      format: script.zone,
      lines: writeZone(script.zone, facts),
      repair: null,
      confidence: 1,
      ambiguous: script.scenario === "zone_ambiguous"
    },
    barcodes: [],
    lines: [],
    fields: printedFields(facts, script),
    portrait: { left: 0.05, top: 0.2, width: 0.25, height: 0.45, confidence: 1 },
    screen_capture: 0,
    printed_copy: 0,
    perceptual_hash: Buffer.from(seedOf(bytes)).toString("hex")
  }
}

/** Reads no file: tells of a passport or card as a reader would that saw a flawless one, or one with the failure of the script. */
export const sandboxIdentityDocumentReader = (script: SandboxScript = unscripted): Layer.Layer<IdentityDocumentReader> =>
  Layer.succeed(IdentityDocumentReader)({
    read: (document) =>
      inSandbox(
        script,
        Effect.gen(function* () {
          const refusal = refusalOf(document)
          if (refusal !== null) return yield* refusal
          if (script.scenario === "document_unreadable") return yield* new DocumentUnreadable({ code: "unreadable", retryable: true })
          const reading: IdentityReading = {
            page_count: 1,
            pictures: [pictureOf(script, document.bytes, yield* dayOf(script))],
            forensics: simulatedForensics(script.scenario === "text_laid_over" ? ["overlay_text"] : [])
          }
          return reading
        })
      )
  })
