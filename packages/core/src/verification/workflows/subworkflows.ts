import { Schema } from "effect"
import { type Graph, type GraphEdge, type GraphNode, graphLimits, NodeId } from "./graph.ts"
import { likenessesIn } from "./likenesses.ts"
import type { Scopes } from "./links.ts"
import { depths, orderOfGraph } from "./order.ts"

/** A graph with those of its subworkflows in their places, and which node is of which of them. */
export interface Whole {
  readonly graph: Graph
  readonly scopes: Scopes
}

/** Names a node of a subworkflow in the graph that it is part of. */
const within = (id: string, inner: string): string => `${id}__${inner}`

/** Fields that are named by a node of the graph. */
const ofNodes = /^(gate|subworkflow)\.([^.]+)\./u

type Json = Schema.Json

/** A condition of a subworkflow as it reads in the graph that it is part of. */
const conditionWithin = (id: string, condition: Json): Json => {
  if (Array.isArray(condition)) return condition.map((one) => conditionWithin(id, one))
  if (typeof condition !== "object" || condition === null) return condition
  return Object.fromEntries(
    Object.entries(condition).map(([key, value]): [string, Json] =>
      key === "var" && typeof value === "string"
        ? [key, value.replace(ofNodes, (_, kind: string, name: string) => `${kind}.${within(id, name)}.`)]
        : [key, conditionWithin(id, value)]
    )
  )
}

const nodeWithin = (id: string, node: GraphNode): GraphNode =>
  node.type === "external_gate" ? { ...node, config: { ...node.config, key: within(id, node.config.key) } } : node

const edgeWithin = (id: string, { from, to, when, ...edge }: GraphEdge): GraphEdge => ({
  ...edge,
  from: within(id, from),
  to: within(id, to),
  ...(when === undefined ? {} : { when: Object.fromEntries(Object.entries(when).map(([key, value]) => [key, conditionWithin(id, value)])) })
})

/** A graph by itself. */
export const alone = (graph: Graph): Whole => ({ graph, scopes: new Map() })

/** The nodes of a graph that are subworkflows, with the workflows that they name. */
export const subworkflowsOf = ({ nodes }: Graph): ReadonlyArray<readonly [string, string]> =>
  Object.entries(nodes).flatMap(([id, node]) => (node.type === "subworkflow" ? [[id, node.config.workflow_id] as const] : []))

/**
 * A graph with those of its subworkflows in their places, by their nodes. What leads to a subworkflow leads to its start, and its ends lead to its node,
 * which comes behind all of them.
 */
export const whole = (graph: Graph, parts: ReadonlyMap<string, Whole>): Whole => {
  const starts = new Map([...parts].map(([id, part]) => [id, within(id, part.graph.start)]))
  const nodes: Record<string, GraphNode> = { ...graph.nodes }
  const edges: Array<GraphEdge> = graph.edges.map((edge) => ({ ...edge, to: starts.get(edge.to) ?? edge.to }))
  const scopes = new Map<string, string>()
  for (const [id, part] of parts) {
    for (const [inner, node] of Object.entries(part.graph.nodes)) {
      nodes[within(id, inner)] = nodeWithin(id, node)
      const scope = part.scopes.get(inner)
      scopes.set(within(id, inner), scope === undefined ? id : within(id, scope))
    }
    edges.push(...part.graph.edges.map((edge) => edgeWithin(id, edge)))
    const ends = Object.entries(part.graph.nodes).filter(([inner, { type }]) => type === "end" && !part.scopes.has(inner))
    edges.push(...ends.map(([inner]) => ({ from: within(id, inner), to: id })))
  }
  return { graph: { ...graph, nodes, edges }, scopes }
}

const isNodeId = Schema.is(NodeId)

/** What makes a graph too large with those of its subworkflows; undefined where nothing does. */
export const excessOf = (graph: Graph, parts: ReadonlyMap<string, Whole>): string | undefined => {
  const all = [graph, ...[...parts.values()].map((part) => part.graph)]
  const count = (of: (one: Graph) => number): number => all.map(of).reduce((sum, one) => sum + one, 0)
  const nodes = count((one) => Object.keys(one.nodes).length)
  if (nodes > graphLimits.nodes) return `at least ${nodes} nodes, and may have ${graphLimits.nodes}`
  const { graph: joined } = whole(graph, parts)
  if (Object.keys(joined.nodes).length < nodes) return "two nodes of one name: name no node like another one with two underscores and more"
  const long = Object.keys(joined.nodes).find((id) => !isNodeId(id))
  if (long !== undefined) return `a node named ${long}, and names may have 64 characters`
  if (joined.edges.length > graphLimits.edges) return `${joined.edges.length} edges, and may have ${graphLimits.edges}`
  const likenesses = likenessesIn(joined.edges)
  if (likenesses > graphLimits.likenesses) return `${likenesses} comparisons by fuzzy_match, and may have ${graphLimits.likenesses}`
  const deepest = Math.max(...depths(orderOfGraph(joined)).values())
  return deepest > graphLimits.depth ? `a way of ${deepest} edges, and may have ${graphLimits.depth}` : undefined
}
