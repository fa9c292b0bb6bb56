import { expect, test } from "bun:test"
import { CheckWait } from "@vouchkit/core/resources/checks/check-wait"
import { checkWaitLayer, waitLimits } from "@vouchkit/worker/settings/check-wait"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"

const within = <A, E>(effect: Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(effect.pipe(Effect.provide(Layer.merge(checkWaitLayer, TestClock.layer()))))

/** An answer that is there once the test says so, and how often it was asked for. */
const something = () => {
  const state = { answer: undefined as string | undefined, looks: 0 }
  const look = Effect.sync(() => {
    state.looks += 1
    return state.answer
  })
  return { state, look }
}

test("what is there at once is answered at once, and what comes meanwhile when it is there", () =>
  within(
    Effect.gen(function* () {
      const { until } = yield* CheckWait
      const { look, state } = something()
      const fiber = yield* Effect.forkChild(until(look))
      yield* TestClock.adjust("3 seconds")
      state.answer = "made"
      yield* TestClock.adjust("1 second")
      expect(yield* Fiber.join(fiber)).toBe("made")
      const looks = state.looks
      expect(yield* until(look)).toBe("made")
      expect(state.looks).toBe(looks + 1)
    })
  ))

test("timeout ends after ten seconds, and asks less than sixty times until then", () =>
  within(
    Effect.gen(function* () {
      const { until } = yield* CheckWait
      const { look, state } = something()
      const fiber = yield* Effect.forkChild(until(look))
      yield* TestClock.adjust(waitLimits.millis - 1)
      expect(fiber.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust(1)
      expect(yield* Fiber.join(fiber)).toBeUndefined()
      expect(state.looks).toBeLessThan(60)
    })
  ))

test("only so many requests of a process wait at once; the next is answered at once, and whoever gives up makes room", () =>
  within(
    Effect.gen(function* () {
      const { until } = yield* CheckWait
      const { look } = something()
      const fibers = yield* Effect.forEach(Array.from({ length: waitLimits.waiting }), () => Effect.forkChild(until(look)))
      yield* TestClock.adjust(1)
      expect(yield* until(look)).toBeUndefined()
      yield* Fiber.interruptAll(fibers)
      const waits = yield* Effect.forkChild(until(look))
      yield* TestClock.adjust(1)
      expect(waits.pollUnsafe()).toBeUndefined()
    })
  ))
