import { expect, test } from "bun:test"
import { missingOf } from "@vouchkit/http/health"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"

const run = <A>(effect: Effect.Effect<A>) => Effect.runPromise(Effect.provide(effect, TestClock.layer()))

test("nothing is missing when every check passes", async () => {
  expect(await run(missingOf([{ name: "database", check: Effect.succeed(true) }]))).toEqual([])
})

test("what fails, dies or says no is named, in order, and hides nothing else", async () => {
  const checks = [
    { name: "database", check: Effect.fail("down") },
    { name: "migrations", check: Effect.succeed(false) },
    { name: "queue", check: Effect.succeed(true) },
    { name: "object_store", check: Effect.die(new Error("no disk")) }
  ]
  expect(await run(missingOf(checks))).toEqual(["database", "migrations", "object_store"])
})

test("a check that does not answer within two seconds counts as missing, and all are asked together", () =>
  run(
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(
        missingOf([
          { name: "database", check: Effect.never },
          { name: "queue", check: Effect.never },
          { name: "object_store", check: Effect.as(Effect.sleep("1 second"), true) }
        ])
      )
      yield* TestClock.adjust("1900 millis")
      expect(fiber.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust("200 millis")
      expect(yield* Fiber.join(fiber)).toEqual(["database", "queue"])
    })
  ))
