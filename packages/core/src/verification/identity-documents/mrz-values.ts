import type { MrzDate } from "./mrz/dates.ts"
import { type MrzCheckedField, mrzLayouts, type MrzSpan } from "./mrz/layouts.ts"
import { issuerValue } from "./countries.ts"
import { evidenceIn } from "../evidence/evidence.ts"
import type { ExaminedMrz, ExaminedPicture } from "./examined-picture.ts"
import type { IdentityFieldName, SourceValue, Standing } from "./field-value.ts"
import { textPicture, zonePlace } from "./picture-places.ts"

const dateValue = ({ date, day, month, regular, year }: MrzDate): string | null => {
  if (date !== null) return date
  if (!regular || year === null || day !== null) return null
  return month === null ? String(year) : `${year}-${String(month).padStart(2, "0")}`
}

/** Issuers that print the holder's national number as the optional data of their cards (TD1). */
const numberInOptionalData: ReadonlySet<string> = new Set(["ARE", "BEL", "ESP", "EST", "HRV", "NLD", "SWE"])

const personalNumber = ({ fields }: ExaminedMrz): string | null => {
  if (fields.personal_number !== null) return fields.personal_number
  const [optional = ""] = fields.optional_data
  const number = optional.replaceAll("<", "")
  return fields.format === "TD1" && numberInOptionalData.has(fields.issuing_state) && /\d{7}/u.test(number) ? number : null
}

/** Check digits of their own that the fields have; names and codes have none, sex and states only the composite at most. */
const checkedBy: Readonly<Partial<Record<IdentityFieldName, MrzCheckedField>>> = {
  document_number: "document_number",
  date_of_birth: "birth_date",
  expiry_date: "expiry_date",
  issue_date: "document_number",
  personal_number: "personal_number"
}

const spansOf = ({ fields }: ExaminedMrz, field: IdentityFieldName): ReadonlyArray<MrzSpan> => {
  const layout = mrzLayouts[fields.format]
  const spans: Readonly<Partial<Record<IdentityFieldName, ReadonlyArray<MrzSpan>>>> = {
    // A long number goes on in the optional data, so a repair there may be one of the number.
    document_number: [layout.document_number, ...(fields.document_number.length > 9 ? layout.optional_data : [])],
    surname: [layout.names],
    given_names: [layout.given_names ?? layout.names],
    date_of_birth: [layout.birth_date],
    sex: [layout.sex],
    nationality: [layout.nationality],
    issuing_country: [layout.issuing_state],
    expiry_date: layout.expiry_date === null ? [] : [layout.expiry_date],
    // The number of a French card begins with it.
    issue_date: [layout.document_number],
    personal_number: layout.optional_data
  }
  return spans[field] ?? []
}

const isRepaired = (mrz: ExaminedMrz, field: IdentityFieldName): boolean => {
  const { repair } = mrz.reading
  if (repair === null) return false
  const inside = spansOf(mrz, field).some(({ end, line, start }) => repair.line === line && repair.column >= start && repair.column < end)
  const checked = checkedBy[field]
  // A check digit that was itself replaced confirms no more than a field that was.
  return (
    inside ||
    (checked !== undefined &&
      mrzLayouts[mrz.fields.format].checks.some(
        ({ column, field: rule, line }) => rule === checked && line === repair.line && column === repair.column
      ))
  )
}

const standingOf = (mrz: ExaminedMrz, field: IdentityFieldName): Standing => {
  if (mrz.reading.ambiguous) return "ambiguous"
  const checked = checkedBy[field]
  const digit = mrz.fields.check_digits.find((check) => check.field === checked)
  if (digit !== undefined && !digit.valid) return "unconfirmed"
  if (isRepaired(mrz, field)) return "repaired"
  return digit === undefined ? "read" : "verified"
}

/** A check digit modulo 10 lets one error in ten through. */
const escaping = 0.1
const ceilings: Readonly<Record<Standing, number>> = { verified: 1, read: 1, repaired: 0.75, unconfirmed: 0.4, ambiguous: 0.4 }

const confidenceOf = (standing: Standing, read: number): number => {
  const bounded = read >= 0 && read <= 1 ? read : 0
  const gained = standing === "verified" ? 1 - (1 - bounded) * escaping : bounded
  return Math.round(Math.min(ceilings[standing], gained) * 1000) / 1000
}

/** Where in the zone a field is printed: of names that share a place the part that is the field's. */
const printedSpans = (mrz: ExaminedMrz, field: IdentityFieldName): ReadonlyArray<MrzSpan> => {
  const spans = spansOf(mrz, field)
  const { given_names, names } = mrzLayouts[mrz.fields.format]
  if (given_names !== null || (field !== "surname" && field !== "given_names")) return spans
  const printed = (mrz.reading.lines[names.line] ?? "").slice(names.start, names.end)
  const parted = printed.indexOf("<<")
  if (parted < 0) return spans
  const surname = field === "surname"
  const last = surname ? parted : printed.replace(/<+$/u, "").length
  const start = surname ? 0 : parted + 2
  return [{ line: names.line, start: names.start + start, end: names.start + Math.max(last, start + 1) }]
}

/** What a machine readable zone says, field by field, each with what stands behind it. */
export const mrzValues = (
  mrz: ExaminedMrz,
  { document_id, picture }: Pick<ExaminedPicture, "document_id" | "picture">
): ReadonlyArray<SourceValue> => {
  const { fields, reading } = mrz
  const value = (field: IdentityFieldName, text: string | null, truncated = false): ReadonlyArray<SourceValue> => {
    if (text === null || text === "") return []
    const standing = standingOf(mrz, field)
    const confidence = confidenceOf(standing, reading.confidence)
    const evidence = evidenceIn(document_id, zonePlace(textPicture(picture), reading, printedSpans(mrz, field)))
    return [{ field, source: "mrz", value: text, confidence, standing, document_id, truncated, evidence }]
  }
  return [
    ...value("document_number", fields.document_number.replaceAll("<", "")),
    ...value("surname", fields.surname, fields.names_truncated),
    ...value("given_names", fields.given_names, fields.names_truncated),
    ...value("date_of_birth", dateValue(fields.birth_date)),
    ...value("sex", fields.sex),
    ...value("nationality", issuerValue(fields.nationality)),
    ...value("issuing_country", issuerValue(fields.issuing_state)),
    ...value("expiry_date", dateValue(fields.expiry_date)),
    ...value("issue_date", fields.issue_date === null ? null : dateValue(fields.issue_date)),
    ...value("personal_number", personalNumber(mrz))
  ]
}
