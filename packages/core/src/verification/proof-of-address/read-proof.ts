import type { DocumentReading } from "../document-reading.ts"
import { isBusinessAddress } from "./business-address.ts"
import { type ExtractionHints, extractProofOfAddress } from "./extract/extract.ts"
import { findPostOfficeBox } from "./post-office-box.ts"
import type { AddressType, ProofOfAddressExtraction } from "./types.ts"

/** Where the post brings nothing to a house: a box stands among the lines of a dwelling there. */
const boxCountries = new Set(
  "AE QA KW BH OM SA JO LB YE SD KE TZ UG RW BI ET SO DJ GH NG LR SL GM ZM ZW MW BW NA SZ LS AO CM CI SN ML BF BJ TG NE GN GA CG CD TD PG FJ".split(
    " "
  )
)

/** True where a box is printed beside a door in a street or a building. */
const isBoxOfDwelling = ({ address }: ProofOfAddressExtraction, country: string | null): boolean =>
  address !== null &&
  boxCountries.has(country ?? "") &&
  address.street !== null &&
  !/box/i.test(address.street) &&
  (address.unit !== null || address.house_number !== null)

const addressType = (extraction: ProofOfAddressExtraction): AddressType => {
  const lines = [...(extraction.address?.recipient_lines ?? []), ...extraction.extracted_address]
  if (lines.length === 0) return extraction.address_type
  const country = extraction.address?.country ?? extraction.issuing_country
  if (findPostOfficeBox(lines, country) !== null && !isBoxOfDwelling(extraction, country)) return "po_box"
  if (isBusinessAddress(lines, country)) return "business"
  return extraction.address_type
}

/** What a proof of address says, with the kind of its address judged by the rules on post office boxes and places of business. Pure. */
export const readProofOfAddress = (
  reading: Pick<DocumentReading, "lines" | "page_count" | "pages" | "source" | "unread_script">,
  hints: ExtractionHints
): ProofOfAddressExtraction => {
  const extraction = extractProofOfAddress(reading, hints)
  return { ...extraction, address_type: addressType(extraction) }
}
