import { Context, Effect, Exit } from "effect"

/** How what a preparation put away is taken back, first things first; null where nothing is being prepared. */
const Leftovers = Context.Reference<Array<Effect.Effect<void>> | null>("@vouchkit/core/operation/Leftovers", {
  defaultValue: () => null
})

/** Says how to take back what a preparation put outside the database, for the case that its transaction commits nothing. Failures of `undo` are ignored. */
export const undoneUnlessCommitted = <E, R>(undo: Effect.Effect<void, E, R>): Effect.Effect<void, never, R> =>
  Effect.contextWith((context: Context.Context<R>) =>
    Effect.sync(() => void Context.get(context, Leftovers)?.push(Effect.ignore(Effect.provideContext(undo, context))))
  )

/**
 * Prepares, then commits with what was prepared. When either fails or is interrupted, or nothing that is `wanted` was committed, everything that
 * the preparation put away is taken back.
 */
export const preparedThen = <P, A, E, E2, R, R2>(
  prepare: Effect.Effect<P, E, R>,
  commit: (prepared: P) => Effect.Effect<A, E2, R2>,
  wanted: (committed: A) => boolean
): Effect.Effect<A, E | E2, R | R2> =>
  Effect.suspend(() => {
    const undo: Array<Effect.Effect<void>> = []
    return Effect.onExit(Effect.flatMap(Effect.provideService(prepare, Leftovers, undo), commit), (exit) =>
      Exit.isSuccess(exit) && wanted(exit.value) ? Effect.void : Effect.forEach(undo, (each) => each, { discard: true })
    )
  })
