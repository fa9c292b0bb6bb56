import type { CheckType } from "../../resources/checks/model.ts"
import type { ReasonCode } from "../../kernel/foundation/reason-codes.ts"
import type { IdentityDocumentType } from "../../verification/identity-documents/document-type.ts"
import type { PoaReasonCode } from "../../verification/proof-of-address/reasons.ts"
import type { FailureScenario } from "./adapters/sandbox-script.ts"

/** Types of checks that engines are asked for; the others judge records, answers, or sources that are not engines. */
export const engineChecks = [
  "document_extraction",
  "document_authenticity",
  "age",
  "face_match",
  "liveness",
  "nfc_chip",
  "identity_cross_reference",
  "proof_of_address"
] as const satisfies ReadonlyArray<CheckType>
export type EngineCheckType = (typeof engineChecks)[number]

/** Types of documents that the sandbox simulates; of any other it tells the outcome alone. */
const simulatedDocuments: ReadonlyArray<IdentityDocumentType | null> = [null, "passport", "national_id"]
const ofDocument: ReadonlyArray<CheckType> = ["document_extraction", "document_authenticity", "age"]

/** The type as one that engines of the sandbox are asked for; null where none has anything to say. */
export const engineCheckOf = (type: CheckType, declared: IdentityDocumentType | null): EngineCheckType | null => {
  if (ofDocument.includes(type) && !simulatedDocuments.includes(declared)) return null
  return engineChecks.find((one) => one === type) ?? null
}

/** What has to be wrong for a check to come to an outcome. */
const usual = {
  document_extraction: { failed: "document_unreadable", review: "zone_ambiguous" },
  document_authenticity: { failed: "text_laid_over", review: "print_differs" },
  age: { failed: "holder_is_a_child", review: "birth_date_left_out" },
  face_match: { failed: "another_face", review: "similar_face" },
  liveness: { failed: "face_changes", review: "face_hardly_the_same" },
  nfc_chip: { failed: "chip_signature_broken", review: "chip_differs_from_print" },
  identity_cross_reference: { failed: "another_birth_date", review: "name_changed" },
  proof_of_address: { failed: "bill_too_old", review: "bill_name_misspelled" }
} as const satisfies Record<EngineCheckType, Record<"failed" | "review", FailureScenario>>

/** What has to be wrong for a check to fail for a reason of its own. */
const particular: Readonly<Partial<Record<ReasonCode | PoaReasonCode, FailureScenario>>> = {
  selfie_unclear: "selfie_blurred",
  nfc_read_failed: "chip_unreadable",
  modified_after_signing: "bill_changed_after_signing"
}

/** The failure that brings a check to an outcome, for the reasons that a script gives it; null for one that passes. */
export const scenarioOf = (
  type: EngineCheckType,
  outcome: "passed" | "review" | "failed",
  codes: ReadonlyArray<ReasonCode | PoaReasonCode>
): FailureScenario | null => {
  if (outcome === "passed") return null
  const named = outcome === "failed" ? codes.map((code) => particular[code]).find((flaw) => flaw !== undefined) : undefined
  return named ?? usual[type][outcome]
}
