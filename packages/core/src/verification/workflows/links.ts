import type { Graph, GraphEdge, GraphNode } from "./graph.ts"
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
}

/** The nodes of a graph, each behind every node that leads to it, so that one pass over them carries a change through. */
export type LinkedGraph = ReadonlyArray<LinkedNode>

const priorityOf = ({ edge: { priority, when } }: Link): number =>
  when === undefined ? Number.POSITIVE_INFINITY : (priority ?? Number.MAX_SAFE_INTEGER)

const linkedNodes = ({ edges, nodes }: Graph): ReadonlyMap<string, LinkedNode> => {
  const into = new Map<string, Array<Link>>()
  const out = new Map<string, Array<Link>>()
  for (const [place, edge] of edges.entries()) {
    into.set(edge.to, [...(into.get(edge.to) ?? []), { place, edge }])
    out.set(edge.from, [...(out.get(edge.from) ?? []), { place, edge }])
  }
  return new Map(
    Object.entries(nodes).map(([id, node]) => [
      id,
      { id, node, into: into.get(id) ?? [], out: (out.get(id) ?? []).toSorted((one, other) => priorityOf(one) - priorityOf(other)) }
    ])
  )
}

/** Links a valid graph. */
export const linked = (graph: Graph): LinkedGraph => {
  const nodes = linkedNodes(graph)
  return orderOfGraph(graph).nodes.flatMap((id) => nodes.get(id) ?? [])
}
