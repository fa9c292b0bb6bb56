import { readDate, readDay } from "../dates.ts"
import { countryAtEnd, countryCodeOf, isNoCountry } from "../country-names.ts"
import { EntryDraft, type ListEntry } from "../../editions/entry.ts"
import { identifierTypeOf } from "../identifier-labels.ts"
import { ofacAliasKind, ofacTopics, ofacType } from "./entry.ts"
import type { ReadingNotes } from "../reading.ts"
import { scriptCodeOf } from "../scripts.ts"
import { attributeOf, elementsAt, knownPaths, noteUnknown, textAt, textsAt, type XmlElement } from "../xml-element.ts"

/** Every path of an `entity` that this reader knows; the attributes are references into OFAC's own tables and say nothing by themselves. */
const known = knownPaths(
  "generalInfo(identityId,entityType,title,remarks),sanctionsLists(sanctionsList),sanctionsPrograms(sanctionsProgram),sanctionsTypes(sanctionsType)," +
    "legalAuthorities(legalAuthority),names(name(isPrimary,aliasType,isLowQuality,translations(translation(isPrimary,script,formattedFirstName," +
    "formattedLastName,formattedFullName,nameParts(namePart(type,value)))))),addresses(address(country,translations(translation(isPrimary,script," +
    "addressParts(addressPart(type,value)))))),features(feature(type,versionId,value,valueDate(fromDateBegin,fromDateEnd,toDateBegin,toDateEnd," +
    "isApproximate,isDateRange),valueRefId,isPrimary,reliability,comment)),identityDocuments(identityDocument(type,name,documentNumber,isValid," +
    "issuingCountry,issuingLocation,issuingAuthority,issueDate,expirationDate,comment)),relationships(relationship(type,relatedEntity,comment))"
)

const isTrue = (text: string | undefined): boolean => text?.toLowerCase() === "true"

type CountryIn = (text: string, where: string) => string | null

const readNames = (draft: EntryDraft, entity: XmlElement, notes: ReadingNotes): void => {
  for (const name of elementsAt(entity, "names", "name")) {
    const alias = textAt(name, "aliasType")
    const kind = alias === undefined ? "alias" : ofacAliasKind(alias)
    if (kind === undefined) notes.note({ code: "unknown_value", where: "aliasType", value: alias, uid: draft.uid })
    const primary = isTrue(textAt(name, "isPrimary"))
    for (const translation of elementsAt(name, "translations", "translation")) {
      const [given, family] = [textAt(translation, "formattedFirstName"), textAt(translation, "formattedLastName")]
      const full = textAt(translation, "formattedFullName") ?? [family, given].filter((part) => part !== undefined).join(", ")
      const original = !isTrue(textAt(translation, "isPrimary"))
      const own = isTrue(textAt(name, "isLowQuality")) ? "weak" : primary && !original ? "primary" : (kind ?? "alias")
      // OFAC writes `FAMILY, Given` here as well, and gives the parts apart only for some.
      const comma = full.indexOf(",")
      const parts =
        family !== undefined
          ? { family, ...(given === undefined ? {} : { given }) }
          : comma > 0
            ? { family: full.slice(0, comma), given: full.slice(comma + 1) }
            : {}
      draft.name(full, own, { script: scriptCodeOf(textAt(translation, "script")), ...(draft.type === "person" ? { parts } : {}) })
    }
  }
}

const readAddresses = (draft: EntryDraft, entity: XmlElement, countryIn: CountryIn): void => {
  for (const address of elementsAt(entity, "addresses", "address")) {
    const land = textAt(address, "country") ?? ""
    const country = countryIn(land, "addresses/address/country")
    const translations = elementsAt(address, "translations", "translation")
    for (const translation of translations) {
      const parts = elementsAt(translation, "addressParts", "addressPart").map((part) => ({
        type: (textAt(part, "type") ?? "").toUpperCase(),
        value: textAt(part, "value") ?? ""
      }))
      const partOf = (type: RegExp) => parts.find((part) => type.test(part.type))?.value ?? null
      if (parts.length === 0) continue
      draft.address({
        text: [...parts.map(({ value }) => value), land].filter((part) => part !== "").join(", "),
        city: partOf(/^CITY/),
        region: partOf(/STATE|PROVINCE|REGION/),
        postal_code: partOf(/POSTAL/),
        country
      })
    }
    draft.country(country)
  }
}

