import type { ReasonCode } from "../../kernel/foundation/reason-codes.ts"
import { reasonFacts } from "../../kernel/foundation/reason-codes.ts"
import type { CheckContext } from "./context.ts"
import type { StoredCheck } from "./model.ts"
import type { CheckFinding } from "./record.ts"
import { anotherSubmission, type SubmissionLimits } from "../../verification/resubmission.ts"
import type { CheckVerdict } from "../../verification/verdict.ts"
import { isSimulated } from "../../kernel/foundation/environment.ts"

/** Where finished checks lead a session. */
export interface Conclusion {
  readonly status: "approved" | "declined" | "in_review" | "resubmission_required"
  readonly reason_codes: ReadonlyArray<ReasonCode>
}

/** A check that was made, and where it alone would lead the session. */
export interface JudgedCheck {
  readonly finding: CheckFinding
  readonly conclusion: Conclusion
}

const approved: Conclusion = { status: "approved", reason_codes: [] }

/**
 * Where a verdict alone would lead: what the person can put right asks for another submission while one is left, anything else that failed
 * declines, and a doubt asks a person. A doubt beside something that can be put right waits for the new submission.
 */
export const conclusionOf = (
  { doubts = [], outcome, session_reasons }: Pick<CheckVerdict<unknown>, "doubts" | "outcome" | "session_reasons">,
  limits: SubmissionLimits
): Conclusion => {
  if (outcome === "passed" || outcome === "not_applicable") return approved
  if (outcome === "review") return { status: "in_review", reason_codes: session_reasons }
  const final = session_reasons.filter((code) => !reasonFacts[code].retryable && !doubts.includes(code))
  if (final.length > 0) return { status: "declined", reason_codes: [...new Set([...final, ...session_reasons])] }
  return anotherSubmission(session_reasons, limits)
}

/** The check of a verdict, as it is recorded. */
export const judgedCheck = <Details extends StoredCheck["details"]>(
  type: StoredCheck["type"],
  verdict: CheckVerdict<Details>,
  session: CheckContext,
  of: { readonly documents: ReadonlyArray<string>; readonly part?: string }
): JudgedCheck => ({
  finding: {
    type,
    status: "completed",
    outcome: verdict.outcome,
    score: verdict.score,
    confidence: verdict.confidence,
    threshold: verdict.threshold,
    reasons: verdict.reasons,
    details: verdict.details,
    policy: null,
    input_document_ids: of.documents,
    simulated: isSimulated(session.environment),
    part: of.part ?? type
  },
  conclusion: conclusionOf(verdict, session)
})

/** A check that could not be made: never a pass, a person has to look. */
export const unavailableCheck = (
  type: StoredCheck["type"],
  session: Pick<CheckContext, "environment">,
  { documents = [], message }: { readonly documents?: ReadonlyArray<string>; readonly message: string }
): JudgedCheck => ({
  finding: {
    type,
    status: "errored",
    outcome: null,
    score: null,
    threshold: null,
    reasons: [{ code: "check_unavailable", severity: "review", message }],
    details: null,
    policy: null,
    input_document_ids: documents,
    simulated: isSimulated(session.environment),
    part: "unavailable"
  },
  conclusion: { status: "in_review", reason_codes: ["check_unavailable"] }
})

/** Worst first: what declines outweighs what can be put right, that outweighs a doubt. */
const weights = { declined: 0, resubmission_required: 1, in_review: 2, approved: 3 } as const

/** Where all checks of a run together lead: where the worst of them leads, with the reasons of all that did not pass, the telling ones first. */
export const together = (conclusions: ReadonlyArray<Conclusion>): Conclusion => {
  const sorted = conclusions.toSorted((one, other) => weights[one.status] - weights[other.status])
  const [worst = approved] = sorted
  return { status: worst.status, reason_codes: [...new Set(sorted.flatMap(({ reason_codes }) => reason_codes))].slice(0, 50) }
}
