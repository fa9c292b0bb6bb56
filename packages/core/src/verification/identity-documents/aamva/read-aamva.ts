import { type AamvaIssuer, aamvaIssuer } from "./issuers.ts"
import { type AamvaFile, readAamvaFile } from "./elements.ts"
import { aamvaDate, aamvaHeight, aamvaPostalCode, aamvaSex, present, truncation, withoutComma } from "./values.ts"

/** A North American licence or identification card as its PDF417 symbol tells of it. Dates are ISO 8601, missing values null. */
export interface AamvaCard {
  readonly version: number
  readonly jurisdiction_version: number | null
  readonly issuer_number: string
  /** Null for a number that AAMVA has not assigned. */
  readonly issuer: AamvaIssuer | null
  readonly card: "DL" | "ID" | "EN" | null
  readonly document_number: string | null
  readonly surname: string | null
  /** First and middle names. */
  readonly given_names: string | null
  readonly first_name: string | null
  readonly middle_name: string | null
  readonly suffix: string | null
  /** True where the issuer says that a name was cut, null where it does not say. */
  readonly truncated: { readonly surname: boolean | null; readonly first_name: boolean | null; readonly middle_name: boolean | null }
  readonly date_of_birth: string | null
  readonly expiry_date: string | null
  /** The licence never expires, as some identification cards do not. */
  readonly never_expires: boolean
  readonly issue_date: string | null
  readonly sex: "M" | "F" | "X" | null
  readonly address: ReadonlyArray<string>
  readonly postal_code: string | null
  /** `USA` or `CAN` as element DCG says; null when it says nothing. */
  readonly country: "US" | "CA" | null
  readonly height_cm: number | null
  readonly eye_color: string | null
  readonly document_discriminator: string | null
  readonly place_of_birth: string | null
  /** Parts of the payload were lost; what is missing may have been there. */
  readonly incomplete: boolean
}

interface Names {
  readonly surname: string | null
  readonly first: string | null
  readonly middle: string | null
  readonly suffix: string | null
}

const words = (text: string | null): ReadonlyArray<string> => (text === null ? [] : text.split(/[\s,]+/u).filter((word) => word !== ""))
const joined = (parts: ReadonlyArray<string | null>): string | null => present(parts.filter((part) => part !== null).join(" "))

/** Element DAA of version 1: family, given and middle names, divided by commas (or by blanks, given name first, where none is). */
const wholeName = (text: string): Names => {
  const parts = text.split(",").map((part) => present(part))
  if (parts.length > 1) {
    const [surname = null, second = null, third = null, suffix = null] = parts
    const [first = null, ...rest] = words(second)
    return { surname, first, middle: joined([...rest, third]), suffix }
  }
  const all = words(present(text))
  return { surname: all.at(-1) ?? null, first: all.length > 1 ? (all[0] ?? null) : null, middle: joined(all.slice(1, -1)), suffix: null }
}

const namesOf = ({ elements }: AamvaFile): Names => {
  const get = (id: string): string | null => present(elements.get(id))
  const surname = (id: string): string | null => withoutComma(get(id))
  // The standard divides several given names by commas; a print of the card has blanks there.
  const given = (id: string): string | null => joined(words(get(id)))
  const whole = get("DAA")
  const fromWhole = whole === null ? null : wholeName(whole)
  const [combinedFirst = null, ...combinedRest] = words(get("DCT"))
  const first = given("DAC") ?? combinedFirst ?? fromWhole?.first ?? null
  return {
    surname: surname("DCS") ?? surname("DAB") ?? fromWhole?.surname ?? null,
    first,
    // Version 4 divided the given names that versions 2 and 3 hold together in DCT.
    middle: given("DAD") ?? (given("DAC") === null ? joined(combinedRest) : null) ?? fromWhole?.middle ?? null,
    suffix: get("DCU") ?? get("DAE") ?? fromWhole?.suffix ?? null
  }
}

const countryOf = (code: string | null): "US" | "CA" | null => {
  if (code === "USA" || code === "US") return "US"
  return code === "CAN" || code === "CA" ? "CA" : null
}

const addressOf = ({ elements }: AamvaFile, postal_code: string | null): ReadonlyArray<string> => {
  const get = (...ids: ReadonlyArray<string>): string | null =>
    ids.map((id) => withoutComma(present(elements.get(id)))).find((value) => value !== null) ?? null
  const place = joined([get("DAI", "DAN"), get("DAJ", "DAO"), postal_code])
  return [get("DAG", "DAL"), get("DAH", "DAM"), place].filter((line) => line !== null)
}

/** A never ending validity is written as a word or a day that no calendar has. */
const never = /^(?:NEVER|NON-?EXP\w{0,10}|NO EXP\w{0,10}|99999999|12319999|99991231|00000000)$/u

/** The card in a PDF417 payload of the AAMVA DL/ID card design standard, versions 1 to 10 and later ones alike; null for other payloads. */
export const readAamva = (bytes: Uint8Array): AamvaCard | null => {
  const file = readAamvaFile(bytes)
  if (file === null || file.elements.size === 0) return null
  const get = (id: string): string | null => present(file.elements.get(id))
  const names = namesOf(file)
  const postal_code = aamvaPostalCode(file.elements.get("DAK")) ?? aamvaPostalCode(file.elements.get("DAP"))
  return {
    version: file.version,
    jurisdiction_version: file.jurisdiction_version,
    issuer_number: file.issuer_number,
    issuer: aamvaIssuer(file.issuer_number),
    card: file.card,
    document_number: get("DAQ"),
    surname: names.surname,
    given_names: joined([names.first, names.middle]),
    first_name: names.first,
    middle_name: names.middle,
    suffix: names.suffix,
    truncated: {
      surname: truncation(file.elements.get("DDE")),
      first_name: truncation(file.elements.get("DDF")),
      middle_name: truncation(file.elements.get("DDG"))
    },
    date_of_birth: aamvaDate(file.elements.get("DBB")),
    expiry_date: aamvaDate(file.elements.get("DBA")),
    never_expires: never.test((get("DBA") ?? "").toUpperCase()),
    issue_date: aamvaDate(file.elements.get("DBD")),
    sex: aamvaSex(file.elements.get("DBC")),
    address: addressOf(file, postal_code),
    postal_code,
    country: countryOf(get("DCG")?.toUpperCase() ?? null),
    height_cm: aamvaHeight(file.elements.get("DAU")) ?? aamvaHeight(file.elements.get("DAV")),
    eye_color: get("DAY"),
    document_discriminator: get("DCF"),
    place_of_birth: get("DCI"),
    incomplete: file.incomplete
  }
}
