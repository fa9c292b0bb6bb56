import type { NameKind, NameParts, RecordType } from "../../../../verification/screening/record.ts"
import { countryCodeOf, isNoCountry } from "../country-names.ts"
import { nationalityCodeOf } from "../nationality-names.ts"
import { readDate } from "../dates.ts"
import type { EntryDraft } from "../../editions/entry.ts"
import { oneLine } from "../one-line.ts"
import type { ReadingNotes } from "../reading.ts"
import { wordTable } from "../word-table.ts"

/** The six name fields of the UK lists: `Name 1` to `Name 5` are given and middle names, `Name 6` the family name or the whole name. */
type UkNames = readonly [string, string, string, string, string, string]

const types = wordTable<RecordType>({
  individual: "person",
  entity: "organization",
  ship: "vessel",
  aircraft: "aircraft"
})
export const ukType = (draft: EntryDraft, text: string, notes: ReadingNotes): void => {
  const type = types.get(text.trim().toLowerCase())
  if (type === undefined) notes.note({ code: "unknown_value", where: "type", value: text, uid: draft.uid })
  draft.type = type ?? "unknown"
}

const kinds = wordTable<NameKind>({
  "primary name": "primary",
  "primary name variation": "alias",
  "prime alias": "primary",
  alias: "alias",
  aka: "alias",
  "a k a": "alias",
  fka: "former",
  "f k a": "former",
  "": "alias"
})

/** Adds a name. An alias is weak when the list says so, and for a person when it is one word. */
export const ukName = (
  draft: EntryDraft,
  names: UkNames,
  said: { readonly type: string; readonly strength: string; readonly title?: string },
  notes: ReadingNotes
): void => {
  const [given, ...rest] = names.slice(0, 5).map(oneLine)
  const family = oneLine(names[5])
  const middle = rest.filter((part) => part !== "").join(" ")
  const full = [given, middle, family].filter((part) => part !== undefined && part !== "").join(" ")
  const word = said.type.trim().toLowerCase().replaceAll(".", "")
  const kind = kinds.get(word)
  if (kind === undefined) notes.note({ code: "unknown_value", where: "name type", value: said.type, uid: draft.uid })
  const poor = /low/i.test(said.strength) || (draft.type === "person" && !full.includes(" "))
  const parts: NameParts = {
    ...(oneLine(said.title ?? "") === "" ? {} : { title: said.title ?? "" }),
    ...(given === undefined || given === "" ? {} : { given }),
    ...(middle === "" ? {} : { middle }),
    ...(family === "" ? {} : { family })
  }
  const structured = draft.type === "person" && (parts.given !== undefined || parts.middle !== undefined)
  draft.name(full, kind !== "primary" && poor ? "weak" : (kind ?? "alias"), structured ? { parts } : {})
  draft.position(said.title)
}

/** Birth dates are `dd/mm/yyyy` with words or zeros for what is unknown. */
export const ukBirth = (draft: EntryDraft, text: string, notes: ReadingNotes): void => {
  if (text.trim() === "") return
  const date = readDate(text)
  if (date === null) notes.note({ code: "unreadable_date", where: "date of birth", uid: draft.uid })
  draft.birth(date)
}

export const ukCountry = (draft: EntryDraft, text: string, where: string, notes: ReadingNotes, read = countryCodeOf): string | null => {
  const country = read(text)
  if (country === null && !isNoCountry(text)) notes.note({ code: "unknown_country", where, value: text, uid: draft.uid })
  return country
}

/** Several nationalities stand in one cell as `(1) Iran (2) Iraq`, or with commas or semicolons between. */
export const ukNationalities = (draft: EntryDraft, text: string, notes: ReadingNotes): void => {
  const whole = nationalityCodeOf(text)
  if (whole !== null) draft.nationality(whole)
  else
    for (const one of text.split(/\(\d{1,2}\)|[;,|/]/))
      if (one.trim() !== "") draft.nationality(ukCountry(draft, one.trim().replace(/\.$/, ""), "nationality", notes, nationalityCodeOf))
}

export const ukAddress = (draft: EntryDraft, lines: ReadonlyArray<string>, postcode: string, land: string, notes: ReadingNotes): void => {
  const said = [...lines, postcode].map(oneLine).filter((line) => line !== "")
  const country = ukCountry(draft, land, "address country", notes)
  if (said.length === 0) draft.country(country)
  else draft.address({ text: [...said, oneLine(land)].filter((line) => line !== "").join(", "), postal_code: postcode, country })
}

export const ukBirthPlace = (draft: EntryDraft, town: string, land: string, notes: ReadingNotes): void => {
  const text = [town, land].map(oneLine).filter((part) => part !== "")
  if (text.length > 0) draft.birthPlace({ text: text.join(", "), country: ukCountry(draft, land, "country of birth", notes) })
}

export const ukGender = (draft: EntryDraft, text: string): void => {
  const word = text.trim().toLowerCase()
  if (word === "male" || word === "female") draft.gender = word
}

/** What the UK lists is sanctioned; regimes against terrorism name their subject. */
export const ukRegime = (draft: EntryDraft, regime: string): void => {
  draft.program(regime)
  draft.topic("sanction")
  if (/terrorism|al-?qaida|isil/i.test(regime)) draft.topic("terrorism")
}
