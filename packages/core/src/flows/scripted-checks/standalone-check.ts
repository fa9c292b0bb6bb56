import { Effect } from "effect"
import type { CheckContext } from "../../resources/checks/context.ts"
import type { StandaloneInput } from "../../resources/checks/standalone-input.ts"
import type { StoredCheck } from "../../resources/checks/model.ts"
import type { CheckFinding } from "../../resources/checks/record.ts"
import { reasonFacts } from "../../kernel/foundation/reason-codes.ts"
import type { PoaReasonCode } from "../../verification/proof-of-address/reasons.ts"
import type { Scenario } from "../../resources/sessions/scripted.ts"
import { kindOf } from "../../verification/check-kinds.ts"
import { simulatedFinding } from "./findings.ts"
import { subjectOfCheck } from "../sandbox/subject.ts"

/** How long the scenario `slow` takes, for a session as for a check. */
export const slowMillis = 30_000

type Outcome = "passed" | "review" | "failed"

/** What a scenario of the sandbox makes of one check; those that are about another type let it pass. */
const outcomeOf = (scenario: Scenario | null, type: StoredCheck["type"]): Outcome => {
  switch (scenario) {
    case null:
    case "approved":
    case "slow":
    case "error":
      return "passed"
    case "declined":
    case "resubmission":
      return "failed"
    case "review":
      return "review"
    case "sanctions":
      return type === "aml_screening" ? "review" : "passed"
    case "duplicate":
      return type === "duplicate" ? "review" : "passed"
  }
}

/** What a proof of address is scripted to say, as in a session. */
const codesOf = (scenario: Scenario | null): ReadonlyArray<PoaReasonCode> => {
  if (scenario === "declined") return ["modified_after_signing"]
  if (scenario === "resubmission") return ["document_too_old"]
  return scenario === "review" ? ["name_below_pass"] : []
}

const withReason = (finding: CheckFinding, outcome: Outcome): CheckFinding => {
  if (outcome === "passed" || finding.reasons.length > 0) return finding
  const code = kindOf(finding.type).failure ?? "document_data_missing"
  return { ...finding, reasons: [{ code, severity: outcome === "review" ? "review" : "fail", message: reasonFacts[code].message }] }
}

/** A scripted result of a check that stands alone: the same for the same scenario and files, and marked as simulated. */
export const simulatedCheck = Effect.fnUntraced(function* (
  { input_document_ids, type }: StoredCheck,
  context: CheckContext,
  { scenario }: Pick<StandaloneInput, "scenario">
) {
  const outcome = outcomeOf(scenario, type)
  const subject = yield* subjectOfCheck(context, input_document_ids)
  const finding = yield* simulatedFinding(subject, type, outcome, {
    codes: type === "proof_of_address" ? codesOf(scenario) : [],
    down: scenario === "error"
  })
  return finding.status === "errored" ? { ...finding, input_document_ids } : { ...withReason(finding, outcome), input_document_ids }
})
