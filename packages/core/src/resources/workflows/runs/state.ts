import { after, minutes } from "../../../kernel/foundation/time.ts"
import type { LinkedGraph } from "../../../verification/workflows/links.ts"
import { finished, isActive, isSettled, nodeOf, type RunState } from "../../../verification/workflows/run-state.ts"
import { timedOut } from "../../../verification/workflows/step.ts"
import type { GraphNode } from "../../../verification/workflows/graph.ts"
import { nodeWork } from "../../../verification/workflows/node-work.ts"
import { limitSeconds, mostRunSeconds, waitSeconds } from "../../../verification/workflows/waits.ts"
import type { StoredGate } from "./gates.ts"
import type { StoredNode, StoredRun, WorkflowRunStatus } from "./model.ts"

/** What the stepper moves on, as a run keeps it. */
export const stateOf = ({ ending, nodes, taken }: Pick<StoredRun, "ending" | "nodes" | "taken">): RunState => ({
  nodes: Object.fromEntries(
    nodes.map(({ attempts, earlier, error, id, outcome, state, way }) => [
      id,
      {
        state,
        attempt: attempts,
        ...(way === null ? {} : { way }),
        ...(error === undefined ? {} : { error }),
        ...(outcome === undefined ? {} : { outcome }),
        ...(earlier === undefined ? {} : { earlier })
      }
    ])
  ),
  taken,
  outcome: ending
})

const seconds = (count: number): number => count * 1000

const earliest = (instants: ReadonlyArray<string | null>): string | null =>
  instants.reduce((one, other) => (one === null || (other !== null && other < one) ? other : one), null)

/** When the time of a node that works is over; null where it has none, or does not work. */
const limitOf = (declared: GraphNode, { started_at, state }: Pick<StoredNode, "started_at" | "state">): string | null => {
  const limit = state === "running" || state === "waiting" ? limitSeconds(declared) : null
  return limit === null || started_at === null ? null : after(started_at, seconds(limit))
}

/** The subworkflows that a run is within, and when the time of each is over. It counts from where this run came to its start. */
const limitsOfSubworkflows = (graph: LinkedGraph, { created_at, nodes }: Pick<StoredRun, "created_at" | "nodes">) => {
  const known = new Map(nodes.map((node) => [node.id, node]))
  return graph.flatMap(({ id, inner, node }) => {
    const limit = inner === undefined || known.has(id) ? null : limitSeconds(node)
    const begun = inner === undefined ? undefined : known.get(inner.start)
    if (limit === null || begun?.state !== "succeeded") return []
    const { started_at } = begun
    return [{ id, due_at: after(started_at === null || started_at < created_at ? created_at : started_at, seconds(limit)) }]
  })
}

/** Nodes of a run that work, and whose time is over. */
export const overdueOf = (graph: LinkedGraph, run: Pick<StoredRun, "created_at" | "nodes">, at: string): ReadonlySet<string> => {
  const declared = new Map(graph.map(({ id, node }) => [id, node]))
  const isOver = (one: StoredNode): boolean => {
    const node = declared.get(one.id)
    const limit = node === undefined ? null : limitOf(node, one)
    return limit !== null && limit <= at
  }
  const parts = limitsOfSubworkflows(graph, run).filter(({ due_at }) => due_at <= at)
  return new Set([...run.nodes.filter(isOver), ...parts].map(({ id }) => id))
}

/**
 * What a run has come to by the time alone, where what follows has to see how it stood before: a subworkflow or a review whose time is over has failed. The case
 * of a review is over with that.
 */
export const stateAt = (graph: LinkedGraph, run: StoredRun, at: string): RunState => {
  const overdue = overdueOf(graph, run, at)
  const silent = new Set(run.nodes.filter(({ due_at, type }) => type === "review" && due_at !== null && due_at <= at).map(({ id }) => id))
  let state = stateOf(run)
  for (const linked of graph) {
    if (silent.has(linked.id)) state = finished(state, linked.id, { state: "failed" })
    if (overdue.has(linked.id)) state = timedOut(state, linked)
  }
  return state
}

/** The tries of a node that failed before the one that it is at. */
const failuresOf = ({ attempts, error, state, type }: StoredNode, before: StoredNode | undefined, at: string) => {
  const failed = before?.failed_attempts ?? []
  const failedNow = state === "waiting" && nodeWork[type] === "execute" && failed.every(({ attempt }) => attempt !== attempts)
  return failedNow ? [...failed, { attempt: attempts, error: error ?? null, ended_at: at }] : failed
}

