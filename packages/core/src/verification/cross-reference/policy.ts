/** How much a finding of the cross-reference weighs. */
export type FindingSeverity = "fail" | "review" | "info"

/** What a cross-reference is judged by: scores are 0 to 1. */
export interface CrossReferencePolicy {
  readonly name: { readonly pass: number; readonly review: number }
  readonly address: { readonly pass: number; readonly review: number }
  /** Another surname with the same given names and the same date of birth: people marry and change names. */
  readonly surname_change: FindingSeverity
  /** Another address on an identity document or its chip: people move, and documents stay. */
  readonly address_on_identity_document: FindingSeverity
  readonly nationality: FindingSeverity
  /** Below this a reading is too unsure to fail anybody: what differs is asked of a person. */
  readonly minimum_confidence: number
}

/** The same thresholds as for proof of address. */
export const defaultCrossReferencePolicy: CrossReferencePolicy = {
  name: { pass: 0.9, review: 0.75 },
  address: { pass: 0.85, review: 0.65 },
  surname_change: "review",
  address_on_identity_document: "review",
  nationality: "review",
  minimum_confidence: 0.5
}
