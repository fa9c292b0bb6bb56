import type { RecordTopic, RecordType } from "../../../verification/screening/record.ts"
import { countryCodeOf } from "./country-names.ts"
import { readDate, readDay } from "./dates.ts"
import { EntryDraft, type ListEntry } from "../editions/entry.ts"
import type { ReadingNotes } from "./reading.ts"
import type { CellsOf } from "./cells.ts"
import { wordTable } from "./word-table.ts"

const types = wordTable<RecordType>({
  Person: "person",
  Organization: "organization",
  Company: "organization",
  LegalEntity: "unknown",
  PublicBody: "organization",
  Vessel: "vessel",
  Airplane: "aircraft",
  CryptoWallet: "unknown",
  Security: "organization",
  Vehicle: "unknown"
})
/** The type of an entity by its schema; undefined for schemas that describe no party, such as `Address` or `Ownership`. */
export const schemaType = (schema: string): RecordType | undefined => types.get(schema)

/** Risk topics by their first or whole segment. What is not named here is not a risk (`role.rca` and its like are). */
const topics: ReadonlyArray<readonly [RegExp, RecordTopic]> = [
  [/^sanction\.linked$/, "sanction_linked"],
  [/^sanction\.counter$/, "sanction"],
  [/^sanction$/, "sanction"],
  [/^export\.control(?:\.linked)?$/, "export_control"],
  [/^export\.risk$/, "export_control"],
  [/^debarment$/, "debarment"],
  [/^role\.pep(?:\..+)?$/, "pep"],
  [/^role\.rca$/, "pep_close_associate"],
  [/^poi$/, "adverse_media"],
  [/^wanted$/, "wanted"],
  [/^crime\.terror$/, "terrorism"],
  [/^crime(?:\..+)?$/, "crime"],
  [/^reg\.(?:action|warn)$/, "regulatory"],
  [/^(?:asset\.frozen|asset\.seized)$/, "sanction"]
]
/** Topics that describe what an entity is and are no risk. */
const harmless = /^(?:corp|fin|gov|mil|mare|pol|role|rel|sport|nme|igo|media|invest|asset|export)(?:\..+)?$/

/** The risk that a topic stands for; null for a harmless one, undefined for one that is not known. */
export const riskTopic = (topic: string): RecordTopic | null | undefined =>
  topics.find(([pattern]) => pattern.test(topic))?.[1] ?? (harmless.test(topic) ? null : undefined)

/** Codes of territories and former states that are no country of ISO 3166-1. */
const noCountry = /^(?:eu|zz|un|su|suhh|yu|yucs|cs|csxx|cshh|dd|ddde|tp|an|zr|.{2}-.{1,8}|ge-ab|md-pmr|cy-trnc|.*-.*)$/

/** The country of a lower-case code. */
export const entityCountry = (draft: EntryDraft, code: string, where: string, notes: ReadingNotes): string | null => {
  const country = countryCodeOf(code)
  if (country === null && !noCountry.test(code)) notes.note({ code: "unknown_country", where, value: code, uid: draft.uid })
  return country
}

export const simpleRequiredColumns: ReadonlyArray<string> = ["id", "schema", "name"]
/** Columns of `targets.simple.csv`. */
export const simpleColumns: ReadonlyArray<string> = [
  ...simpleRequiredColumns,
  "aliases",
  "birth_date",
  "countries",
  "addresses",
  "identifiers",
  "sanctions",
  "phones",
  "emails",
  "program_ids",
  "dataset",
  "first_seen",
  "last_seen",
  "last_change"
]

/** The values of a cell. One that holds a semicolon or a quotation mark itself is quoted, as the cell is in its row. */
const several = (text: string): ReadonlyArray<string> => {
  const values = text.includes('"')
    ? [...text.matchAll(/(?:^|;)\s*(?:"((?:[^"]|"")*)"\s*(?=;|$)|([^;]*))/gu)].map(([, quoted, plain = ""]) =>
        quoted === undefined ? plain : quoted.replaceAll('""', '"')
      )
    : text.split(";")
  return values.map((one) => one.trim()).filter((one) => one !== "")
}

/** One row of `targets.simple.csv`; undefined, and noted, when it describes no party or has no name. */
export const simpleEntry = (cell: CellsOf, notes: ReadingNotes): ListEntry | undefined => {
  const draft = new EntryDraft(cell("id"), notes)
  const type = schemaType(cell("schema"))
  if (type === undefined) {
    notes.note({ code: "unknown_value", where: "schema", value: cell("schema"), uid: draft.uid })
  }
  draft.type = type ?? "unknown"
  draft.name(cell("name"), "primary")
  for (const name of several(cell("aliases"))) draft.name(name, "alias")
  for (const text of several(cell("birth_date"))) {
    const date = readDate(text)
    if (date === null) notes.note({ code: "unreadable_date", where: "birth_date", uid: draft.uid })
    draft.birth(date)
  }
  for (const code of several(cell("countries"))) draft.country(entityCountry(draft, code, "countries", notes))
  for (const text of several(cell("addresses"))) draft.address({ text })
  for (const value of several(cell("identifiers"))) draft.identifier("other", value)
  for (const value of several(cell("phones"))) draft.identifier("phone", value)
  for (const value of several(cell("emails"))) draft.identifier("email", value)
  for (const program of [...several(cell("program_ids")), ...several(cell("sanctions")), ...several(cell("dataset"))])
    draft.program(program)
  // This file does not say why someone is a target, except by naming sanctions.
  if (cell("sanctions") !== "" || cell("program_ids") !== "") draft.topic("sanction")
  draft.listed(readDay(cell("first_seen").slice(0, 10)))
  draft.updated(readDay(cell("last_change").slice(0, 10)))
  return draft.finish()
}
