import type { LookUp } from "../../kernel/conditions/evaluate.ts"
import { deciding, type Tried } from "./conditions.ts"
import { reviewLabels } from "./graph.ts"
import type { LinkedGraph, LinkedNode } from "./links.ts"
import { finished, isActive, type NodeResult, type RunState, unbegun } from "./run-state.ts"
import { step } from "./step.ts"

/** A run that was played, with every condition that was tried on its way. */
export interface Played {
  readonly state: RunState
  readonly tried: ReadonlyArray<Tried>
}

/** What a node comes to where nothing else is said: it succeeds, and a review is approved. */
export const usualFate = ({ node }: LinkedNode): NodeResult =>
  node.type === "review" ? { state: "succeeded", way: reviewLabels[0] } : { state: "succeeded" }

/**
 * Plays a run through a valid graph to its end, on what is known beforehand: nothing is executed, and nothing waited for. Each round settles at least one
 * node, so that there are no more rounds than nodes.
 */
export const play = (graph: LinkedGraph, lookUp: LookUp, fateOf: (linked: LinkedNode) => NodeResult): Played => {
  const { decide, tried } = deciding(graph, lookUp)
  let { state } = step(graph, unbegun, decide)
  while (state.outcome === null) {
    for (const linked of graph) if (isActive(state, linked.id)) state = finished(state, linked.id, fateOf(linked))
    state = step(graph, state, decide).state
  }
  return { state, tried }
}

/** The nodes that a run came to, in the order of the graph. */
export const reached = (graph: LinkedGraph, { nodes }: RunState): ReadonlyArray<string> =>
  graph.flatMap(({ id }) => (nodes[id]?.state === "succeeded" || nodes[id]?.state === "failed" ? [id] : []))
