import type { RecordDate } from "../../../verification/screening/record.ts"
import { nationalityCodesOf } from "./nationality-names.ts"
import { countryAtEnd, countryCodeOf, isNoCountry } from "./country-names.ts"
import { readDate, readDay, yearRange } from "./dates.ts"
import { EntryDraft, type ListEntry } from "../editions/entry.ts"
import { identifierTypeOf } from "./identifier-labels.ts"
import type { ReadingNotes } from "./reading.ts"
import { elementsAt, knownPaths, noteUnknown, textAt, textsAt, type XmlElement } from "./xml-element.ts"

const shared =
  "DATAID,VERSIONNUM,FIRST_NAME,SECOND_NAME,THIRD_NAME,FOURTH_NAME,UN_LIST_TYPE,REFERENCE_NUMBER,LISTED_ON,DELISTED_ON,SUBMITTED_BY,SUBMITTED_ON," +
  "GENDER,NAME_ORIGINAL_SCRIPT,COMMENTS1,TITLE(VALUE),DESIGNATION(VALUE),NATIONALITY(VALUE),NATIONALITY2,LIST_TYPE(VALUE),LAST_DAY_UPDATED(VALUE),SORT_KEY,SORT_KEY_LAST_MOD,"
const alias = "(QUALITY,ALIAS_NAME,DATE_OF_BIRTH,CITY_OF_BIRTH,COUNTRY_OF_BIRTH,NOTE)"
const place = "(STREET,CITY,STATE_PROVINCE,ZIP_CODE,COUNTRY,NOTE)"
/** Every path of an `INDIVIDUAL` or an `ENTITY` in the schema of the consolidated list. */
const known = knownPaths(
  `${shared}INDIVIDUAL_ALIAS${alias},ENTITY_ALIAS${alias},INDIVIDUAL_ADDRESS${place},ENTITY_ADDRESS${place},INDIVIDUAL_PLACE_OF_BIRTH${place},` +
    "INDIVIDUAL_DATE_OF_BIRTH(TYPE_OF_DATE,NOTE,DATE,YEAR,FROM_YEAR,TO_YEAR)," +
    "INDIVIDUAL_DOCUMENT(TYPE_OF_DOCUMENT,TYPE_OF_DOCUMENT2,NUMBER,ISSUING_COUNTRY,COUNTRY_OF_ISSUE,CITY_OF_ISSUE,DATE_OF_ISSUE,NOTE)"
)

type CountryIn = (text: string, where: string) => string | null

const birthOf = (element: XmlElement): RecordDate | null => {
  const circa = textAt(element, "TYPE_OF_DATE")?.toUpperCase() === "APPROXIMATELY"
  const [from, to] = [textAt(element, "FROM_YEAR"), textAt(element, "TO_YEAR")]
  if (from !== undefined || to !== undefined) return yearRange(Number(from ?? to), Number(to ?? from), circa)
  const date = readDate(textAt(element, "DATE") ?? textAt(element, "YEAR") ?? "")
  return date === null ? null : { ...date, circa: circa || date.circa }
}

const readNames = (draft: EntryDraft, entry: XmlElement, prefix: string, notes: ReadingNotes): void => {
  const written = ["FIRST_NAME", "SECOND_NAME", "THIRD_NAME", "FOURTH_NAME"].flatMap((name) => textsAt(entry, name))
  const [given, ...others] = written
  const family = others.at(-1)
  const middle = others.slice(0, -1).join(" ")
  const parts =
    draft.type !== "person" || given === undefined || family === undefined
      ? {}
      : { parts: { given, family, ...(middle === "" ? {} : { middle }) } }
  draft.name(written.join(" "), "primary", parts)
  for (const said of textsAt(entry, "NAME_ORIGINAL_SCRIPT")) draft.name(said, "alias")
  for (const element of elementsAt(entry, `${prefix}_ALIAS`)) {
    const quality = textAt(element, "QUALITY") ?? ""
    const kinds = { good: "alias", low: "weak", "a.k.a.": "alias", "f.k.a.": "former", "": "alias" } as const
    const kind = Object.entries(kinds).find(([word]) => word === quality.toLowerCase())?.[1]
    if (kind === undefined) notes.note({ code: "unknown_value", where: `${prefix}_ALIAS/QUALITY`, value: quality, uid: draft.uid })
    for (const name of (textAt(element, "ALIAS_NAME") ?? "").split(/;\s*/)) draft.name(name, kind ?? "alias")
    // Dates and places of birth that belong to an alias are the same person's.
    for (const born of textsAt(element, "DATE_OF_BIRTH")) draft.birth(readDate(born))
    draft.remark(textAt(element, "NOTE"))
  }
}

