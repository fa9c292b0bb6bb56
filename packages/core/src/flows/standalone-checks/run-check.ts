import { Effect, Schema } from "effect"
import { after, between, now } from "../../kernel/foundation/time.ts"
import { JobPostponed, job } from "../../kernel/jobs/job.ts"
import { takesTurns } from "../../kernel/jobs/turns.ts"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { slowMillis } from "../scripted-checks/standalone-check.ts"
import { SessionStore, type StoredSession } from "../../resources/sessions/model.ts"
import { judgeStandalone } from "./judge.ts"
import { unavailableCheck } from "../../resources/checks/conclusion.ts"
import { CheckId, CheckStore, type StoredCheck } from "../../resources/checks/model.ts"
import { finishCheck } from "../../resources/checks/record.ts"
import { restingStatuses } from "../check-runs/retry.ts"
import { makeAgain, recordAgain } from "../check-runs/retry-session.ts"
import { runCheckJob } from "../../resources/checks/schedule.ts"
import { isOfRun } from "../../resources/checks/session-runs.ts"

const Payload = Schema.Struct({ check_id: CheckId, attempt: Schema.Int })
type Payload = typeof Payload.Type

const waits = ({ attempt, redacted_at, status }: StoredCheck, wanted: number): boolean =>
  (status === "pending" || status === "running") && attempt === wanted && (redacted_at ?? null) === null

/** Whether the session still holds what the check was made of. */
const rests = (session: StoredSession | undefined, check: StoredCheck): session is StoredSession =>
  session !== undefined && session.redacted_at === null && restingStatuses.includes(session.status) && isOfRun(session, check)

/** The check that still waits for this attempt, locked, with its session; undefined for a job that came late. */
const awaiting = Effect.fnUntraced(function* ({ attempt, check_id }: Payload) {
  const store = yield* CheckStore
  const session_id = (yield* store.find(check_id))?.session_id ?? null
  const session = session_id === null ? undefined : yield* (yield* SessionStore).lock(session_id)
  const check = yield* store.lock(check_id)
  return check !== undefined && waits(check, attempt) ? { check, session } : undefined
})

/** A session that went on makes the check again in its next run; this attempt ends without a result. */
const cancel = Effect.fnUntraced(function* (check: StoredCheck) {
  yield* (yield* CheckStore).save({ ...check, status: "cancelled", updated_at: yield* tenantNow })
})

const begin = Effect.fnUntraced(function* (payload: Payload) {
  const found = yield* awaiting(payload)
  if (found === undefined) return undefined
  const { check, session } = found
  if (check.session_id !== null && !rests(session, check)) {
    yield* cancel(check)
    return undefined
  }
  if (check.status === "running") return found
  const at = yield* tenantNow
  return { session, check: yield* (yield* CheckStore).save({ ...check, status: "running", started_at: at, updated_at: at }) }
})

const runAlone = Effect.fnUntraced(function* (payload: Payload, begun: StoredCheck) {
  const { transaction } = yield* UnitOfWork
  const conclude = yield* judgeStandalone(begun)
  yield* transaction(
    Effect.gen(function* () {
      const found = yield* awaiting(payload)
      if (found !== undefined) yield* finishCheck(found.check, yield* conclude)
    })
  )
})

const runAgain = Effect.fnUntraced(function* (payload: Payload, begun: StoredCheck, session: StoredSession) {
  const { transaction } = yield* UnitOfWork
  const made = yield* makeAgain(session, begun)
  yield* transaction(
    Effect.gen(function* () {
      const found = yield* awaiting(payload)
      if (found === undefined) return
      yield* rests(found.session, found.check) ? recordAgain(found.session, found.check, made) : cancel(found.check)
    })
  )
})

/** Looks and judges outside of any transaction; only the result is written in one, if the check still waits for this attempt. */
const runCheck = Effect.fnUntraced(function* (payload: Payload) {
  const { transaction } = yield* UnitOfWork
  const begun = yield* transaction(begin(payload))
  if (begun === undefined) return
  const { check, session } = begun
  // By time and not by attempt: a postponed run does not count as one.
  const left = check.input?.scenario === "slow" ? between(yield* tenantNow, after(check.created_at, slowMillis)) : 0
  if (left > 0) return yield* new JobPostponed({ due_at: after(yield* now, left) })
  yield* session === undefined ? runAlone(payload, check) : runAgain(payload, check, session)
})

/** A check that cannot be made is never a pass: it says so, and may be tried again. */
const giveUp = Effect.fnUntraced(function* (payload: Payload) {
  const found = yield* awaiting(payload)
  if (found === undefined) return
  const message = "The check could not run. Retry it, or let a person review it."
  yield* finishCheck(found.check, unavailableCheck(found.check.type, found.check, { message }).finding)
})

export const jobs = [
  job({
    name: runCheckJob,
    payload: Payload,
    retry_seconds: [2, 10, 60],
    timeout_seconds: 300,
    concurrency: 8,
    partitions: takesTurns(6, 3),
    handle: runCheck,
    abandon: (payload) => Effect.flatMap(UnitOfWork, ({ transaction }) => transaction(giveUp(payload)))
  })
] as const
