import { Schema } from "effect"
import type { ReadPlace } from "../evidence/evidence.ts"

/** The 15 canonical subtypes of a proof of address. */
export const PoaDocumentType = Schema.Literals([
  "utility_bill",
  "telecom_bill",
  "mobile_phone_bill",
  "bank_statement",
  "credit_card_statement",
  "mortgage_statement",
  "bank_letter",
  "insurance_statement",
  "tax_document",
  "council_tax_bill",
  "government_letter",
  "residence_certificate",
  "identity_document",
  "lease_agreement",
  "employer_letter"
]).annotate({ identifier: "PoaDocumentType" })
export type PoaDocumentType = typeof PoaDocumentType.Type

/** Names of an earlier vocabulary that are still accepted and stored under their canonical subtype. */
export const legacyTypes = { rental_agreement: "lease_agreement", vehicle_registration: "government_letter" } as const satisfies Record<
  string,
  PoaDocumentType
>

interface PoaTypeFacts {
  readonly label: string
  readonly category: "utility" | "financial" | "government" | "housing" | "employment"
  /** Days between the end of the period (else the issue date) and today; null means the document's own expiry counts. */
  readonly default_max_age_days: number | null
  /** Never passes by itself: the outcome is at best `review`. */
  readonly review_only: boolean
  /** Counts toward `min_independent_sources`. */
  readonly counts_as_independent: boolean
}

const facts = (
  label: string,
  category: PoaTypeFacts["category"],
  default_max_age_days: number | null,
  marks: { readonly review_only?: true; readonly dependent?: true } = {}
): PoaTypeFacts => ({
  label,
  category,
  default_max_age_days,
  review_only: marks.review_only ?? false,
  counts_as_independent: !(marks.dependent ?? false)
})

export const poaTypes: Record<PoaDocumentType, PoaTypeFacts> = {
  utility_bill: facts("Utility bill", "utility", 90),
  telecom_bill: facts("Landline, internet or cable bill", "utility", 90),
  mobile_phone_bill: facts("Mobile phone bill", "utility", 90, { review_only: true }),
  bank_statement: facts("Bank statement", "financial", 90),
  credit_card_statement: facts("Credit card statement", "financial", 90),
  mortgage_statement: facts("Mortgage statement", "financial", 365),
  bank_letter: facts("Bank reference or confirmation letter", "financial", 90, { review_only: true }),
  insurance_statement: facts("Insurance statement or policy", "financial", 365),
  tax_document: facts("Tax assessment or notice", "government", 365),
  council_tax_bill: facts("Council, municipal or property tax bill", "government", 365),
  government_letter: facts("Letter from a government body", "government", 365),
  residence_certificate: facts("Certificate of residence or register extract", "government", 365),
  identity_document: facts("Identity document that shows the address", "government", null, { dependent: true }),
  lease_agreement: facts("Lease or tenancy agreement", "housing", 365, { review_only: true, dependent: true }),
  employer_letter: facts("Letter from an employer", "employment", 90, { review_only: true, dependent: true })
}

/** A postal address in parts; every part is null when it was not found. Personal data throughout. */
export interface PostalAddress {
  readonly recipient_lines: ReadonlyArray<string>
  readonly unit: string | null
  readonly house_number: string | null
  readonly street: string | null
  readonly city: string | null
  readonly region: string | null
  readonly postal_code: string | null
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null
  readonly po_box: boolean
  /** Lines that no rule understood, as they stood. */
  readonly unparsed_lines: ReadonlyArray<string>
  /** All of it in one line, as it was written: two addresses in the same words are the same. Absent where it was never a text, or where a part was changed since. */
  readonly as_written?: string
}

export const addressType = Schema.Literals(["residential", "business", "po_box", "unknown"])
export type AddressType = typeof addressType.Type

/** Where a value of a proof of address was read, and how sure the recognition of that print was. */
export interface PrintPlace extends ReadPlace {
  readonly source: "text_layer" | "ocr"
  readonly confidence: number
}

/** The members of an extraction whose print has a place; the lists have a place for each of their entries. */
export type ExtractionPlaces = Readonly<
  Record<"holder_names" | "extracted_address", ReadonlyArray<PrintPlace | null>> &
    Record<"issuer" | "issue_date" | "period_start" | "period_end" | "valid_until", PrintPlace | null>
>

/** What our own rules find in the text of a proof of address. Dates are ISO 8601 calendar dates (YYYY-MM-DD). */
export interface ProofOfAddressExtraction {
  readonly document_type_detected: PoaDocumentType | null
  /** 0 to 1. */
  readonly document_type_confidence: number
  readonly issuing_country: string | null
  /** Personal data by the contract. */
  readonly issuer: string | null
  /** True when the issuer looks like an organization that issues such documents; false when a name was found that does not. */
  readonly issuer_recognised: boolean
  /** ISO 639-1. */
  readonly language: string | null
  /** The document is in a script that the engine cannot read: what was found beside is chance. */
  readonly unread_script?: boolean
  readonly issue_date: string | null
  readonly period_start: string | null
  readonly period_end: string | null
  /** For identity documents and leases: the last day of validity. */
  readonly valid_until: string | null
  readonly holder_names: ReadonlyArray<string>
  readonly address: PostalAddress | null
  /** The address as one line per printed line, recipient excluded. */
  readonly extracted_address: ReadonlyArray<string>
  readonly address_type: AddressType
  /** Absent from documents that were read before places were kept. */
  readonly places?: ExtractionPlaces
}

/** Result of comparing the document with the reference data of the session. Scores are 0 to 1; null when there was nothing to compare with. */
export interface CrossReference {
  readonly name_score: number | null
  readonly address_score: number | null
  readonly component_scores: Readonly<
    Record<"postal_code" | "street" | "city" | "house_number" | "region" | "country" | "unit", number | null>
  >
  readonly partial: boolean
  readonly partial_reasons: ReadonlyArray<PartialReason>
  readonly joint_holder: boolean
  /** Near, and still at best for a person to decide, whatever the thresholds of a policy are. */
  readonly name_doubtful: boolean
  readonly address_doubtful: boolean
}

export const PartialReason = Schema.Literals([
  "missing_postal_code",
  "missing_house_number",
  "missing_city",
  "unparsed_line",
  "transliterated",
  "reference_incomplete",
  "no_reference_address"
])
export type PartialReason = typeof PartialReason.Type
