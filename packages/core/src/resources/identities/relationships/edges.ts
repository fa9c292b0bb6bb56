import { Context, type Effect } from "effect"
import type { Tenant } from "../../../kernel/access/caller.ts"
import type { StorageUnavailable } from "../../../kernel/foundation/failure.ts"
import type { StoredRelationship } from "./model.ts"
import type { liveStatuses } from "./status.ts"

/** Most relationships that are read of one identity and side, and at once. */
export const edgeLimits = { of_one: 100, at_once: 2_000 } as const

export interface EdgeQuery {
  readonly identity_ids: ReadonlyArray<string>
  /** Types of relationships that lead away from these identities: null for all, empty for none. */
  readonly leaving: ReadonlyArray<string> | null
  /** Types of those that lead to them. */
  readonly arriving: ReadonlyArray<string> | null
  readonly statuses: ReadonlyArray<(typeof liveStatuses)[number]>
}

/**
 * The relationships of many identities in one read. However many an identity has, no more than the limits are read; those that are left out are the
 * last by type and time.
 */
export class RelationshipEdges extends Context.Service<
  RelationshipEdges,
  {
    /** Ordered by id, each once; not complete where there were more. */
    readonly of: (
      query: EdgeQuery
    ) => Effect.Effect<{ readonly edges: ReadonlyArray<StoredRelationship>; readonly complete: boolean }, StorageUnavailable, Tenant>
  }
>()("@vouchkit/core/identities/RelationshipEdges") {}

/** The relationships that were read, side by side: a list is over-full where it has one more than it may. */
export const edgesRead = (sides: ReadonlyArray<ReadonlyArray<StoredRelationship>>) => {
  const kept = sides.flatMap((rows) => rows.slice(0, edgeLimits.of_one))
  const distinct = [...new Map(kept.map((row) => [row.id, row])).values()]
  return {
    edges: distinct.slice(0, edgeLimits.at_once).toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    complete: distinct.length <= edgeLimits.at_once && sides.every((rows) => rows.length <= edgeLimits.of_one)
  }
}
