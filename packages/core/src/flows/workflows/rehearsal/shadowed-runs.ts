import { Effect } from "effect"
import type { Condition } from "../../../kernel/storage/collection.ts"
import { positionOf } from "../../../kernel/storage/position.ts"
import { type StoredRun, type workflowRuns, WorkflowRunStore } from "../../../resources/workflows/runs/model.ts"
import type { Rehearsed } from "./rehearse.ts"

/** Runs that are read at once. */
const batch = 500
/** How many runs are read for each session that is asked for: a session may have been submitted several times. */
const runsForEach = 10

const order = [{ field: "created_at", direction: "desc" }] as const

interface Asked {
  /** The graph, as `nameOfGraph` names it. */
  readonly graph: string
  readonly from: string | undefined
  readonly to: string | undefined
}

const rehearsedRun = ({ ending, session_id, shadow }: StoredRun): Rehearsed | undefined => {
  if (ending === null || shadow === undefined) return undefined
  const { after, first_node, lacks_check, nodes } = shadow
  return { session_id, before: ending.status, after, first_node, lacks_check, nodes }
}

/** Where a graph that ran beside others would have led the last run of each session, newest first, and whether there are, or may be, more. */
export const shadowedSessions = Effect.fnUntraced(function* ({ from, graph, to }: Asked, limit: number) {
  const store = yield* WorkflowRunStore
  const where: Array<Condition<keyof typeof workflowRuns.columns>> = [{ field: "shadow_graph", op: "eq", value: graph }]
  if (from !== undefined) where.push({ field: "created_at", op: "gte", value: from })
  if (to !== undefined) where.push({ field: "created_at", op: "lt", value: to })
  const found = new Map<string, Rehearsed>()
  let left = limit * runsForEach
  let last: StoredRun | undefined
  for (;;) {
    const wanted = Math.min(batch, left)
    const after = last === undefined ? {} : { after: positionOf(store.columns, { order }, last) }
    const runs: ReadonlyArray<StoredRun> = yield* store.list({ where, order, limit: wanted, ...after })
    left -= runs.length
    last = runs.at(-1)
    for (const run of runs) {
      const one = rehearsedRun(run)
      if (one === undefined || found.has(one.session_id)) continue
      if (found.size === limit) return { all: [...found.values()], more: true }
      found.set(one.session_id, one)
    }
    if (runs.length < wanted || left === 0) return { all: [...found.values()], more: runs.length === wanted }
  }
})
