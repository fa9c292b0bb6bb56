import { Schema } from "effect"

export const DocumentSide = Schema.Literals(["front", "back", "spread", "single"])
/** Identity document types. */
export const IdentityDocumentType = Schema.Literals([
  "passport",
  "national_id",
  "drivers_license",
  "residence_permit",
  "visa",
  "travel_document",
  "voter_id",
  "work_permit",
  "health_card",
  "tax_card",
  "military_id",
  "other"
]).annotate({ identifier: "IdentityDocumentType" })

export type IdentityDocumentType = typeof IdentityDocumentType.Type
export type DocumentSide = typeof DocumentSide.Type

interface TypeFacts {
  readonly label: string
  /** Sides that have to be seen where nothing else is known of the issuer. */
  readonly sides: ReadonlyArray<"front" | "back">
  /** Documents of this type carry a machine readable zone by ICAO 9303 wherever they are issued. */
  readonly machine_readable: boolean
  /** The type names a day on which it ends, so that one without is not fully read. */
  readonly expires: boolean
}

const both = ["front", "back"] as const
const front = ["front"] as const

/** What is true of every document of a type. */
export const documentTypes: Readonly<Record<IdentityDocumentType, TypeFacts>> = {
  passport: { label: "Passport", sides: front, machine_readable: true, expires: true },
  national_id: { label: "National identity card", sides: both, machine_readable: false, expires: false },
  drivers_license: { label: "Driving licence", sides: front, machine_readable: false, expires: true },
  residence_permit: { label: "Residence permit", sides: both, machine_readable: true, expires: true },
  visa: { label: "Visa", sides: front, machine_readable: true, expires: true },
  travel_document: { label: "Travel document for refugees and stateless persons", sides: front, machine_readable: true, expires: true },
  voter_id: { label: "Voter card", sides: front, machine_readable: false, expires: false },
  work_permit: { label: "Work permit", sides: front, machine_readable: false, expires: true },
  health_card: { label: "Health card", sides: front, machine_readable: false, expires: false },
  tax_card: { label: "Tax card", sides: front, machine_readable: false, expires: false },
  military_id: { label: "Military identity card", sides: front, machine_readable: false, expires: false },
  other: { label: "Another document", sides: front, machine_readable: false, expires: false }
}

/** Licences of North America carry their data on the back (AAMVA DL/ID card design standard), so both sides are asked for. */
const barcodeCountries: ReadonlySet<string> = new Set(["US", "CA"])

/** Whether the back of a document of this type and country carries the PDF417 symbol of the AAMVA standard. */
export const carriesAamvaBarcode = (type: IdentityDocumentType | null, country: string | null): boolean =>
  type === "drivers_license" && country !== null && barcodeCountries.has(country)

/** The sides of a document that have to be seen; `country` is ISO 3166-1 alpha-2 when known. */
export const requiredSides = (type: IdentityDocumentType, country: string | null): ReadonlyArray<"front" | "back"> =>
  carriesAamvaBarcode(type, country) ? both : documentTypes[type].sides
