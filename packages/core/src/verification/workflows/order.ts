import type { Graph, GraphEdge, GraphNode } from "./graph.ts"

type Links = Pick<GraphEdge, "from" | "to">

/** The nodes of a graph without circles, each behind all that lead to it, with what leads where. */
export interface Order {
  readonly nodes: ReadonlyArray<string>
  /** Where the edges of each node lead, and where those into it come from. A node is named once for each edge. */
  readonly next: ReadonlyMap<string, ReadonlyArray<string>>
  readonly before: ReadonlyMap<string, ReadonlyArray<string>>
}

const linked = (ids: ReadonlyArray<string>, edges: ReadonlyArray<Links>, from: keyof Links, to: keyof Links) => {
  const links = new Map<string, Array<string>>(ids.map((id) => [id, []]))
  for (const edge of edges) links.get(edge[from])?.push(edge[to])
  return links
}

/** The order of the nodes, or those that stand on a circle or behind one. Edges lead between given nodes only. */
export const orderOf = (
  ids: ReadonlyArray<string>,
  edges: ReadonlyArray<Links>
): { readonly order: Order } | { readonly circle: ReadonlyArray<string> } => {
  const next = linked(ids, edges, "from", "to")
  const before = linked(ids, edges, "to", "from")
  const missing = new Map(ids.map((id) => [id, before.get(id)?.length ?? 0]))
  const nodes = ids.filter((id) => missing.get(id) === 0)
  for (const id of nodes) {
    for (const to of next.get(id) ?? []) {
      const left = (missing.get(to) ?? 0) - 1
      missing.set(to, left)
      if (left === 0) nodes.push(to)
    }
  }
  return nodes.length === ids.length ? { order: { nodes, next, before } } : { circle: ids.filter((id) => (missing.get(id) ?? 0) > 0) }
}

/** The order of a valid graph. */
export const orderOfGraph = ({ edges, nodes }: Graph): Order => {
  const found = orderOf(Object.keys(nodes), edges)
  if ("circle" in found) throw new Error("a stored graph has a circle")
  return found.order
}

/** The nodes that can be reached from one. */
export const reachable = (start: string, links: ReadonlyMap<string, ReadonlyArray<string>>): ReadonlySet<string> => {
  const seen = new Set([start])
  for (const id of seen) for (const to of links.get(id) ?? []) seen.add(to)
  return seen
}

/** How many edges the longest way to each node has. */
export const depths = ({ before, nodes }: Order): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  for (const id of nodes) found.set(id, Math.max(0, ...(before.get(id) ?? []).map((from) => (found.get(from) ?? 0) + 1)))
  return found
}

const common = (sets: ReadonlyArray<ReadonlySet<string>>): ReadonlySet<string> => {
  const [first, ...rest] = sets
  return first === undefined ? new Set() : rest.reduce((left, right) => left.intersection(right), first)
}

/** A join that goes on before all of its ways came in. */
const isEager = (node: Pick<GraphNode, "type" | "config"> | undefined): boolean =>
  node?.type === "join" && "mode" in node.config && node.config.mode !== "all"

/**
 * The nodes that have come to their end, finished or skipped, whenever a node begins: what it may read, so that the order in which others finish
 * never shows. Behind a join that does not wait for all of its ways these are the nodes before the ways parted.
 */
export const settledBefore = (
  { before, nodes }: Order,
  nodeOf: (id: string) => Pick<GraphNode, "type" | "config"> | undefined
): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, ReadonlySet<string>>()
  for (const id of nodes) {
    const ways = (before.get(id) ?? []).map((from) => new Set([from, ...(found.get(from) ?? [])]))
    found.set(id, isEager(nodeOf(id)) ? common(ways) : new Set(ways.flatMap((way) => [...way])))
  }
  return found
}

/** The first node that every way from each node passes; none where ways lead to different ends. */
export const meetingPoints = ({ next, nodes }: Order): ReadonlyMap<string, string | undefined> => {
  const place = new Map(nodes.map((id, index) => [id, index]))
  const passed = new Map<string, ReadonlySet<string>>()
  const found = new Map<string, string | undefined>()
  for (const id of nodes.toReversed()) {
    const ahead = common((next.get(id) ?? []).map((to) => passed.get(to) ?? new Set()))
    passed.set(id, new Set([id, ...ahead]))
    const [first] = [...ahead].toSorted((one, other) => (place.get(one) ?? 0) - (place.get(other) ?? 0))
    found.set(id, first)
  }
  return found
}
