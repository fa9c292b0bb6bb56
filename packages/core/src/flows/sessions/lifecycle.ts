import { Effect } from "effect"
import { resumeCase } from "../../resources/cases/waiting.ts"
import { supersede } from "../../resources/cases/open.ts"
import { now } from "../../kernel/foundation/time.ts"
import { InvalidInput } from "../../kernel/foundation/failure.ts"
import { JobQueue } from "../../kernel/jobs/job.ts"
import { partitionFor, type Urgency } from "../../kernel/jobs/turns.ts"
import { WorkflowRunStore } from "../../resources/workflows/runs/model.ts"
import { waitsForPerson } from "../../resources/sessions/transitions.ts"
import { beginAttempt, endAttempt } from "../../resources/sessions/attempts.ts"
import { move } from "../../resources/sessions/change.ts"
import { withStep } from "../../resources/sessions/progress.ts"
import type { SessionStep } from "../../verification/steps.ts"
import { missingSupporting } from "../../resources/sessions/supporting-documents.ts"
import { SessionStore, type StoredSession } from "../../resources/sessions/model.ts"
import { allStand, keepChecks } from "./kept-checks.ts"
import { beginRun, cancelRun, type Standing } from "../../resources/workflows/runs/begin.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { saveRun } from "../../resources/workflows/runs/announce.ts"
import { dueOf } from "../../resources/workflows/runs/state.ts"
import { runChecksJob, wakeRun } from "../../resources/workflows/runs/queue.ts"

/** Begins the session's current run and hands it to the workers; answers the session with its run, to be saved. */
export const scheduleChecks = Effect.fnUntraced(function* (session: StoredSession, urgency: Urgency = "batch", standing?: Standing) {
  if (session.workflow_run_id !== null) yield* cancelRun(session)
  const run = yield* beginRun(session, standing)
  yield* (yield* JobQueue).enqueue({
    id: run.id,
    name: runChecksJob,
    payload: { session_id: session.id, run: session.run },
    due_at: yield* now,
    partition: yield* partitionFor(urgency)
  })
  const running: StoredSession = { ...session, workflow_run_id: run.id }
  return running
})

/** What completes a step, in words. */
const askedOf: Readonly<Record<Exclude<SessionStep, "supporting_documents">, string>> = {
  document: "upload the identity document first",
  selfie: "submit a picture of the face, or a live capture, first",
  nfc: "submit the chip of the document first",
  proof_of_address: "upload its document first",
  questionnaire: "answer its questions first",
  consent: "accept the consent text first"
}

const messageOf = (step: SessionStep, { missing_sides = [], supporting_documents = [] }: StoredSession): string => {
  if (step === "document" && missing_sides.length > 0) {
    return `The step document is not complete: the ${missing_sides.join(" and the ")} of the document is missing.`
  }
  return step === "supporting_documents"
    ? `The step supporting_documents is not complete: upload ${missingSupporting(supporting_documents).join(", ")} first.`
    : `The step ${step} is not complete: ${askedOf[step]}.`
}

/** The step of the identity document as done with the sides that are there. */
const withSidesThatAreThere = ({ missing_sides, ...session }: StoredSession): StoredSession =>
  missing_sides === undefined ? session : withStep(session, "document", true)

/**
 * The run that goes on once its person has submitted what it asked for; undefined where a submission begins another one, as it does where something else
 * came that a check of the run rests on.
 */
const runAwaitingPerson = Effect.fnUntraced(function* (session: StoredSession) {
  const { id, run, status } = session
  if (run === 0 || !waitsForPerson(status) || !(yield* allStand(session))) return undefined
  const [active] = yield* (yield* WorkflowRunStore).list({ where: [{ field: "active_for", op: "eq", value: id }], limit: 1 })
  return active?.run === run ? yield* (yield* WorkflowRunStore).lock(active.id) : undefined
})

/**
 * Submits a locked session: all required steps must be there. A person can still turn a card over, and is asked to; who submits in their stead
 * may have no more than one side, and learns from the checks what that means.
 */
export const submitSession = Effect.fnUntraced(function* (given: StoredSession, by: "person" | "integrator" = "integrator") {
  const session = by === "integrator" ? withSidesThatAreThere(given) : given
  const missing = session.required_steps.filter((step) => !session.completed_steps.includes(step))
  if (missing.length === 0 && session.information_request !== undefined) yield* resumeCase(session)
  const running = yield* runAwaitingPerson(session)
  const moved = yield* move(session, running === undefined ? "submit" : "submit_more")
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
  if (running !== undefined) {
    const at = yield* tenantNow
    yield* saveRun(running, { ...running, status: "running", due_at: dueOf(running, true, at), updated_at: at }, ["workflow-run.resumed"])
    yield* wakeRun(moved)
    return yield* (yield* SessionStore).save(moved)
  }
  const kept = yield* keepChecks(session, moved)
  return yield* (yield* SessionStore).save(yield* scheduleChecks(moved, by === "person" ? "person" : "batch", { kept }))
})

/** Opens an attempt at a session that was just started or resumed. */
export const startSession = Effect.fnUntraced(function* (session: StoredSession, trigger: "start" | "resume") {
  const moved = yield* move(session, trigger)
  if (moved.status === "in_progress") yield* beginAttempt(moved)
  return yield* (yield* SessionStore).save(moved)
})

/** Expires a locked session; what it waited for is over. */
export const expireSession = Effect.fnUntraced(function* (session: StoredSession, reason: "forced" | "timer") {
  const expired_reason = reason === "forced" ? "forced" : session.started_at === null ? "never_started" : "abandoned"
  const moved = yield* move(session, "expire", { expired_reason })
  yield* endAttempt(moved, "expired")
  yield* cancelRun(session)
  yield* supersede({ session_id: session.id })
  return yield* (yield* SessionStore).save(moved)
})
