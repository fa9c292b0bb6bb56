import { readDate } from "../dates.ts"
import type { EntryDraft } from "../../editions/entry.ts"
import { countryAtEnd, countryCodeOf } from "../country-names.ts"
import { identifierTypeOf } from "../identifier-labels.ts"
import type { ReadingNotes } from "../reading.ts"

/** Most pieces that one remark is taken apart into; OFAC's longest have some hundreds. */
const maximumPieces = 2_000
const longestPiece = 2_000

/** Labels of numbers in remarks, the longer before those they begin with. */
const numberLabels: ReadonlyArray<string> = [
  "Vessel Registration Identification",
  "Aircraft Manufacturer's Serial Number (MSN)",
  "Aircraft Construction Number (also called L/N or S/N or F/N)",
  "Aircraft Tail Number",
  "Aircraft Serial Identification",
  "Business Registration Document #",
  "Business Registration Number",
  "Unified Social Credit Code (USCC)",
  "Commercial Registry Number",
  "Registered Charity No.",
  "Government Gazette Number",
  "Chamber of Commerce Number",
  "Matricula Mercantil No",
  "Folio Mercantil No.",
  "National Foreign ID Number",
  "Stateless Person ID Card",
  "Identification Number",
  "Legal Entity Number",
  "Registration Number",
  "Registration ID",
  "Enterprise Number",
  "Economic Register Number (CBLS)",
  "Trade License No.",
  "Company Number",
  "D-U-N-S Number",
  "Driver's License No.",
  "Residency Number",
  "Electoral Registry No.",
  "Citizen's Card Number",
  "Diplomatic Passport",
  "Stateless Person Passport",
  "Personal ID Card",
  "Identity Card No.",
  "National ID No.",
  "V.A.T. Number",
  "V.A.T. No.",
  "Tax ID No.",
  "Italian Fiscal Code",
  "C.U.R.P. #",
  "C.U.R.P.",
  "C.U.I.T.",
  "C.U.I.P.",
  "C.U.I.",
  "R.F.C.",
  "D.N.I.",
  "N.I.E.",
  "C.I.F.",
  "R.U.C. #",
  "RUC #",
  "RIF #",
  "NIT #",
  "US FEIN",
  "RTN",
  "SRE Permit No.",
  "Cedula No.",
  "Passport",
  "SSN",
  "SWIFT/BIC",
  "BIK (RU)",
  "MMSI",
  "ISIN",
  "Phone Number",
  "Phone No.",
  "Fax No.",
  "Email Address",
  "Website",
  "IFCA Determination",
  "LE Number",
  "Afghan Money Service Provider License Number",
  "Birth Certificate Number",
  "Bosnian Personal ID No.",
  "Pilot License Number",
  "Seafarer's Identification Document",
  "Kenyan ID No.",
  "Refugee ID Card",
  "Turkish Identification Number",
  "Tarjeta Profesional",
  "Public Registration Number",
  "Immigration No.",
  "Interpol: Red Notice. File No.",
  "VisaNumberID",
  "I.F.E.",
  "Credencial electoral",
  "Cartilla de Servicio Militar Nacional",
  "Numero de Identidad",
  "UK Company Number",
  "CNPJ",
  "Romanian Tax Registration",
  "Romanian Permanent Resident",
  "Romanian C.R.",
  "Paraguayan tax identification number",
  "Dubai Chamber of Commerce Membership No.",
  "Istanbul Chamber of Comm. No.",
  "Central Registration System Number",
  "License",
  "File Number"
]
/** Kinds of statements that are kept as remarks and name no number, though some look like it. */
const prose =
  /^(?:Linked To|Secondary sanctions risk|Additional Sanctions Information|Transactions Prohibited|For more information|Executive Order)/i

