import type { DocumentReading } from "../document-reading.ts"
import { dayNumber } from "../proof-of-address/calendar-day.ts"
import { nothingFound } from "../proof-of-address/extract/extract.ts"
import { readProofOfAddress } from "../proof-of-address/read-proof.ts"
import type { ProofOfAddressExtraction } from "../proof-of-address/types.ts"

/** What a type of supporting documents may have read in its documents: what our rules find in any letter or bill. */
export const readableFields = [
  "issuer",
  "issue_date",
  "period_start",
  "period_end",
  "valid_until",
  "holder_names",
  "extracted_address"
] as const
const dates = ["issue_date", "period_start", "period_end"] as const
type ReadableField = (typeof readableFields)[number]

/** What the type of a supporting document says of its content. */
export interface ReadingRules {
  readonly extract_fields: ReadonlyArray<ReadableField>
  readonly max_age_days: number | null
}

/** What a supporting document says of the fields that its type names, and no more. Null where it names none. Pure. */
export const readSupporting = (
  reading: Pick<DocumentReading, "lines" | "page_count" | "pages" | "source" | "unread_script">,
  { extract_fields, max_age_days }: ReadingRules,
  said: { readonly declared_country: string | null; readonly today: string }
): ProofOfAddressExtraction | null => {
  const wanted = new Set<ReadableField>([...extract_fields, ...(max_age_days === null ? [] : dates)])
  if (wanted.size === 0) return null
  const found = readProofOfAddress(reading, { declared_type: null, ...said })
  const fields = Object.fromEntries(readableFields.filter((field) => wanted.has(field)).map((field) => [field, found[field]]))
  return { ...nothingFound, ...fields }
}

const ageCodes = ["document_data_missing", "document_data_inconsistent", "document_expired"] as const
type AgeCode = (typeof ageCodes)[number]

/** Dates are local to the issuer, so a document may be dated one day ahead of UTC. */
const tolerance = 1

/**
 * The day that a document is as old as, and what its dates say of its age: the date of issue, else the last day of its period that has come. Of what kind
 * the document is, no rule knows.
 */
const ageOf = (extraction: ProofOfAddressExtraction, max_age_days: number, today: number): AgeCode | null => {
  const { issue_date, period_end, period_start } = extraction
  const latest = today + tolerance
  const days = (issue_date === null ? [period_end, period_start] : [issue_date]).flatMap((date) =>
    date === null ? [] : (dayNumber(date) ?? [])
  )
  const dated = days.find((day) => day <= latest)
  if (dated === undefined) return days.length === 0 ? "document_data_missing" : "document_data_inconsistent"
  return today - dated > max_age_days ? "document_expired" : null
}

/**
 * What is wrong with the age of the files of one type: nothing where one of them is recent, since a date stands on one side or page of a document, and
 * else the most that one of them says. Null too where no file was read.
 */
export const ageProblem = (files: ReadonlyArray<ProofOfAddressExtraction>, max_age_days: number, today: string): AgeCode | null => {
  const day = dayNumber(today)
  if (day === null) throw new RangeError("today is not an ISO 8601 calendar date")
  const found = files.map((extraction) => ageOf(extraction, max_age_days, day))
  return found.includes(null) ? null : (ageCodes.findLast((code) => found.includes(code)) ?? null)
}
