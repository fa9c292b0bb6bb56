import { kindOf } from "../../verification/check-kinds.ts"
import type { CheckContext } from "./context.ts"
import type { StoredCheck } from "./model.ts"
import type { CheckFinding } from "./record.ts"
import { type Conclusion, conclusionOf } from "../../verification/conclusion.ts"
import type { CheckVerdict } from "../../verification/verdict.ts"
import { restsOnFiles } from "../../verification/evidence/evidence.ts"
import type { Assurance } from "../../verification/assurance.ts"
import { isSimulated } from "../../kernel/foundation/environment.ts"

/** A check that was made, and where it alone would lead the session. */
export interface JudgedCheck {
  readonly finding: CheckFinding
  readonly conclusion: Conclusion
}

/** The check of a verdict, as it is recorded. */
export const judgedCheck = <Details extends StoredCheck["details"]>(
  type: StoredCheck["type"],
  verdict: CheckVerdict<Details>,
  session: CheckContext,
  of: {
    readonly documents: ReadonlyArray<string>
    readonly part?: string
    readonly assurance?: Assurance
    readonly rests_on?: ReadonlyArray<string>
  }
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
    ...(of.assurance === undefined ? {} : { assurance: of.assurance }),
    ...(of.rests_on === undefined || of.rests_on.length === 0 ? {} : { rests_on: of.rests_on }),
    part: of.part ?? type
  },
  conclusion: conclusionOf(verdict, session)
})

const toPerson = (details: StoredCheck["details"]): StoredCheck["details"] =>
  details !== null && "cross_reference" in details && "action_override" in details
    ? { ...details, outcome: "review", action_override: "review" }
    : details

/** A check of which more is asked than usual: one that passed with a lower score is for a person. It is never easier to pass. */
export const heldToScore = (judged: JudgedCheck, least: number | undefined): JudgedCheck => {
  const { finding } = judged
  const { details, outcome, reasons, score } = finding
  const { doubt } = kindOf(finding.type)
  if (least === undefined || score === null || doubt === null) return judged
  const threshold = Math.max(least, finding.threshold ?? 0)
  if (outcome !== "passed" || score >= least) return { ...judged, finding: { ...finding, threshold } }
  const message = `The check passed with a score below the ${least} that the workflow asks for. A person has to look at it.`
  return {
    finding: {
      ...finding,
      threshold,
      outcome: "review",
      reasons: [...reasons, { code: doubt, severity: "review", message }],
      details: toPerson(details)
    },
    conclusion: { status: "in_review", reason_codes: [doubt] }
  }
}

/** A check told apart from those that other nodes of its run make of the same by other rules. */
export const apart = ({ conclusion, finding }: JudgedCheck, suffix: string): JudgedCheck => ({
  conclusion,
  finding: { ...finding, part: finding.part + suffix }
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
    reasons: [
      {
        code: "check_unavailable",
        severity: "review",
        message,
        ...(documents.length === 0 ? {} : { rests_on: restsOnFiles("file", documents) })
      }
    ],
    details: null,
    policy: null,
    input_document_ids: documents,
    simulated: isSimulated(session.environment),
    part: "unavailable"
  },
  conclusion: { status: "in_review", reason_codes: ["check_unavailable"] }
})
