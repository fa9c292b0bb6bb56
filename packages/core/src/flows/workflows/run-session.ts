import { Effect, Schema } from "effect"
import { isSimulated } from "../../kernel/foundation/environment.ts"
import { Conflict } from "../../kernel/foundation/failure.ts"
import { after, between, now } from "../../kernel/foundation/time.ts"
import { JobFailed, JobPostponed, job } from "../../kernel/jobs/job.ts"
import { takesTurns } from "../../kernel/jobs/turns.ts"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { firstCheckOf } from "../../verification/check-kinds.ts"
import { CheckId } from "../../resources/checks/model.ts"
import type { CheckFinding } from "../../resources/checks/record.ts"
import { giveUpReading } from "../../resources/documents/read.ts"
import { SessionId, SessionStore, type StoredSession } from "../../resources/sessions/model.ts"
import { hasWork } from "../../resources/workflows/runs/state.ts"
import { WorkflowRunStore } from "../../resources/workflows/runs/model.ts"
import { type AwaitedEvent, type OverriddenCheck, runChecksJob } from "../../resources/workflows/runs/queue.ts"
import { countRegistered } from "../checks/registered-documents.ts"
import { readSupportingDocuments } from "../checks/supporting-documents.ts"
import { keepTraces } from "../check-runs/session-checks.ts"
import { slowMillis } from "../scripted-checks/standalone-check.ts"
import type { Conclusion } from "../../verification/conclusion.ts"
import { advance } from "./advance.ts"
import { heard } from "./events.ts"
import { overruled } from "./reconsider.ts"
import { readAhead } from "./read-ahead.ts"
import { prepare } from "./prepare.ts"
import { concludeBy, decideInstead, openRun, whileRunning, workOf } from "./runs.ts"
import { sameNodes } from "../../verification/workflows/run-state.ts"
import { type RunWork, tracesOf } from "./work.ts"

/** What could not be made of a session, one for each step that it asks for. */
const unmadeTypes = ({ required_steps }: StoredSession): ReadonlyArray<CheckFinding["type"]> => {
  const types = required_steps.flatMap((step) => firstCheckOf(step) ?? [])
  return types.length === 0 ? ["proof_of_address"] : types
}

const errored = (session: StoredSession, type: CheckFinding["type"]): CheckFinding => ({
  type,
  status: "errored",
  outcome: null,
  score: null,
  threshold: null,
  reasons: [{ code: "check_unavailable", severity: "review", message: "The check could not run. A person has to review the documents." }],
  details: null,
  policy: null,
  input_document_ids: [],
  simulated: isSimulated(session.environment),
  part: "unavailable"
})

/** The session of a run that is still the current one and still waits for it. */
const awaiting = Effect.fnUntraced(function* (session_id: string, run: number, lock: boolean) {
  const store = yield* SessionStore
  const session = yield* lock ? store.lock(session_id) : store.find(session_id)
  return session !== undefined && whileRunning.has(session.status) && session.run === run && session.redacted_at === null
    ? session
    : undefined
})

/** How often the records are looked at in one turn while they change between the look and the transaction; then the job is tried again later. */
const mostLooks = 3

/** What was found is not what holds any more, such as the screening of an edition that another one has replaced. */
const isStale = (failure: { readonly _tag: string }): boolean => failure instanceof Conflict && failure.code === "stale_object"

interface RunPayload {
  readonly session_id: string
  readonly run: number
  /** What the run waited for, where that is why it is brought on. */
  readonly event?: AwaitedEvent
  /** The same where a person gave the outcome of one of its checks. */
  readonly overridden?: OverriddenCheck
}

/** Brings a run on as far as one transaction can. Answers whether there is more to be done. */
const turn = Effect.fnUntraced(function* (session: StoredSession, { event, overridden, run, session_id }: RunPayload) {
  const { transaction } = yield* UnitOfWork
  const open = yield* openRun(session, false)
  if (open === undefined) return false
  yield* readSupportingDocuments(session)
  const begun = overruled(open, heard(open, yield* workOf(open), event), overridden)
  let made: RunWork["made"] = new Map()
  const attempt = Effect.gen(function* () {
    const prepared = yield* prepare(open.graph, { ...begun, made })
    made = prepared.made
    return yield* transaction(
      Effect.gen(function* () {
        // All in one flight; the locks first, in their order.
        const [current, ofRun] = yield* Effect.all(
          [awaiting(session_id, run, true), (yield* WorkflowRunStore).lock(open.run.id), readAhead(session_id, prepared)],
          { concurrency: "unbounded" }
        )
        if (current === undefined) return false
        const locked = yield* openRun(current, true, ofRun)
        if (locked === undefined) return false
        const before = overruled(locked, heard(locked, yield* workOf(locked), event), overridden)
        if (prepared.made.size > 0) yield* keepTraces(current, tracesOf(prepared))
        if (locked.run.nodes.length === 0) yield* countRegistered(current)
        const advanced = yield* advance(locked.graph, before, prepared)
        if (sameNodes(before.state, advanced.work.state) && hasWork(locked.graph, before.state)) {
          return yield* new JobFailed({ reason: "the run of the session stands still" })
        }
        return yield* concludeBy(locked, advanced)
      })
    )
  })
  return yield* Effect.retry(attempt, { times: mostLooks - 1, while: isStale })
})

/**
 * Brings the run of a submitted session on to its end. What its nodes need is made ready outside of any transaction; only the result is written in one,
 * if the run still waits for it. Most runs take one turn; what the records of an organization lead to may take another one.
 */
const runSession = Effect.fnUntraced(function* (payload: RunPayload) {
  const session = yield* awaiting(payload.session_id, payload.run, false)
  if (session === undefined) return
  // By time and not by attempt: a postponed run does not count as one.
  const left = between(yield* tenantNow, after(session.updated_at, slowMillis))
  if (session.scenario === "slow" && left > 0) return yield* new JobPostponed({ due_at: after(yield* now, left) })
  let more = yield* turn(session, payload)
  while (more) {
    const next = yield* awaiting(payload.session_id, payload.run, false)
    if (next === undefined) return
    more = yield* turn(next, payload)
  }
})

const unavailable: Conclusion = { status: "in_review", reason_codes: ["check_unavailable"] }

/** A check that cannot be run is never a pass: a person decides. */
export const concludeUnavailable = Effect.fnUntraced(function* ({ run, session_id }: RunPayload) {
  const session = yield* awaiting(session_id, run, true)
  if (session === undefined || (session.status !== "processing" && (yield* openRun(session, true)) === undefined)) return
  const findings = unmadeTypes(session).map((type) => errored(session, type))
  yield* decideInstead(session, findings, unavailable)
})

export const jobs = [
  job({
    name: runChecksJob,
    payload: Schema.Struct({
      session_id: SessionId,
      run: Schema.Int,
      event: Schema.optionalKey(Schema.Struct({ type: Schema.String, at: Schema.String, sequence: Schema.Int })),
      overridden: Schema.optionalKey(Schema.Struct({ check_id: CheckId, sequence: Schema.Int }))
    }),
    retry_seconds: [2, 10, 60],
    timeout_seconds: 300,
    concurrency: 8,
    partitions: takesTurns(6, 3),
    handle: runSession,
    // Documents in a transaction of their own: anyone who reads one locks it before its session.
    abandon: (payload) =>
      Effect.flatMap(UnitOfWork, ({ transaction }) =>
        Effect.andThen(transaction(giveUpReading(payload.session_id)), transaction(concludeUnavailable(payload)))
      )
  })
] as const
