import { goesOn, hasFailed, isRace, outcomeOf } from "./endings.ts"
import type { Link, LinkedGraph, LinkedNode } from "./links.ts"
import { nodeWork } from "./node-work.ts"
import { isActive, isSettled, nodeOf, type RunOutcome, type RunState, withNode } from "./run-state.ts"

/** What has to be done about a node, outside of the stepper. */
interface NodeEffect {
  readonly kind: "execute" | "wait" | "cancel"
  readonly node_id: string
}

interface Step {
  readonly state: RunState
  readonly effects: ReadonlyArray<NodeEffect>
}

/** Whether the condition of an edge holds as the run stands; null where what it asks about is not known, which never lets an edge pass. */
export type Decide = (link: Link, state: RunState) => boolean | null

/** The edges that a node which is done leads over. */
const waysOn = ({ id, node, out }: LinkedNode, state: RunState, decide: Decide): ReadonlyArray<Link> => {
  if (node.type === "branch") {
    const way = out.find((link) => link.edge.when === undefined || decide(link, state) === true)
    return way === undefined ? [] : [way]
  }
  const { way: label } = nodeOf(state, id)
  return node.type === "review" ? out.filter(({ edge }) => edge.label === label) : out
}

/** How many of the edges into a join have to be done before it goes on. */
const wanted = ({ into, node }: LinkedNode): number => {
  if (node.type !== "join") return into.length
  if (node.config.mode === "n") return Math.min(node.config.n, into.length)
  return node.config.mode === "any" ? 1 : into.length
}

/** Whether a race has what it waits for, of nodes that rest on no failure. */
const isWon = (linked: LinkedNode, state: RunState, taken: ReadonlySet<number>, doubtful: ReadonlySet<string>): boolean => {
  const sound = linked.into.filter(({ edge }) => isSettled(state, edge.from) && !doubtful.has(edge.from))
  return sound.length >= wanted(linked) && sound.some(({ place }) => taken.has(place))
}

/**
 * Whether a node that has not begun can begin, or never will. An edge is done once its node is settled, whether it was taken or not: what was skipped
 * holds no one up. A node that no taken edge leads to is skipped itself. A race goes on without the rest once enough came that rests on no failure.
 */
const readiness = (linked: LinkedNode, { doubtful, state, taken }: Walk): "begin" | "skip" | "later" => {
  const { inner, into } = linked
  if (inner !== undefined) {
    if (!inner.ids.every((id) => isSettled(state, id))) return "later"
    return nodeOf(state, inner.start).state === "succeeded" ? "begin" : "skip"
  }
  const done = into.filter(({ edge }) => isSettled(state, edge.from))
  if (done.length < into.length) return isRace(linked) && isWon(linked, state, taken, doubtful) ? "begin" : "later"
  return into.length === 0 || into.some(({ place }) => taken.has(place)) ? "begin" : "skip"
}

interface Walk {
  state: RunState
  readonly taken: Set<number>
  /** Nodes that failed, and those that come behind one that did, so that a race waits for a better one. */
  readonly doubtful: Set<string>
  readonly effects: Array<NodeEffect>
}

const leave = (walk: Walk, linked: LinkedNode, decide: Decide): void => {
  for (const { place } of waysOn(linked, walk.state, decide)) walk.taken.add(place)
}

/** Says of a settled node whether it rests on a failure. All that lead to it come before it. */
const doubt = (walk: Walk, linked: LinkedNode): void => {
  const { id, inner, into } = linked
  const now = nodeOf(walk.state, id)
  const stumbled = (now.state === "failed" || now.outcome !== undefined) && !goesOn(linked, now)
  // What failed within a subworkflow stays within it.
  const inherited = isRace(linked)
    ? !isWon(linked, walk.state, walk.taken, walk.doubtful)
    : inner === undefined
      ? into.some(({ edge }) => walk.doubtful.has(edge.from))
      : walk.doubtful.has(inner.start)
  if (stumbled || inherited) walk.doubtful.add(id)
}

const begin = (walk: Walk, graph: LinkedGraph, linked: LinkedNode): void => {
  const { id, inner, node } = linked
  if (inner !== undefined) {
    const outcome = outcomeOf(graph, walk, id)
    walk.state = withNode(walk.state, id, { state: outcome.failed ? "failed" : "succeeded", attempt: 1, outcome })
    return
  }
  const how = nodeWork[node.type]
  walk.state = withNode(walk.state, id, {
    state: how === "pass" ? "succeeded" : how === "execute" ? "running" : "waiting",
    attempt: 1
  })
  if (how !== "pass") walk.effects.push({ kind: how, node_id: id })
}

