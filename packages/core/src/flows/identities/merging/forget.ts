import { Effect } from "effect"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import type { Condition } from "../../../kernel/storage/collection.ts"
import { type identityMerges, MergeStore } from "../../../resources/identities/merging/model.ts"

/** Which snapshots a timer has to erase at this moment. */
export const endedSnapshots = (at: string): ReadonlyArray<Condition<keyof typeof identityMerges.columns>> => [
  { field: "snapshot_until", op: "lte", value: at }
]

/** Erases what undoing a merge would have needed: it can no longer be undone. Runs in a transaction. */
export const forgetSnapshot = Effect.fnUntraced(function* (id: string) {
  const store = yield* MergeStore
  const merge = yield* store.lock(id)
  const at = yield* tenantNow
  if (merge === undefined || merge.snapshot_until === null || merge.snapshot_until > at) return
  yield* store.save({ ...merge, sealed_snapshot: null, snapshot_until: null, updated_at: at })
})
