import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { supersede } from "../../resources/cases/open.ts"
import { CheckStore } from "../../resources/checks/model.ts"
import { makeId } from "../../kernel/foundation/id.ts"
import { prose } from "../../kernel/foundation/text.ts"
import { now } from "../../kernel/foundation/time.ts"
import { InvalidInput } from "../../kernel/foundation/failure.ts"
import { JobQueue } from "../../kernel/jobs/job.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { beginAttempt, endAttempt } from "../../resources/sessions/attempts.ts"
import { lockWritable, move } from "../../resources/sessions/change.ts"
import { withStep } from "../../resources/sessions/progress.ts"
import type { SessionStep } from "../../resources/sessions/steps.ts"
import { Session, SessionId, SessionStore, type StoredSession, present } from "../../resources/sessions/model.ts"

const params = { session_id: SessionId }
const conflicts = ["invalid_state_transition", "session_redacted", "stale_object"] as const

/** Name of the job that runs the checks of a submitted session. */
export const runChecksJob = "sessions.run_checks"

/** Hands the session's current run to the workers; a job of the same run exists once. */
export const scheduleChecks = Effect.fnUntraced(function* (session: StoredSession) {
  const queue = yield* JobQueue
  yield* queue.enqueue({
    id: yield* makeId("wfr"),
    name: runChecksJob,
    payload: { session_id: session.id, run: session.run },
    due_at: yield* now
  })
})

/** What completes a step, in words. */
const askedOf: Readonly<Record<SessionStep, string>> = {
  document: "upload the identity document first",
  selfie: "submit a picture of the face, or a live capture, first",
  nfc: "submit the chip of the document first",
  proof_of_address: "upload its document first",
  questionnaire: "answer its questions first",
  consent: "accept the consent text first"
}

const messageOf = (step: SessionStep, { missing_sides = [] }: StoredSession): string =>
  step === "document" && missing_sides.length > 0
    ? `The step document is not complete: the ${missing_sides.join(" and the ")} of the document is missing.`
    : `The step ${step} is not complete: ${askedOf[step]}.`

/** The step of the identity document as done with the sides that are there. */
const withSidesThatAreThere = ({ missing_sides, ...session }: StoredSession): StoredSession =>
  missing_sides === undefined ? session : withStep(session, "document", true)

/**
 * Submits a locked session: all required steps must be there. A person can still turn a card over, and is asked to; who submits in their stead
 * may have no more than one side, and learns from the checks what that means.
 */
export const submitSession = Effect.fnUntraced(function* (given: StoredSession, by: "person" | "integrator" = "integrator") {
  const session = by === "integrator" ? withSidesThatAreThere(given) : given
  const missing = session.required_steps.filter((step) => !session.completed_steps.includes(step))
  const moved = yield* move(session, "submit")
  if (missing.length > 0) {
    return yield* new InvalidInput({
      code: "missing_steps",
      problems: missing.map((step) => ({
        loc: ["body"],
        code: "missing_steps",
        message: messageOf(step, session)
      })),
      context: { missing_steps: missing }
    })
  }
  yield* endAttempt(moved, "submitted")
  yield* scheduleChecks(moved)
  return yield* (yield* SessionStore).save(moved)
})

/** Opens an attempt at a session that was just started or resumed. */
export const startSession = Effect.fnUntraced(function* (session: StoredSession, trigger: "start" | "resume") {
  const moved = yield* move(session, trigger)
  if (moved.status === "in_progress") yield* beginAttempt(moved)
  return yield* (yield* SessionStore).save(moved)
})

const submit = operation(
  {
    summary: "Submit a session for its checks",
    method: "POST",
    path: "/sessions/{session_id}/submit",
    access: scopes("sessions:write"),
    effect: "write",
    params,
    output: Session,
    conflicts: [...conflicts, "case_closed"],
    invalid: ["missing_steps"],
    emits: ["session.submitted"],
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ session_id }) {
    yield* note({ type: "session", id: session_id })
    return present(yield* submitSession(yield* lockWritable(session_id)))
  })
)

const resume = operation(
  {
    summary: "Resume a session: start it, or continue one that expired or needs another submission",
    method: "POST",
    path: "/sessions/{session_id}/resume",
    access: scopes("sessions:write"),
    effect: "write",
    params,
    output: Session,
    conflicts: [...conflicts, "case_closed"],
    emits: ["session.started", "session.resumed"],
    tool: { name: "resume_session", title: "Resume a session", toolset: "sessions", idempotent: true },
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ session_id }) {
    yield* note({ type: "session", id: session_id })
    return present(yield* startSession(yield* lockWritable(session_id), "resume"))
  })
)

/** Expires a locked session; what it waited for is over. */
export const expireSession = Effect.fnUntraced(function* (session: StoredSession, reason: "forced" | "timer") {
  const expired_reason = reason === "forced" ? "forced" : session.started_at === null ? "never_started" : "abandoned"
  const moved = yield* move(session, "expire", { expired_reason })
  yield* endAttempt(moved, "expired")
  yield* supersede({ session_id: session.id })
  return yield* (yield* SessionStore).save(moved)
})

const expire = operation(
  {
    summary: "Expire a session",
    method: "POST",
    path: "/sessions/{session_id}/expire",
    access: scopes("sessions:write"),
    effect: "write",
    params,
    output: Session,
    conflicts: [...conflicts, "case_closed"],
    emits: ["session.expired", "case.updated"],
    tool: { name: "expire_session", title: "Expire a session", toolset: "sessions", idempotent: true },
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ session_id }) {
    yield* note({ type: "session", id: session_id })
    return present(yield* expireSession(yield* lockWritable(session_id), "forced"))
  })
)

const reprocess = operation(
  {
    summary: "Run the checks of a session again",
    description: "The session goes back to processing; its open case is closed as superseded.",
    method: "POST",
    path: "/sessions/{session_id}/reprocess",
    access: scopes("sessions:write"),
    effect: "write",
    params,
    body: { reason: Schema.optionalKey(prose(2000)) },
    output: Session,
    conflicts: [...conflicts, "case_closed"],
    emits: ["session.reprocessed", "case.updated"],
    tool: { name: "reprocess_session", title: "Reprocess a session", toolset: "sessions" },
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ session_id }) {
    const before = yield* lockWritable(session_id)
    const moved = yield* move(before, "reprocess")
    yield* supersede({ session_id })
    yield* cancelPending(session_id)
    yield* scheduleChecks(moved)
    yield* note({ type: "session", id: session_id })
    return present(yield* (yield* SessionStore).save(moved))
  })
)

/** Checks of an earlier run that never finished give way to the new run's. */
const cancelPending = Effect.fnUntraced(function* (session_id: string) {
  const store = yield* CheckStore
  const unfinished = yield* store.list({
    where: [
      { field: "session_id", op: "eq", value: session_id },
      { field: "status", op: "in", values: ["pending", "running"] }
    ],
    limit: 100
  })
  const instant = yield* tenantNow
  for (const check of unfinished) yield* store.save({ ...check, status: "cancelled", updated_at: instant })
})

export const sessionActions = operations("sessions", { submit, resume, expire, reprocess })
