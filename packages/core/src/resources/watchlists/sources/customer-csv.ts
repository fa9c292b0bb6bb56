import { createHash } from "node:crypto"
import { Schema } from "effect"
import { countryCodeOf, isNoCountry } from "./country-names.ts"
import { nationalityCodeOf } from "./nationality-names.ts"
import { readDate } from "./dates.ts"
import { EntryDraft, type ListEntry } from "../editions/entry.ts"
import type { ReadingNotes } from "./reading.ts"
import type { CellsOf } from "./cells.ts"

const Column = Schema.String.check(Schema.isMinLength(1), Schema.isMaxCodePoints(128))
const Columns = Schema.Array(Column).check(Schema.isMaxLength(20))

const IdentifierColumn = Schema.Struct({
  column: Column,
  type: Schema.Literals([
    "passport",
    "national_id",
    "tax_id",
    "social_security",
    "driving_licence",
    "residence_permit",
    "registration",
    "imo",
    "lei",
    "bic",
    "bank_account",
    "crypto_address",
    "email",
    "phone",
    "website",
    "other"
  ]),
  /** Issuing country, the same for every row. */
  country: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^[A-Z]{2}$/u)))
})

/**
 * How the columns of a customer's own CSV file are to be read. Columns are named as the header names them, or by their number from 1 when
 * `header` is false. Either `name` or one of `given_name` and `family_name` is needed.
 */
export const CustomerMapping = Schema.Struct({
  header: Schema.optionalKey(Schema.Boolean),
  delimiter: Schema.optionalKey(Schema.Literals([",", ";", "\t", "|"])),
  /** Stable identifier of a row. Without one, rows are distinguished by name and date of birth. */
  uid: Schema.optionalKey(Column),
  name: Schema.optionalKey(Column),
  given_name: Schema.optionalKey(Column),
  family_name: Schema.optionalKey(Column),
  aliases: Schema.optionalKey(Columns),
  /** What stands between several values in one cell; `;` unless told. */
  separator: Schema.optionalKey(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(3))),
  type: Schema.optionalKey(Column),
  /** The type of every row that does not say its own. */
  default_type: Schema.optionalKey(Schema.Literals(["person", "organization", "vessel", "aircraft", "unknown"])),
  birth_date: Schema.optionalKey(Column),
  /** Whether `03/04/1970` is the third of April; `day_first` unless told. */
  date_order: Schema.optionalKey(Schema.Literals(["day_first", "month_first"])),
  gender: Schema.optionalKey(Column),
  nationality: Schema.optionalKey(Column),
  country: Schema.optionalKey(Column),
  address: Schema.optionalKey(Column),
  identifiers: Schema.optionalKey(Schema.Array(IdentifierColumn).check(Schema.isMaxLength(20))),
  reason: Schema.optionalKey(Column),
  /** Columns that are known and not wanted, so that they are not reported. */
  ignored: Schema.optionalKey(Schema.Array(Column).check(Schema.isMaxLength(200)))
}).annotate({ identifier: "CustomerListMapping" })
export type CustomerMapping = typeof CustomerMapping.Type

/** Every column that a mapping names and wants to read. */
export const mappedColumns = (mapping: CustomerMapping): ReadonlyArray<string> =>
  [
    mapping.uid,
    mapping.name,
    mapping.given_name,
    mapping.family_name,
    ...(mapping.aliases ?? []),
    mapping.type,
    mapping.birth_date,
    mapping.gender,
    mapping.nationality,
    mapping.country,
    mapping.address,
    ...(mapping.identifiers ?? []).map(({ column }) => column),
    mapping.reason
  ].filter((column) => column !== undefined)

/** Whether a mapping says where names come from. */
export const namesPerson = ({ family_name, given_name, name }: CustomerMapping): boolean =>
  name !== undefined || given_name !== undefined || family_name !== undefined

const typeWords = {
  person: "person",
  individual: "person",
  natural: "person",
  organization: "organization",
  organisation: "organization",
  entity: "organization",
  company: "organization",
  legal: "organization",
  vessel: "vessel",
  ship: "vessel",
  aircraft: "aircraft"
} as const
const typeOf = (text: string) => {
  const [word = ""] = text.trim().toLowerCase().split(/\s+/)
  return Object.entries(typeWords).find(([known]) => known === word)?.[1]
}

const genderOf = (text: string) => {
  const word = text.trim().toLowerCase()
  return word === "m" || word === "male" ? "male" : word === "f" || word === "female" ? "female" : null
}

/** One row of a customer's file. Nothing of its cells is quoted in findings: they may be anybody's personal data. */
export const customerEntry = (mapping: CustomerMapping, cell: CellsOf, notes: ReadingNotes): ListEntry | undefined => {
  const at = (column: string | undefined): string => (column === undefined ? "" : cell(column).trim())
  const several = (text: string) => text.split(mapping.separator ?? ";").filter((one) => one.trim() !== "")
  const [given, family] = [at(mapping.given_name), at(mapping.family_name)]
  const joined = [given, family].filter((part) => part !== "").join(" ")
  const name = at(mapping.name) === "" ? joined : at(mapping.name)
  const born = at(mapping.birth_date)
  const uid =
    at(mapping.uid) ||
    (name === ""
      ? ""
      : createHash("sha256")
          .update(JSON.stringify([name, born]))
          .digest("hex")
          .slice(0, 32))
  const draft = new EntryDraft(uid, notes)
  const said = at(mapping.type)
  const type = typeOf(said)
  if (said !== "" && type === undefined) notes.note({ code: "unknown_value", where: "type", uid })
  draft.type = type ?? mapping.default_type ?? "unknown"
  const parts = { ...(given === "" ? {} : { given }), ...(family === "" ? {} : { family }) }
  draft.name(name, "primary", draft.type === "person" || draft.type === "unknown" ? { parts } : {})
  for (const column of mapping.aliases ?? []) for (const alias of several(at(column))) draft.name(alias, "alias")
  for (const text of several(born)) {
    const date = readDate(text, mapping.date_order ?? "day_first")
    if (date === null) notes.note({ code: "unreadable_date", where: "birth_date", uid })
    draft.birth(date)
  }
  draft.gender = genderOf(at(mapping.gender))
  const countryIn = (text: string, where: string, read = countryCodeOf): string | null => {
    const country = read(text)
    if (country === null && !isNoCountry(text)) notes.note({ code: "unknown_country", where, uid })
    return country
  }
  for (const text of several(at(mapping.nationality))) draft.nationality(countryIn(text, "nationality", nationalityCodeOf))
  for (const text of several(at(mapping.country))) draft.country(countryIn(text, "country"))
  draft.address({ text: at(mapping.address) })
  for (const { column, country, type: kind } of mapping.identifiers ?? []) {
    for (const value of several(at(column))) draft.identifier(kind, value, { country: country ?? null })
  }
  draft.topic("internal")
  draft.remark(at(mapping.reason))
  return draft.finish()
}
