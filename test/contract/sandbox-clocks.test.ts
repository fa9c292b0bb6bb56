import { afterAll, describe, expect, test } from "bun:test"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { farthestSeconds, longestMoveSeconds, SandboxClocks } from "@vouchkit/core/kernel/tenancy/tenant-clock"
import { Effect, Layer, ManagedRuntime } from "effect"
import { TestClock } from "effect/testing"
import { freshDatabase } from "../support/postgres.ts"
import { as } from "../support/tenants.ts"

const at = "2026-01-01T00:00:00.000Z"
const adapters = {
  memory: async () => ManagedRuntime.make(Memory.layer),
  postgres: async () => ManagedRuntime.make(Postgres.layer({ connect: await freshDatabase(), maximumConnections: 8 }))
}
type Runtime = Awaited<ReturnType<(typeof adapters)["memory"]>>

const advance = (seconds: number) => Effect.flatMap(SandboxClocks, (clocks) => clocks.advance(seconds, at))
const clocksOf = (runtime: Runtime) => ({
  advance: (organization: string, seconds: number) => runtime.runPromise(as({ organization, environment: "sandbox" })(advance(seconds))),
  find: (organization: string) => runtime.runPromise(Effect.flatMap(SandboxClocks, (clocks) => clocks.find(organization))),
  advanced: (after: string, limit = 100) => runtime.runPromise(Effect.flatMap(SandboxClocks, (clocks) => clocks.advanced({ after, limit })))
})

for (const [adapter, make] of Object.entries(adapters)) {
  describe(`sandbox clocks in ${adapter}`, async () => {
    const runtime = (await make()) as Runtime
    afterAll(() => runtime.dispose())
    const { advance: move, advanced, find } = clocksOf(runtime)

    test("a clock that was never moved is not ahead, and is none of those that were", async () => {
      expect(await find("org_never")).toBe(0)
      expect((await advanced("")).map(({ organization }) => organization)).not.toContain("org_never")
    })

    test("moves add up, and whoever moved a clock sees it at once", async () => {
      expect(await find("org_acme")).toBe(0)
      expect(await move("org_acme", 60)).toBe(60)
      expect(await find("org_acme")).toBe(60)
      expect(await move("org_acme", 3_600)).toBe(3_660)
      expect(await find("org_acme")).toBe(3_660)
    })

    test("a move leaves every other organization's clock where it was", async () => {
      expect(await find("org_other")).toBe(0)
      const before = await move("org_still", 60)
      await move("org_other", 5)
      expect([await find("org_still"), await find("org_other")]).toEqual([before ?? 0, 5])
    })

    test("of moves at the same time each counts", async () => {
      await Promise.all(Array.from({ length: 20 }, () => move("org_busy", 7)))
      expect(await find("org_busy")).toBe(140)
    })

    test("a clock reaches its end and no farther", async () => {
      for (let ahead = 0; ahead + longestMoveSeconds <= farthestSeconds; ahead += longestMoveSeconds)
        await move("org_far", longestMoveSeconds)
      expect(await find("org_far")).toBe(farthestSeconds)
      expect(await move("org_far", 1)).toBeUndefined()
      expect(await find("org_far")).toBe(farthestSeconds)
    })

    test("a move whose transaction fails has not happened", async () => {
      const failing = Effect.flatMap(UnitOfWork, ({ transaction }) => transaction(Effect.andThen(advance(9), Effect.fail("no"))))
      await runtime.runPromiseExit(as({ organization: "org_undone", environment: "sandbox" })(failing))
      expect(await find("org_undone")).toBe(0)
      expect((await advanced("")).map(({ organization }) => organization)).not.toContain("org_undone")
    })

    test("the clocks that were moved are listed by organization, page by page", async () => {
      // Behind all others by name, so that the list after this one begins with them.
      for (const [place, name] of ["org_zz_d", "org_zz_a", "org_zz_c", "org_zz_b"].entries()) await move(name, 60 * (place + 1))
      const all = await advanced("org_zz")
      expect(all.map(({ organization }) => organization)).toEqual(["org_zz_a", "org_zz_b", "org_zz_c", "org_zz_d"])
      expect(all[0]).toEqual({ organization: "org_zz_a", ahead_seconds: 120 })
      const paged = [...(await advanced("org_zz", 3)), ...(await advanced("org_zz_c", 3))]
      expect(paged).toEqual([...all])
    })
  })
}

test("a move in one process is seen by every other within a second", async () => {
  const connect = await freshDatabase()
  const open = () =>
    ManagedRuntime.make(Layer.provideMerge(Postgres.layer({ connect, maximumConnections: 4 }), TestClock.layer())) as Runtime
  const [mine, theirs] = [open(), open()]
  expect(await clocksOf(theirs).find("org_acme")).toBe(0)
  await clocksOf(mine).advance("org_acme", 60)
  expect(await clocksOf(mine).find("org_acme")).toBe(60)
  await theirs.runPromise(TestClock.adjust("1 second"))
  expect(await clocksOf(theirs).find("org_acme")).toBe(60)
  for (const one of [mine, theirs]) await one.dispose()
})
