import { Effect } from "effect"
import type { StoredRun } from "../../../resources/workflows/runs/model.ts"
import { eachNewest, type Period } from "./newest-runs.ts"
import type { Rehearsed } from "./rehearse.ts"

/** Runs that are read at once. */
const batch = 500

interface Asked extends Period {
  /** The graph, as `nameOfGraph` names it. */
  readonly graph: string
}

const rehearsedRun = ({ ending, session_id, shadow }: StoredRun): Rehearsed | undefined => {
  if (ending === null || shadow === undefined) return undefined
  const { after, first_node, lacks_check, nodes } = shadow
  return { session_id, before: ending.status, after, first_node, lacks_check, nodes }
}

/** Where a graph that ran beside others would have led the last run of each session, newest first, and whether there are, or may be, more. */
export const shadowedSessions = Effect.fnUntraced(function* ({ graph, ...period }: Asked, limit: number) {
  const found = new Map<string, Rehearsed>()
  const more = yield* eachNewest({ ...period, where: { field: "shadow_graph", op: "eq", value: graph }, batch, sessions: limit }, (runs) =>
    Effect.sync(() => {
      for (const run of runs) {
        const one = rehearsedRun(run)
        if (one === undefined || found.has(one.session_id)) continue
        if (found.size === limit) return true
        found.set(one.session_id, one)
      }
      return false
    })
  )
  return { all: [...found.values()], more }
})
