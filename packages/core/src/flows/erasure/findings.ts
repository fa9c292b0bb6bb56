import { Effect } from "effect"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { FindingStore } from "../../resources/audit-findings/model.ts"
import { forEvery } from "./every.ts"

/** Erases what people wrote about findings of the quality audit; that there was a finding stays, since it names no one who is verified. */
export const eraseFindingWords = Effect.fnUntraced(function* (about: "session_id" | "case_id" | "check_id", id: string) {
  const store = yield* FindingStore
  const at = yield* tenantNow
  return yield* forEvery(store, [{ field: about, op: "eq", value: id }], (found) =>
    Effect.gen(function* () {
      const row = yield* store.lock(found.id)
      if (row === undefined || row.sealed_words === null) return
      yield* store.save({ ...row, sealed_words: null, updated_at: at })
    })
  )
})
