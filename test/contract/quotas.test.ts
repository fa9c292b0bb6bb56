import { afterAll, describe, expect, test } from "bun:test"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import { Quotas, type QuotaWindow } from "@vouchkit/core/kernel/quota/quota"
import { Clock, Effect, Layer, ManagedRuntime } from "effect"
import { TestClock } from "effect/testing"
import { freshDatabase } from "../support/postgres.ts"

const connect = await freshDatabase()
const adapters = { memory: Memory.layer, postgres: Postgres.layer({ connect, maximumConnections: 8 }) }

for (const [adapter, layer] of Object.entries(adapters)) {
  describe(`quotas in ${adapter}`, () => {
    const runtime = ManagedRuntime.make(Layer.mergeAll(layer, TestClock.layer()))
    afterAll(() => runtime.dispose())
    let named = 0
    const window = (limit: number): QuotaWindow => ({ policy: "test", subject: `${adapter}-${++named}`, limit, window_seconds: 60 })
    const take = (of: QuotaWindow, counting: "leased" | "sliding") =>
      runtime.runPromise(Effect.flatMap(Quotas, (quotas) => quotas.take(of, counting)))

    for (const counting of ["leased", "sliding"] as const) {
      for (const limit of [1, 3, 40, 120]) {
        test(`${counting}: of ${limit} allowed exactly ${limit} pass, and the rest learn when to come back`, async () => {
          const own = window(limit)
          const readings = await Promise.all(Array.from({ length: limit + 15 }, () => take(own, counting)))
          expect(readings.filter(({ allowed }) => allowed)).toHaveLength(limit)
          for (const reading of readings) {
            expect(reading.limit).toBe(limit)
            expect(reading.remaining).toBeGreaterThanOrEqual(0)
            expect(reading.reset_seconds).toBeGreaterThan(0)
            expect(reading.reset_seconds).toBeLessThanOrEqual(60)
          }
        })
      }

      test(`${counting}: the next window starts anew`, async () => {
        const own = window(2)
        const outcome = await runtime.runPromise(
          Effect.gen(function* () {
            const quotas = yield* Quotas
            const results: Array<boolean> = []
            for (let turn = 0; turn < 3; turn += 1) results.push((yield* quotas.take(own, counting)).allowed)
            yield* TestClock.adjust("60 seconds")
            results.push((yield* quotas.take(own, counting)).allowed)
            return results
          })
        )
        expect(outcome).toEqual([true, true, false, true])
      })
    }

    test("sliding: around the end of a minute no more pass than within one, and each comes back when its own minute is over", async () => {
      const own = window(3)
      const readings = await runtime.runPromise(
        Effect.gen(function* () {
          const quotas = yield* Quotas
          const take = quotas.take(own, "sliding")
          // The tests before left the clock anywhere within a minute.
          const millis = yield* Clock.currentTimeMillis
          yield* TestClock.adjust(`${119_000 - (millis % 60_000)} millis`)
          const first = yield* take
          yield* TestClock.adjust("500 millis")
          yield* take
          yield* take
          yield* TestClock.adjust("2 seconds")
          const refused = yield* take
          yield* TestClock.adjust("57500 millis")
          const again = yield* take
          const full = yield* take
          yield* TestClock.adjust("500 millis")
          return { first, refused, again, full, later: [yield* take, yield* take, yield* take].map(({ allowed }) => allowed) }
        })
      )
      expect(readings.first).toMatchObject({ allowed: true, remaining: 2, reset_seconds: 60 })
      expect(readings.refused).toMatchObject({ allowed: false, remaining: 0, reset_seconds: 58 })
      expect(readings.again).toMatchObject({ allowed: true, remaining: 0 })
      expect(readings.full.allowed).toBe(false)
      expect(readings.later).toEqual([true, true, false])
    })

    test("reading takes nothing", async () => {
      const own = window(5)
      await take(own, "sliding")
      for (let turn = 0; turn < 3; turn += 1) {
        expect((await runtime.runPromise(Effect.flatMap(Quotas, (quotas) => quotas.peek(own, "sliding")))).remaining).toBe(4)
      }
    })
  })
}

test("two processes over one database never let more through than the limit", async () => {
  // Their clock stands still, so that no window ends while they count.
  const processes = [0, 1].map(() =>
    ManagedRuntime.make(Layer.mergeAll(Postgres.layer({ connect, maximumConnections: 4 }), TestClock.layer()))
  )
  for (const counting of ["leased", "sliding"] as const) {
    const own: QuotaWindow = { policy: "shared", subject: counting, limit: 50, window_seconds: 86_400 }
    const readings = await Promise.all(
      Array.from({ length: 140 }, (_, index) => {
        const runtime = processes[index % 2]
        return runtime?.runPromise(Effect.flatMap(Quotas, (quotas) => quotas.take(own, counting)))
      })
    )
    const allowed = readings.filter((reading) => reading?.allowed === true).length
    expect(allowed).toBeLessThanOrEqual(50)
    expect(allowed).toBeGreaterThanOrEqual(counting === "sliding" ? 50 : 45)
  }
  await Promise.all(processes.map((runtime) => runtime.dispose()))
})
