import { afterAll, describe, expect, test } from "bun:test"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import { IdempotencyStore } from "@vouchkit/core/kernel/operation/idempotency"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { Housekeeping } from "@vouchkit/core/kernel/storage/housekeeping"
import { Effect, ManagedRuntime } from "effect"
import { freshDatabase } from "../support/postgres.ts"
import { acmeSandbox, as, otherSandbox, type TenantName } from "../support/tenants.ts"

const adapters = {
  memory: async () => ManagedRuntime.make(Memory.layer),
  postgres: async () => ManagedRuntime.make(Postgres.layer({ connect: await freshDatabase(), maximumConnections: 4 }))
}
const noon = "2026-01-01T12:00:00.000Z"

for (const [name, make] of Object.entries(adapters)) {
  describe(`housekeeping in ${name}`, async () => {
    const runtime = await make()
    afterAll(() => runtime.dispose())

    const keep = (tenant: TenantName, scope: string, expires_at: string) =>
      runtime.runPromise(
        Effect.flatMap(UnitOfWork, ({ transaction }) =>
          transaction(
            Effect.gen(function* () {
              const store = yield* IdempotencyStore
              yield* store.claim(scope, noon)
              yield* store.keep({ scope, fingerprint: "f", sealed: "s", resource_id: null, expires_at })
            })
          )
        ).pipe(as(tenant))
      )
    const stateOf = (tenant: TenantName, scope: string) =>
      runtime.runPromise(
        Effect.flatMap(UnitOfWork, ({ transaction }) =>
          transaction(Effect.flatMap(IdempotencyStore, (store) => store.claim(scope, "2026-01-01T00:00:00.000Z")))
        ).pipe(as(tenant))
      )

    test("stored answers that are over are removed for every tenant, others stay", async () => {
      await keep(acmeSandbox, "over", "2026-01-01T11:59:59.999Z")
      await keep(otherSandbox, "over", noon)
      await keep(acmeSandbox, "stays", "2026-01-01T12:00:00.001Z")
      const sweep = runtime.runPromise(Effect.flatMap(Housekeeping, ({ sweepExpired }) => sweepExpired(noon)))
      expect(await sweep).toBe(2)
      expect((await stateOf(acmeSandbox, "over")).state).toBe("new")
      expect((await stateOf(otherSandbox, "over")).state).toBe("new")
      expect((await stateOf(acmeSandbox, "stays")).state).toBe("finished")
    })

    test("sweeping again removes nothing", async () => {
      await keep(acmeSandbox, "swept", "2026-01-01T11:59:59.999Z")
      const sweep = () => runtime.runPromise(Effect.flatMap(Housekeeping, ({ sweepExpired }) => sweepExpired(noon)))
      expect([await sweep(), await sweep()]).toEqual([1, 0])
    })
  })
}

describe("housekeeping in postgres", async () => {
  const runtime = ManagedRuntime.make(Postgres.layer({ connect: await freshDatabase(), maximumConnections: 2 }))
  afterAll(() => runtime.dispose())
  test("quota windows go two hours after they began", async () => {
    const { Database } = await import("@vouchkit/adapters/postgres/database")
    const seconds = Date.parse(noon) / 1000
    const left = await runtime.runPromise(
      Effect.gen(function* () {
        const { query, run } = yield* Database
        for (const age of [0, 7_200, 7_201]) {
          yield* run(
            (parameters) =>
              `insert into quota_windows (policy, subject, window_start, used) values ('p', ${parameters.add(`s${age}`)}, ${parameters.add(seconds - age)}, 1)`
          )
        }
        yield* (yield* Housekeeping).sweepExpired(noon)
        return yield* query(() => "select subject from quota_windows order by subject")
      })
    )
    expect(left.map(({ subject }) => subject)).toEqual(["s0", "s7200"])
  })
})
