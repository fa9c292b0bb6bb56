import type { RecordTopic, RecordType } from "../../../verification/screening/record.ts"
import { countryAtEnd, countryCodeOf, isNoCountry } from "./country-names.ts"
import { readDate, readDay } from "./dates.ts"
import { EntryDraft, type ListEntry } from "../editions/entry.ts"
import { identifierTypeOf } from "./identifier-labels.ts"
import { partsOfOfacName } from "./ofac/entry.ts"
import type { ReadingNotes } from "./reading.ts"
import type { CellsOf } from "./cells.ts"
import { wordTable } from "./word-table.ts"

export const cslRequiredColumns: ReadonlyArray<string> = ["_id", "source", "name"]
/** Columns of the Consolidated Screening List in CSV. */
export const cslColumns: ReadonlyArray<string> = [
  ...cslRequiredColumns,
  "entity_number",
  "type",
  "programs",
  "title",
  "addresses",
  "federal_register_notice",
  "start_date",
  "end_date",
  "standard_order",
  "license_requirement",
  "license_policy",
  "call_sign",
  "vessel_type",
  "gross_tonnage",
  "gross_registered_tonnage",
  "vessel_flag",
  "vessel_owner",
  "remarks",
  "source_list_url",
  "alt_names",
  "citizenships",
  "dates_of_birth",
  "nationalities",
  "places_of_birth",
  "source_information_url",
  "ids"
]

/** The abbreviation in the name of each list that is part of the file, with what being on it means. */
const sources = wordTable<RecordTopic>({
  CAP: "sanction",
  CMIC: "sanction",
  DPL: "export_control",
  DTC: "debarment",
  EL: "export_control",
  FSE: "sanction",
  ISN: "sanction",
  MBS: "sanction",
  MEU: "export_control",
  PLC: "sanction",
  SDN: "sanction",
  SSI: "sanction",
  UVL: "export_control"
})
const types = wordTable<RecordType>({
  individual: "person",
  entity: "organization",
  vessel: "vessel",
  aircraft: "aircraft",
  "": "unknown"
})

/** Cells hold several values with semicolons between. */
const several = (text: string): ReadonlyArray<string> =>
  text
    .split(/;\s*/)
    .map((one) => one.trim())
    .filter((one) => one !== "")

type CountryIn = (text: string, where: string) => string | null

/** `MX, ZAAF821014HJCGNR04, C.U.R.P.`, `Male, Gender`: country (where known), number, kind of number. */
const readIds = (draft: EntryDraft, text: string, countryIn: CountryIn): void => {
  for (const one of several(text)) {
    const parts = one.split(", ")
    const label = parts.at(-1) ?? ""
    const country = parts.length >= 3 ? countryCodeOf(parts[0] ?? "") : null
    const value = parts.slice(country === null ? 0 : 1, -1).join(", ")
    const type = identifierTypeOf(label)
    const gender = value.toLowerCase()
    if (label === "Gender") {
      if (gender === "male" || gender === "female") draft.gender = gender
    } else if (/^Nationality of Registration$/i.test(label)) draft.country(countryIn(value, "ids"))
    else if (/^Organization Established Date$/i.test(label)) draft.death(readDate(value))
    else if (/^Digital Currency Address - \w+$/i.test(label))
      draft.identifier("crypto_address", value, { note: label.split(" - ")[1] ?? null })
    else if (/IMO/.test(label) || /^IMO \d{7}$/.test(value)) draft.identifier("imo", value.replace(/^IMO /, ""))
    else if (type === "other" || value === "" || value.length > 100) draft.remark(one)
    else draft.identifier(type, value, { country, note: label })
    draft.country(country)
  }
}

/** One row of the Consolidated Screening List; undefined, and noted, when it has no name. */
export const cslEntry = (cell: CellsOf, notes: ReadingNotes): ListEntry | undefined => {
  const source = cell("source")
  const abbreviation = /\(([A-Z-]{2,6})\)/.exec(source)?.[1] ?? ""
  // One party that stands on two of the lists has two rows with one `_id`.
  const draft = new EntryDraft([abbreviation, cell("_id")].filter((part) => part !== "").join("-"), notes)
  const uid = draft.uid
  draft.formerUid(cell("_id"))
  const countryIn: CountryIn = (text, where) => {
    const country = countryCodeOf(text)
    if (country === null && !isNoCountry(text)) notes.note({ code: "unknown_country", where, value: text, uid })
    return country
  }
  const type = types.get(cell("type").toLowerCase())
  if (type === undefined) notes.note({ code: "unknown_value", where: "type", value: cell("type"), uid })
  draft.type = type ?? "unknown"
  const topic = sources.get(abbreviation)
  if (topic === undefined) notes.note({ code: "unknown_value", where: "source", value: source, uid })
  draft.topic(topic ?? "regulatory")
  draft.program(source)
  for (const program of several(cell("programs"))) draft.program(program)
  const partsOf = (name: string) => (draft.type === "person" ? { parts: partsOfOfacName(name) } : {})
  draft.name(cell("name"), "primary", partsOf(cell("name")))
  for (const name of several(cell("alt_names"))) draft.name(name, "alias", partsOf(name))
  draft.position(cell("title"))
  for (const address of several(cell("addresses"))) {
    const country = countryAtEnd(address, { codes: true })
    if (country !== null && address.trim().length <= 2) draft.country(country)
    else draft.address({ text: address, country })
  }
  for (const text of several(cell("dates_of_birth"))) {
    const date = readDate(text, "month_first")
    if (date === null) notes.note({ code: "unreadable_date", where: "dates_of_birth", uid })
    draft.birth(date)
  }
  for (const text of [...several(cell("nationalities")), ...several(cell("citizenships"))])
    draft.nationality(countryIn(text, "nationalities"))
  for (const text of several(cell("places_of_birth"))) draft.birthPlace({ text, country: countryAtEnd(text) })
  readIds(draft, cell("ids"), countryIn)
  draft.identifier("call_sign", cell("call_sign"))
  if (cell("vessel_flag") !== "") draft.nationality(countryIn(cell("vessel_flag"), "vessel_flag"))
  draft.formerUid(cell("entity_number"))
  draft.reference(cell("entity_number"))
  const start = cell("start_date")
  const listed = readDay(start)
  if (listed === null && start !== "") notes.note({ code: "unreadable_date", where: "start_date", uid })
  draft.listed(listed)
  draft.sourceUrl(cell("source_list_url"))
  draft.sourceUrl(cell("source_information_url"))
  for (const column of ["remarks", "federal_register_notice", "license_requirement", "license_policy"]) draft.remark(cell(column))
  const ends = cell("end_date")
  if (ends !== "") draft.remark(`Ends ${ends}`)
  for (const column of ["vessel_type", "vessel_owner"])
    if (cell(column) !== "") draft.remark(`${column.replace("_", " ")}: ${cell(column)}`)
  return draft.finish()
}
