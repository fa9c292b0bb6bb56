import type { DocumentReading } from "../../document-reading.ts"
import type { AddressType, PoaDocumentType, ProofOfAddressExtraction } from "../types.ts"
import { type AddressFinding, addressBlock } from "./addresses/block.ts"
import { issuingCountry } from "./countries/country.ts"
import { documentDates } from "./dates/dates.ts"
import { documentType } from "./document-types/document-type.ts"
import { holderNames } from "./parties/holder.ts"
import { documentIssuer } from "./parties/issuer.ts"
import { nameNearby } from "./parties/names-nearby.ts"
import { documentLanguage, usualLanguage } from "./language.ts"
import { isOrganizationLine } from "./addresses/lines.ts"
import { withRepairedPostcodes } from "./addresses/repaired-postcode.ts"
import { placesOf } from "./places.ts"
import { printedText } from "./printed-text.ts"

/** What is known about a document before it is read: the declared type and country decide only where the print leaves a choice. */
export interface ExtractionHints {
  readonly declared_type: PoaDocumentType | null
  /** ISO 3166-1 alpha-2. */
  readonly declared_country: string | null
  /** Calendar date at the issuer, YYYY-MM-DD. */
  readonly today: string
}

const addressType = (found: AddressFinding | null): AddressType => {
  if (found === null) return "unknown"
  const { house_number, po_box, street, unit } = found.address
  if (po_box && (street === null || street === "PO Box")) return "po_box"
  const complete = street !== null || house_number !== null || unit !== null
  return complete && !found.recipients.some((line) => isOrganizationLine(line)) ? "residential" : "unknown"
}

/** What is said of a document in which nothing was found. */
export const nothingFound: ProofOfAddressExtraction = {
  document_type_detected: null,
  document_type_confidence: 0,
  issuing_country: null,
  issuer: null,
  issuer_recognised: false,
  language: null,
  issue_date: null,
  period_start: null,
  period_end: null,
  valid_until: null,
  holder_names: [],
  address: null,
  extracted_address: [],
  address_type: "unknown"
}
/** The same of one whose script no engine could read: words that were found in it all the same are chance. */
const unread: ProofOfAddressExtraction = { ...nothingFound, unread_script: true }

/**
 * Reads a proof of address by our own rules: what it is, who issued it, when, to whom and where. Pure, bounded
 * to 2,000 lines of 500 characters and 250,000 in all, and never throws: what is not found is null.
 */
export const extractProofOfAddress = (
  reading: Pick<DocumentReading, "lines" | "page_count" | "pages" | "source" | "unread_script">,
  hints: ExtractionHints
): ProofOfAddressExtraction => {
  if (reading.unread_script === true) return unread
  const read = printedText(reading)
  const printed = documentLanguage(read)
  const country = issuingCountry(read, { language: printed, declared: hints.declared_country })
  const text = withRepairedPostcodes(read, country)
  const language = printed ?? usualLanguage(country)
  const found = documentType(text)
  const type = found.type ?? hints.declared_type
  const address = addressBlock(text, { type, country }, hints.declared_country)
  const recipients = address?.recipients ?? []
  const { issuer, recognised } = documentIssuer(text, { recipients, type })
  const { spots, ...dates } = documentDates(text, { type, country, language, today: hints.today })
  const holder_names = holderNames(text, { recipients, type, issuer, nearby: () => nameNearby(text, address, country) })
  const extracted_address = address?.lines ?? []
  return {
    document_type_detected: found.type,
    document_type_confidence: found.confidence,
    issuing_country: country,
    issuer,
    issuer_recognised: recognised,
    language,
    ...dates,
    holder_names,
    address: address?.address ?? null,
    extracted_address,
    address_type: addressType(address),
    places: placesOf(text, reading, { extracted_address, holder_names, issuer }, { address, dates: spots })
  }
}