const readFeature = (draft: EntryDraft, feature: XmlElement, notes: ReadingNotes, countryIn: CountryIn): void => {
  const type = textAt(feature, "type") ?? ""
  const value = textAt(feature, "value") ?? ""
  switch (type.toLowerCase()) {
    case "birthdate": {
      // `value`, never `fromDateBegin`: the latter invents a day where only the year is known.
      const approximate = isTrue(textAt(feature, "valueDate", "isApproximate"))
      const date = readDate(value)
      if (date === null) notes.note({ code: "unreadable_date", where: "features Birthdate", uid: draft.uid })
      draft.birth(date === null ? null : { ...date, circa: date.circa || approximate })
      return
    }
    case "place of birth":
      draft.birthPlace({ text: value, country: countryAtEnd(value) })
      return
    case "nationality country":
    case "citizenship country":
    case "nationality":
    case "citizenship":
    case "vessel flag":
      draft.nationality(countryIn(value, `features ${type}`))
      return
    case "nationality of registration":
    case "former vessel flag":
      draft.country(countryIn(value, `features ${type}`))
      return
    case "gender": {
      const gender = value.toLowerCase()
      if (gender === "male" || gender === "female") draft.gender = gender
      return
    }
    case "title":
      draft.position(value)
      return
  }
  const currency = /^Digital Currency Address - (\w{2,10})$/.exec(type)?.[1]
  const kind = identifierTypeOf(type)
  if (currency !== undefined) draft.identifier("crypto_address", value, { note: currency })
  else if (kind !== "other") draft.identifier(kind, value.replace(/^IMO (?=\d{7}$)/, ""), { note: type })
  // Features are an open vocabulary; those that nothing is compared by are kept in words.
  else if (value !== "") draft.remark(`${type}: ${value}`)
}

/** One `entity` of SDN_ENHANCED.XML or CONS_ENHANCED.XML; undefined, and noted, when it has no name. */
export const ofacEnhancedEntry = (entity: XmlElement, notes: ReadingNotes): ListEntry | undefined => {
  const draft = new EntryDraft(attributeOf(entity, "id") ?? "", notes)
  const uid = draft.uid
  noteUnknown(entity, known, notes, { uid, attributes: false })
  const countryIn: CountryIn = (text, where) => {
    const country = countryCodeOf(text)
    if (country === null && !isNoCountry(text)) notes.note({ code: "unknown_country", where, value: text, uid })
    return country
  }
  const typed = textAt(entity, "generalInfo", "entityType") ?? ""
  const type = typed === "" ? undefined : ofacType(typed)
  if (type === undefined) notes.note({ code: "unknown_value", where: "generalInfo/entityType", value: typed, uid })
  draft.type = type ?? "unknown"
  draft.position(textAt(entity, "generalInfo", "title"))
  draft.remark(textAt(entity, "generalInfo", "remarks"))
  readNames(draft, entity, notes)
  readAddresses(draft, entity, countryIn)
  for (const feature of elementsAt(entity, "features", "feature")) readFeature(draft, feature, notes, countryIn)
  for (const document of elementsAt(entity, "identityDocuments", "identityDocument")) {
    const label = textAt(document, "type") ?? ""
    const country = countryIn(textAt(document, "issuingCountry") ?? "", "identityDocuments/issuingCountry")
    const dates = [textAt(document, "issueDate"), textAt(document, "expirationDate")].map(
      (date, at) => date && `${at === 0 ? "issued" : "expires"} ${date}`
    )
    const note = [label, ...dates, textAt(document, "comment")].filter((part) => part).join(" ")
    draft.identifier(identifierTypeOf(label), textAt(document, "documentNumber")?.replace(/^IMO (?=\d{7}$)/, ""), { country, note })
    draft.country(country)
  }
  const programs = textsAt(entity, "sanctionsPrograms", "sanctionsProgram")
  for (const program of programs) draft.program(program)
  ofacTopics(draft, programs)
  for (const list of elementsAt(entity, "sanctionsLists", "sanctionsList")) {
    draft.listed(readDay(attributeOf(list, "datePublished")?.slice(0, 10)))
  }
  for (const relation of elementsAt(entity, "relationships", "relationship")) {
    draft.remark(`${textAt(relation, "type") ?? "Related to"}: ${textAt(relation, "relatedEntity") ?? ""}`)
  }
  return draft.finish()
}
