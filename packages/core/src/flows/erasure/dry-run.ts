import { Data, Effect, Schema } from "effect"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"

/** Whether an erasure is only tried: what it would erase is counted, and nothing changes. */
export const dryRun = Schema.optionalKey(Schema.Boolean.annotate({ description: "True only counts what would be erased. Default: false" }))

class Tried<A> extends Data.TaggedError("Tried")<{ readonly outcome: A }> {}

/** Does something and undoes it, within the open transaction: what it comes to is exactly what it would have come to. */
export const tried = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const { transaction } = yield* UnitOfWork
  return yield* transaction(Effect.flatMap(effect, (outcome) => Effect.fail(new Tried({ outcome })))).pipe(
    Effect.catchIf(
      (failure): failure is Tried<A> => failure instanceof Tried,
      ({ outcome }) => Effect.succeed(outcome)
    )
  )
})
