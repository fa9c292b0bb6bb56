import { Effect } from "effect"
import type { StorageUnavailable } from "../../../kernel/foundation/failure.ts"
import type { Tenant } from "../../../kernel/access/caller.ts"
import type { Condition } from "../../../kernel/storage/collection.ts"
import { positionOf } from "../../../kernel/storage/position.ts"
import { type StoredRun, type workflowRuns, WorkflowRunStore } from "../../../resources/workflows/runs/model.ts"

/** How many runs are read for each session that is asked for: a session may have several, and most may have nothing to show. */
const runsForEach = 10

const order = [{ field: "created_at", direction: "desc" }] as const

/** When runs began. */
export interface Period {
  readonly from: string | undefined
  readonly to: string | undefined
}

interface Asked extends Period {
  readonly where: Condition<keyof typeof workflowRuns.columns>
  /** Runs that are read at once. */
  readonly batch: number
  /** How many sessions are asked for. */
  readonly sessions: number
}

/**
 * Gives `take` runs, newest first, a batch at a time, until it says that it has enough. Answers whether there are, or may be, more: it stops after a fixed
 * number of runs for each session that is asked for.
 */
export const eachNewest = Effect.fnUntraced(function* <R>(
  { batch, from, sessions, to, where }: Asked,
  take: (runs: ReadonlyArray<StoredRun>) => Effect.Effect<boolean, StorageUnavailable, R | Tenant>
) {
  const store = yield* WorkflowRunStore
  const conditions = [where]
  if (from !== undefined) conditions.push({ field: "created_at", op: "gte", value: from })
  if (to !== undefined) conditions.push({ field: "created_at", op: "lt", value: to })
  let left = sessions * runsForEach
  let last: StoredRun | undefined
  for (;;) {
    const limit = Math.min(batch, left)
    const after = last === undefined ? {} : { after: positionOf(store.columns, { order }, last) }
    const runs: ReadonlyArray<StoredRun> = yield* store.list({ where: conditions, order, limit, ...after })
    left -= runs.length
    last = runs.at(-1)
    if (yield* take(runs)) return true
    if (runs.length < limit) return false
    if (left === 0) return true
  }
})
