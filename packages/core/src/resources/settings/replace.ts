import { Effect } from "effect"
import { type AuditNote, note } from "../../kernel/audit/log.ts"
import { now } from "../../kernel/foundation/time.ts"
import { Conflict } from "../../kernel/foundation/failure.ts"
import type { Collection } from "../../kernel/storage/collection.ts"

/** A named setting of a tenant; its id is its name. */
export interface Setting<Id extends string, Policy extends object> {
  readonly id: Id
  readonly version: number
  readonly policy: Policy
  readonly created_at: string
  readonly updated_at: string
}

/** Top-level members that differ between two layers; a policy holds nothing personal, so that values are told. */
const differences = (before: object | null, policy: object): AuditNote["changes"] => {
  const [old, next] = [new Map(Object.entries(before ?? {})), new Map(Object.entries(policy))]
  return [...new Set([...old.keys(), ...next.keys()])]
    .sort()
    .filter((name) => JSON.stringify(old.get(name)) !== JSON.stringify(next.get(name)))
    .map((name) => ({ path: `policy.${name}`, from: old.get(name) ?? null, to: next.get(name) ?? null }))
}

const stale = (current: number) =>
  new Conflict({
    code: "stale_object",
    detail: "Someone else replaced the policy in the meantime. Read it again and send your change with its version.",
    context: { current_version: current }
  })

/**
 * Replaces a whole stored setting within the running transaction, and notes what changed for its audit entry. `version` is the one that must
 * stand there, 0 for none; without it whatever stands there is replaced.
 */
export const replaceSetting = Effect.fnUntraced(function* <Id extends string, Policy extends object>(
  store: Pick<Collection<Setting<Id, Policy>>, "lock" | "save" | "insertIfAbsent">,
  { id, policy, version }: { readonly id: Id; readonly policy: Policy; readonly version?: number | undefined }
) {
  const instant = yield* now
  const before = yield* store.lock(id)
  if (version !== undefined && version !== (before?.version ?? 0)) return yield* stale(before?.version ?? 0)
  yield* note({ type: "settings", id }, differences(before?.policy ?? null, policy))
  if (before !== undefined) return yield* store.save({ ...before, policy, updated_at: instant })
  const first: Setting<Id, Policy> = { id, version: 1, policy, created_at: instant, updated_at: instant }
  // Before the first policy is stored there is nothing to lock: of two that come at once, one is told that the other was first.
  return (yield* store.insertIfAbsent(first)) ? first : yield* stale(1)
})
