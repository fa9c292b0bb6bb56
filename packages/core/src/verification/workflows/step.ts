import type { OnError } from "./graph.ts"
import type { Link, LinkedGraph, LinkedNode } from "./links.ts"
import { nodeWork } from "./node-work.ts"
import { isActive, isSettled, nodeOf, type NodeRun, type RunOutcome, type RunState, withNode } from "./run-state.ts"

/** What has to be done about a node, outside of the stepper. */
export interface NodeEffect {
  readonly kind: "execute" | "wait" | "cancel"
  readonly node_id: string
}

export interface Step {
  readonly state: RunState
  readonly effects: ReadonlyArray<NodeEffect>
}

/** Whether the condition of an edge holds; null where what it asks about is not known, which never lets an edge pass. */
export type Decide = (link: Link) => boolean | null

/** The edges that a node which is done leads over. */
const waysOn = ({ node, out }: LinkedNode, { way: label }: NodeRun, decide: Decide): ReadonlyArray<Link> => {
  if (node.type === "branch") {
    const way = out.find((link) => link.edge.when === undefined || decide(link) === true)
    return way === undefined ? [] : [way]
  }
  return node.type === "review" ? out.filter(({ edge }) => edge.label === label) : out
}

const goesOn = ({ node }: LinkedNode, { state }: NodeRun): boolean =>
  state === "succeeded" || (state === "failed" && node.on_error === "continue")

/** Joins that do not wait for all that leads to them: which of it comes first is a race, and what loses says nothing. */
const isRace = ({ node }: LinkedNode): boolean => node.type === "join" && node.config.mode !== "all"

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
  const { into } = linked
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
  for (const { place } of waysOn(linked, nodeOf(walk.state, linked.id), decide)) walk.taken.add(place)
}

/** Says of a settled node whether it rests on a failure. All that lead to it come before it. */
const doubt = (walk: Walk, linked: LinkedNode): void => {
  const { id, into } = linked
  const stumbled = nodeOf(walk.state, id).state === "failed" && !goesOn(linked, nodeOf(walk.state, id))
  const inherited = isRace(linked)
    ? !isWon(linked, walk.state, walk.taken, walk.doubtful)
    : into.some(({ edge }) => walk.doubtful.has(edge.from))
  if (stumbled || inherited) walk.doubtful.add(id)
}

const begin = (walk: Walk, linked: LinkedNode): void => {
  const { id, node } = linked
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
      if (what === "begin") begin(walk, linked)
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

const cancelRest = (walk: Walk, graph: LinkedGraph): void => {
  for (const { id } of graph) if (!isSettled(walk.state, id)) cancel(walk, id)
}

/** The worst of what a run comes to counts, as among checks: a decline before what can be put right, that before a doubt, and a doubt before approval. */
const ranks = { approved: 0, review: 1, resubmission_required: 2, declined: 3 } as const satisfies Record<RunOutcome["status"], number>

const unavailable = { status: "review", reason_codes: ["check_unavailable"], with_conclusion: false, failed: false } as const

const standardOnError: OnError = "review"

/** Where one node leads the session by itself. */
const endingOf = ({ id, node }: LinkedNode, { state }: NodeRun): RunOutcome | undefined => {
  if (state === "succeeded" && node.type === "end") {
    const { reason_codes, status } = node.config
    return { status, reason_codes, with_conclusion: reason_codes.length === 0, node_ids: [id], failed: false }
  }
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

/** Nodes behind which a race lies. */
const beforeRace = (graph: LinkedGraph): ReadonlySet<string> => {
  const found = new Set<string>()
  const races = new Set(graph.filter(isRace).map(({ id }) => id))
  for (const { id, out } of graph.toReversed()) {
    if (out.some(({ edge }) => races.has(edge.to) || found.has(edge.to))) found.add(id)
  }
  return found
}

/** Nodes that every way from leads into a race that was won: their failures say nothing, whether the race was won before or after them. */
const lostRaces = (graph: LinkedGraph, { doubtful, state }: Walk): ReadonlySet<string> => {
  const lost = new Set<string>()
  const won = new Set(
    graph
      .filter((linked) => isRace(linked) && nodeOf(state, linked.id).state === "succeeded" && !doubtful.has(linked.id))
      .map(({ id }) => id)
  )
  for (const { id, out } of graph.toReversed()) {
    if (out.length > 0 && out.every(({ edge }) => won.has(edge.to) || lost.has(edge.to))) lost.add(id)
  }
  return lost
}

/** What all that was reached comes to, in the order of the graph and not of time; a run that reached nothing is for a person. */
const outcomeOf = (graph: LinkedGraph, walk: Walk): RunOutcome => {
  const lost = lostRaces(graph, walk)
  const endings = graph.flatMap((linked) => (lost.has(linked.id) ? [] : (endingOf(linked, nodeOf(walk.state, linked.id)) ?? [])))
  const [first, ...rest] = endings
  const outcome = first === undefined ? { ...unavailable, node_ids: [] } : rest.reduce(worseOf, first)
  // What failed for good says nothing of the person. Which nodes did, their states say: the first ends the run before others can.
  return outcome.failed ? { ...unavailable, node_ids: [], failed: true } : outcome
}

/** Whether the run fails at once: unless the node might still lose a race, nothing that comes can change that. */
const hasFailed = (graph: LinkedGraph, state: RunState): boolean => {
  const failed = graph.filter(({ id, node }) => node.on_error === "fail" && nodeOf(state, id).state === "failed")
  if (failed.length === 0) return false
  const racing = beforeRace(graph)
  return failed.some(({ id }) => !racing.has(id))
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
  while (cancelUseless(walk, graph))
  const failed = hasFailed(graph, walk.state)
  if (failed) cancelRest(walk, graph)
  walk.state = { ...walk.state, taken: [...walk.taken] }
  const over = graph.every(({ id }) => isSettled(walk.state, id))
  return ended(walk, over ? outcomeOf(graph, walk) : null)
}

/** Ends a run by what was decided outside: all that has not settled is cancelled. */
export const endWith = (graph: LinkedGraph, before: RunState, outcome: RunOutcome): Step => {
  if (before.outcome !== null) return { state: before, effects: [] }
  const walk = walked(before)
  cancelRest(walk, graph)
  return ended(walk, outcome)
}
