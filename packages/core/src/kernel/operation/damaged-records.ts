import { Effect } from "effect"
import { record } from "../audit/log.ts"
import { Conflict, type Failure } from "../foundation/failure.ts"
import { UnitOfWork } from "../storage/unit-of-work.ts"
import { DamagedRecord } from "../storage/vault.ts"

const refuse = Effect.fnUntraced(function* ({ action, target }: DamagedRecord) {
  const { transaction } = yield* UnitOfWork
  yield* Effect.logError("what is encrypted of a record does not open", target)
  yield* transaction(record({ action, target, changes: [], outcome: "failed" }))
  return yield* new Conflict({
    code: "value_damaged" as const,
    detail: `What is encrypted of ${target.id} was changed outside of the service and does not open. Restore the record from a backup, or erase what it belongs to.`,
    context: { target }
  })
})

/**
 * Says so where a record does not open, to the caller and in the audit log. That is in a transaction of its own, because the one of the operation has
 * failed and took everything along.
 */
export const refusingDamaged = <A>(answer: Effect.Effect<A, Failure, any>): Effect.Effect<A, Failure, any> =>
  Effect.catchTag(answer, "StorageUnavailable", (failure): Effect.Effect<A, Failure, any> => {
    const { cause } = failure
    return cause instanceof DamagedRecord ? refuse(cause) : Effect.fail(failure)
  })
