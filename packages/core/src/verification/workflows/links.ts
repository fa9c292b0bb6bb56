import type { Graph, GraphEdge, GraphNode, NodePolicy } from "./graph.ts"
import { orderOfGraph } from "./order.ts"

/** An edge with its place in the graph, which names it in the state of a run. */
export interface Link {
  readonly place: number
  readonly edge: GraphEdge
}

/** A node with the edges that lead to it and away from it. */
export interface LinkedNode {
  readonly id: string
  readonly node: GraphNode
  readonly into: ReadonlyArray<Link>
  /** Where a branch tries them: from the lowest priority up, those without one last, and otherwise as the graph lists them. */
  readonly out: ReadonlyArray<Link>
  /** The policies of the captures that lead to it, in the order of the graph; absent where none has one. */
  readonly captured?: ReadonlyArray<CapturePolicy>
  /** The subworkflow whose graph the node is of; empty for the graph of the run itself. */
  readonly scope: string
  /** Of a subworkflow whose graph is part of this one: its start, and all of its nodes with those of subworkflows within it. */
  readonly inner?: { readonly start: string; readonly ids: ReadonlyArray<string> }
}

/** What a capture says of what is captured, with its node. */
interface CapturePolicy {
  readonly id: string
  readonly policy: NodePolicy
}

/** The nodes of a graph, each behind every node that leads to it, so that one pass over them carries a change through. */
export type LinkedGraph = ReadonlyArray<LinkedNode>

const priorityOf = ({ edge: { priority, when } }: Link): number =>
  when === undefined ? Number.POSITIVE_INFINITY : (priority ?? Number.MAX_SAFE_INTEGER)

/** Which nodes of a graph are of which subworkflow; those that are of none are left out. */
export type Scopes = ReadonlyMap<string, string>

const innerOf = (id: string, { nodes }: Graph, scopes: Scopes): LinkedNode["inner"] => {
  const ids = Object.keys(nodes).filter((one) => {
    for (let scope = scopes.get(one); scope !== undefined; scope = scopes.get(scope)) if (scope === id) return true
    return false
  })
  const start = ids.find((one) => scopes.get(one) === id && nodes[one]?.type === "start")
  return start === undefined ? undefined : { start, ids }
}

const linkedNodes = (graph: Graph, scopes: Scopes): ReadonlyMap<string, LinkedNode> => {
  const { edges, nodes } = graph
  const into = new Map<string, Array<Link>>()
  const out = new Map<string, Array<Link>>()
  for (const [place, edge] of edges.entries()) {
    into.set(edge.to, [...(into.get(edge.to) ?? []), { place, edge }])
    out.set(edge.from, [...(out.get(edge.from) ?? []), { place, edge }])
  }
  return new Map(
    Object.entries(nodes).map(([id, node]) => {
      const ways = (out.get(id) ?? []).toSorted((one, other) => priorityOf(one) - priorityOf(other))
      const inner = node.type === "subworkflow" ? innerOf(id, graph, scopes) : undefined
      const placed: LinkedNode = { id, node, into: into.get(id) ?? [], out: ways, scope: scopes.get(id) ?? "" }
      return [id, inner === undefined ? placed : { ...placed, inner }]
    })
  )
}

/** The nodes of a graph with the policies of the captures that lead to each. */
const withCaptured = (nodes: ReadonlyArray<LinkedNode>): LinkedGraph => {
  const policies = nodes.flatMap(({ id, node }) =>
    node.type === "capture" && node.config.policy !== undefined ? [{ id, policy: node.config.policy }] : []
  )
  if (policies.length === 0) return nodes
  const before = new Map<string, ReadonlySet<string>>()
  return nodes.map((linked) => {
    const ahead = new Set(linked.into.flatMap(({ edge: { from } }) => [from, ...(before.get(from) ?? [])]))
    before.set(linked.id, ahead)
    const captured = policies.filter(({ id }) => ahead.has(id))
    return captured.length === 0 ? linked : { ...linked, captured }
  })
}

const noScopes: Scopes = new Map()

/** Links a valid graph. */
export const linked = (graph: Graph, scopes = noScopes): LinkedGraph => {
  const nodes = linkedNodes(graph, scopes)
  return withCaptured(orderOfGraph(graph).nodes.flatMap((id) => nodes.get(id) ?? []))
}
