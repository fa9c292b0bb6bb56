import { evidenceIn, evidenceOfAll, type ReadAt, stated } from "../../verification/evidence/evidence.ts"
import { proofValues } from "../../verification/proof-of-address/values.ts"
import type { ChipVerification } from "../../verification/chip/verify-chip.ts"
import { type FactComponent, factComponents, type PersonFacts } from "../../verification/cross-reference/facts.ts"
import { judgeCrossReference } from "../../verification/cross-reference/judge.ts"
import type { StoredDocument } from "../../resources/documents/model.ts"
import type { IdentityExamination } from "../../verification/identity-documents/examine.ts"
import type { IdentityField } from "../../verification/identity-documents/fields.ts"
import type { IdentityFieldName } from "../../verification/identity-documents/field-value.ts"
import { type MrzFields, parseMrz } from "../../verification/identity-documents/mrz/parse.ts"
import type { CheckContext } from "../../resources/checks/context.ts"
import { type JudgedCheck, judgedCheck } from "../../resources/checks/conclusion.ts"
import { readAt } from "./identity-reference.ts"

const expectedFacts = ({ expected }: CheckContext): ReadonlyArray<PersonFacts> => {
  const { address, country, date_of_birth, document_number, first_name, last_name } = expected
  const facts = { given_names: first_name, surname: last_name, date_of_birth, document_number, address }
  const given = Object.values(facts).some((value) => value !== undefined && value !== null && value !== "")
  const named = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
  const read_at = Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, stated]]))
  )
  return given ? [{ source: "expected", country: country ?? null, ...named, read_at }] : []
}

/** A document that prints only a whole name has the surname and the given names in that field. */
const wholeNameOf = (component: FactComponent): IdentityFieldName | null =>
  component === "surname" || component === "given_names" ? "full_name" : null

/**
 * What the page says itself: a chip outweighs it in what is known of the document, and would be compared with itself. Beside a chip the print that no
 * machine reads stays out, which the authenticity of the document is judged by.
 */
const printedFields = ({ fields }: IdentityExamination): ReadonlyArray<IdentityField> => {
  const hasChip = fields.some(({ source }) => source === "chip")
  return fields.flatMap((field): ReadonlyArray<IdentityField> => {
    const { also, field: name, source } = field
    if (source !== "chip" && !(hasChip && name === "full_name")) return [field]
    const read = also.find(
      (other) => other.source === "mrz" || other.source === "barcode" || (name === "address" && other.source === "visual")
    )
    return read === undefined ? [] : [{ ...field, ...read, also: [] }]
  })
}

const documentFacts = (examination: IdentityExamination): ReadonlyArray<PersonFacts> => {
  const { mrz } = examination
  const fields = printedFields(examination)
  if (fields.length === 0) return []
  const value = (name: IdentityFieldName): string | null => fields.find(({ field }) => field === name)?.value ?? null
  const naming = fields.filter(({ field }) => field === "surname" || field === "given_names" || field === "full_name")
  const fromZone = naming.some(({ source }) => source === "mrz")
  const confidences = fields
    .filter(({ field }) => ["surname", "given_names", "full_name", "date_of_birth", "document_number"].includes(field))
    .map(({ confidence }) => confidence)
  return [
    {
      source: "identity_document",
      surname: value("surname"),
      given_names: value("given_names"),
      full_name: value("full_name"),
      date_of_birth: value("date_of_birth"),
      document_number: value("document_number"),
      address: value("address"),
      nationality: value("nationality"),
      truncated: fromZone && (mrz?.fields.names_truncated ?? false),
      read_at: Object.fromEntries(
        factComponents.flatMap((component) => {
          const field = fields.find((one) => one.field === component) ?? fields.find((one) => one.field === wholeNameOf(component))
          return field === undefined ? [] : [[component, readAt([field])]]
        })
      ),
      confidence: confidences.length === 0 ? null : Math.min(...confidences)
    }
  ]
}

const dateOf = ({ birth_date }: MrzFields): string | null => birth_date.date

/** Only of a chip whose data was found unchanged; what it says then is as sure as its signature. */
const chipFacts = (verification: ChipVerification | null, today: string, document_id: string | null): ReadonlyArray<PersonFacts> => {
  const zone = verification?.contents.zone ?? null
  if (verification === null || zone === null || verification.dg_hashes_valid !== true) return []
  const fields = parseMrz(zone.lines, today)
  if ("refused" in fields) return []
  return [
    {
      source: "chip",
      surname: fields.surname,
      given_names: fields.given_names,
      date_of_birth: dateOf(fields),
      document_number: fields.document_number,
      nationality: fields.nationality,
      address: verification.contents.person?.address ?? null,
      truncated: fields.names_truncated,
      read_at: Object.fromEntries(
        factComponents.map((component) => [component, { source: "chip", confidence: 1, evidence: evidenceIn(document_id, null) } as const])
      ),
      confidence: 1
    }
  ]
}

const proofFacts = (proofs: ReadonlyArray<StoredDocument>): ReadonlyArray<PersonFacts> =>
  proofs.flatMap(({ extraction, id, text_source }): ReadonlyArray<PersonFacts> => {
    if (extraction === null || extraction.holder_names.length === 0) return []
    const values = proofValues({ document_id: id, extraction, medium: text_source === "text_layer" ? "pdf" : "picture" })
    const of = (field: "holder_name" | "address"): ReadAt | null => {
      const read = values.filter((value) => value.field === field)
      const [first] = read
      if (first === undefined) return null
      return { source: first.source, confidence: first.confidence, evidence: evidenceOfAll(read.map(({ evidence }) => evidence)) }
    }
    const [named, housed] = [of("holder_name"), of("address")]
    return [
      {
        source: "proof_of_address",
        // Of joint holders any may be the person.
        full_name: extraction.holder_names.join("\n").slice(0, 500),
        address: extraction.extracted_address.length === 0 ? null : extraction.extracted_address.join("\n"),
        country: extraction.issuing_country,
        read_at: { ...(named === null ? {} : { surname: named, given_names: named }), ...(housed === null ? {} : { address: housed }) }
      }
    ]
  })

/** Compares what all sources of a session say of its person (check `identity_cross_reference`). */
export const crossReferenceSession = (
  session: CheckContext,
  sources: {
    readonly examination: IdentityExamination | null
    readonly chip: ChipVerification | null
    /** What holds the reading of the chip. */
    readonly chip_document: string | null
    readonly proofs: ReadonlyArray<StoredDocument>
    readonly documents: ReadonlyArray<string>
    readonly today: string
  }
): JudgedCheck => {
  const facts = [
    ...(sources.examination === null ? [] : documentFacts(sources.examination)),
    ...chipFacts(sources.chip, sources.today, sources.chip_document),
    ...expectedFacts(session),
    ...proofFacts(sources.proofs)
  ]
  return judgedCheck("identity_cross_reference", judgeCrossReference(facts), session, { documents: sources.documents })
}
