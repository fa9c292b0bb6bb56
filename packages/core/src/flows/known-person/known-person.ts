import { isCountryCode } from "../../kernel/foundation/country.ts"
import type { StoredCheck } from "../../resources/checks/model.ts"
import { proofDetails } from "../../resources/checks/model.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import type { ChipDetails } from "../../verification/chip/judge-chip.ts"
import type { IdentityExtractionDetails } from "../../verification/identity-documents/details.ts"
import type { IdentityDocumentType } from "../../verification/identity-documents/document-type.ts"
import type { FieldSource, IdentityFieldName } from "../../verification/identity-documents/field-value.ts"
import { evidenceOfAll, nowhere, type ValueEvidence } from "../../verification/evidence/evidence.ts"
import type { IdentifierType } from "../../verification/screening/record.ts"
import type { PersonSource, Said } from "../../verification/person-source.ts"
import type { KnownPerson, SaidName, SaidNumber } from "./person.ts"

/** What a check says of a person. */
type Finding = Pick<StoredCheck, "details" | "simulated" | "status">

/** The longest value that a list or a watchlist takes; what is longer was misread. */
const longest = 500
/** Most values of one kind: a session has fifty documents at most. */
const mostValues = 50

const oneLine = (text: string): string => text.replace(/\s+/gu, " ").trim()

/** Who says something, and where. */
type Speaker = Required<Pick<Said, "at" | "source">>

const expected: Speaker = { source: "expected", at: { source: "expected", evidence: nowhere } }
const contacted: Speaker = { source: "contact", at: { source: "contact", evidence: nowhere } }

const said = (speaker: Speaker, ...values: ReadonlyArray<string | null | undefined>): ReadonlyArray<Said> =>
  values.flatMap((value) => {
    const line = oneLine(value ?? "")
    return line === "" || line.length > longest ? [] : [{ value: line, ...speaker }]
  })

/** A name of two parts, of which one may be missing. */
const nameSaid = (
  speaker: Speaker,
  ...parts: readonly [given: string | null | undefined, family: string | null | undefined]
): ReadonlyArray<SaidName> => {
  const [given_name = "", family_name = ""] = parts.map((part) => oneLine(part ?? ""))
  const whole = said(speaker, `${given_name} ${family_name}`)
  return given_name === "" || family_name === "" ? whole : whole.map((name) => ({ ...name, parts: { given_name, family_name } }))
}

const countriesSaid = (speaker: Speaker, ...values: ReadonlyArray<string | null | undefined>): ReadonlyArray<Said> =>
  said(speaker, ...values).filter(({ value }) => isCountryCode(value))

const unknownPerson: KnownPerson = { names: [], births: [], countries: [], numbers: [], addresses: [], emails: [], phones: [] }

const byIntegrator = ({ contact, expected: stated }: Pick<StoredSession, "contact" | "expected">): KnownPerson => {
  const { address, country, date_of_birth, document_number, first_name, last_name } = stated
  const parts = typeof address === "string" ? [address] : Object.values(address ?? {})
  return {
    names: nameSaid(expected, first_name, last_name),
    births: said(expected, date_of_birth),
    countries: countriesSaid(expected, country, typeof address === "object" ? address?.country : null),
    numbers: said(expected, document_number).map((number): SaidNumber => ({ ...number, type: "other", country: null })),
    addresses: said(expected, parts.join(", ")),
    emails: said(contacted, contact.email),
    phones: said(contacted, contact.phone)
  }
}

type DocumentNumberType = Extract<IdentifierType, "passport" | "national_id" | "driving_licence" | "residence_permit" | "tax_id">
/** What kind of number that of a document is. */
export const numberTypes: Readonly<Partial<Record<IdentityDocumentType, DocumentNumberType>>> = {
  passport: "passport",
  national_id: "national_id",
  drivers_license: "driving_licence",
  residence_permit: "residence_permit",
  tax_card: "tax_id"
}

/** A value of a document, and where it was read. */
interface Reading {
  readonly value: string
  readonly evidence: ValueEvidence | undefined
}

/** The readings of an extraction by where they were read: what differs between the zone and the print is known twice. */
const readings = ({ fields }: IdentityExtractionDetails) => {
  const by = new Map<FieldSource, Map<IdentityFieldName, Reading>>()
  const add = (field: IdentityFieldName, source: FieldSource, reading: Reading) => {
    const known = by.get(source) ?? new Map<IdentityFieldName, Reading>()
    if (!known.has(field)) known.set(field, reading)
    by.set(source, known)
  }
  for (const { also, evidence, field, source, value } of fields) {
    add(field, source, { value, evidence })
    for (const other of also) add(field, other.source, { value: other.value, evidence: other.evidence })
  }
  return by
}

