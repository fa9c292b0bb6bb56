import { evidenceIn, mostRestedOn, type RestsOn } from "../evidence/evidence.ts"
import type { VerdictReason } from "../verdict.ts"
import type { IdentityExamination } from "./examine.ts"
import type { FieldSource, IdentityFieldName } from "./field-value.ts"
import type { IdentityField } from "./fields.ts"
import type { IdentityReasonCode } from "./reasons.ts"

const dated = ["date_of_birth", "issue_date", "expiry_date"] as const
const zoned = ["document_number", "date_of_birth", "expiry_date", "personal_number", "surname", "given_names"] as const

/** The fields that a reason speaks of, all of them or what one kind of source says of them. */
interface Subject {
  readonly fields: ReadonlyArray<IdentityFieldName> | "differing" | "uncertain"
  readonly source?: FieldSource
}

/** What is not here speaks of the files as a whole. */
const subjects: Readonly<Partial<Record<IdentityReasonCode, Subject>>> = {
  field_uncertain: { fields: "uncertain" },
  document_type_not_accepted: { fields: ["document_type"] },
  document_type_review_only: { fields: ["document_type"] },
  document_type_differs: { fields: ["document_type"] },
  document_country_not_supported: { fields: ["issuing_country"] },
  document_country_differs: { fields: ["issuing_country"] },
  document_expired: { fields: ["expiry_date"] },
  document_expired_in_grace: { fields: ["expiry_date"] },
  issue_date_future: { fields: ["issue_date"] },
  dates_implausible: { fields: dated },
  mrz_invalid: { fields: zoned, source: "mrz" },
  mrz_doubtful: { fields: zoned, source: "mrz" },
  mrz_irregular: { fields: zoned, source: "mrz" },
  mrz_repaired: { fields: zoned, source: "mrz" },
  mrz_ambiguous: { fields: zoned, source: "mrz" },
  document_data_inconsistent: { fields: "differing" },
  machine_data_contradict: { fields: "differing" },
  document_sides_differ: { fields: "differing" },
  barcode_mismatch: { fields: "differing" },
  specimen_suspected: { fields: ["document_number", "surname", "given_names"] },
  age_below_minimum: { fields: ["date_of_birth"] },
  duplicate_document: { fields: ["document_number", "issuing_country", "document_type"] }
}
const subjectOf = (code: string): Subject | undefined => new Map<string, Subject>(Object.entries(subjects)).get(code)

const isOf = (field: IdentityField, fields: Subject["fields"]): boolean => {
  if (fields === "differing") return field.also.some(({ agreement }) => agreement === "differ" || agreement === "near")
  if (fields === "uncertain") return !field.certain && ["document_number", "full_name", "date_of_birth"].includes(field.field)
  return fields.includes(field.field)
}

/** The reasons, each with the fields that it speaks of in every source that has them, or with the files. */
export const withFieldEvidence = <Reason extends VerdictReason>(
  reasons: ReadonlyArray<Reason>,
  { documents, fields }: Pick<IdentityExamination, "documents" | "fields">
): ReadonlyArray<Reason> =>
  reasons.map((reason) => {
    const subject = subjectOf(reason.code)
    const read = fields
      .filter((field) => subject !== undefined && isOf(field, subject.fields))
      .flatMap(
        ({ also, evidence, field, source }): ReadonlyArray<RestsOn> =>
          [{ evidence, source }, ...also].map((one) => ({ field, source: one.source, evidence: one.evidence }))
      )
      .filter(({ source }) => subject?.source === undefined || source === subject.source)
    const files = documents.map(
      ({ document_id }): RestsOn => ({ field: "file", source: "visual", evidence: evidenceIn(document_id, null) })
    )
    return { ...reason, rests_on: (read.length > 0 ? read : files).slice(0, mostRestedOn) }
  })