const crypto = /^Digital Currency Address - ([A-Z0-9]{2,10}) (\S{8,128})$/
const weakAlias = /^(a|f|n)\.k\.a\.? ['"](.{1,500})['"]$/i
const dated =
  /^(DOB|POB|nationality of registration|nationality|citizen|Gender|Organization Established Date|Aircraft Manufacture Date|Vessel Year of Build|Former Vessel Flag|Vessel Flag|Year of Birth) (.+)$/i
const webOrMail = /^(\S{4,200}) \((website|email)\)$/i

const genders = { male: "male", female: "female" } as const
const genderOf = (text: string) => {
  const word = text.trim().toLowerCase()
  return word === "male" || word === "female" ? genders[word] : null
}

/** Takes `A123 (Iran) issued 5 May 2001` apart: the number, the country in the last parentheses that name one, and the rest as a note. */
const numbered = (text: string) => {
  const marks = [...text.matchAll(/\(([^()]{1,100})\)/g)]
  const country = marks.map(([, inside = ""]) => countryCodeOf(inside)).findLast((code) => code !== null) ?? null
  const [number = ""] = text.split(/ (?=\(|issued |expires |expired )/, 1)
  const rest = text.slice(number.length).trim()
  return { number: number.trim(), country, note: rest }
}

const identified = (draft: EntryDraft, piece: string): boolean => {
  const currency = crypto.exec(piece)
  if (currency !== null) {
    draft.identifier("crypto_address", currency[2], { note: currency[1] ?? null })
    return true
  }
  const contact = webOrMail.exec(piece)
  if (contact !== null) {
    draft.identifier(contact[2]?.toLowerCase() === "email" ? "email" : "website", contact[1])
    return true
  }
  const label = prose.test(piece) ? undefined : numberLabels.find((known) => piece.startsWith(`${known} `))
  if (label === undefined) return false
  const { country, note, number } = numbered(piece.slice(label.length + 1))
  const imo = /^IMO (\d{7})$/.exec(number)
  if (imo !== null) draft.identifier("imo", imo[1], { country })
  else draft.identifier(identifierTypeOf(label), number, { country, note: [label, note].filter((part) => part !== "").join(" ") })
  // A number that a country gave out ties its holder to that country.
  draft.country(country)
  return true
}

const stated = (draft: EntryDraft, notes: ReadingNotes, what: string, value: string): void => {
  switch (what) {
    case "dob":
    case "year of birth": {
      const date = readDate(value)
      if (date === null) notes.note({ code: "unreadable_date", where: "remarks DOB", uid: draft.uid })
      draft.birth(date)
      return
    }
    case "organization established date":
    case "aircraft manufacture date":
    case "vessel year of build":
      draft.death(readDate(value))
      return
    case "pob":
      draft.birthPlace({ text: value, country: countryAtEnd(value) })
      return
    case "nationality":
    case "citizen":
    case "vessel flag":
    case "former vessel flag":
    case "nationality of registration": {
      const country = countryCodeOf(value)
      if (country === null && !/^None/i.test(value))
        notes.note({ code: "unknown_country", where: `remarks ${what}`, value, uid: draft.uid })
      if (what === "former vessel flag" || what === "nationality of registration") draft.country(country)
      else draft.nationality(country)
      return
    }
    case "gender":
      draft.gender = genderOf(value) ?? draft.gender
      return
  }
}

/**
 * Reads the remarks of OFAC's CSV files, where everything that has no column stands as `DOB 25 Apr 1974; POB Cali, Colombia; Passport
 * A123 (Iran); a.k.a. 'X'.` The whole text is kept as remarks too, so that what no rule knows is still shown.
 */
export const readRemarks = (draft: EntryDraft, text: string, notes: ReadingNotes): void => {
  const pieces = text.split(/;\s*/, maximumPieces)
  if (pieces.length === maximumPieces) notes.note({ code: "cut", where: "remarks", uid: draft.uid })
  for (const given of pieces) {
    const piece = given
      .trim()
      .replace(/\.$/, "")
      .replace(/^alt\. /i, "")
    if (piece === "" || piece.length > longestPiece) continue
    const alias = weakAlias.exec(piece)
    if (alias !== null) {
      draft.name(alias[2], alias[1]?.toLowerCase() === "f" ? "former" : "weak")
      continue
    }
    const statement = dated.exec(piece)
    if (statement !== null) stated(draft, notes, (statement[1] ?? "").toLowerCase(), (statement[2] ?? "").trim())
    else identified(draft, piece)
  }
  draft.remark(text)
}
