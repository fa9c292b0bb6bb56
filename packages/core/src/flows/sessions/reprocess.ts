import { Effect } from "effect"
import { supersede } from "../../resources/cases/open.ts"
import { CheckStore } from "../../resources/checks/model.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { move } from "../../resources/sessions/change.ts"
import { SessionStore, type StoredSession } from "../../resources/sessions/model.ts"
import { scheduleChecks } from "./lifecycle.ts"

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

/** Sends a locked session back to processing: its checks are made again, and its open case is closed as superseded. */
export const reprocessSession = Effect.fnUntraced(function* (session: StoredSession) {
  const moved = yield* move(session, "reprocess")
  yield* supersede({ session_id: session.id })
  yield* cancelPending(session.id)
  return yield* (yield* SessionStore).save(yield* scheduleChecks(moved))
})
