import type { LayoutAgreement } from "@vouchkit/core/verification/layout-agreement"
import type { PoaEvidence } from "@vouchkit/core/verification/proof-of-address/judged-evidence"
import type { PoaPolicyLayer } from "@vouchkit/core/verification/proof-of-address/policy"
import { resolvePolicy } from "@vouchkit/core/verification/proof-of-address/resolve"
import type { CrossReference, PostalAddress, ProofOfAddressExtraction } from "@vouchkit/core/verification/proof-of-address/types"

export const today = "2026-06-30"

export const anAddress = (overrides: Partial<PostalAddress> = {}): PostalAddress => ({
  recipient_lines: [],
  unit: null,
  house_number: "12",
  street: "High Street",
  city: "Leeds",
  region: null,
  postal_code: "LS1 1AA",
  country: "GB",
  po_box: false,
  unparsed_lines: [],
  ...overrides
})

export const anExtraction = (overrides: Partial<ProofOfAddressExtraction> = {}): ProofOfAddressExtraction => ({
  document_type_detected: "utility_bill",
  document_type_confidence: 0.9,
  issuing_country: "GB",
  issuer: "Northern Power",
  issuer_recognised: true,
  language: "en",
  issue_date: "2026-06-10",
  period_start: null,
  period_end: null,
  valid_until: null,
  holder_names: ["A Example"],
  address: anAddress(),
  extracted_address: ["12 High Street", "Leeds", "LS1 1AA"],
  address_type: "residential",
  ...overrides
})

export const aCrossReference = (overrides: Partial<CrossReference> = {}): CrossReference => ({
  name_score: 1,
  address_score: 1,
  component_scores: { postal_code: 1, street: 1, city: 1, house_number: 1, region: null, country: 1, unit: null },
  partial: false,
  partial_reasons: [],
  joint_holder: false,
  name_doubtful: false,
  address_doubtful: false,
  ...overrides
})

/** Evidence of a utility bill that passes under the global policy, changed where a test says so. */
export const evidenceOf = ({
  compared = {},
  extraction = {},
  flags = [],
  layer = {},
  layout,
  ...rest
}: {
  readonly extraction?: Partial<ProofOfAddressExtraction>
  readonly compared?: Partial<CrossReference>
  readonly flags?: Extract<PoaEvidence["document"], { status: "read" }>["forensics"]["flags"]
  readonly layer?: PoaPolicyLayer
  readonly layout?: LayoutAgreement["result"]
} & Partial<Omit<PoaEvidence, "policy">> = {}): PoaEvidence => ({
  policy: resolvePolicy([layer]),
  document: {
    status: "read",
    extraction: anExtraction(extraction),
    cross_reference: aCrossReference(compared),
    forensics: { flags },
    ...(layout === undefined ? {} : { layout: { result: layout, templates: 1 } })
  },
  declared_type: null,
  declared_issuing_country: null,
  identity_document_country: null,
  today,
  passed_sources: [],
  duplicate: false,
  same_as_identity_document: false,
  known_forgery: false,
  ...rest
})
