import { Effect } from "effect"
import { awaitAgain, reasonsOfOpenCase } from "../../resources/cases/waiting.ts"
import { openCase } from "../../resources/cases/open.ts"
import { refreshCase } from "../../resources/cases/refresh.ts"
import { followDecline } from "../../resources/layout-templates/queue.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { concludedForIdentity } from "../identities/marks.ts"
import { decideSession } from "../identities/decide-session.ts"
import { SessionStore, type StoredSession } from "../../resources/sessions/model.ts"
import type { SessionTrigger } from "../../resources/sessions/transitions.ts"
import type { Conclusion } from "../../verification/conclusion.ts"
import type { StoredCheck } from "../../resources/checks/model.ts"
import { type CheckFinding, recordChecks } from "../../resources/checks/record.ts"
import { riskOf } from "../check-runs/session-risk.ts"
import { scheduleShadows } from "../check-runs/shadow/schedule.ts"
import { defaultWorkflow } from "../../resources/workflows/built-in.ts"
import { stepsToRepeat } from "../sessions/kept-checks.ts"
import { scheduleShadowRun } from "./schedule-shadow.ts"
import { withFollowUp } from "../sessions/follow-up.ts"

const triggers = {
  approved: "approve",
  declined: "decline",
  in_review: "send_to_review",
  resubmission_required: "request_resubmission"
} as const satisfies Record<Conclusion["status"], SessionTrigger>

/**
 * What comes of a submission that a reviewer asked for: their case gets its checks, and they decide about it, whatever these say; what has to be
 * submitted once more is waited for. Answers where the session goes.
 */
const returned = Effect.fnUntraced(function* (session: StoredSession, checks: ReadonlyArray<StoredCheck>, conclusion: Conclusion) {
  const reasons = yield* reasonsOfOpenCase(session)
  if (reasons === null) return conclusion
  if (conclusion.status === "resubmission_required") {
    yield* awaitAgain(session)
    return conclusion
  }
  const reviewed: Conclusion = {
    status: "in_review",
    reason_codes: [...new Set([...conclusion.reason_codes, ...reasons])].slice(0, 50)
  }
  yield* refreshCase(session.id, checks, () => reviewed.reason_codes)
  return reviewed
})

/** What the person does again: where a workflow asks for it, the steps alone whose checks failed. The default workflow always asks for everything. */
const askedAgain = (session: StoredSession, checks: ReadonlyArray<StoredCheck>) =>
  session.workflow_id === defaultWorkflow.id ? undefined : stepsToRepeat(checks)

/** Decides a session by checks that are recorded, in this order of events: case, session. */
export const decideBy = Effect.fnUntraced(function* (session: StoredSession, checks: ReadonlyArray<StoredCheck>, concluded: Conclusion) {
  const asked = session.information_request !== undefined
  const { reason_codes, status } = asked ? yield* returned(session, checks, concluded) : yield* concludedForIdentity(session, concluded)
  if (status === "in_review") yield* openCase({ session, checks, reason_codes })
  if (status === "declined") yield* followDecline(session)
  yield* scheduleShadows(session, checks)
  yield* scheduleShadowRun(session)
  const risk = yield* riskOf(session, checks, reason_codes)
  const steps = status === "resubmission_required" && !asked ? askedAgain(session, checks) : undefined
  const details = { reason_codes, ...(steps === undefined ? {} : { steps }) }
  return yield* (yield* SessionStore).save(yield* decideSession({ ...session, risk }, triggers[status], details))
})

/** Records the checks of a run and decides its session, in this order of events: check, case, session. */
export const concludeSession = Effect.fnUntraced(function* (
  session: StoredSession,
  findings: ReadonlyArray<CheckFinding>,
  concluded: Conclusion,
  /** What earlier turns of the run recorded. */
  earlier: ReadonlyArray<StoredCheck> = []
) {
  const checks = [...earlier, ...(yield* recordChecks(session, findings))]
  // What an earlier turn of the run asked for later still stands.
  const due = earlier.length > 0 && findings.every(({ duties = [] }) => duties.length === 0)
  const owing = due ? session : withFollowUp(session, findings, yield* tenantNow)
  return yield* decideBy(owing, checks, concluded)
})
