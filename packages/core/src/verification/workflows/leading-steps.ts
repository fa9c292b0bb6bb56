import type { SessionStep } from "../steps.ts"
import type { GraphNode } from "./graph.ts"
import type { LinkedGraph, LinkedNode } from "./links.ts"

/** Nodes behind which everyone comes from the start, whatever is found. */
const passes = ({ type }: GraphNode): boolean => type === "start" || type === "capture" || type === "parallel" || type === "join"

/** The nodes that every run comes to at once, in their order: nothing but these lies before them. */
const leading = (graph: LinkedGraph): ReadonlyArray<LinkedNode> => {
  const passed = new Set<string>()
  return graph.filter(({ id, into, node }) => {
    const reached = into.every(({ edge }) => passed.has(edge.from))
    if (reached && passes(node)) passed.add(id)
    return reached
  })
}

/** The captures that everyone comes to from the start. */
export const leadingCaptures = (graph: LinkedGraph): ReadonlySet<string> =>
  new Set(leading(graph).flatMap(({ id, node }) => (node.type === "capture" ? [id] : [])))

/** What a node asks the person for by name, where the person cannot go on without it. */
const required = ({ node }: LinkedNode): ReadonlyArray<SessionStep> =>
  node.type === "capture" && node.config.required && node.config.steps !== "session" ? node.config.steps : []

/** Steps that a graph asks everyone for from the start. */
const leadingSteps = (graph: LinkedGraph): ReadonlyArray<SessionStep> => [...new Set(leading(graph).flatMap(required))]

/** Whether a graph leaves it to the session what the person is asked for. */
const leavesStepsToSession = (graph: LinkedGraph): boolean => {
  const captures = graph.flatMap(({ node }) => (node.type === "capture" ? [node.config.steps] : []))
  return captures.length === 0 || captures.includes("session")
}

/** What a session asks the person for: what its graph names, and what the session was created with; `standard` where neither says anything. */
export const stepsOfSession = (
  graph: LinkedGraph,
  given: ReadonlyArray<SessionStep> | undefined,
  standard: ReadonlyArray<SessionStep>
): ReadonlyArray<SessionStep> => {
  const own = given ?? (leavesStepsToSession(graph) ? standard : [])
  return [...new Set([...leadingSteps(graph), ...own])]
}

/** Captures that ask for more than everyone is asked for from the start. */
export const laterCaptures = (graph: LinkedGraph): ReadonlySet<string> => {
  const first = leadingSteps(graph)
  return new Set(graph.filter((linked) => required(linked).some((step) => !first.includes(step))).map(({ id }) => id))
}
