import { isEventType } from "../../../kernel/events/catalogue.ts"
import { depths, meetingPoints, type Order, orderOf, reachable } from "../order.ts"
import { graphLimits, type NodeType, reviewLabels } from "../graph.ts"
import type { Sketch, SketchedEdge, SketchedNode } from "./members.ts"
import { broken, type GraphProblem } from "./problem.ts"

type Ways = ReadonlyMap<string, ReadonlyArray<SketchedEdge>>

const at = (id: string): GraphProblem["loc"] => ["nodes", id.slice(0, 64)]
const atEdge = ({ index }: SketchedEdge): GraphProblem["loc"] => ["edges", index]

/** Edges whose two ends are nodes, none twice, and what is wrong with the others. */
const between = ({ edges, nodes }: Sketch) => {
  const problems: Array<GraphProblem> = []
  const kept: Array<SketchedEdge> = []
  const seen = new Set<string>()
  for (const edge of edges) {
    const unknown = (["from", "to"] as const).filter((side) => !nodes.has(edge[side]))
    for (const side of unknown) problems.push(broken("unknown_node", edge.from.slice(0, 64), [...atEdge(edge), side]))
    if (unknown.length > 0) continue
    const pair = JSON.stringify([edge.from, edge.to])
    // A branch may come to one node for several reasons, and a review by both of its ways.
    const several = ["branch", "review"].includes(nodes.get(edge.from)?.type ?? "")
    if (seen.has(pair) && !several) problems.push(broken("duplicate_edge", edge.from, atEdge(edge)))
    seen.add(pair)
    kept.push(edge)
  }
  return { kept, problems }
}

const startProblems = ({ nodes, start }: Sketch): ReadonlyArray<GraphProblem> => {
  const [first, ...more] = [...nodes].filter(([, { type }]) => type === "start").map(([id]) => id)
  if (first === undefined) return [broken("no_start", null, ["nodes"])]
  return [
    ...more.map((id) => broken("several_starts", id, at(id))),
    ...(typeof start === "string" && nodes.get(start)?.type !== "start" ? [broken("wrong_start", null, ["start"])] : [])
  ]
}

const branchProblems = (id: string, ways: ReadonlyArray<SketchedEdge>): ReadonlyArray<GraphProblem> => {
  const [otherwise, ...more] = ways.filter(({ conditional }) => !conditional)
  return [
    ...(otherwise === undefined ? [broken("else_missing", id, at(id))] : []),
    ...more.map((edge) => broken("several_elses", id, atEdge(edge)))
  ]
}

const reviewProblems = (id: string, ways: ReadonlyArray<SketchedEdge>): ReadonlyArray<GraphProblem> => {
  const labels = ways.map(({ edge }) => edge?.label)
  const right = labels.length === reviewLabels.length && reviewLabels.every((label) => labels.includes(label))
  return right ? [] : [broken("review_labels", id, at(id))]
}

/** What each type asks of the edges that lead on from it. */
const waysOn = (id: string, type: NodeType | undefined, ways: ReadonlyArray<SketchedEdge>): ReadonlyArray<GraphProblem> => {
  if (type === undefined) return []
  if (type === "end") return ways.map((edge) => broken("edge_from_end", id, atEdge(edge)))
  const conditions = type === "branch" ? [] : ways.filter(({ conditional }) => conditional)
  const outside = conditions.map((edge) => broken("condition_outside_branch", id, [...atEdge(edge), "when"]))
  if (type === "review") return [...outside, ...reviewProblems(id, ways)]
  if (ways.length === 0) return [broken("dead_end", id, at(id))]
  if (type === "branch" || type === "parallel") {
    const few = ways.length < 2 ? [broken("too_few_ways", id, at(id))] : []
    return [...outside, ...few, ...(type === "branch" ? branchProblems(id, ways) : [])]
  }
  return [...outside, ...(ways.length > 1 ? [broken("too_many_ways", id, at(id))] : [])]
}

const waysIn = (id: string, { node, type }: SketchedNode, ways: ReadonlyArray<SketchedEdge>): ReadonlyArray<GraphProblem> => {
  if (type === "start") return ways.map((edge) => broken("edge_into_start", edge.from, atEdge(edge)))
  if (type !== "join") return []
  if (ways.length < 2) return [broken("one_way_join", id, at(id))]
  const wanted = node?.type === "join" && "n" in node.config ? node.config.n : 0
  return wanted > ways.length ? [broken("join_never_full", id, [...at(id), "config", "n"])] : []
}

/** What a graph without circles asks for as a whole. */
const wholeProblems = (order: Order, { nodes }: Sketch, starts: ReadonlyArray<string>): ReadonlyArray<GraphProblem> => {
  const [start] = starts
  const reached = start === undefined ? undefined : reachable(start, order.next)
  const meeting = meetingPoints(order)
  const deep = depths(order)
  return order.nodes.flatMap((id) => {
    const unmet = nodes.get(id)?.type === "parallel" && nodes.get(meeting.get(id) ?? "")?.type !== "join"
    return [
      ...(reached?.has(id) === false ? [broken("unreachable", id, at(id))] : []),
      ...((deep.get(id) ?? 0) > graphLimits.depth ? [broken("too_deep", id, at(id))] : []),
      ...(unmet ? [broken("arms_do_not_meet", id, at(id))] : [])
    ]
  })
}

/** What only some types of nodes can get wrong. */
const configProblems = ({ nodes }: Sketch): ReadonlyArray<GraphProblem> => {
  const gates = new Set<string>()
  return [...nodes].flatMap(([id, { node }]) => {
    if (node?.type === "wait" && "event" in node.config) {
      const { event } = node.config
      const known = isEventType(event) && event.startsWith("session.")
      return known ? [] : [broken("unknown_event", id, [...at(id), "config", "event"])]
    }
    if (node?.type !== "external_gate") return []
    const { key, schema } = node.config
    const repeated = gates.has(key)
    gates.add(key)
    const unknown = (schema?.required ?? []).flatMap((name, index) => (Object.hasOwn(schema?.properties ?? {}, name) ? [] : [index]))
    return [
      ...(repeated ? [broken("duplicate_gate", id, [...at(id), "config", "key"])] : []),
      ...unknown.map((index) => broken("required_unknown", id, [...at(id), "config", "schema", "required", index]))
    ]
  })
}

/** What is wrong with the ways through a graph, and the order of its nodes if it has one. */
export const judgeWays = (graph: Sketch): { readonly order: Order | undefined; readonly problems: ReadonlyArray<GraphProblem> } => {
  const { kept, problems } = between(graph)
  const on: Ways = Map.groupBy(kept, ({ from }) => from)
  const into: Ways = Map.groupBy(kept, ({ to }) => to)
  const ids = [...graph.nodes.keys()]
  const found = orderOf(ids, kept)
  const local = [...graph.nodes].flatMap(([id, node]) => [
    ...waysOn(id, node.type, on.get(id) ?? []),
    ...waysIn(id, node, into.get(id) ?? [])
  ])
  const starts = ids.filter((id) => graph.nodes.get(id)?.type === "start")
  const whole = "circle" in found ? found.circle.map((id) => broken("circle", id, at(id))) : wholeProblems(found.order, graph, starts)
  return {
    order: "order" in found ? found.order : undefined,
    problems: [...startProblems(graph), ...problems, ...local, ...whole, ...configProblems(graph)]
  }
}
