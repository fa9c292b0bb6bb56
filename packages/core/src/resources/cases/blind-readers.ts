import { Effect } from "effect"
import { Forbidden } from "../../kernel/foundation/failure.ts"
import { showAgain, withhold } from "../../kernel/operation/withheld-records.ts"
import { CheckStore } from "../checks/model.ts"
import { SessionStore } from "../sessions/model.ts"
import { CaseStore, type StoredCase } from "./model.ts"

/** Cases and checks of a session that are withheld by their own names; others name the session, and are withheld for that. */
const most = 100

/** All that would show a reviewer how the session was decided before: the session, its identity, its cases and its checks. */
const recordsOf = Effect.fnUntraced(function* (session_id: string) {
  const of = { where: [{ field: "session_id", op: "eq", value: session_id }], limit: most } as const
  const session = yield* (yield* SessionStore).find(session_id)
  const cases = yield* (yield* CaseStore).list(of)
  const checks = yield* (yield* CheckStore).list(of)
  const identity_id = session?.identity_id ?? null
  return [session_id, ...(identity_id === null ? [] : [identity_id]), ...cases.map(({ id }) => id), ...checks.map(({ id }) => id)]
})

/**
 * Follows a step of a blind case: whoever holds it is not shown its session, also after giving the case back, until the case is closed. Answers the case
 * with its readers.
 */
export const followReaders = Effect.fnUntraced(function* (before: StoredCase, after: StoredCase) {
  const { sample } = after
  if (sample === undefined) return after
  const { readers = [] } = sample
  if (after.status === "closed") {
    for (const reader of readers.toSorted()) yield* showAgain(reader, after.id)
    return after
  }
  const holder = after.assigned_to
  if (holder === null || holder === before.assigned_to || readers.includes(holder)) return after
  yield* withhold(holder, after.id, yield* recordsOf(sample.session_id))
  const read: StoredCase = { ...after, sample: { ...sample, readers: [...readers, holder] } }
  return read
})

/** Why this person or key may not hold a blind case although another decided: they worked on the session, and know how that ended. */
export const knownRefusal = Effect.fnUntraced(function* (actor_id: string, { sample }: StoredCase) {
  if (sample === undefined) return undefined
  const where = [
    { field: "session_id", op: "eq", value: sample.session_id },
    { field: "assigned_to", op: "eq", value: actor_id }
  ] as const
  const [worked] = yield* (yield* CaseStore).list({ where, limit: 1 })
  return worked === undefined
    ? undefined
    : new Forbidden<"forbidden">({
        code: "forbidden",
        detail: "This case is a blind review of a session that you worked on. Someone else has to do it."
      })
})
