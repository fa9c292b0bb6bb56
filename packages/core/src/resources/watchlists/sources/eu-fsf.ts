import type { RecordDate } from "../../../verification/screening/record.ts"
import { countryCodeOf, isNoCountry } from "./country-names.ts"
import { partialDate, readDate, readDay, yearRange } from "./dates.ts"
import { EntryDraft, type ListEntry } from "../editions/entry.ts"
import { identifierTypeOf } from "./identifier-labels.ts"
import type { ReadingNotes } from "./reading.ts"
import { languageTagOf } from "./scripts.ts"
import { attributeOf, elementsAt, knownPaths, noteUnknown, textAt, textsAt, type XmlElement } from "./xml-element.ts"

const summary = "regulationSummary(@regulationType,@publicationDate,@numberTitle,@publicationUrl),remark"
const country = "@region,@countryIso2Code,@countryDescription,@regulationLanguage,@logicalId"
/** Every path and attribute of a `sanctionEntity` in version 1.1 of the file. Its schema keeps nearly all of its data in attributes. */
const known = knownPaths(
  "@designationDate,@designationDetails,@delistingDate,@unitedNationId,@euReferenceNumber,@logicalId,remark," +
    "regulation(@regulationType,@organisationType,@publicationDate,@entryIntoForceDate,@numberTitle,@programme,@logicalId,publicationUrl,remark)," +
    "subjectType(@code,@classificationCode)," +
    `nameAlias(@firstName,@middleName,@lastName,@wholeName,@function,@gender,@title,@nameLanguage,@strong,@regulationLanguage,@logicalId,${summary}),` +
    `citizenship(${country},${summary}),` +
    `birthdate(@circa,@calendarType,@city,@zipCode,@birthdate,@dayOfMonth,@monthOfYear,@year,@yearRangeFrom,@yearRangeTo,@place,${country},${summary}),` +
    "identification(@diplomatic,@knownExpired,@knownFalse,@reportedLost,@revokedByIssuer,@issuedBy,@issuedDate,@validFrom,@validTo,@latinNumber," +
    `@nameOnDocument,@number,@identificationTypeCode,@identificationTypeDescription,${country},${summary}),` +
    `address(@city,@street,@poBox,@zipCode,@place,@asAtListingTime,${country},contactInfo(@key,@value),${summary})`
)

type CountryOf = (element: XmlElement) => string | null

const birthOf = (element: XmlElement): RecordDate | null => {
  const circa = attributeOf(element, "circa") === "true"
  const [from, to] = [attributeOf(element, "yearRangeFrom"), attributeOf(element, "yearRangeTo")]
  const day = attributeOf(element, "birthdate")
  const date =
    day !== undefined
      ? readDate(day)
      : attributeOf(element, "year") !== undefined
        ? partialDate(
            Number(attributeOf(element, "year")),
            Number(attributeOf(element, "monthOfYear") ?? 0),
            Number(attributeOf(element, "dayOfMonth") ?? 0)
          )
        : from !== undefined || to !== undefined
          ? yearRange(Number(from ?? to), Number(to ?? from))
          : null
  return date === null ? null : { ...date, circa: circa || date.circa }
}

const readNames = (draft: EntryDraft, entity: XmlElement): void => {
  let named = false
  for (const alias of elementsAt(entity, "nameAlias")) {
    const [given, middle, family] = ["firstName", "middleName", "lastName"].map((part) => attributeOf(alias, part))
    const weak = attributeOf(alias, "strong") === "false" || textsAt(alias, "remark").some((remark) => /low quality/i.test(remark))
    const title = attributeOf(alias, "title")
    const parts = {
      ...(title === undefined ? {} : { title }),
      ...(given === undefined ? {} : { given }),
      ...(middle === undefined ? {} : { middle }),
      ...(family === undefined ? {} : { family })
    }
    const full = attributeOf(alias, "wholeName") ?? [given, middle, family].filter((part) => part !== undefined).join(" ")
    draft.name(full, weak ? "weak" : named ? "alias" : "primary", {
      language: languageTagOf(attributeOf(alias, "nameLanguage")),
      ...(draft.type === "person" && (given !== undefined || family !== undefined) ? { parts } : {})
    })
    named ||= !weak
    const gender = attributeOf(alias, "gender")
    if (gender === "M") draft.gender = "male"
    if (gender === "F") draft.gender = "female"
    draft.position(title)
    draft.position(attributeOf(alias, "function"))
    for (const remark of textsAt(alias, "remark")) draft.remark(remark)
  }
}

