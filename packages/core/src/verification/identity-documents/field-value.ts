import type { ValueEvidence } from "../evidence/evidence.ts"

/** The facts that are gathered of a holder and their document, in the order they are shown. */
export const identityFieldNames = [
  "document_number",
  "surname",
  "given_names",
  "full_name",
  "date_of_birth",
  "sex",
  "nationality",
  "issuing_country",
  "expiry_date",
  "issue_date",
  "personal_number",
  "address",
  "place_of_birth",
  "document_type"
] as const
export type IdentityFieldName = (typeof identityFieldNames)[number]

/** Where a value was read: the chip, a barcode, the machine readable zone, or the print that people read. */
export const fieldSources = ["chip", "barcode", "mrz", "visual"] as const
export type FieldSource = (typeof fieldSources)[number]

/**
 * What stands behind a value: `verified` by a check digit, error correction or a signature; `read` and nothing more; `repaired`, one
 * character changed to satisfy a check digit; `unconfirmed`, the check digit is wrong; `ambiguous`, several values satisfy it.
 */
export const standings = ["verified", "read", "repaired", "unconfirmed", "ambiguous"] as const
export type Standing = (typeof standings)[number]

/** One value of one source. Dates are YYYY-MM-DD, or YYYY-MM and YYYY where a zone leaves parts out. */
export interface SourceValue {
  readonly field: IdentityFieldName
  readonly source: FieldSource
  readonly value: string
  /** 0 to 1. */
  readonly confidence: number
  readonly standing: Standing
  /** The file; null for the chip. */
  readonly document_id: string | null
  /** The source had no room for the whole value. */
  readonly truncated: boolean
  /** Where the value was read; left out where only the file is known. */
  readonly evidence?: ValueEvidence
}
