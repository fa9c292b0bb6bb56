import { Effect } from "effect"
import { supersede } from "../../resources/cases/open.ts"
import { CheckStore, type StoredCheck } from "../../resources/checks/model.ts"
import { movedTo } from "../../resources/checks/session-runs.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { move } from "../../resources/sessions/change.ts"
import { SessionStore, type StoredSession } from "../../resources/sessions/model.ts"
import type { Standing } from "../../resources/workflows/runs/begin.ts"
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

/** What stands of the run before, with those of its checks that are part of the new one. */
export interface StandingChecks extends Standing {
  readonly checks: ReadonlyArray<StoredCheck>
}

/** Sends a locked session back to processing: its checks are made again but those that stand, and its open case is closed as superseded. */
export const reprocessSession = Effect.fnUntraced(function* (session: StoredSession, standing?: StandingChecks) {
  const moved = yield* move(session, "reprocess")
  const store = yield* CheckStore
  for (const check of standing?.checks ?? []) yield* store.save({ ...check, run_key: movedTo(moved, check) })
  yield* supersede({ session_id: session.id })
  yield* cancelPending(session.id)
  return yield* (yield* SessionStore).save(yield* scheduleChecks(moved, "batch", standing))
})
