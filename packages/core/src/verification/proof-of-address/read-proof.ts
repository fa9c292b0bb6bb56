import type { DocumentReading } from "../document-reading.ts"
import { isBusinessAddress } from "./business-address.ts"
import { type ExtractionHints, extractProofOfAddress } from "./extract/extract.ts"
import { findPostOfficeBox } from "./post-office-box.ts"
import type { AddressType, ProofOfAddressExtraction } from "./types.ts"

const addressType = (extraction: ProofOfAddressExtraction): AddressType => {
  const lines = [...(extraction.address?.recipient_lines ?? []), ...extraction.extracted_address]
  if (lines.length === 0) return extraction.address_type
  const country = extraction.address?.country ?? extraction.issuing_country
  if (findPostOfficeBox(lines, country) !== null) return "po_box"
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
