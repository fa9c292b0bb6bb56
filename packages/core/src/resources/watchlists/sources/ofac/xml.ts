import { readDate, readDay } from "../dates.ts"
import { countryAtEnd, countryCodeOf, isNoCountry } from "../country-names.ts"
import { EntryDraft, type ListEntry } from "../../editions/entry.ts"
import { identifierTypeOf } from "../identifier-labels.ts"
import { ofacAliasKind, ofacTopics, ofacType } from "./entry.ts"
import type { ReadingNotes } from "../reading.ts"
import { elementsAt, knownPaths, noteUnknown, textAt, textsAt, type XmlElement } from "../xml-element.ts"

/** Every path of a `sdnEntry` in the schema of SDN.XML and CONSOLIDATED.XML. */
const known = knownPaths(
  "uid,firstName,lastName,title,sdnType,remarks,programList(program),idList(id(uid,idType,idNumber,idCountry,issueDate,expirationDate))," +
    "akaList(aka(uid,type,category,lastName,firstName)),addressList(address(uid,address1,address2,address3,city,stateOrProvince,postalCode,country))," +
    "nationalityList(nationality(uid,country,mainEntry)),citizenshipList(citizenship(uid,country,mainEntry))," +
    "dateOfBirthList(dateOfBirthItem(uid,dateOfBirth,mainEntry)),placeOfBirthList(placeOfBirthItem(uid,placeOfBirth,mainEntry))," +
    "vesselInfo(callSign,vesselType,vesselFlag,vesselOwner,tonnage,grossRegisteredTonnage)"
)

/** `04/22/2020`, as the file prints its day. */
export const ofacPublishDate = (text: string | undefined): string | null => readDay(text, "month_first")

const wholeName = (family: string | undefined, given: string | undefined): string =>
  [family, given].filter((part) => part !== undefined && part !== "").join(", ")

const readNumbers = (draft: EntryDraft, entry: XmlElement, countryIn: (text: string, where: string) => string | null): void => {
  for (const id of elementsAt(entry, "idList", "id")) {
    const label = textAt(id, "idType") ?? ""
    const value = textAt(id, "idNumber")
    const country = countryIn(textAt(id, "idCountry") ?? "", "idList")
    if (label === "Gender") {
      const gender = value?.toLowerCase()
      if (gender === "male" || gender === "female") draft.gender = gender
      continue
    }
    const issued = textAt(id, "issueDate")
    const expires = textAt(id, "expirationDate")
    const note = [label, issued && `issued ${issued}`, expires && `expires ${expires}`].filter((part) => part).join(" ")
    const currency = /^Digital Currency Address - (\w{2,10})$/.exec(label)?.[1]
    const imo = /^IMO (\d{7})$/.exec(value ?? "")?.[1]
    if (imo !== undefined) draft.identifier("imo", imo, { country })
    else draft.identifier(identifierTypeOf(label), value, { country, note: currency ?? note })
    draft.country(country)
  }
}

const readPlaces = (draft: EntryDraft, entry: XmlElement, countryIn: (text: string, where: string) => string | null): void => {
  for (const address of elementsAt(entry, "addressList", "address")) {
    const lines = ["address1", "address2", "address3", "city", "stateOrProvince", "postalCode", "country"].flatMap((name) =>
      textsAt(address, name)
    )
    const country = countryIn(textAt(address, "country") ?? "", "addressList")
    if (lines.length === textsAt(address, "country").length) {
      draft.country(country)
      continue
    }
    draft.address({
      text: lines.join(", "),
      city: textAt(address, "city") ?? null,
      region: textAt(address, "stateOrProvince") ?? null,
      postal_code: textAt(address, "postalCode") ?? null,
      country
    })
  }
  for (const place of textsAt(entry, "placeOfBirthList", "placeOfBirthItem", "placeOfBirth")) {
    draft.birthPlace({ text: place, country: countryAtEnd(place) })
  }
}

/** One `sdnEntry` of SDN.XML; undefined, and noted, when it has no name. */
export const ofacXmlEntry = (entry: XmlElement, notes: ReadingNotes): ListEntry | undefined => {
  const draft = new EntryDraft(textAt(entry, "uid") ?? "", notes)
  const uid = draft.uid
  noteUnknown(entry, known, notes, { uid, attributes: false })
  const countryIn = (text: string, where: string): string | null => {
    const country = countryCodeOf(text)
    if (country === null && !isNoCountry(text)) notes.note({ code: "unknown_country", where, value: text, uid })
    return country
  }
  const typed = textAt(entry, "sdnType") ?? ""
  const type = ofacType(typed)
  if (type === undefined) notes.note({ code: "unknown_value", where: "sdnType", value: typed, uid })
  draft.type = type ?? "unknown"
  const partsOf = (family: string | undefined, given: string | undefined) =>
    draft.type !== "person" ? {} : { parts: { ...(family === undefined ? {} : { family }), ...(given === undefined ? {} : { given }) } }
  const [family, given] = [textAt(entry, "lastName"), textAt(entry, "firstName")]
  draft.name(wholeName(family, given), "primary", partsOf(family, given))
  for (const aka of elementsAt(entry, "akaList", "aka")) {
    const kind = ofacAliasKind(textAt(aka, "type") ?? "")
    if (kind === undefined) notes.note({ code: "unknown_value", where: "aka/type", value: textAt(aka, "type"), uid })
    const [last, first] = [textAt(aka, "lastName"), textAt(aka, "firstName")]
    draft.name(wholeName(last, first), textAt(aka, "category")?.toLowerCase() === "weak" ? "weak" : (kind ?? "alias"), partsOf(last, first))
  }
  for (const text of textsAt(entry, "dateOfBirthList", "dateOfBirthItem", "dateOfBirth")) {
    const date = readDate(text)
    if (date === null) notes.note({ code: "unreadable_date", where: "dateOfBirth", uid })
    draft.birth(date)
  }
  for (const list of [elementsAt(entry, "nationalityList", "nationality"), elementsAt(entry, "citizenshipList", "citizenship")]) {
    for (const { text } of list.flatMap((item) => elementsAt(item, "country"))) draft.nationality(countryIn(text, "nationalityList"))
  }
  readNumbers(draft, entry, countryIn)
  readPlaces(draft, entry, countryIn)
  const programs = textsAt(entry, "programList", "program")
  for (const program of programs) draft.program(program)
  ofacTopics(draft, programs)
  draft.position(textAt(entry, "title"))
  for (const vessel of elementsAt(entry, "vesselInfo")) {
    draft.identifier("call_sign", textAt(vessel, "callSign"))
    draft.nationality(countryIn(textAt(vessel, "vesselFlag") ?? "", "vesselFlag"))
    for (const part of ["vesselType", "vesselOwner"]) draft.remark(textAt(vessel, part))
  }
  draft.remark(textAt(entry, "remarks"))
  return draft.finish()
}
