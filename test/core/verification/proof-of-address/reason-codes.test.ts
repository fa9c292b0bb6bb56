import { describe, expect, test } from "bun:test"
import type { PoaEvidence } from "@vouchkit/core/verification/proof-of-address/judged-evidence"
import { evaluate } from "@vouchkit/core/verification/proof-of-address/evaluate"
import { PoaReasonCode, poaReasons } from "@vouchkit/core/verification/proof-of-address/reasons"
import { evidenceOf } from "./evidence.ts"

/** For every code, one piece of evidence that brings it about at its default severity. */
const producers: Record<PoaReasonCode, PoaEvidence> = {
  type_not_accepted: evidenceOf({ layer: { accepted_types: ["bank_statement"] } }),
  type_review_only: evidenceOf({ extraction: { document_type_detected: "bank_letter" } }),
  type_mismatch_declared: evidenceOf({ declared_type: "bank_statement" }),
  country_not_accepted: evidenceOf({ layer: { country_overrides: { GB: { accepted_types: [] } } } }),
  issuing_country_missing: evidenceOf({ layer: { require_issuing_country: true }, extraction: { issuing_country: null } }),
  document_too_old: evidenceOf({ extraction: { issue_date: "2025-06-10" } }),
  document_age_in_grace: evidenceOf({ extraction: { issue_date: "2026-03-25" } }),
  issue_date_missing: evidenceOf({ extraction: { issue_date: null } }),
  issue_date_future: evidenceOf({ extraction: { issue_date: "2026-07-02" } }),
  name_missing: evidenceOf({ extraction: { holder_names: [] } }),
  name_mismatch: evidenceOf({ compared: { name_score: 0.74 } }),
  name_below_pass: evidenceOf({ compared: { name_score: 0.75 } }),
  joint_holder: evidenceOf({ compared: { joint_holder: true } }),
  address_missing: evidenceOf({ extraction: { address: null, extracted_address: [] }, compared: { address_score: null } }),
  address_mismatch: evidenceOf({ compared: { address_score: 0.64 } }),
  address_below_pass: evidenceOf({ compared: { address_score: 0.65 } }),
  address_partial: evidenceOf({ compared: { partial: true, partial_reasons: ["missing_city"] } }),
  country_mismatch: evidenceOf({
    compared: {
      component_scores: { postal_code: 1, street: 1, city: 1, house_number: 1, region: null, country: 0, unit: null }
    }
  }),
  po_box: evidenceOf({ extraction: { address_type: "po_box" } }),
  business_address: evidenceOf({ extraction: { address_type: "business" } }),
  issuer_unknown: evidenceOf({ extraction: { issuer: null, issuer_recognised: false } }),
  issuer_not_trusted: evidenceOf({ extraction: { issuer_recognised: false } }),
  language_unsupported: evidenceOf({ layer: { languages: ["de"] } }),
  low_quality: evidenceOf({ flags: ["low_quality"] }),
  cropped: evidenceOf({ flags: ["cropped"] }),
  screenshot: evidenceOf({ flags: ["screenshot"] }),
  edited_software: evidenceOf({ flags: ["edited_software"] }),
  modified_after_signing: evidenceOf({ flags: ["modified_after_signing"] }),
  overlay_text: evidenceOf({ flags: ["overlay_text"] }),
  metadata_mismatch: evidenceOf({ flags: ["metadata_mismatch"] }),
  altered_text: evidenceOf({ flags: ["altered_text"] }),
  template_known_forgery: evidenceOf({ known_forgery: true }),
  layout_differs: evidenceOf({ layout: "differs" }),
  duplicate_document: evidenceOf({ duplicate: true }),
  blocklist_match: evidenceOf({ stolen: true }),
  same_as_identity_document: evidenceOf({ same_as_identity_document: true }),
  insufficient_independent_sources: evidenceOf({ layer: { preset: "ca" } }),
  no_reference_data: evidenceOf({ compared: { address_score: null, partial: true, partial_reasons: ["no_reference_address"] } }),
  authenticity_not_assured: evidenceOf({ layer: { required_assurance: { pdf: "template" } } }),
  unreadable: evidenceOf({ document: { status: "unreadable", code: "unreadable" } }),
  encrypted: evidenceOf({ document: { status: "unreadable", code: "encrypted" } })
}

describe("every reason code", () => {
  for (const code of PoaReasonCode.literals) {
    test(`${code} is given, at its default severity, and decides the outcome`, () => {
      const { outcome, reasons } = evaluate(producers[code])
      const { message, severity } = poaReasons[code]
      expect(reasons.map((reason) => reason.code)).toEqual([code])
      expect(reasons[0]?.severity).toBe(severity)
      expect(reasons[0]?.message.length).toBeGreaterThan(20)
      expect(message.length).toBeLessThanOrEqual(500)
      expect(outcome).toBe(({ fail: "failed", review: "review", info: "passed" } as const)[severity])
    })
  }

  test("only a better copy of the same document cures the four codes marked retryable", () => {
    expect(PoaReasonCode.literals.filter((code) => poaReasons[code].retryable)).toEqual([
      "low_quality",
      "cropped",
      "unreadable",
      "encrypted"
    ])
  })

  test("codes that teach forgers are kept from the subject", () => {
    for (const code of [
      "modified_after_signing",
      "overlay_text",
      "template_known_forgery",
      "edited_software",
      "metadata_mismatch",
      "altered_text"
    ] as const) {
      expect(poaReasons[code].subject_safe).toBe(false)
    }
  })
})

test("a bill without blemish passes without reasons", () => {
  expect(evaluate(evidenceOf())).toMatchObject({ outcome: "passed", passed: true, action_override: null, reasons: [], score: 1 })
})
