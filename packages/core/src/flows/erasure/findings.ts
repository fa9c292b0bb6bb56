import { Effect } from "effect"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { FindingStore } from "../../resources/audit-findings/model.ts"
import { forEveryLocked } from "./every.ts"

/** Erases what people wrote about findings of the quality audit; that there was a finding stays, since it names no one who is verified. */
export const eraseFindingWords = Effect.fnUntraced(function* (about: "session_id" | "case_id" | "check_id", ids: ReadonlyArray<string>) {
  if (ids.length === 0) return 0
  const store = yield* FindingStore
  const at = yield* tenantNow
  return yield* forEveryLocked(store, [{ field: about, op: "in", values: ids }], (row) =>
    row.sealed_words === null ? Effect.void : store.save({ ...row, sealed_words: null, updated_at: at })
  )
})