const ofReading = (
  read: ReadonlyMap<IdentityFieldName, Reading>,
  [source, readFrom]: readonly [PersonSource, FieldSource],
  { document_type, issuing_country }: Pick<IdentityExtractionDetails, "document_type" | "issuing_country">
): KnownPerson => {
  const textOf = (field: IdentityFieldName): string | undefined => read.get(field)?.value
  const at = (...fields: ReadonlyArray<IdentityFieldName>): Speaker => {
    const evidence = evidenceOfAll(fields.flatMap((field) => read.get(field)?.evidence ?? []))
    return { source, at: { source: readFrom, evidence } }
  }
  const issuer = [textOf("issuing_country"), issuing_country].find((one) => typeof one === "string" && isCountryCode(one)) ?? null
  const numbers = (type: IdentifierType, field: "document_number" | "personal_number") =>
    said(at(field), textOf(field)).map((number): SaidNumber => ({ ...number, type, country: issuer }))
  return {
    ...unknownPerson,
    names: [
      ...nameSaid(at("given_names", "surname"), textOf("given_names"), textOf("surname")),
      ...said(at("full_name"), textOf("full_name"))
    ],
    births: said(at("date_of_birth"), textOf("date_of_birth")),
    countries: [...countriesSaid(at("nationality"), textOf("nationality")), ...countriesSaid(at("issuing_country"), issuer)],
    numbers: [
      ...numbers(document_type === null ? "other" : (numberTypes[document_type] ?? "other"), "document_number"),
      ...numbers("national_id", "personal_number")
    ],
    addresses: said(at("address"), textOf("address"))
  }
}

const ofExtraction = (details: IdentityExtractionDetails, heard: boolean): ReadonlyArray<KnownPerson> =>
  [...readings(details)].flatMap(([source, read]) =>
    source === "chip" ? (heard ? [ofReading(read, ["chip", source], details)] : []) : [ofReading(read, ["document", source], details)]
  )

const ofProof = (finding: Finding): ReadonlyArray<KnownPerson> => {
  const details = proofDetails(finding)
  if (details === null) return []
  const { values = [] } = details
  const at = (field: string, value?: string): Speaker => {
    const read = values.find((one) => one.field === field && (value === undefined || one.value === value))
    return { source: "proof_of_address", at: { source: read?.source ?? "ocr", evidence: read?.evidence ?? nowhere } }
  }
  return [
    {
      ...unknownPerson,
      names: (details.holder_names ?? []).flatMap((name) => said(at("holder_name", name), name)),
      countries: countriesSaid(at("issuing_country"), details.issuing_country),
      addresses: said(at("address"), details.extracted_address?.join(", "))
    }
  ]
}

/**
 * What a chip says, but one whose authentication failed. Where no one could judge who signed it, a person decides, who has to know what lists say of
 * its holder.
 */
const contentsOf = ({ details }: Finding): ChipDetails["contents"] | null =>
  details !== null && "passive_authentication" in details && details.passive_authentication !== false ? details.contents : null

/** The names that only the chip has room for: that of the holder in full, often in the letters of their country, and others that they bear. */
const ofChip = ({ full_name, other_names = [] }: ChipDetails["contents"]): KnownPerson => {
  const chip: Speaker = { source: "chip", at: { source: "chip", evidence: nowhere } }
  return { ...unknownPerson, names: said(chip, full_name, ...other_names) }
}

/** Each value of each source once, with the first place where it was read. */
const distinct = <Value extends Said>(values: ReadonlyArray<Value>): ReadonlyArray<Value> => {
  const first = new Map<string, Value>()
  for (const one of values) {
    const key = JSON.stringify({ ...one, at: null, parts: null })
    if (!first.has(key)) first.set(key, one)
  }
  return [...first.values()].slice(0, mostValues)
}

/**
 * What the integrator sent, and what completed checks of the session read: the union by which lists and watchlists are asked. What an extraction
 * read counts whatever became of the document, so that a forged one with a blocked number is found by it.
 */
export const knownPerson = (session: Pick<StoredSession, "contact" | "expected">, findings: ReadonlyArray<Finding>): KnownPerson => {
  // The sandbox makes people up: no one is asked about them.
  const completed = findings.filter(({ simulated, status }) => status === "completed" && !simulated)
  const heard = completed.some((finding) => contentsOf(finding) !== null)
  const reported = completed.flatMap((finding): ReadonlyArray<KnownPerson> => {
    const { details } = finding
    const chip = contentsOf(finding)
    if (chip !== null) return [ofChip(chip)]
    if (details !== null && "missing_sides" in details) return ofExtraction(details, heard)
    return ofProof(finding)
  })
  const all = [byIntegrator(session), ...reported]
  return {
    names: distinct(all.flatMap(({ names }) => names)),
    births: distinct(all.flatMap(({ births }) => births)),
    countries: distinct(all.flatMap(({ countries }) => countries)),
    numbers: distinct(all.flatMap(({ numbers }) => numbers)),
    addresses: distinct(all.flatMap(({ addresses }) => addresses)),
    emails: distinct(all.flatMap(({ emails }) => emails)),
    phones: distinct(all.flatMap(({ phones }) => phones))
  }
}
