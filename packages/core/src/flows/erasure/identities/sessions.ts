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
import { eraseEventsAbout } from "../events.ts"

const eraseSessionsJob = "erasure.erase_identity_sessions"
const lateEventsJob = "erasure.erase_late_identity_events"

/** Longer than an event that was being dispatched at the moment of the erasure can take until it is kept. */
const lateAfter = minutes(5)
/** How many sessions one run erases, so that it ends well within its time. */
const sessionsAtOnce = 10
/** How long a run waits for sessions that are processing, and for files that are being removed. */
const waitsForWork = 2_000
/** How long it waits where holds alone keep sessions: those may stand for years. */
const waitsForHolds = minutes(5)

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

/** Erases one session of an erased identity, unless it is processing or held. One that waits for a decision from outside is expired first. */
const eraseOne = Effect.fnUntraced(function* (id: string) {
  const session = yield* (yield* SessionStore).lock(id)
  if (session === undefined || session.erasure !== undefined) return "erased"
  if (session.status === "processing") return "working"
  if ((yield* heldAmong([id])).length > 0) return "held"
  yield* eraseSession(session.status === "awaiting_external_decision" ? yield* expireSession(session, "forced") : session)
  return "erased"
})

/** Erases sessions of the identity, so many at most, and answers what is left: nothing once the last file is gone, sessions at hand, work, or holds. */
const eraseSome = Effect.fnUntraced(function* (identity_id: string) {
  const { transaction } = yield* UnitOfWork
  let erased = 0
  let working = false
  let held = false
  for (let last = ""; ; ) {
    const sessions = yield* sessionsBehind(identity_id, last)
    for (const { erasure, id } of sessions) {
      if (erasure !== undefined) {
        working ||= redactionOf(erasure).status === "processing"
        continue
      }
      if (erased === sessionsAtOnce) return "more"
      const outcome = yield* transaction(eraseOne(id))
      if (outcome === "erased") erased += 1
      else if (outcome === "held") held = true
      else working = true
    }
    last = sessions.at(-1)?.id ?? ""
    if (sessions.length < 200) return erased > 0 ? "more" : working ? "work" : held ? "holds" : "nothing"
  }
})

const waits = { more: 0, work: waitsForWork, holds: waitsForHolds } as const

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
    const left = yield* eraseSome(identity_id)
    if (left !== "nothing") return yield* new JobPostponed({ due_at: after(yield* now, waits[left]) })
  }
  yield* transaction(complete(identity_id))
})

/** A worker may have had an event of the identity in hand while that was erased, and have kept it afterwards. */
const eraseLateEvents = Effect.fnUntraced(function* ({ identity_id }: { readonly identity_id: string }) {
  const { transaction } = yield* UnitOfWork
  const identity = yield* (yield* IdentityStore).find(identity_id)
  if (identity?.erasure !== undefined) yield* transaction(eraseEventsAbout([identity_id], identity.erasure.requested_at))
})

const Payload = Schema.Struct({ identity_id: IdentityId, keep_sessions: Schema.Boolean })
const retry_seconds = [2, 10, 30, 60, 60, 300, 600, 3_600, 21_600, 86_400]

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
