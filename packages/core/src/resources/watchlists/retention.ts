import { Effect } from "effect"
import { after, now } from "../../kernel/foundation/time.ts"
import { CustomerListEditions, retiredEntriesMs } from "./editions/list-editions.ts"

/** Portions of one run; what is left is erased by the next. */
const portions = 20

/** Erases the entries of watchlists that were archived more than 30 days ago, for all tenants, and answers how many. */
export const eraseArchivedEntries = Effect.gen(function* () {
  const store = yield* CustomerListEditions
  const until = after(yield* now, -retiredEntriesMs)
  let erased = 0
  for (let portion = 0; portion < portions; portion += 1) {
    const some = yield* store.eraseRetired(until)
    erased += some
    if (some === 0) break
  }
  return erased
})
