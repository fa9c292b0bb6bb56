import type { LinkedGraph } from "../../../verification/workflows/links.ts"
import { isSettled, nodeOf, type RunState } from "../../../verification/workflows/run-state.ts"
import type { RunNode, StoredRun, WorkflowRunStatus } from "./model.ts"

/** What the stepper moves on, as a run keeps it. */
export const stateOf = ({ ending, nodes, taken }: Pick<StoredRun, "ending" | "nodes" | "taken">): RunState => ({
  nodes: Object.fromEntries(
    nodes.map(({ attempts, id, state, way }) => [id, { state, attempt: attempts, ...(way === null ? {} : { way }) }])
  ),
  taken,
  outcome: ending
})

/** Every node that the run has come to, in the order of the graph; times are those of the change that brought it there. */
const nodesOf = (graph: LinkedGraph, state: RunState, before: ReadonlyArray<RunNode>, at: string): ReadonlyArray<RunNode> => {
  const known = new Map(before.map((node) => [node.id, node]))
  return graph.flatMap(({ id, node: { type } }) => {
    const { attempt, state: now, way = null } = nodeOf(state, id)
    if (now === "pending") return []
    const was = known.get(id)
    const settled = isSettled(state, id)
    const node: RunNode = {
      id,
      type,
      state: now,
      attempts: attempt,
      way,
      started_at: was?.started_at ?? (attempt === 0 ? null : at),
      ended_at: was?.ended_at ?? (settled ? at : null),
      due_at: settled ? null : (was?.due_at ?? null)
    }
    return [node]
  })
}

/** What a run waits for says what it is doing. */
const statusOf = (graph: LinkedGraph, { nodes, outcome }: RunState): WorkflowRunStatus => {
  if (outcome !== null) return outcome.failed ? "failed" : "completed"
  const active = graph.filter(({ id }) => nodes[id]?.state === "running" || nodes[id]?.state === "waiting").map(({ node }) => node.type)
  if (active.some((type) => type !== "capture" && type !== "review" && type !== "external_gate" && type !== "wait")) return "running"
  if (active.includes("review")) return "in_review"
  return active.includes("capture") ? "waiting_input" : "paused"
}

/** The run as the stepper leaves it. */
export const withState = (run: StoredRun, graph: LinkedGraph, state: RunState, at: string): StoredRun => {
  const status = statusOf(graph, state)
  const over = state.outcome !== null
  return {
    ...run,
    status,
    outcome: state.outcome?.status ?? null,
    reason_codes: state.outcome?.reason_codes ?? [],
    nodes: nodesOf(graph, state, run.nodes, at),
    taken: state.taken,
    ending: state.outcome,
    active_for: over ? null : run.active_for,
    started_at: run.started_at ?? (status === "queued" ? null : at),
    ended_at: run.ended_at ?? (over ? at : null),
    updated_at: at
  }
}
