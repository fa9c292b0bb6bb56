import { Effect } from "effect"
import type { CheckType, StoredCheck } from "../../resources/checks/model.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import type { RecordVerdict } from "../checks/record-verdict.ts"
import type { Recording, RunEnd } from "../check-kinds/kind.ts"
import { CheckRegistry, recordJudges } from "../check-kinds/registry.ts"

/** A look at records of the organization, and what is left to be judged in the transaction that ends the run. */
export interface LookedUp {
  readonly type: CheckType
  readonly deciding: boolean
  readonly end: (end: RunEnd) => Recording<RecordVerdict | undefined>
}

/** Looks at the records that a session calls for, outside of any transaction: of every type that was not made, and of the one that is made again. */
export const lookUpRecords = Effect.fnUntraced(function* (
  session: StoredSession,
  made: ReadonlyArray<Pick<StoredCheck, "details" | "simulated" | "status" | "type">>,
  again: CheckType | null
) {
  const types = new Set(made.map(({ type }) => type))
  const looked: Array<LookedUp> = []
  for (const { deciding, look, type } of recordJudges(yield* CheckRegistry)) {
    if (types.has(type) && type !== again) continue
    const end = yield* look(session, made, type === again)
    if (end !== null) looked.push({ type, deciding, end })
  }
  return looked
})
