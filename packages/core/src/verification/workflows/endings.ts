import type { OnError } from "./graph.ts"
import type { LinkedGraph, LinkedNode } from "./links.ts"
import { nodeOf, type NodeRun, type RunOutcome, type RunState } from "./run-state.ts"

/** How far a run has come. */
interface Come {
  readonly state: RunState
  /** Nodes that failed, and those that come behind one that did. */
  readonly doubtful: ReadonlySet<string>
}

/** Joins that do not wait for all that leads to them: which of it comes first is a race, and what loses says nothing. */
export const isRace = ({ node }: LinkedNode): boolean => node.type === "join" && node.config.mode !== "all"

/** Whether the run goes on behind a node that is settled. Behind a subworkflow it does where that approved, unless its node says otherwise. */
export const goesOn = ({ node }: LinkedNode, { outcome, state }: NodeRun): boolean => {
  if (node.on_error === "continue") return state === "succeeded" || state === "failed"
  return state === "succeeded" && (outcome === undefined || outcome.status === "approved")
}

/** The worst of what a run comes to counts, as among checks: a decline before what can be put right, that before a doubt, and a doubt before approval. */
const ranks = { approved: 0, review: 1, resubmission_required: 2, declined: 3 } as const satisfies Record<RunOutcome["status"], number>

const unavailable = { status: "review", reason_codes: ["check_unavailable"], with_conclusion: false, failed: false } as const

const standardOnError: OnError = "review"

/** Where one node leads the session by itself. */
const endingOf = (linked: LinkedNode, run: NodeRun): RunOutcome | undefined => {
  const { id, node } = linked
  const { outcome, state } = run
  if (state === "succeeded" && node.type === "end") {
    const { reason_codes, status } = node.config
    return { status, reason_codes, with_conclusion: reason_codes.length === 0, node_ids: [id], failed: false }
  }
  if (state === "succeeded" && outcome !== undefined) return goesOn(linked, run) ? undefined : { ...outcome, node_ids: [id] }
  const { on_error = standardOnError } = node
  return state === "failed" && on_error !== "continue" ? { ...unavailable, node_ids: [id], failed: on_error === "fail" } : undefined
}

const worseOf = (one: RunOutcome, other: RunOutcome): RunOutcome => {
  if (ranks[one.status] !== ranks[other.status]) {
    const worse = ranks[one.status] > ranks[other.status] ? one : other
    return { ...worse, failed: one.failed || other.failed }
  }
  return {
    status: one.status,
    reason_codes: [...new Set([...one.reason_codes, ...other.reason_codes])].slice(0, 50),
    with_conclusion: one.with_conclusion || other.with_conclusion,
    node_ids: [...one.node_ids, ...other.node_ids],
    failed: one.failed || other.failed
  }
}

/** Nodes behind which a race of the same graph lies. */
const beforeRace = (graph: LinkedGraph, scope: string): ReadonlySet<string> => {
  const found = new Set<string>()
  const races = new Set(graph.filter((linked) => isRace(linked) && linked.scope === scope).map(({ id }) => id))
  for (const { id, out } of graph.toReversed()) {
    if (out.some(({ edge }) => races.has(edge.to) || found.has(edge.to))) found.add(id)
  }
  return found
}

/** Nodes that every way from leads into a race that was won: their failures say nothing, whether the race was won before or after them. */
const lostRaces = (graph: LinkedGraph, { doubtful, state }: Come, scope: string): ReadonlySet<string> => {
  const lost = new Set<string>()
  const won = new Set(
    graph
      .filter(
        (linked) => isRace(linked) && linked.scope === scope && nodeOf(state, linked.id).state === "succeeded" && !doubtful.has(linked.id)
      )
      .map(({ id }) => id)
  )
  for (const { id, out } of graph.toReversed()) {
    if (out.length > 0 && out.every(({ edge }) => won.has(edge.to) || lost.has(edge.to))) lost.add(id)
  }
  return lost
}

/**
 * What all that was reached comes to, in the order of the graph and not of time; where nothing was, that is for a person. `scope` is the subworkflow
 * that is asked about, and empty for the run itself.
 */
export const outcomeOf = (graph: LinkedGraph, come: Come, scope: string): RunOutcome => {
  const lost = lostRaces(graph, come, scope)
  const own = graph.filter((linked) => linked.scope === scope && !lost.has(linked.id))
  const endings = own.flatMap((linked) => endingOf(linked, nodeOf(come.state, linked.id)) ?? [])
  const [first, ...rest] = endings
  const outcome = first === undefined ? { ...unavailable, node_ids: [] } : rest.reduce(worseOf, first)
  // What failed for good says nothing of the person. Which nodes did, their states say: the first ends the run before others can.
  return outcome.failed ? { ...unavailable, node_ids: [], failed: true } : outcome
}

/** Whether the run, or one of its subworkflows, fails at once: unless the node might still lose a race, nothing that comes can change that. */
export const hasFailed = (graph: LinkedGraph, state: RunState, scope: string): boolean => {
  const failed = graph.filter(({ id, node, scope: of }) => of === scope && node.on_error === "fail" && nodeOf(state, id).state === "failed")
  if (failed.length === 0) return false
  const racing = beforeRace(graph, scope)
  return failed.some(({ id }) => !racing.has(id))
}
