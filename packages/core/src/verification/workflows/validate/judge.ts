import { readCondition } from "../../../kernel/conditions/read.ts"
import { fieldsBehind } from "../fields.ts"
import { type Graph, graphLimits } from "../graph.ts"
import { likenessesIn } from "../likenesses.ts"
import { type Order, settledBefore } from "../order.ts"
import { type Sketch, sketch } from "./members.ts"
import { broken, type GraphProblem, listed, mostProblems } from "./problem.ts"
import { judgeWays } from "./ways.ts"

/** What is wrong with the conditions of branches. Where the order is not known, so is not what they may read, and their form alone is judged. */
const conditionProblems = ({ edges, nodes }: Sketch, order: Order | undefined): ReadonlyArray<GraphProblem> => {
  const nodeOf = (id: string) => nodes.get(id)?.node
  const all = [...nodes].flatMap(([id, { node }]) => (node === undefined ? [] : [{ id, node }]))
  const settled = order === undefined ? undefined : settledBefore(order, nodeOf)
  const valid = (ids: ReadonlySet<string> | undefined) => (ids === undefined ? all : all.filter(({ id }) => ids.has(id)))
  // What a node brings that cannot be read is not known, so that no field is missed behind one: mending the node may be all there is to do.
  const unread = [...nodes].flatMap(([id, { node }]) => (node === undefined ? [id] : []))
  const isBehindUnread = (id: string): boolean => {
    const before = settled?.get(id)
    return unread.some((one) => before === undefined || before.has(one))
  }
  const catalogues = new Map<string, ReturnType<typeof fieldsBehind>>()
  return edges.flatMap(({ edge, from, index }) => {
    if (edge?.when === undefined) return []
    const catalogue = catalogues.get(from) ?? fieldsBehind(valid(settled?.get(from)), all)
    catalogues.set(from, catalogue)
    const read = readCondition(edge.when, catalogue)
    if ("tree" in read) return []
    const known = isBehindUnread(from) ? read.issues.filter(({ code }) => code !== "not_settled" && code !== "unknown_field") : read.issues
    return known.map(({ code, issue, path }) => ({
      node_id: from,
      loc: ["edges", index, "when", ...path],
      code,
      message: issue
    }))
  })
}

const likenessProblems = ({ edges }: Sketch): ReadonlyArray<GraphProblem> =>
  likenessesIn(edges.flatMap(({ edge }) => edge ?? [])) > graphLimits.likenesses ? [broken("too_many_likenesses", null, ["edges"])] : []

/** Everything that is wrong with a graph, of which at most `mostProblems` are listed, with what can be read of it all the same. */
export interface WrongGraph {
  readonly problems: ReadonlyArray<GraphProblem>
  /** Its valid nodes and edges: no graph that may be run. */
  readonly readable: Graph
  /** Names of nodes that are there and could not be read. */
  readonly unread: ReadonlySet<string>
}

/** A graph as it may be stored and run, or what is wrong with it. */
export const judgeGraph = (given: unknown): { readonly graph: Graph } | WrongGraph => {
  const read = sketch(given)
  const partial = read.crowded || read.problems.length > mostProblems
  const ways = partial ? { order: undefined, problems: [] } : judgeWays(read)
  const found = [
    ...read.problems,
    ...ways.problems,
    ...(partial ? [] : [...conditionProblems(read, ways.order), ...likenessProblems(read)])
  ]
  const nodes = [...read.nodes].flatMap(([id, { node }]) => (node === undefined || read.unread.has(id) ? [] : [[id, node] as const]))
  const edges = read.edges.flatMap(({ edge }) => edge ?? [])
  const graph: Graph = { version: 1, start: String(read.start), nodes: Object.fromEntries(nodes), edges }
  return found.length === 0 ? { graph } : { problems: listed(found), readable: graph, unread: read.unread }
}
