import { readProofOfAddress } from "@vouchkit/core/verification/proof-of-address/read-proof"
import { printedPage } from "./printed-page.ts"

/** A drawn page with the name and the lines of the address that a person reads on it. */
export interface DrawnBlock {
  readonly what: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly name: string
  readonly address: ReadonlyArray<string>
  /** As `printedPage` takes it. */
  readonly page: string
}

/** Reads a drawn bill of a country as text. */
export const readBlock = (page: string, declared_country: string) =>
  readProofOfAddress(
    { lines: printedPage(page), page_count: 1, source: "text_layer" },
    { declared_type: "utility_bill", declared_country, today: "2026-11-23" }
  )
