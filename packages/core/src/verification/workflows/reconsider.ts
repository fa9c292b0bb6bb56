import type { LinkedGraph } from "./links.ts"
import { finished, isActive, type NodeResult, nodeOf, type NodeRun, type RunState, withNode } from "./run-state.ts"
import { type Decide, step } from "./step.ts"

/** Every node that a way leads to from one of these. */
export const behind = (graph: LinkedGraph, ids: ReadonlySet<string>): ReadonlySet<string> => {
  const found = new Set<string>()
  // Each node comes behind all that lead to it.
  for (const { id, into } of graph) if (into.some(({ edge }) => ids.has(edge.from) || found.has(edge.from))) found.add(id)
  return found
}

/** What a node came to by itself, and not because of where the run went. */
const resultOf = ({ earlier, error, state, way }: NodeRun): NodeResult | undefined => {
  if (state === "succeeded") return { state, ...(way === undefined ? {} : { way }) }
  if (state === "failed") return { state, ...(error === undefined ? {} : { error }) }
  return state === "skipped" ? earlier : undefined
}

/** A run as if it had just come to these nodes, of which a person says that they were made; nothing is left of the rest. */
export const setBack = (graph: LinkedGraph, before: RunState, ids: ReadonlySet<string>, rest: ReadonlySet<string>): RunState => {
  const kept = Object.entries(before.nodes).filter(([id]) => !rest.has(id))
  const from = new Map(graph.flatMap(({ out }) => out.map(({ edge, place }) => [place, edge.from] as const)))
  const leads = (place: number): boolean => {
    const id = from.get(place) ?? ""
    return !ids.has(id) && !rest.has(id)
  }
  const nodes = kept.map(([id, node]): readonly [string, NodeRun] =>
    ids.has(id) && node.state === "failed" ? [id, { state: "succeeded", attempt: node.attempt }] : [id, node]
  )
  return { nodes: Object.fromEntries(nodes), taken: before.taken.filter(leads), outcome: null }
}

/** The node of a run that it was led away from: skipped, with what it had come to. */
const ledAway = (was: NodeRun): NodeRun => {
  const earlier = resultOf(was)
  return { state: "skipped", attempt: was.attempt, ...(earlier === undefined ? {} : { earlier }) }
}

/**
 * Decides the ways behind some nodes once more, by what is known now. What was done behind them stays done: a node that the run comes to again takes the
 * result that it had, or goes on waiting. One that it does not come to any more is skipped.
 */
export const reconsidered = (graph: LinkedGraph, before: RunState, ids: ReadonlySet<string>, decide: Decide): RunState => {
  if (before.outcome !== null || ids.size === 0) return before
  const rest = behind(graph, ids)
  let { state } = step(graph, setBack(graph, before, ids, rest), decide)
  const resumed = new Set<string>()
  for (;;) {
    let next = state
    for (const id of rest) {
      if (resumed.has(id) || !isActive(next, id)) continue
      resumed.add(id)
      const was = nodeOf(before, id)
      const result = resultOf(was)
      if (result !== undefined) next = finished(withNode(next, id, { ...nodeOf(next, id), attempt: was.attempt }), id, result)
      else if (isActive(before, id)) next = withNode(next, id, was)
      else next = withNode(next, id, { ...nodeOf(next, id), attempt: was.attempt + 1 })
    }
    if (next === state) break
    ;({ state } = step(graph, next, decide))
  }
  for (const id of rest) {
    const was = nodeOf(before, id)
    const goneBy = nodeOf(state, id).state === "skipped" && (was.attempt > 0 || was.earlier !== undefined)
    if (goneBy) state = withNode(state, id, ledAway(was))
  }
  return state
}