/** Carries every change forward: nodes that can begin do, those that never will are skipped. Each node comes behind all that lead to it. */
const forward = (walk: Walk, graph: LinkedGraph, decide: Decide, left: Set<string>): void => {
  for (const linked of graph) {
    const { id } = linked
    if (nodeOf(walk.state, id).state === "pending") {
      const what = readiness(linked, walk)
      if (what === "begin") begin(walk, graph, linked)
      if (what === "skip") walk.state = withNode(walk.state, id, { state: "skipped", attempt: 0 })
    }
    if (!isSettled(walk.state, id)) continue
    doubt(walk, linked)
    if (left.has(id)) continue
    left.add(id)
    if (goesOn(linked, nodeOf(walk.state, id))) leave(walk, linked, decide)
  }
}

const cancel = (walk: Walk, id: string): void => {
  if (isActive(walk.state, id)) walk.effects.push({ kind: "cancel", node_id: id })
  walk.state = withNode(walk.state, id, { ...nodeOf(walk.state, id), state: "cancelled" })
}

/** Cancels what leads nowhere any more: a join that does not wait for all has gone on without it. Answers whether there was anything. */
const cancelUseless = (walk: Walk, graph: LinkedGraph): boolean => {
  let any = false
  for (const { id, out } of graph.toReversed()) {
    if (isSettled(walk.state, id) || out.length === 0 || !out.every(({ edge }) => isSettled(walk.state, edge.to))) continue
    cancel(walk, id)
    any = true
  }
  return any
}

/** Cancels what is left of a subworkflow that failed. Answers whether there was anything. */
const cancelFailed = (walk: Walk, graph: LinkedGraph): boolean => {
  let any = false
  for (const { id, inner } of graph) {
    const left = inner === undefined ? [] : inner.ids.filter((one) => !isSettled(walk.state, one))
    if (left.length === 0 || !hasFailed(graph, walk.state, id)) continue
    for (const one of left) cancel(walk, one)
    any = true
  }
  return any
}

const cancelRest = (walk: Walk, graph: LinkedGraph): void => {
  for (const { id } of graph) if (!isSettled(walk.state, id)) cancel(walk, id)
}

const ended = ({ effects, state }: Walk, outcome: RunOutcome | null): Step => ({ state: { ...state, outcome }, effects })

const walked = (state: RunState): Walk => ({ state, taken: new Set(state.taken), doubtful: new Set(), effects: [] })

/** Nodes that the run has left in an earlier step: a branch decides once, by what was known then. */
const leftBefore = (graph: LinkedGraph, state: RunState, taken: ReadonlySet<number>): Set<string> => {
  const has = ({ id, node, out }: LinkedNode) =>
    isSettled(state, id) && (nodeWork[node.type] === "pass" || out.some(({ place }) => taken.has(place)))
  return new Set(graph.filter(has).map(({ id }) => id))
}

/**
 * Moves a run on as far as it goes by itself, and says what has to be done next. The run ends once nothing runs or waits any more. It depends on its
 * arguments alone: with the same results, whichever order they came in, a run comes to the same end.
 */
export const step = (graph: LinkedGraph, before: RunState, decide: Decide): Step => {
  if (before.outcome !== null) return { state: before, effects: [] }
  const walk = walked(before)
  const left = leftBefore(graph, before, walk.taken)
  do forward(walk, graph, decide, left)
  while (cancelUseless(walk, graph) || cancelFailed(walk, graph))
  const failed = hasFailed(graph, walk.state, "")
  if (failed) cancelRest(walk, graph)
  walk.state = { ...walk.state, taken: [...walk.taken] }
  const over = graph.every(({ id }) => isSettled(walk.state, id))
  return ended(walk, over ? outcomeOf(graph, walk, "") : null)
}

/** The run once the time of a subworkflow is over: what of it is not done is cancelled, and its node has failed. */
export const timedOut = (state: RunState, { id, inner }: LinkedNode): RunState => {
  if (state.outcome !== null || inner === undefined || isSettled(state, id) || nodeOf(state, inner.start).state !== "succeeded")
    return state
  const walk = walked(state)
  for (const one of inner.ids) if (!isSettled(state, one)) cancel(walk, one)
  return withNode(walk.state, id, { state: "failed", attempt: 1 })
}

/** Ends a run by what was decided outside: all that has not settled is cancelled. */
export const endWith = (graph: LinkedGraph, before: RunState, outcome: RunOutcome): Step => {
  if (before.outcome !== null) return { state: before, effects: [] }
  const walk = walked(before)
  cancelRest(walk, graph)
  return ended(walk, outcome)
}
