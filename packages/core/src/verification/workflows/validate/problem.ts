import type { Problem } from "../../../kernel/foundation/failure.ts"

/** Every rule that a graph can break, with what it asks for. Broken schemas have the codes of every schema, and conditions those of conditions. */
export const graphRules = {
  too_many_nodes: "has more nodes than a graph may have",
  too_many_edges: "has more edges than a graph may have",
  too_large: "is larger than a graph may be",
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
export type GraphRule = keyof typeof graphRules

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
