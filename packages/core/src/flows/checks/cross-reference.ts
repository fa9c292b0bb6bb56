import type { ChipVerification } from "../../verification/chip/verify-chip.ts"
import type { PersonFacts } from "../../verification/cross-reference/facts.ts"
import { judgeCrossReference } from "../../verification/cross-reference/judge.ts"
import type { StoredDocument } from "../../resources/documents/model.ts"
import type { IdentityExamination } from "../../verification/identity-documents/examine.ts"
import type { IdentityFieldName } from "../../verification/identity-documents/field-value.ts"
import { type MrzFields, parseMrz } from "../../verification/identity-documents/mrz/parse.ts"
import type { CheckContext } from "../../resources/checks/context.ts"
import { type JudgedCheck, judgedCheck } from "../../resources/checks/conclusion.ts"

const expectedFacts = ({ expected }: CheckContext): ReadonlyArray<PersonFacts> => {
  const { address, country, date_of_birth, document_number, first_name, last_name } = expected
  const facts = { given_names: first_name, surname: last_name, date_of_birth, document_number, address }
  const given = Object.values(facts).some((value) => value !== undefined && value !== null && value !== "")
  const named = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
  return given ? [{ source: "expected", country: country ?? null, ...named }] : []
}

const documentFacts = ({ fields, mrz }: IdentityExamination): ReadonlyArray<PersonFacts> => {
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
      confidence: confidences.length === 0 ? null : Math.min(...confidences)
    }
  ]
}

const dateOf = ({ birth_date }: MrzFields): string | null => birth_date.date

/** Only of a chip whose data was found unchanged; what it says then is as sure as its signature. */
const chipFacts = (verification: ChipVerification | null, today: string): ReadonlyArray<PersonFacts> => {
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
      confidence: 1
    }
  ]
}

const proofFacts = (proofs: ReadonlyArray<StoredDocument>): ReadonlyArray<PersonFacts> =>
  proofs.flatMap(({ extraction }): ReadonlyArray<PersonFacts> => {
    if (extraction === null || extraction.holder_names.length === 0) return []
    return [
      {
        source: "proof_of_address",
        // Of joint holders any may be the person.
        full_name: extraction.holder_names.join("\n").slice(0, 500),
        address: extraction.extracted_address.length === 0 ? null : extraction.extracted_address.join("\n"),
        country: extraction.issuing_country
      }
    ]
  })

/** Compares what all sources of a session say of its person (check `identity_cross_reference`). */
export const crossReferenceSession = (
  session: CheckContext,
  sources: {
    readonly examination: IdentityExamination | null
    readonly chip: ChipVerification | null
    readonly proofs: ReadonlyArray<StoredDocument>
    readonly documents: ReadonlyArray<string>
    readonly today: string
  }
): JudgedCheck => {
  const facts = [
    ...(sources.examination === null ? [] : documentFacts(sources.examination)),
    ...chipFacts(sources.chip, sources.today),
    ...expectedFacts(session),
    ...proofFacts(sources.proofs)
  ]
  return judgedCheck("identity_cross_reference", judgeCrossReference(facts), session, { documents: sources.documents })
}
