import { isCountryCode } from "../../kernel/foundation/country.ts"
import type { StoredCheck } from "../../resources/checks/model.ts"
import { proofDetails } from "../../resources/checks/model.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import type { IdentityExtractionDetails } from "../../verification/identity-documents/details.ts"
import type { IdentityDocumentType } from "../../verification/identity-documents/document-type.ts"
import type { FieldSource, IdentityFieldName } from "../../verification/identity-documents/field-value.ts"
import type { IdentifierType } from "../../verification/screening/record.ts"
import type { PersonSource, Said } from "../../verification/person-source.ts"
import type { KnownPerson, SaidNumber } from "./person.ts"

/** What a check says of a person. */
type Finding = Pick<StoredCheck, "details" | "simulated" | "status">

/** The longest value that a list or a watchlist takes; what is longer was misread. */
const longest = 500
/** Most values of one kind: a session has fifty documents at most. */
const mostValues = 50

const oneLine = (text: string): string => text.replace(/\s+/gu, " ").trim()

const said = (source: PersonSource, ...values: ReadonlyArray<string | null | undefined>): ReadonlyArray<Said> =>
  values.flatMap((value) => {
    const line = oneLine(value ?? "")
    return line === "" || line.length > longest ? [] : [{ value: line, source }]
  })

const countriesSaid = (source: PersonSource, ...values: ReadonlyArray<string | null | undefined>): ReadonlyArray<Said> =>
  said(source, ...values).filter(({ value }) => isCountryCode(value))

const nobody: KnownPerson = { names: [], births: [], countries: [], numbers: [], addresses: [], emails: [], phones: [] }

const byIntegrator = ({ contact, expected }: Pick<StoredSession, "contact" | "expected">): KnownPerson => {
  const { address, country, date_of_birth, document_number, first_name, last_name } = expected
  const parts = typeof address === "string" ? [address] : Object.values(address ?? {})
  return {
    names: said("expected", [first_name, last_name].map((part) => oneLine(part ?? "")).join(" ")),
    births: said("expected", date_of_birth),
    countries: countriesSaid("expected", country, typeof address === "object" ? address?.country : null),
    numbers: said("expected", document_number).map((number): SaidNumber => ({ ...number, type: "other", country: null })),
    addresses: said("expected", parts.join(", ")),
    emails: said("contact", contact.email),
    phones: said("contact", contact.phone)
  }
}

const numberTypes: Readonly<Partial<Record<IdentityDocumentType, IdentifierType>>> = {
  passport: "passport",
  national_id: "national_id",
  drivers_license: "driving_licence",
  residence_permit: "residence_permit",
  tax_card: "tax_id"
}

/** The readings of an extraction by where they were read: what differs between the zone and the print is known twice. */
const readings = ({ fields }: IdentityExtractionDetails) => {
  const by = new Map<FieldSource, Map<IdentityFieldName, string>>()
  const add = (field: IdentityFieldName, source: FieldSource, value: string) => {
    const known = by.get(source) ?? new Map<IdentityFieldName, string>()
    if (!known.has(field)) known.set(field, value)
    by.set(source, known)
  }
  for (const { also, field, source, value } of fields) {
    add(field, source, value)
    for (const other of also) add(field, other.source, other.value)
  }
  return by
}

const ofReading = (
  read: ReadonlyMap<IdentityFieldName, string>,
  source: PersonSource,
  { document_type, issuing_country }: Pick<IdentityExtractionDetails, "document_type" | "issuing_country">
): KnownPerson => {
  const name = [read.get("given_names"), read.get("surname")].map((part) => oneLine(part ?? "")).join(" ")
  const issuer = [read.get("issuing_country"), issuing_country].find((one) => typeof one === "string" && isCountryCode(one)) ?? null
  const numbers = (type: IdentifierType, value: string | undefined) =>
    said(source, value).map((number): SaidNumber => ({ ...number, type, country: issuer }))
  return {
    ...nobody,
    names: said(source, name, read.get("full_name")),
    births: said(source, read.get("date_of_birth")),
    countries: countriesSaid(source, read.get("nationality"), issuer),
    numbers: [
      ...numbers(document_type === null ? "other" : (numberTypes[document_type] ?? "other"), read.get("document_number")),
      ...numbers("national_id", read.get("personal_number"))
    ],
    addresses: said(source, read.get("address"))
  }
}

const ofExtraction = (details: IdentityExtractionDetails, vouched: boolean): ReadonlyArray<KnownPerson> =>
  [...readings(details)].flatMap(([source, read]) =>
    source === "chip" ? (vouched ? [ofReading(read, "chip", details)] : []) : [ofReading(read, "document", details)]
  )

const ofProof = (finding: Finding): ReadonlyArray<KnownPerson> => {
  const details = proofDetails(finding)
  if (details === null) return []
  const source = "proof_of_address"
  return [
    {
      ...nobody,
      names: said(source, ...(details.holder_names ?? [])),
      countries: countriesSaid(source, details.issuing_country),
      addresses: said(source, details.extracted_address?.join(", "))
    }
  ]
}

/** A chip is vouched for where the state that issued it signed what it says. */
const isVouched = ({ details }: Finding): boolean =>
  details !== null && "passive_authentication" in details && details.passive_authentication === true

const distinct = <Value extends Said>(values: ReadonlyArray<Value>): ReadonlyArray<Value> =>
  [...new Map(values.map((one) => [JSON.stringify(one), one])).values()].slice(0, mostValues)

/**
 * What the integrator sent, and what completed checks of the session read: the union by which lists and watchlists are asked. What an extraction
 * read counts whatever became of the document, so that a forged one with a blocked number is found by it.
 */
export const knownPerson = (session: Pick<StoredSession, "contact" | "expected">, findings: ReadonlyArray<Finding>): KnownPerson => {
  // The sandbox makes people up: nobody is asked about them.
  const completed = findings.filter(({ simulated, status }) => status === "completed" && !simulated)
  const vouched = completed.some(isVouched)
  const told = completed.flatMap((finding): ReadonlyArray<KnownPerson> => {
    const { details } = finding
    if (details !== null && "missing_sides" in details) return ofExtraction(details, vouched)
    return ofProof(finding)
  })
  const all = [byIntegrator(session), ...told]
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
