import { Context } from "effect"
import { type CollectionOf, shape } from "../../../kernel/storage/collection.ts"
import { days, minutes } from "../../../kernel/foundation/time.ts"

/** Bounds of a merge. What is more is refused before anything is written. */
export const mergeLimits = {
  sources: 10,
  /** Identities that one holds at most, itself not counted, over all merges that stand. */
  members: 100,
  /** Sessions, documents, cases, subjects, hits, blocklist entries and relationships that move in one transaction. */
  rows: 1_000,
  preview_ms: minutes(30),
  undo_ms: days(30)
} as const

/** A merge that was made, under the id by which it is undone. */
export interface StoredMerge {
  readonly id: string
  readonly version: number
  readonly target_id: string
  readonly source_ids: ReadonlyArray<string>
  /** How many merges lie below its target on the longest way. */
  readonly height: number
  readonly undo_until: string
  /** Until when its snapshot waits to be erased; null once it is gone. */
  readonly snapshot_until: string | null
  readonly undone_at: string | null
  /** What undoing needs, encrypted for this id. Null once the merge was undone or can no longer be. */
  readonly sealed_snapshot: string | null
  readonly created_at: string
  readonly updated_at: string
}
export const identityMerges = shape<StoredMerge>()({
  table: "identity_merges",
  columns: {
    target_id: { type: "text" },
    undone_at: { type: "text" },
    snapshot_until: { type: "text" },
    created_at: { type: "text" }
  }
})
export class MergeStore extends Context.Service<MergeStore, CollectionOf<typeof identityMerges>>()(
  "@vouchkit/core/identities/MergeStore"
) {}

/** Two identities of which someone said that they are not one. */
interface StoredApart {
  readonly id: string
  readonly version: number
  readonly identity_ids: ReadonlyArray<string>
  readonly created_at: string
  readonly updated_at: string
}
export const identitiesApart = shape<StoredApart>()({
  table: "identities_apart",
  columns: { identity_ids: { type: "list" }, created_at: { type: "text" } }
})
export class ApartStore extends Context.Service<ApartStore, CollectionOf<typeof identitiesApart>>()(
  "@vouchkit/core/identities/ApartStore"
) {}
