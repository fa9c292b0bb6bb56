import { kindOf } from "../check-kinds.ts"
import type { Graph, GraphNode, NodeType } from "./graph.ts"
import { nodeWork } from "./node-work.ts"
import type { GraphProblem } from "./validate/problem.ts"

/** Every type of node, and whether runs execute it. A graph with another one can be kept as a draft, and not be published. */
const executed = {
  start: true,
  capture: true,
  check: true,
  screening: true,
  list_lookup: true,
  branch: true,
  parallel: true,
  join: true,
  external_gate: true,
  review: true,
  wait: true,
  action: true,
  subworkflow: true,
  end: true
} as const satisfies Record<NodeType, boolean>

/** Of a check whose score does not say how well it passed. */
const withoutScore = (id: string, node: GraphNode): ReadonlyArray<GraphProblem> => {
  if (node.type !== "check" || node.config.threshold === undefined || kindOf(node.config.type).doubt !== null) return []
  const message = `cannot be asked of ${node.config.type}, which passes or does not, without a score between`
  return [{ node_id: id, loc: ["nodes", id, "config", "threshold"], code: "no_score", message }]
}

/** What a subworkflow does, its own nodes try again. */
const isRetried = ({ type }: GraphNode): boolean => nodeWork[type] === "execute" && type !== "subworkflow"

const problem = (node_id: string, path: ReadonlyArray<string>, what: string): GraphProblem => ({
  node_id,
  loc: ["nodes", node_id, ...path],
  code: "not_executed",
  message: `${what} is not executed by this version of the service, so the graph can be kept as a draft and not be published`
})

const ofNode = (id: string, node: GraphNode): ReadonlyArray<GraphProblem> => {
  if (!executed[node.type]) return [problem(id, ["type"], `a node of the type ${node.type}`)]
  return [
    ...withoutScore(id, node),
    ...(Object.hasOwn(node, "retry") && !isRetried(node) ? [problem(id, ["retry"], "`retry`")] : []),
    ...(Object.hasOwn(node, "timeout_s") && nodeWork[node.type] === "pass" ? [problem(id, ["timeout_s"], "`timeout_s`")] : [])
  ]
}

/** What a valid graph asks for that runs do not do. */
export const notExecuted = (graph: Graph): ReadonlyArray<GraphProblem> =>
  Object.entries(graph.nodes).flatMap(([id, node]) => ofNode(id, node))
