import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { refreshCase } from "../../resources/cases/refresh.ts"
import { prose } from "../../kernel/foundation/text.ts"
import { Caller } from "../../kernel/access/caller.ts"
import { Conflict } from "../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { SessionStore, type StoredSession } from "../../resources/sessions/model.ts"
import { Check, CheckId, CheckStore, present, type StoredCheck } from "../../resources/checks/model.ts"
import { recordDecision } from "../../resources/audit-findings/decisions.ts"
import { isWaiting } from "../../resources/checks/check-wait.ts"
import { announceCheck } from "../../resources/checks/record.ts"
import { lockCheck } from "../check-runs/retry.ts"
import { riskOf } from "../check-runs/session-risk.ts"
import { isRunning } from "../../resources/workflows/runs/begin.ts"
import { wakeRun } from "../../resources/workflows/runs/queue.ts"
import { checksOfRun, isOfRun } from "../../resources/checks/session-runs.ts"

/** Shorter ones explain nothing. */
const leastReason = 10

const Verdict = Schema.Literals(["passed", "review", "failed"])

const reasonField = prose(2000, { "x-personal": true, description: "Why; at least 10 characters, and no personal data" }).check(
  Schema.isMinCodePoints(leastReason, { message: `must be at least ${leastReason} characters long` })
)

interface Overriding {
  readonly outcome: typeof Verdict.Type
  readonly reason: string
}

/** Why the outcome of a check cannot be overridden now. */
const refusalOf = (check: StoredCheck): Conflict<"conflict" | "invalid_state_transition"> | undefined => {
  if ((check.redacted_at ?? null) !== null) {
    return new Conflict({ code: "conflict", detail: "The data of this check was erased, so its outcome cannot be overridden." })
  }
  if (!isWaiting(check) && check.status !== "cancelled" && check.status !== "skipped") return undefined
  return new Conflict({
    code: "invalid_state_transition",
    detail: `The check is ${check.status} and has no outcome to override. Wait for its result, or retry it.`,
    context: { current_status: check.status, allowed: [] }
  })
}

const overridden = Effect.fnUntraced(function* ({ input: _input, ...check }: StoredCheck, { outcome, reason }: Overriding) {
  const { actor } = yield* Caller
  const at = yield* tenantNow
  const next: StoredCheck = {
    ...check,
    status: "completed",
    outcome,
    passed: outcome === "passed",
    action_override: outcome === "review" ? "review" : null,
    // A person has judged it: there is nothing to be tried again.
    retryable: false,
    // What the check itself found is kept, however often people change their mind.
    overridden: { by: actor.id, at, from: check.overridden === null ? check.outcome : check.overridden.from, to: outcome, reason },
    updated_at: at
  }
  return yield* announceCheck(next, "check.overridden", {})
})

/**
 * Shows the outcome in the case and the risk of the session. A run that is not over looks at its ways again; a session whose run is over is decided by
 * a person, and nothing else of it moves.
 */
const showInSession = Effect.fnUntraced(function* (session: StoredSession, check: StoredCheck) {
  if (!isOfRun(session, check)) return
  const checks = (yield* checksOfRun(session)).map((one) => (one.id === check.id ? check : one))
  yield* refreshCase(session.id, checks)
  const risk = yield* riskOf(session, checks, session.status_reason_codes)
  if (JSON.stringify(risk) !== JSON.stringify(session.risk)) {
    yield* (yield* SessionStore).save({ ...session, risk, updated_at: yield* tenantNow })
  }
  if (yield* isRunning(session)) yield* wakeRun(session, { overridden: { check_id: check.id, sequence: check.sequence } })
})

/** Keeps for the quality audit that a person judged otherwise than the check. */
const recorded = Effect.fnUntraced(function* (
  { outcome: replaces }: StoredCheck,
  { id, outcome, sequence, updated_at }: StoredCheck,
  session: StoredSession | undefined
) {
  yield* recordDecision({
    about: "check",
    object_id: id,
    session_id: session?.id ?? null,
    decision: outcome ?? "",
    replaces,
    automatic: false,
    reasoned: true,
    workflow_version_id: session?.workflow_version_id ?? null,
    run: null,
    decided_at: updated_at,
    sequence
  })
})

const override = operation(
  {
    summary: "Override the outcome of a check",
    description:
      "For people who have examined the evidence. `overridden.from` keeps the outcome that the check found. While the workflow of the session is not over, the ways behind the node of the check are decided again. Once it is over, the session does not change: its open case shows the new outcome, and the decision on the case decides the session. Repeating the same override changes nothing.",
    method: "POST",
    path: "/checks/{check_id}/override",
    // Judging for oneself is deciding, which keys have to be given for: with it a session could be brought to pass.
    access: scopes("cases:decide"),
    effect: "write",
    params: { check_id: CheckId },
    body: { outcome: Verdict, reason: reasonField },
    output: Check,
    conflicts: ["invalid_state_transition", "session_redacted", "conflict"],
    emits: ["check.overridden", "case.updated"],
    about: ({ id, session_id }) => session_id ?? id
  },
  Effect.fnUntraced(function* ({ check_id, ...verdict }) {
    const { check, session } = yield* lockCheck(check_id)
    const refusal = refusalOf(check)
    if (refusal !== undefined) return yield* refusal
    const { outcome, reason } = verdict
    const same =
      check.overridden === null ? check.outcome === outcome : check.overridden.to === outcome && check.overridden.reason === reason
    yield* note({ type: "check", id: check_id }, same ? [] : [{ path: "outcome", from: check.outcome, to: outcome }])
    if (same) return present(check)
    const next = yield* overridden(check, verdict)
    const saved = yield* (yield* CheckStore).save(next)
    yield* recorded(check, saved, session)
    if (session !== undefined) yield* showInSession(session, saved)
    return present(saved)
  })
)

export const checkOverride = operations("checks", { override })
