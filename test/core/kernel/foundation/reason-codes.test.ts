import { expect, test } from "bun:test"
import { Reason, ReasonCode, reasonFacts, reasons, subjectSafe } from "@vouchkit/core/kernel/foundation/reason-codes"
import { Schema } from "effect"
import fc from "fast-check"

const codes = reasons.map(({ code }) => code)
const someCodes = fc.subarray([...codes])

test("the retryable codes are those of the decision", () => {
  expect(codes.filter((code) => reasonFacts[code].retryable).join(", ")).toBe(
    "document_unreadable, document_cropped, document_glare, document_side_missing, document_expired, document_type_not_accepted, document_country_not_supported, document_type_differs, document_country_differs, document_data_missing, selfie_unclear, face_not_found, multiple_faces, liveness_inconclusive, nfc_read_failed, poa_failed, questionnaire_incomplete, consent_declined"
  )
})

test("the final codes are those of the decision", () => {
  expect(codes.filter((code) => !reasonFacts[code].retryable).join(", ")).toBe(
    "document_forged, document_tampered, document_screen_capture, document_printed_copy, document_specimen, document_data_inconsistent, document_type_review, mrz_invalid, barcode_mismatch, portrait_replaced, face_mismatch, liveness_failed, injection_suspected, nfc_authentication_failed, nfc_data_mismatch, copy_not_excluded, age_below_minimum, name_mismatch, date_of_birth_mismatch, address_mismatch, id_number_mismatch, database_no_match, duplicate_identity, duplicate_face, duplicate_document, list_match, blocklist_match, sanctions_hit, pep_hit, adverse_media_hit, consortium_match, device_risk, poa_review, questionnaire_answer, external_decision_declined, reviewer_declined, resubmission_limit_exceeded, session_expired, check_unavailable, authenticity_not_assured"
  )
})

test("the person verified is told everything they can put right, and nothing about lists, fraud or other people", () => {
  for (const { category, code, retryable, subject_safe } of reasons) {
    if (retryable) expect([code, subject_safe]).toEqual([code, true])
    if (["screening", "document_authenticity", "duplicate"].includes(category)) expect([code, subject_safe]).toEqual([code, false])
  }
  for (const code of [
    "list_match",
    "blocklist_match",
    "sanctions_hit",
    "pep_hit",
    "adverse_media_hit",
    "consortium_match",
    "injection_suspected"
  ] as const) {
    expect(reasonFacts[code].subject_safe).toBe(false)
  }
})

test("what the person may be told is part of what was decided, and asking twice changes nothing", () => {
  fc.assert(
    fc.property(someCodes, (given) => {
      const told = subjectSafe(given)
      expect(told.every((code) => given.includes(code) && reasonFacts[code].subject_safe)).toBe(true)
      expect(subjectSafe(told)).toEqual([...told])
    })
  )
})

test("every row fits its schema, has a code of its own and a message of its own", () => {
  for (const reason of reasons) expect(Schema.is(Reason)(reason)).toBe(true)
  expect(new Set(codes).size).toBe(58)
  expect(new Set(reasons.map(({ message }) => message)).size).toBe(58)
})

test("names of what every object has are not codes", () => {
  for (const text of ["toString", "__proto__", "", "DOCUMENT_GLARE"]) expect(Schema.is(ReasonCode)(text)).toBe(false)
})