const readAddresses = (draft: EntryDraft, entity: XmlElement, countryOf: CountryOf): void => {
  for (const address of elementsAt(entity, "address")) {
    const land = attributeOf(address, "countryDescription")
    const lines = ["street", "poBox", "zipCode", "city", "place", "region"].flatMap((name) => attributeOf(address, name) ?? [])
    const code = countryOf(address)
    if (lines.length > 0) {
      draft.address({
        text: [...lines, ...(land === undefined || code === null ? [] : [land])].join(", "),
        city: attributeOf(address, "city") ?? null,
        region: attributeOf(address, "region") ?? null,
        postal_code: attributeOf(address, "zipCode") ?? null,
        country: code
      })
    }
    draft.country(code)
    for (const contact of elementsAt(address, "contactInfo")) {
      const key = attributeOf(contact, "key") ?? ""
      draft.identifier(identifierTypeOf(key), attributeOf(contact, "value"), { note: key })
    }
    for (const remark of textsAt(address, "remark")) draft.remark(remark)
  }
}

const readIdentifications = (draft: EntryDraft, entity: XmlElement, countryOf: CountryOf): void => {
  const standing = {
    diplomatic: "diplomatic",
    knownExpired: "expired",
    knownFalse: "false",
    reportedLost: "lost",
    revokedByIssuer: "revoked"
  }
  for (const identification of elementsAt(entity, "identification")) {
    const code = attributeOf(identification, "identificationTypeCode") ?? ""
    const described = attributeOf(identification, "identificationTypeDescription") ?? code
    const marks = Object.entries(standing).flatMap(([name, word]) => (attributeOf(identification, name) === "true" ? [word] : []))
    const note = [described, ...marks, ...textsAt(identification, "remark")].join("; ")
    const issuer = countryOf(identification)
    for (const number of new Set([attributeOf(identification, "number"), attributeOf(identification, "latinNumber")])) {
      draft.identifier(identifierTypeOf(`${code} ${described}`), number, { country: issuer, note })
    }
    draft.country(issuer)
  }
}

/** One `sanctionEntity` of the EU's financial sanctions file; undefined, and noted, when it has no name. */
export const euEntry = (entity: XmlElement, notes: ReadingNotes): ListEntry | undefined => {
  const logical = attributeOf(entity, "logicalId")
  const draft = new EntryDraft(attributeOf(entity, "euReferenceNumber") ?? logical ?? "", notes)
  const uid = draft.uid
  draft.formerUid(logical)
  noteUnknown(entity, known, notes, { uid, attributes: true })
  const countryOf: CountryOf = (element) => {
    const [code = "", described = ""] = [attributeOf(element, "countryIso2Code"), attributeOf(element, "countryDescription")]
    const found = countryCodeOf(code) ?? countryCodeOf(described)
    if (found === null && !(isNoCountry(code) && isNoCountry(described))) {
      notes.note({ code: "unknown_country", where: `${element.name}@countryIso2Code`, value: `${code} ${described}`, uid })
    }
    return found
  }
  const subject = elementsAt(entity, "subjectType").map((type) => attributeOf(type, "code"))[0]
  draft.type = subject === "person" ? "person" : subject === "enterprise" ? "organization" : "unknown"
  if (draft.type === "unknown") notes.note({ code: "unknown_value", where: "subjectType@code", value: subject, uid })
  readNames(draft, entity)
  for (const birth of elementsAt(entity, "birthdate")) {
    const date = birthOf(birth)
    const said = ["birthdate", "year", "yearRangeFrom", "yearRangeTo"].some((name) => attributeOf(birth, name) !== undefined)
    if (date === null && said) notes.note({ code: "unreadable_date", where: "birthdate", uid })
    draft.birth(date)
    const place = ["city", "place", "region", "countryDescription"].flatMap((name) => attributeOf(birth, name) ?? [])
    const code = countryOf(birth)
    draft.birthPlace({ text: place.filter((part) => !isNoCountry(part)).join(", "), country: code })
  }
  for (const citizenship of elementsAt(entity, "citizenship")) draft.nationality(countryOf(citizenship))
  readAddresses(draft, entity, countryOf)
  readIdentifications(draft, entity, countryOf)
  for (const regulation of elementsAt(entity, "regulation")) {
    const programme = attributeOf(regulation, "programme")
    draft.program(programme)
    if (/^(?:TERR|TAQA|EUAQ|AFG)$/.test(programme ?? "")) draft.topic("terrorism")
    draft.sourceUrl(textAt(regulation, "publicationUrl"))
    draft.updated(readDay(attributeOf(regulation, "publicationDate")))
  }
  draft.topic("sanction")
  draft.reference(attributeOf(entity, "unitedNationId"))
  draft.listed(readDay(attributeOf(entity, "designationDate")))
  for (const remark of [attributeOf(entity, "designationDetails"), ...textsAt(entity, "remark")]) draft.remark(remark)
  return draft.finish()
}
