import { Effect } from "effect"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import type { Condition } from "../../kernel/storage/collection.ts"
import { announceIdentity, settled } from "../../resources/identities/change.ts"
import { type identities, IdentityStore } from "../../resources/identities/model.ts"
import { nextNotice, noticeDays, withNotice } from "../../resources/identities/reverification.ts"

/** What a timer looks for: identities whose assurance ends soon. */
export const dueForReverification = (instant: string): ReadonlyArray<Condition<keyof typeof identities.columns>> => [
  { field: "reverification_at", op: "lte", value: instant }
]

/**
 * Announces that the person of an identity is due to be verified again, once for each notice however often it is tried: the notices that were given
 * stand on the identity, and are written with the event. Part of a transaction.
 */
export const announceReverificationIfDue = Effect.fnUntraced(function* (id: string) {
  const store = yield* IdentityStore
  const found = yield* store.lock(id)
  const at = yield* tenantNow
  if (found === undefined) return
  let row = found
  for (const _ of noticeDays) {
    const notice = nextNotice(row)
    if (notice === null || notice.at > at) break
    const { days, valid_until } = notice
    const noticed = settled({ ...row, reverification_notices: withNotice(row, notice) })
    row = yield* announceIdentity(noticed, "identity.reverification-due", { threshold_days: days, valid_until })
  }
  // Nothing about the identity changes by this, so that `updated_at` stays.
  if (row !== found) yield* store.save(row)
})
