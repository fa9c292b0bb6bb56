import { Effect } from "effect"
import type { ReasonCode } from "../../kernel/foundation/reason-codes.ts"
import type { StoredSession } from "../sessions/model.ts"
import { lockCase, moveCase } from "./change.ts"
import { CaseStore, type StoredCase } from "./model.ts"
import { findOpenCase } from "./open.ts"

/** What the event of a case says that waits for its person, or does no longer. */
export const statusChanged = { added: { changed: ["status"] } } as const

/** Moves the open case of a locked session by itself: what was asked for came, or has to be asked for again. */
const moveWaiting = Effect.fnUntraced(function* (
  session_id: string,
  from: ReadonlyArray<StoredCase["status"]>,
  trigger: "subject_submits" | "request_information"
) {
  const open = yield* findOpenCase(session_id)
  if (open === undefined) return
  const row = yield* lockCase(open.id)
  if (!from.includes(row.status)) return
  // Its status was checked under the lock.
  const moved = yield* Effect.catchTag(moveCase(row, trigger, statusChanged), "Conflict", Effect.die)
  yield* (yield* CaseStore).save(moved)
})

/** What was asked for was submitted: the case of the session that waited for it is open again. */
export const resumeCase = ({ id }: Pick<StoredSession, "id">) => moveWaiting(id, ["awaiting_subject"], "subject_submits")

/** What came has to be submitted once more: the case goes on waiting. */
export const awaitAgain = ({ id }: Pick<StoredSession, "id">) => moveWaiting(id, ["open", "in_review", "escalated"], "request_information")

/** The reasons for which a case about a session is open that is being processed: a person asked for what was submitted, and decides about it. */
export const reasonsOfOpenCase = Effect.fnUntraced(function* ({ id }: Pick<StoredSession, "id">) {
  const open = yield* findOpenCase(id)
  const reasons: ReadonlyArray<ReasonCode> | null = open === undefined ? null : open.reason_codes
  return reasons
})
