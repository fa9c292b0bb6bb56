import { Effect } from "effect"
import { after, days, now } from "../../kernel/foundation/time.ts"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"
import type { Condition } from "../../kernel/storage/collection.ts"
import { ApiKeyStore, type apiKeys, type StoredApiKey } from "../../kernel/authentication/api-keys.ts"
import { announceKey } from "./key-changes.ts"
import type { Problem } from "../../kernel/foundation/failure.ts"

/** How long before its end a key is announced to expire. */
export const expiryWarning = days(14)

/** What a timer sweeps for: keys in use that end within the warning period and were not announced yet. */
export const expiringAt = (instant: string): ReadonlyArray<Condition<keyof typeof apiKeys.columns>> => [
  { field: "expires_at", op: "lte", value: after(instant, expiryWarning) },
  { field: "expires_at", op: "gt", value: instant },
  { field: "revoked_at", op: "is_null" },
  { field: "expiry_announced_at", op: "is_null" }
]

/** Whether the end of a key lies ahead and near enough to be announced. */
const isExpiring = ({ expires_at, revoked_at }: Pick<StoredApiKey, "expires_at" | "revoked_at">, instant: string): boolean =>
  revoked_at === null && expires_at !== null && expires_at > instant && expires_at <= after(instant, expiryWarning)

/** Announces once that a key of the tenant expires soon; does nothing when that was done meanwhile or is no longer so. */
export const announceExpiring = Effect.fnUntraced(function* ({ id }: { readonly id: string }) {
  const { transaction } = yield* UnitOfWork
  const store = yield* ApiKeyStore
  yield* transaction(
    Effect.gen(function* () {
      const key = yield* store.lock(id)
      const instant = yield* now
      if (key === undefined || key.expiry_announced_at !== null || !isExpiring(key, instant)) return
      const counted: StoredApiKey = { ...key, sequence: key.sequence + 1, expiry_announced_at: instant }
      yield* announceKey(counted, "api-key.expiring", {})
      yield* store.save(counted)
    })
  )
})

/** The problem of an end that has passed already. */
export const pastExpiry = (expires_at: string | null | undefined, instant: string, advice: string): ReadonlyArray<Problem> =>
  expires_at === undefined || expires_at === null || expires_at > instant
    ? []
    : [{ loc: ["body", "expires_at"], code: "in_the_past", message: `must be in the future. ${advice}` }]