/** Every node that the run has come to, in the order of the graph; times are those of the change that brought it there. */
const nodesOf = (graph: LinkedGraph, state: RunState, before: ReadonlyArray<StoredNode>, at: string): ReadonlyArray<StoredNode> => {
  const known = new Map(before.map((node) => [node.id, node]))
  return graph.flatMap(({ id, node: declared }) => {
    const { attempt, earlier, error, outcome, state: now, way = null } = nodeOf(state, id)
    if (now === "pending") return []
    const was = known.get(id)
    const settled = isSettled(state, id)
    const wait = now === "waiting" ? waitSeconds(declared, attempt) : null
    const waited = was?.state === "waiting" && was.attempts === attempt
    const started_at = was?.started_at ?? (attempt === 0 ? null : at)
    const waits_until = wait === null ? null : waited ? was.due_at : after(at, seconds(wait))
    const node: StoredNode = {
      id,
      type: declared.type,
      state: now,
      attempts: attempt,
      way,
      ...(error === undefined ? {} : { error }),
      ...(outcome === undefined ? {} : { outcome }),
      ...(earlier === undefined ? {} : { earlier }),
      started_at,
      ended_at: settled ? ((was?.state === now ? was.ended_at : null) ?? at) : null,
      due_at: earliest([waits_until, limitOf(declared, { started_at, state: now })])
    }
    // The last one is the result of the node.
    const failed_attempts = failuresOf(node, was, at).filter((failed) => !settled || failed.attempt < attempt)
    return [failed_attempts.length === 0 ? node : { ...node, failed_attempts }]
  })
}

/** The gates that the run has come to, in the order in which it did. */
const gatesOf = (graph: LinkedGraph, nodes: ReadonlyArray<StoredNode>, before: ReadonlyArray<StoredGate>, at: string) => {
  const waiting = new Map(nodes.filter(({ state }) => state === "waiting").map((node) => [node.id, node]))
  const fresh = graph.flatMap(({ id, node }): ReadonlyArray<StoredGate> => {
    const run = waiting.get(id)
    if (node.type !== "external_gate" || run === undefined || before.some(({ node_id }) => node_id === id)) return []
    const { key, schema = null } = node.config
    const undecided = { decision: null, decided_by: null, decided_at: null, data: null, digest: null } as const
    return [{ key, node_id: id, requested_at: at, expires_at: run.due_at ?? at, schema, ...undecided }]
  })
  // One that the run was led back to waits once more.
  const renewed = before.map((gate) => {
    const expires_at = waiting.get(gate.node_id)?.due_at ?? gate.expires_at
    return gate.decision !== null || gate.expires_at === expires_at ? gate : { ...gate, expires_at }
  })
  return [...renewed, ...fresh]
}

/** What a run waits for says what it is doing. */
const statusOf = (graph: LinkedGraph, { nodes, outcome }: RunState): WorkflowRunStatus => {
  if (outcome !== null) return outcome.failed ? "failed" : "completed"
  const active = graph.filter(({ id }) => nodes[id]?.state === "running" || nodes[id]?.state === "waiting").map(({ node }) => node.type)
  if (active.some((type) => type !== "capture" && type !== "review" && type !== "external_gate" && type !== "wait")) return "running"
  if (active.includes("review")) return "in_review"
  return active.includes("capture") ? "waiting_input" : "paused"
}

/** A run that has work to do is looked at again after this long, in case the job that should do it was lost. */
const workIsLost = minutes(15)

/** Whether anything is to be done about the run by a job. */
export const hasWork = (graph: LinkedGraph, state: RunState): boolean =>
  state.outcome === null && graph.some(({ id }) => nodeOf(state, id).state === "running")

/** When the time of a run is over. */
export const endOfTime = ({ created_at }: Pick<StoredRun, "created_at">): string => after(created_at, seconds(mostRunSeconds))

type Timed = Pick<StoredRun, "created_at" | "nodes">

/** When a timer looks at a run that is not over. `works`: a job was queued for it, which settles what is over already. */
export const dueOf = (run: Timed, works: boolean, at: string, graph: LinkedGraph = []): string | null => {
  const times = [...run.nodes, ...limitsOfSubworkflows(graph, run)].map(({ due_at }) => due_at)
  const ahead = works ? [...times.filter((time) => time === null || time > at), after(at, workIsLost)] : times
  return earliest([endOfTime(run), ...ahead])
}

/** The run as the stepper leaves it. */
export const withState = (run: StoredRun, graph: LinkedGraph, state: RunState, at: string): StoredRun => {
  const status = statusOf(graph, state)
  const over = state.outcome !== null
  const nodes = nodesOf(graph, state, run.nodes, at)
  const gates = gatesOf(graph, nodes, run.gates ?? [], at)
  return {
    ...run,
    status,
    outcome: state.outcome?.status ?? null,
    reason_codes: state.outcome?.reason_codes ?? [],
    nodes,
    ...(gates.length === 0 ? {} : { gates }),
    taken: state.taken,
    ending: state.outcome,
    active_for: over ? null : run.active_for,
    due_at: over ? null : dueOf({ created_at: run.created_at, nodes }, hasWork(graph, state), at, graph),
    started_at: run.started_at ?? (status === "queued" ? null : at),
    ended_at: run.ended_at ?? (over ? at : null),
    updated_at: at
  }
}

/** The nodes of a type that wait. */
export const waitingOf = (graph: LinkedGraph, state: RunState, type: LinkedGraph[number]["node"]["type"]) =>
  graph.filter(({ id, node }) => node.type === type && isActive(state, id))