const readAddresses = (draft: EntryDraft, entry: XmlElement, prefix: string, countryIn: CountryIn): void => {
  for (const element of elementsAt(entry, `${prefix}_ADDRESS`)) {
    const lines = ["STREET", "CITY", "STATE_PROVINCE", "ZIP_CODE", "COUNTRY"].flatMap((name) => textsAt(element, name))
    const country = countryIn(textAt(element, "COUNTRY") ?? "", `${prefix}_ADDRESS/COUNTRY`)
    if (lines.length > textsAt(element, "COUNTRY").length) {
      draft.address({
        text: lines.join(", "),
        city: textAt(element, "CITY") ?? null,
        region: textAt(element, "STATE_PROVINCE") ?? null,
        postal_code: textAt(element, "ZIP_CODE") ?? null,
        country
      })
    }
    draft.country(country)
    draft.remark(textAt(element, "NOTE"))
  }
}

const readDocuments = (draft: EntryDraft, entry: XmlElement, countryIn: CountryIn): void => {
  for (const element of elementsAt(entry, "INDIVIDUAL_DOCUMENT")) {
    const labels = [textAt(element, "TYPE_OF_DOCUMENT"), textAt(element, "TYPE_OF_DOCUMENT2")].filter((label) => label !== undefined)
    const land = textAt(element, "ISSUING_COUNTRY") ?? textAt(element, "COUNTRY_OF_ISSUE") ?? ""
    const country = countryIn(land, "INDIVIDUAL_DOCUMENT/COUNTRY_OF_ISSUE")
    const issued = textAt(element, "DATE_OF_ISSUE")
    const note = [...labels, issued && `issued ${issued}`, textAt(element, "CITY_OF_ISSUE"), textAt(element, "NOTE")].filter((part) => part)
    draft.identifier(identifierTypeOf(labels.join(" ")), textAt(element, "NUMBER"), { country, note: note.join("; ") })
    draft.country(country)
  }
}

/** One `INDIVIDUAL` or `ENTITY` of the UN's consolidated list; undefined, and noted, when it has no name. */
export const unEntry = (entry: XmlElement, notes: ReadingNotes): ListEntry | undefined => {
  const draft = new EntryDraft(textAt(entry, "DATAID") ?? "", notes)
  const uid = draft.uid
  noteUnknown(entry, known, notes, { uid, attributes: false })
  const countryIn: CountryIn = (text, where) => {
    const country = countryCodeOf(text) ?? countryAtEnd(text)
    if (country === null && !isNoCountry(text)) notes.note({ code: "unknown_country", where, value: text, uid })
    return country
  }
  const prefix = entry.name === "INDIVIDUAL" ? "INDIVIDUAL" : "ENTITY"
  draft.type = prefix === "INDIVIDUAL" ? "person" : "organization"
  readNames(draft, entry, prefix, notes)
  for (const element of elementsAt(entry, "INDIVIDUAL_DATE_OF_BIRTH")) {
    const date = birthOf(element)
    const said = ["DATE", "YEAR", "FROM_YEAR", "TO_YEAR"].some((name) => textAt(element, name) !== undefined)
    if (date === null && said) notes.note({ code: "unreadable_date", where: "INDIVIDUAL_DATE_OF_BIRTH", uid })
    draft.birth(date)
    draft.remark(textAt(element, "NOTE"))
  }
  for (const element of elementsAt(entry, "INDIVIDUAL_PLACE_OF_BIRTH")) {
    const lines = ["STREET", "CITY", "STATE_PROVINCE", "ZIP_CODE", "COUNTRY"].flatMap((name) => textsAt(element, name))
    const country = countryIn(textAt(element, "COUNTRY") ?? "", "INDIVIDUAL_PLACE_OF_BIRTH/COUNTRY")
    draft.birthPlace({ text: lines.length === 0 ? null : lines.join(", "), country })
    draft.remark(textAt(element, "NOTE"))
  }
  for (const text of [...textsAt(entry, "NATIONALITY", "VALUE"), ...textsAt(entry, "NATIONALITY2")]) {
    const codes = nationalityCodesOf(text)
    for (const code of codes) draft.nationality(code)
    if (codes.length === 0) draft.nationality(countryIn(text, "NATIONALITY/VALUE"))
  }
  const gender = textAt(entry, "GENDER")?.toLowerCase()
  if (gender === "male" || gender === "female") draft.gender = gender
  readAddresses(draft, entry, prefix, countryIn)
  readDocuments(draft, entry, countryIn)
  for (const text of [...textsAt(entry, "TITLE", "VALUE"), ...textsAt(entry, "DESIGNATION", "VALUE")]) draft.position(text)
  const regime = textAt(entry, "UN_LIST_TYPE")
  draft.program(regime)
  draft.topic("sanction")
  if (/al-?qaida|taliban|isil/i.test(regime ?? "")) draft.topic("terrorism")
  draft.reference(textAt(entry, "REFERENCE_NUMBER"))
  draft.listed(readDay(textAt(entry, "LISTED_ON")?.slice(0, 10)))
  for (const text of textsAt(entry, "LAST_DAY_UPDATED", "VALUE")) draft.updated(readDay(text.slice(0, 10)))
  draft.remark(textAt(entry, "COMMENTS1"))
  return draft.finish()
}
