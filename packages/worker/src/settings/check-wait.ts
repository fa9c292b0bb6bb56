import { CheckWait } from "@vouchkit/core/resources/checks/check-wait"
import { Clock, Effect, Layer } from "effect"

/** How long a request waits for the checks it asked for, and how many wait at once in one process; more are answered at once. */
export const waitLimits = { millis: 10_000, waiting: 64 } as const
/** Most checks take a few hundred milliseconds: the first looks come soon, the later ones spare the database. */
const pauses = { first: 25, most: 400, growth: 1.6 } as const

/** Asks again and again on the clock; bounded in time, and in how many do so. */
export const checkWaitLayer = Layer.sync(CheckWait, () => {
  let waiting = 0
  const until = <A, E, R>(look: Effect.Effect<A | undefined, E, R>): Effect.Effect<A | undefined, E, R> =>
    Effect.gen(function* () {
      const ends = (yield* Clock.currentTimeMillis) + waitLimits.millis
      for (let pause: number = pauses.first; ; pause = Math.min(pauses.most, pause * pauses.growth)) {
        const found = yield* look
        const left = ends - (yield* Clock.currentTimeMillis)
        if (found !== undefined || left <= 0) return found
        yield* Effect.sleep(Math.min(pause, left))
      }
    })
  return {
    until: (look) =>
      Effect.suspend(() => {
        if (waiting >= waitLimits.waiting) return look
        waiting += 1
        return Effect.ensuring(
          until(look),
          Effect.sync(() => {
            waiting -= 1
          })
        )
      })
  }
})
