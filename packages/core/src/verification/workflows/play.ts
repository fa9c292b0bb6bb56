import type { LookUp } from "../../kernel/conditions/evaluate.ts"
import { deciding, type Tried } from "./conditions.ts"
import { reviewLabels } from "./graph.ts"
import type { LinkedGraph, LinkedNode } from "./links.ts"
import { finished, isActive, type NodeResult, type RunOutcome, type RunState, sameNodes, unbegun } from "./run-state.ts"
import { type Decide, step } from "./step.ts"

/** A run that was played, with every condition that was tried on its way. */
interface Played {
  readonly state: RunState
  readonly tried: ReadonlyArray<Tried>
}

const approving: RunOutcome = { status: "approved", reason_codes: [], with_conclusion: false, node_ids: [], failed: false }

/** What a node comes to where nothing else is said: it succeeds, and a review and a subworkflow are approved. */
export const usualFate = ({ node }: LinkedNode): NodeResult =>
  node.type === "review"
    ? { state: "succeeded", way: reviewLabels[0] }
    : { state: "succeeded", ...(node.type === "subworkflow" ? { outcome: approving } : {}) }

/**
 * Plays a run through a valid graph as far as its nodes come to something: nothing is executed, and nothing waited for. Each round settles at least one
 * node, so that there are no more rounds than nodes.
 */
export const playBy = (
  graph: LinkedGraph,
  decide: Decide,
  fateOf: (linked: LinkedNode) => NodeResult | undefined,
  /** What comes of a run that goes no further by the fates of its nodes. */
  silence: (state: RunState) => RunState = (state) => state
): RunState => {
  let { state } = step(graph, unbegun, decide)
  while (state.outcome === null) {
    let next = state
    for (const linked of graph) {
      const fate = isActive(next, linked.id) ? fateOf(linked) : undefined
      if (fate !== undefined) next = finished(next, linked.id, fate)
    }
    if (sameNodes(next, state)) next = silence(state)
    if (sameNodes(next, state)) return state
    ;({ state } = step(graph, next, decide))
  }
  return state
}

/** The same on what is known beforehand, to its end. */
export const play = (graph: LinkedGraph, lookUp: LookUp, fateOf: (linked: LinkedNode) => NodeResult): Played => {
  const { decide, tried } = deciding(graph, lookUp)
  return { state: playBy(graph, decide, fateOf), tried }
}

/** The nodes that a run came to, in the order of the graph. */
export const reached = (graph: LinkedGraph, { nodes }: Pick<RunState, "nodes">): ReadonlyArray<string> =>
  graph.flatMap(({ id }) => (nodes[id]?.state === "succeeded" || nodes[id]?.state === "failed" ? [id] : []))
