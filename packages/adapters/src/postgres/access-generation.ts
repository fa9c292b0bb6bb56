import type { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { Clock, Context, Duration, Effect, Layer, Schedule } from "effect"
import { Database } from "./database.ts"

/** What was remembered counts as long as the generation it was read under was confirmed this recently: a change takes at most this long. */
const confirmedForMillis = 800
const confirmEveryMillis = 400

/**
 * A number that grows with every change of a key, an organization or a sandbox clock, in commit order. What a process remembers of them is
 * tagged with the generation it was read under, and holds for no other.
 */
export class AccessGeneration extends Context.Service<
  AccessGeneration,
  {
    /** The generation, if it was confirmed recently enough at this moment (milliseconds since 1970). */
    readonly fresh: (now_ms: number) => number | undefined
    /** The generation, asked of the database unless it was just confirmed. */
    readonly confirmed: Effect.Effect<number, StorageUnavailable>
    /** Forgets the confirmation: this process itself has just changed something. */
    readonly distrust: () => void
  }
>()("@vouchkit/adapters/postgres/AccessGeneration") {
  static readonly layer = Layer.effect(this)(
    Effect.gen(function* () {
      const database = yield* Database
      let generation = -1
      let confirmedAt = Number.NEGATIVE_INFINITY
      let distrusted = 0
      let usedSinceConfirmed = false

      const confirm = Effect.gen(function* () {
        const startedAt = yield* Clock.currentTimeMillis
        const before = distrusted
        const [row] = yield* database.query(() => "select generation::float8 as generation from access_generation")
        const found: number = row?.generation ?? -1
        // An answer that was overtaken says nothing about the present.
        if (before === distrusted && startedAt >= confirmedAt) {
          generation = found
          confirmedAt = startedAt
          usedSinceConfirmed = false
        }
        return found
      })
      const fresh = (now_ms: number): number | undefined => {
        usedSinceConfirmed = true
        return now_ms - confirmedAt > confirmedForMillis ? undefined : generation
      }

      // In the background while there is traffic, so that requests need not wait for it.
      const keepConfirmed = Effect.suspend(() => (usedSinceConfirmed ? Effect.ignore(confirm) : Effect.void))
      yield* Effect.forkScoped(Effect.repeat(keepConfirmed, Schedule.spaced(Duration.millis(confirmEveryMillis))))

      return {
        fresh,
        confirmed: Effect.flatMap(Clock.currentTimeMillis, (now_ms) => {
          const known = fresh(now_ms)
          return known === undefined ? confirm : Effect.succeed(known)
        }),
        distrust: () => {
          distrusted += 1
          confirmedAt = Number.NEGATIVE_INFINITY
        }
      }
    })
  )
}
