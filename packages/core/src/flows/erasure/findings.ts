import { Effect } from "effect"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { FindingStore } from "../../resources/audit-findings/model.ts"
import { atOneTime, lockEvery } from "./every.ts"

type About = "session_id" | "case_id" | "check_id"

/** Erases what people wrote about findings of the quality audit; that there was a finding stays, since it names no one who is verified. */
export const eraseFindingWords = Effect.fnUntraced(function* (about: Partial<Record<About, ReadonlyArray<string>>>) {
  const store = yield* FindingStore
  const at = yield* tenantNow
  const named = (field: About) => {
    const values = about[field] ?? []
    return values.length === 0 ? Effect.succeed([]) : lockEvery(store, [{ field, op: "in", values }])
  }
  const found = yield* Effect.all([named("session_id"), named("case_id"), named("check_id")], atOneTime)
  // One finding may speak of the session, of its case and of a check of it.
  for (const row of new Map(found.flat().map((each) => [each.id, each])).values()) {
    if (row.sealed_words !== null) yield* store.save({ ...row, sealed_words: null, updated_at: at })
  }
})
