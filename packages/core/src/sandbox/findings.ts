import { Effect } from "effect"
import type { Conclusion } from "../checks/run.ts"
import type { CheckType } from "../checks/model.ts"
import type { CheckFinding } from "../checks/record.ts"
import { type PoaReasonCode, poaReasons } from "../proof-of-address/reasons.ts"
import type { StoredSession } from "../sessions/model.ts"
import { effectivePolicy } from "../settings/proof-of-address.ts"

/** A scripted result: it looks like a real one and says that it is none. */
export const simulatedFinding = Effect.fnUntraced(function* (
  session: StoredSession,
  type: CheckType,
  outcome: "passed" | "review" | "failed",
  codes: ReadonlyArray<PoaReasonCode> = []
) {
  const policy = yield* effectivePolicy({ session: session.policy })
  const reasons = codes.map((code) => ({ code, severity: poaReasons[code].severity, message: poaReasons[code].message }))
  const action_override = outcome === "review" ? ("review" as const) : null
  const unknown = { postal_code: null, street: null, city: null, house_number: null, region: null, country: null, unit: null }
  const finding: CheckFinding = {
    type,
    status: "completed",
    outcome,
    score: outcome === "passed" ? 1 : outcome === "review" ? 0.5 : 0,
    threshold: null,
    reasons,
    details:
      type === "proof_of_address"
        ? {
            outcome,
            action_override,
            reasons,
            policy,
            document_type_detected: session.uploaded_doc_types[0] ?? null,
            issuing_country: session.expected.country ?? null,
            issuer: null,
            address_type: "residential",
            period_start: null,
            period_end: null,
            holder_names: null,
            extracted_address: null,
            forensics: null,
            cross_reference: { name_score: null, address_score: null, component_scores: unknown, partial: false, partial_reasons: [] }
          }
        : null,
    policy: type === "proof_of_address" ? policy : null,
    input_document_ids: [],
    simulated: true,
    part: "simulated"
  }
  return finding
})

interface Script {
  readonly findings: ReadonlyArray<CheckFinding>
  readonly conclusion: Conclusion
}

const unavailable = (finding: CheckFinding): CheckFinding => ({
  ...finding,
  status: "errored",
  outcome: null,
  score: null,
  details: null,
  policy: null,
  reasons: [
    { code: "check_unavailable", severity: "review", message: "The scenario of this sandbox session simulates a provider that fails." }
  ]
})

/** What the script of a sandbox session makes of its checks (decisions 3.31). Without a script they pass. */
export const simulatedFindings = Effect.fnUntraced(function* (session: StoredSession) {
  const passed = yield* simulatedFinding(session, "proof_of_address", "passed")
  const limit = session.resubmission_count >= session.max_resubmissions
  const script = Effect.fnUntraced(function* () {
    switch (session.scenario) {
      case null:
      case "approved":
      case "slow":
        return { findings: [passed], conclusion: { status: "approved", reason_codes: [] } } satisfies Script
      case "declined":
        return {
          findings: [yield* simulatedFinding(session, "proof_of_address", "failed", ["modified_after_signing"])],
          conclusion: { status: "declined", reason_codes: ["document_tampered", "poa_failed"] }
        } satisfies Script
      case "review":
        return {
          findings: [yield* simulatedFinding(session, "proof_of_address", "review", ["name_below_pass"])],
          conclusion: { status: "in_review", reason_codes: ["poa_review"] }
        } satisfies Script
      case "resubmission":
        return {
          findings: [yield* simulatedFinding(session, "proof_of_address", "failed", ["document_too_old"])],
          conclusion: limit
            ? { status: "declined", reason_codes: ["resubmission_limit_exceeded", "poa_failed"] }
            : { status: "resubmission_required", reason_codes: ["poa_failed", "document_expired"] }
        } satisfies Script
      case "sanctions":
        return {
          findings: [passed, yield* simulatedFinding(session, "aml_screening", "review")],
          conclusion: { status: "in_review", reason_codes: ["sanctions_hit"] }
        } satisfies Script
      case "duplicate":
        return {
          findings: [passed, yield* simulatedFinding(session, "duplicate", "review")],
          conclusion: { status: "in_review", reason_codes: ["duplicate_identity"] }
        } satisfies Script
      case "error":
        return {
          findings: [unavailable(passed)],
          conclusion: { status: "in_review", reason_codes: ["check_unavailable"] }
        } satisfies Script
    }
  })
  const result: Script = yield* script()
  return result
})
