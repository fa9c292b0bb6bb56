import type { Problem } from "../../../kernel/foundation/failure.ts"
import { graphLimits } from "../graph.ts"

/** Every rule that a graph can break, with what it asks for. Broken schemas have the codes of every schema, and conditions those of conditions. */
const graphRules = {
  too_many_nodes: `may have at most ${graphLimits.nodes} nodes`,
  too_many_edges: `may have at most ${graphLimits.edges} edges`,
  too_many_likenesses: `may compare names by fuzzy_match at most ${graphLimits.likenesses} times`,
  too_large: `may take at most ${graphLimits.bytes} bytes of JSON`,
  unknown_node: "names no node of the graph",
  duplicate_edge: "leads where another edge of this node leads already",
  no_start: "must have one node of the type start",
  several_starts: "is a second start; a graph has one",
  wrong_start: "must name the node of the type start",
  edge_into_start: "leads into the start, which is first",
  edge_from_end: "leads on from an end, which is last",
  dead_end: "must lead on; only an end is last",
  too_many_ways: "must lead on by one edge; only a branch, a parallel and a review have several",
  too_few_ways: "must lead on by at least two edges",
  else_missing: "must have one edge without a condition, for when no condition is met",
  several_elses: "must have a condition: one edge of a branch has none",
  condition_outside_branch: "must not have a condition: only the edges of a branch have one",
  review_labels: "must lead on by two edges, labelled approved and rejected",
  circle: "must not stand on a circle, nor behind one",
  unreachable: "cannot be reached from the start",
  too_deep: "is further from the start than a graph may be deep",
  arms_do_not_meet: "must lead, by every way, to a join where its ways meet",
  one_way_join: "must join at least two edges",
  join_never_full: "waits for more edges than lead into it",
  duplicate_gate: "must be the only gate with this key",
  unknown_event: "must be an event about a session",
  required_unknown: "must be one of the properties"
} as const
type GraphRule = keyof typeof graphRules

/** One thing that is wrong with a graph, at a node unless the whole graph is meant. Its place is relative to the graph. */
export interface GraphProblem extends Problem {
  readonly node_id: string | null
}

/** How many problems are listed: enough for two of every node. */
export const mostProblems = 200

export const broken = (rule: GraphRule, node_id: string | null, loc: GraphProblem["loc"]): GraphProblem => ({
  node_id,
  loc,
  code: rule,
  message: graphRules[rule]
})

/** What is listed of all problems that were found: where that is not everything, the last one says how much is left out. */
export const listed = (problems: ReadonlyArray<GraphProblem>): ReadonlyArray<GraphProblem> => {
  if (problems.length <= mostProblems) return problems
  const shown = problems.slice(0, mostProblems - 1)
  const left = `has at least ${problems.length - shown.length} more problems, which are not listed`
  return [...shown, { node_id: null, loc: [], code: "more_problems", message: left }]
}
