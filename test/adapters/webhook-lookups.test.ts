import { expect, test } from "bun:test"
import { makeLookups } from "@vouchkit/adapters/webhook-sender/lookups"
import { judgeTarget } from "@vouchkit/core/resources/webhooks/targets/target"
import { Effect, Fiber, Result } from "effect"
import { TestClock } from "effect/testing"

const targetOf = (name: string) => Result.getOrThrow(judgeTarget(`https://${name}/hook`))
const dead = Array.from({ length: 6 }, (_, index) => targetOf(`silent-${index}.example.com`))
const sound = targetOf("answers.example.com")

/** Names of which some never answer, and what was asked and given up. */
const names = () => {
  const asked: Array<string> = []
  const cancelled: Array<string> = []
  const lookups = makeLookups((name, signal) => {
    asked.push(name)
    if (!name.startsWith("silent")) return Promise.resolve(["2000::1"])
    return new Promise((_, reject) => {
      signal.addEventListener("abort", () => {
        cancelled.push(name)
        reject(new Error("cancelled"))
      })
    })
  })
  return { asked, cancelled, lookups }
}
const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.runPromise(Effect.provide(effect, TestClock.layer()))
const outcome = <A, E>(effect: Effect.Effect<A, E>) => Effect.result(effect)
/** Lets everything run that waits for no clock. */
const settled = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

test("an organization waits for few silent names at once, and every other organization for none of them", () =>
  run(
    Effect.gen(function* () {
      const { asked, lookups } = names()
      const attempts = yield* Effect.forEach(
        Array.from({ length: 60 }, (_, index) => dead[index % dead.length] ?? sound),
        (target) => Effect.forkChild(outcome(lookups(target, "org_slow")))
      )
      yield* settled
      expect(asked).toEqual(dead.slice(0, 4).map(({ hostname }) => hostname))
      expect(yield* lookups(sound, "org_other")).toEqual(["2000::1"])
      yield* TestClock.adjust(5_000)
      const ended = yield* Effect.forEach(attempts, Fiber.join)
      const codes = ended.map((one) =>
        Result.isFailure(one) ? (typeof one.failure === "string" ? one.failure : one.failure.code) : "found"
      )
      expect(codes.filter((code) => code === "dns").length).toBe(4)
      expect(codes.filter((code) => code === "receiver_busy").length).toBe(56)
    })
  ))

test("a silent name is given up with its question, is not asked again for a while, and is asked after it", () =>
  run(
    Effect.gen(function* () {
      const { asked, cancelled, lookups } = names()
      const [silent = sound] = dead
      const first = yield* Effect.forkChild(outcome(lookups(silent, "org_slow")))
      yield* settled
      yield* TestClock.adjust(5_000)
      yield* Fiber.join(first)
      expect([asked.length, cancelled.length]).toEqual([1, 1])
      expect(yield* outcome(lookups(silent, "org_other"))).toEqual(Result.fail("dns"))
      expect(asked.length).toBe(1)
      yield* TestClock.adjust(30_000)
      yield* Effect.forkChild(outcome(lookups(silent, "org_other")))
      yield* settled
      expect(asked.length).toBe(2)
    })
  ))

test("names that answered lately are looked up without a limit, each time anew", () =>
  run(
    Effect.gen(function* () {
      const { asked, lookups } = names()
      yield* lookups(sound, "org_busy")
      const answers = yield* Effect.all(
        Array.from({ length: 50 }, () => lookups(sound, "org_busy")),
        { concurrency: "unbounded" }
      )
      expect([answers.length, asked.length]).toEqual([50, 51])
    })
  ))
