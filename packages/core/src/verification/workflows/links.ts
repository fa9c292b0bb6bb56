import type { Graph, GraphEdge, GraphNode } from "./graph.ts"

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

/** Links a valid graph: what its validation refuses, such as a cycle, is left out here. */
export const linked = (graph: Graph): LinkedGraph => {
  const nodes = linkedNodes(graph)
  const waiting = new Map([...nodes].map(([id, { into }]) => [id, into.length]))
  const ready = [...nodes.keys()].filter((id) => waiting.get(id) === 0)
  const ordered: Array<LinkedNode> = []
  for (let id = ready.shift(); id !== undefined; id = ready.shift()) {
    const node = nodes.get(id)
    if (node === undefined) continue
    ordered.push(node)
    for (const { edge } of node.out) {
      const left = (waiting.get(edge.to) ?? 0) - 1
      waiting.set(edge.to, left)
      if (left === 0) ready.push(edge.to)
    }
  }
  return ordered
}
