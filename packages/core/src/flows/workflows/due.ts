import { Effect } from "effect"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { saveRun } from "../../resources/workflows/runs/announce.ts"
import { cancelRun } from "../../resources/workflows/runs/begin.ts"
import { SessionStore } from "../../resources/sessions/model.ts"
import { wakeRun } from "../../resources/workflows/runs/queue.ts"
import { type StoredRun, WorkflowRunStore } from "../../resources/workflows/runs/model.ts"
import { dueOf, endOfTime, overdueOf, stateOf, withState } from "../../resources/workflows/runs/state.ts"
import { endOfSilence } from "../../verification/workflows/gate.ts"
import type { GraphNode } from "../../verification/workflows/graph.ts"
import type { LinkedNode } from "../../verification/workflows/links.ts"
import { nodeWork } from "../../verification/workflows/node-work.ts"
import { triedAgain } from "../../verification/workflows/retries.ts"
import { finished, isActive, type NodeResult, nodeOf, type RunOutcome, withNode } from "../../verification/workflows/run-state.ts"
import { endRun, openRun, whileRunning } from "./runs.ts"

/** Runs that a timer looks at. */
export const runsDue = (instant: string) => [{ field: "due_at", op: "lte", value: instant }] as const

const overtime: RunOutcome = {
  status: "review",
  reason_codes: ["check_unavailable"],
  with_conclusion: false,
  node_ids: [],
  failed: false
}

/** What a wait comes to that nothing ended: its time was all that it waited for, or it failed. One that had to end before its own time has failed, too. */
const resultOf = (node: GraphNode): NodeResult => {
  const own = node.type === "wait" && "duration_s" in node.config ? node.config.duration_s : null
  return { state: own !== null && own <= (node.timeout_s ?? own) ? "succeeded" : "failed" }
}

/** Whether a node waits whose time is over. */
const isOver = ({ nodes }: StoredRun, { id }: LinkedNode, at: string): boolean => {
  const due_at = nodes.find((node) => node.id === id)?.due_at ?? null
  return due_at !== null && due_at <= at
}

/**
 * Ends the waits of a run whose time is over, tries again what waited for that, and ends the run itself where it has taken as long as it may. Only asks for the work that follows; a run
 * whose work was lost gets it again. Call it in a transaction.
 */
export const bringOn = Effect.fnUntraced(function* (run_id: string) {
  const found = yield* (yield* WorkflowRunStore).find(run_id)
  const session = found === undefined ? undefined : yield* (yield* SessionStore).lock(found.session_id)
  if (session === undefined || session.redacted_at !== null || session.workflow_run_id !== run_id) return
  // What came to its run meanwhile is over for it.
  if (!whileRunning.has(session.status)) {
    yield* cancelRun(session)
    return
  }
  const open = yield* openRun(session, true)
  const at = yield* tenantNow
  if (open === undefined || open.run.due_at === null || open.run.due_at > at) return
  const { graph, run } = open
  const overdue = overdueOf(graph, run, at)
  let state = stateOf(run)
  if (endOfTime(run) <= at) {
    yield* endRun(open, state, overtime, "timed_out")
    return
  }
  for (const linked of graph) {
    const { id, node } = linked
    if (!isActive(state, id) || !isOver(run, linked, at)) continue
    if (node.type === "external_gate") {
      yield* endRun(open, finished(state, id, { state: "failed" }), endOfSilence[node.config.on_timeout])
      return
    }
    // What follows from the silence of a reviewer, the job settles, which takes back their case.
    if (node.type === "review") continue
    if (nodeWork[node.type] !== "execute") state = finished(state, id, resultOf(node))
    else state = overdue.has(id) ? withNode(state, id, { ...nodeOf(state, id), state: "running" }) : triedAgain(state, id)
  }
  const moved = withState(run, graph, state, at)
  const { created_at, nodes } = moved
  const due_at = dueOf({ created_at, nodes }, true, at, graph)
  yield* saveRun(run, { ...moved, status: "running", due_at }, ["workflow-run.started", "workflow-run.resumed"])
  yield* wakeRun(session)
})
