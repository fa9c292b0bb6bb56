import { Effect } from "effect"
import { edgeLimits, type EdgeQuery, RelationshipEdges } from "../../../resources/identities/relationships/edges.ts"
import type { StoredRelationship } from "../../../resources/identities/relationships/model.ts"

/** Most relationships of one graph. */
export const mostEdges = edgeLimits.at_once

interface Walk extends Omit<EdgeQuery, "identity_ids"> {
  readonly start_ids: ReadonlyArray<string>
  readonly depth: number
  readonly max_nodes: number
}

/**
 * Follows relationships from identity to identity, breadth first: one read for each depth, and one for what the identities of the last depth have
 * among themselves. Whatever was left out, because an identity has too many or the graph is full, makes it truncated.
 */
export const walk = Effect.fnUntraced(function* ({ depth, max_nodes, start_ids, ...sides }: Walk) {
  const read = (yield* RelationshipEdges).of
  const starts = start_ids.slice(0, max_nodes)
  const depths = new Map(starts.map((id) => [id, 0]))
  const edges = new Map<string, StoredRelationship>()
  let truncated = starts.length < start_ids.length
  let frontier = starts
  for (let level = 0; level <= depth && frontier.length > 0; level += 1) {
    const found = yield* read({ ...sides, identity_ids: frontier })
    if (!found.complete) truncated = true
    const next: Array<string> = []
    for (const id of level === depth ? [] : found.edges.flatMap(({ from_id, to_id }) => [from_id, to_id])) {
      if (depths.has(id)) continue
      if (depths.size >= max_nodes) {
        truncated = true
        break
      }
      depths.set(id, level + 1)
      next.push(id)
    }
    for (const edge of found.edges) {
      if (!depths.has(edge.from_id) || !depths.has(edge.to_id) || edges.has(edge.id)) continue
      if (edges.size >= mostEdges) {
        truncated = true
        break
      }
      edges.set(edge.id, edge)
    }
    frontier = next
  }
  return { depths, edges: [...edges.values()], truncated }
})
