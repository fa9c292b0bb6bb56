import { Schema } from "effect"
import { isRecord } from "../../../kernel/schema/shape.ts"
import { type Graph, GraphEdge, graphLimits, GraphNode, NodeId } from "../../../verification/workflows/graph.ts"
import { linked } from "../../../verification/workflows/links.ts"
import { WorkflowVersionId } from "../model.ts"
import type { StoredVersion } from "./model.ts"

const Change = Schema.Literals(["added", "removed", "changed"])

/** What makes one graph of another. */
export const WorkflowDiff = Schema.Struct({
  object: Schema.Literal("workflow_diff"),
  from: WorkflowVersionId,
  to: WorkflowVersionId,
  same: Schema.Boolean.annotate({ description: "Whether both do the same in every run" }),
  nodes: Schema.Array(
    Schema.Struct({
      id: NodeId,
      change: Change,
      members: Schema.Array(Schema.String.check(Schema.isMaxCodePoints(64)))
        .check(Schema.isMaxLength(20))
        .annotate({ description: "Members that differ, where it changed" }),
      before: Schema.NullOr(GraphNode),
      after: Schema.NullOr(GraphNode)
    })
  ).check(Schema.isMaxLength(2 * graphLimits.nodes)),
  edges: Schema.Array(Schema.Struct({ change: Change, before: Schema.NullOr(GraphEdge), after: Schema.NullOr(GraphEdge) })).check(
    Schema.isMaxLength(2 * graphLimits.edges)
  ),
  reordered: Schema.Array(NodeId)
    .check(Schema.isMaxLength(graphLimits.nodes))
    .annotate({ description: "Branches that try the edges which both have in another order" })
}).annotate({ identifier: "WorkflowDiff" })
export interface WorkflowDiff extends Schema.Schema.Type<typeof WorkflowDiff> {}

/** One spelling for all that is the same: storage keeps no order of members. */
const spelled = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => (isRecord(inner) ? Object.fromEntries(Object.entries(inner).toSorted()) : inner))

/** Whether two values hold the same, whatever the order of their members. */
export const sameContent = (one: unknown, other: unknown): boolean => spelled(one) === spelled(other)

const membersOf = (node: object): ReadonlyMap<string, unknown> => new Map(Object.entries(node))

/** The members of a node that differ; those of its configuration one by one. */
const differing = (before: GraphNode, after: GraphNode): ReadonlyArray<string> => {
  const names = (one: object, other: object, prefix: string) => {
    const [left, right] = [membersOf(one), membersOf(other)]
    return [...new Set([...left.keys(), ...right.keys()])]
      .filter((name) => !sameContent(left.get(name), right.get(name)))
      .map((name) => prefix + name)
  }
  const { config: old, ...rest } = before
  const { config: next, ...others } = after
  return [...names(rest, others, ""), ...names(old, next, "config.")]
}

const nodeChanges = (before: Graph["nodes"], after: Graph["nodes"]): WorkflowDiff["nodes"] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((id): WorkflowDiff["nodes"] => {
    const [old, next] = [before[id], after[id]]
    if (old === undefined) return next === undefined ? [] : [{ id, change: "added", members: [], before: null, after: next }]
    if (next === undefined) return [{ id, change: "removed", members: [], before: old, after: null }]
    const members = differing(old, next)
    return members.length === 0 ? [] : [{ id, change: "changed", members, before: old, after: next }]
  })

/** Names an edge among those of its graph: a branch may come to one node for several reasons. */
const named = (edges: ReadonlyArray<GraphEdge>): ReadonlyMap<string, GraphEdge> => {
  const times = new Map<string, number>()
  return new Map(
    edges.map((edge) => {
      const name = spelled([edge.from, edge.to, edge.label ?? null])
      const time = times.get(name) ?? 0
      times.set(name, time + 1)
      return [`${name} ${time}`, edge]
    })
  )
}

const edgeChanges = (before: ReadonlyArray<GraphEdge>, after: ReadonlyArray<GraphEdge>): WorkflowDiff["edges"] => {
  const [old, next] = [named(before), named(after)]
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((name): WorkflowDiff["edges"] => {
    const [one, other] = [old.get(name), next.get(name)]
    if (one === undefined) return other === undefined ? [] : [{ change: "added", before: null, after: other }]
    if (other === undefined) return [{ change: "removed", before: one, after: null }]
    return sameContent(one, other) ? [] : [{ change: "changed", before: one, after: other }]
  })
}

/** Branches whose common edges are not tried in the same order. */
const reordered = (before: Graph, after: Graph): ReadonlyArray<string> => {
  const ways = new Map(linked(after).map(({ id, out }) => [id, out.map(({ edge }) => spelled(edge))]))
  return linked(before).flatMap(({ id, node, out }) => {
    if (node.type !== "branch") return []
    const old = out.map(({ edge }) => spelled(edge))
    const next = ways.get(id) ?? []
    return sameContent(
      old.filter((edge) => next.includes(edge)),
      next.filter((edge) => old.includes(edge))
    )
      ? []
      : [id]
  })
}

/** What leads from one version to another one. The order of nodes, and of edges but for those of branches, says nothing. */
export const diffOf = (before: StoredVersion, after: StoredVersion): WorkflowDiff => {
  const nodes = nodeChanges(before.graph.nodes, after.graph.nodes)
  const edges = edgeChanges(before.graph.edges, after.graph.edges)
  const other = reordered(before.graph, after.graph)
  return {
    object: "workflow_diff",
    from: before.id,
    to: after.id,
    same: nodes.length + edges.length + other.length === 0,
    nodes,
    edges,
    reordered: other
  }
}
