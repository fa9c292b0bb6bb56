import { Effect, Schema } from "effect"
import { makeId } from "../../../kernel/foundation/id.ts"
import { after, minutes, now } from "../../../kernel/foundation/time.ts"
import { JobPostponed, JobQueue, job } from "../../../kernel/jobs/job.ts"
import { UnitOfWork } from "../../../kernel/storage/unit-of-work.ts"
import { IdentityId, IdentityStore } from "../../../resources/identities/model.ts"
import { heldAmong } from "../../../resources/erasure/holds.ts"
import { redactionOf } from "../../../resources/erasure/redaction.ts"
import { SessionStore } from "../../../resources/sessions/model.ts"
import { expireSession } from "../../sessions/lifecycle.ts"
import { eraseSession } from "../sessions/erase.ts"
import { eraseIdentityEvents } from "./belongings.ts"

const eraseSessionsJob = "erasure.erase_identity_sessions"
const lateEventsJob = "erasure.erase_late_identity_events"

/** Longer than an event that was being dispatched at the moment of the erasure can take until it is kept. */
const lateAfter = minutes(5)
/** How many sessions one run erases, so that it ends well within its time. */
const sessionsAtOnce = 10
/** How long a run waits for sessions that are processing or held, and for files that are being removed. */
const waitsFor = 2_000

/** Has the sessions of an erased identity erased once the transaction that erases it is committed, and what was on its way out meanwhile. */
export const scheduleSessions = Effect.fnUntraced(function* (identity_id: string, keep_sessions: boolean) {
  const queue = yield* JobQueue
  const at = yield* now
  yield* queue.enqueue({ id: yield* makeId("idn"), name: eraseSessionsJob, payload: { identity_id, keep_sessions }, due_at: at })
  yield* queue.enqueue({ id: yield* makeId("idn"), name: lateEventsJob, payload: { identity_id }, due_at: after(at, lateAfter) })
})

/** The sessions of an identity that come behind one in the order of their identifiers. */
const sessionsBehind = Effect.fnUntraced(function* (identity_id: string, last: string) {
  return yield* (yield* SessionStore).list({
    where: [
      { field: "identity_id", op: "eq", value: identity_id },
      { field: "id", op: "gt", value: last }
    ],
    order: [{ field: "id", direction: "asc" }],
    limit: 200
  })
})

/** Erases one session of an erased identity; false while it is processing or held. One that waits for a decision from outside is expired first. */
const eraseOne = Effect.fnUntraced(function* (id: string) {
  const session = yield* (yield* SessionStore).lock(id)
  if (session === undefined || session.erasure !== undefined) return true
  if (session.status === "processing" || (yield* heldAmong([id])).length > 0) return false
  yield* eraseSession(session.status === "awaiting_external_decision" ? yield* expireSession(session, "forced") : session)
  return true
})

/** Erases sessions of the identity, so many at most, and answers whether all of them are done, down to their last file. */
const eraseSome = Effect.fnUntraced(function* (identity_id: string) {
  const { transaction } = yield* UnitOfWork
  let erased = 0
  let done = true
  for (let last = ""; ; ) {
    const sessions = yield* sessionsBehind(identity_id, last)
    for (const { erasure, id } of sessions) {
      if (erasure !== undefined) {
        if (redactionOf(erasure).status === "processing") done = false
        continue
      }
      done = false
      if (erased === sessionsAtOnce) return { done, more: true }
      if (yield* transaction(eraseOne(id))) erased += 1
    }
    last = sessions.at(-1)?.id ?? ""
    if (sessions.length < 200) return { done, more: erased > 0 }
  }
})

const complete = Effect.fnUntraced(function* (identity_id: string) {
  const store = yield* IdentityStore
  const identity = yield* store.lock(identity_id)
  if (identity?.erasure?.rest === undefined) return
  const { rest: _rest, ...erasure } = identity.erasure
  yield* store.save({ ...identity, erasure, updated_at: yield* now })
})

/**
 * Goes through the sessions of an erased identity, each in a transaction of its own, and marks the erasure as complete after the last. A run that is
 * killed begins again and passes over what is done.
 */
const eraseSessions = Effect.fnUntraced(function* ({ identity_id, keep_sessions }: typeof Payload.Type) {
  const { transaction } = yield* UnitOfWork
  if (!keep_sessions) {
    const { done, more } = yield* eraseSome(identity_id)
    if (!done) return yield* new JobPostponed({ due_at: more ? yield* now : after(yield* now, waitsFor) })
  }
  yield* transaction(complete(identity_id))
})

/** A worker may have had an event of the identity in hand while that was erased, and have kept it afterwards. */
const eraseLateEvents = Effect.fnUntraced(function* ({ identity_id }: { readonly identity_id: string }) {
  const { transaction } = yield* UnitOfWork
  const identity = yield* (yield* IdentityStore).find(identity_id)
  if (identity?.erasure !== undefined) yield* transaction(eraseIdentityEvents(identity_id, identity.erasure.requested_at))
})

const Payload = Schema.Struct({ identity_id: IdentityId, keep_sessions: Schema.Boolean })
const retry_seconds = [2, 10, 60, 600, 3_600, 21_600, 86_400]

export const jobs = [
  job({ name: eraseSessionsJob, payload: Payload, retry_seconds, timeout_seconds: 120, concurrency: 4, handle: eraseSessions }),
  job({
    name: lateEventsJob,
    payload: Schema.Struct({ identity_id: IdentityId }),
    retry_seconds,
    timeout_seconds: 60,
    concurrency: 1,
    handle: eraseLateEvents
  })
] as const
