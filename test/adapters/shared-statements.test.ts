import { afterAll, describe, expect, test } from "bun:test"
import * as Postgres from "@vouchkit/adapters/postgres"
import { batching, batchingIf } from "@vouchkit/adapters/postgres/statements/batching"
import { analyzeTablesWithoutStatistics } from "@vouchkit/adapters/postgres/statements/tables-without-statistics"
import { Database, layer as databaseLayer } from "@vouchkit/adapters/postgres/database"
import { FastPaths } from "@vouchkit/core/kernel/foundation/fast-paths"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { SessionStore, type StoredSession } from "@vouchkit/core/resources/sessions/model"
import { Effect, Exit, Layer, ManagedRuntime } from "effect"
import fc from "fast-check"
import { freshDatabase } from "../support/postgres.ts"
import { aSession } from "../support/sessions.ts"
import { acmeLive, acmeSandbox, as, otherSandbox } from "../support/tenants.ts"

describe("batching", () => {
  test("everything is sent exactly once and in order, never more groups or members at once than allowed", () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.array(fc.nat(), { maxLength: 6 }), { maxLength: 6 }),
        async (under_way, size, turns) => {
          const sent: Array<number> = []
          let now = 0
          const add = batching<number>({ under_way, size }, async (members) => {
            now += 1
            expect(now).toBeLessThanOrEqual(under_way)
            expect(members.length).toBeLessThanOrEqual(size)
            expect(members.length).toBeGreaterThan(0)
            sent.push(...members)
            await new Promise(setImmediate)
            now -= 1
          })
          for (const turn of turns) {
            for (const member of turn) add(member)
            await new Promise(setImmediate)
          }
          const all = turns.flat()
          for (let turn = 0; turn < 500 && sent.length < all.length; turn += 1) await new Promise(setImmediate)
          expect(sent).toEqual(all)
        }
      )
    ))

  test("switched off, everything goes alone and at once", () => {
    const sent: Array<ReadonlyArray<number>> = []
    const add = batchingIf<number>(false, { under_way: 1, size: 10 }, async (members) => void sent.push(members))
    for (const member of [1, 2, 3]) add(member)
    expect(sent).toEqual([[1], [2], [3]])
  })
})

describe.each([true, false])("statements of requests at once, shared: %p", async (shared_statements) => {
  const runtime = ManagedRuntime.make(
    Postgres.layer({ connect: await freshDatabase(), maximumConnections: 4 }).pipe(
      Layer.provide(Layer.succeed(FastPaths)({ shared_statements, batched_jobs: true }))
    )
  )
  afterAll(() => runtime.dispose())
  const tenants = [acmeSandbox, acmeLive, otherSandbox]
  const insert = (session: StoredSession) =>
    Effect.flatMap(UnitOfWork, ({ transaction }) => transaction(Effect.flatMap(SessionStore, (store) => store.insert(session))))
  const find = (id: string) => Effect.flatMap(SessionStore, (store) => store.find(id))

  test("of many new records at once, those that the database refuses fail alone", async () => {
    const taken = aSession({ reuse_key: "taken" })
    await runtime.runPromise(as(acmeSandbox)(insert(taken)))
    const good = Array.from({ length: 120 }, () => aSession())
    const bad = Array.from({ length: 12 }, () => aSession({ reuse_key: "taken" }))
    const all = good.flatMap((session, at) => [session, ...(at % 10 === 0 ? [bad[at / 10] ?? session] : [])])
    const exits = await Promise.all(all.map((session) => runtime.runPromiseExit(as(acmeSandbox)(insert(session)))))
    const failed = all.filter((_, at) => Exit.isFailure(exits[at] ?? Exit.void)).map(({ id }) => id)
    expect(failed.toSorted()).toEqual(bad.map(({ id }) => id).toSorted())
    for (const session of good) expect(await runtime.runPromise(as(acmeSandbox)(find(session.id)))).toEqual(session)
    for (const session of bad) expect(await runtime.runPromise(as(acmeSandbox)(find(session.id)))).toBeUndefined()
  })

  test("of many reads at once, each tenant finds its own record and no other's", async () => {
    const session = aSession()
    const versions = tenants.map((tenant, at) => ({
      tenant,
      session: { ...session, environment: tenant.environment, external_reference: `of tenant ${at}` }
    }))
    for (const { session: own, tenant } of versions) await runtime.runPromise(as(tenant)(insert(own)))
    const asked = Array.from({ length: 200 }, (_, at) => ({
      ...versions[at % 3],
      id: at % 7 === 0 ? "ses_00000000000000000000000000" : session.id
    }))
    const found = await Promise.all(asked.map(({ id, tenant = acmeLive }) => runtime.runPromise(as(tenant)(find(id)))))
    for (const [at, one] of found.entries()) {
      expect(one?.external_reference).toBe(at % 7 === 0 ? undefined : `of tenant ${at % 3}`)
    }
  })

  test("a read that the database refuses spoils none of those that travel with it", async () => {
    const session = aSession()
    await runtime.runPromise(as(acmeSandbox)(insert(session)))
    const ids = Array.from({ length: 20 }, (_, at) => (at === 7 ? "nul\u0000" : session.id))
    const exits = await Promise.all(ids.map((id) => runtime.runPromiseExit(as(acmeSandbox)(find(id)))))
    expect(exits.map(Exit.isSuccess)).toEqual(ids.map((_, at) => at !== 7))
  })
})

test("a table whose statistics are those of its first rows is read by its key, not by its tenant", async () => {
  // The database alone: beside its stores the same analysis runs by itself, and may look while the later rows are being written.
  const runtime = ManagedRuntime.make(databaseLayer({ connect: await freshDatabase(), maximumConnections: 2 }))
  const { environment, organization } = acmeSandbox
  const rows = (from: number, to: number) =>
    `insert into sessions (organization, environment, id, version, data, status, tags, created_at, updated_at) select '${organization}', '${environment}', 'ses_' || n, 1, jsonb_build_object('id', 'ses_' || n, 'text', repeat('x', 900)), 'created', '[]', n::text, n::text from generate_series(${from}, ${to}) as n`
  const asked = Effect.gen(function* () {
    const database = yield* Database
    yield* database.query(() => rows(1, 3))
    const analyzed = yield* analyzeTablesWithoutStatistics(database)
    const again = yield* analyzeTablesWithoutStatistics(database)
    yield* database.query(() => rows(4, 300))
    const plan = yield* database.transaction(
      Effect.gen(function* () {
        // The plan for any key, as the server keeps it for a statement that is prepared once.
        yield* database.query(() => "set local plan_cache_mode = force_generic_plan")
        yield* database.query(() => "prepare by_key as select data from sessions where organization = $1 and environment = $2 and id = $3")
        return yield* database.query(() => `explain execute by_key('${organization}', '${environment}', 'ses_5')`)
      })
    )
    return { analyzed, again, plan: plan.map((row) => String(row["QUERY PLAN"])).join("\n") }
  })
  const { again, analyzed, plan } = await runtime.runPromise(asked)
  await runtime.dispose()
  expect(analyzed).toContain("sessions")
  expect(again).not.toContain("sessions")
  expect(plan).toContain("sessions_pkey")
})
