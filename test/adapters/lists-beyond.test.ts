import { afterAll, expect, test } from "bun:test"
import * as Postgres from "@vouchkit/adapters/postgres"
import { collection } from "@vouchkit/adapters/postgres/collection"
import { Database } from "@vouchkit/adapters/postgres/database"
import { usualBounds } from "@vouchkit/adapters/postgres/statements/bounds"
import { sessions } from "@vouchkit/core/resources/sessions/model"
import { stores } from "@vouchkit/core/stores"
import { Effect, ManagedRuntime } from "effect"
import fc from "fast-check"
import { ownedDatabase } from "../support/postgres.ts"
import { acmeSandbox, as } from "../support/tenants.ts"

/* A list that has more records than totals count is not counted again until too many have left; what it says is true all the time. */
const bounds = { ...usualBounds, counted: 5, spare: 3 }
const { environment, organization } = acmeSandbox
const runtime = ManagedRuntime.make(Postgres.layer({ connect: await ownedDatabase(), maximumConnections: 2 }))
afterAll(() => runtime.dispose())

const run = <A, E>(body: Effect.Effect<A, E, any>): Promise<A> => runtime.runPromise(as(acmeSandbox)(body) as Effect.Effect<A, E, never>)
const sent = (statement: string) =>
  run(Effect.flatMap(Database, (database) => Effect.promise(() => database.sql.unsafe(statement)))) as Promise<
    ReadonlyArray<Record<string, any>>
  >
const made = (from: number, to: number, workflow: string) =>
  sent(
    `insert into sessions (organization, environment, id, version, data, status, tags, workflow_id, created_at, updated_at) select '${organization}', '${environment}', 'ses_' || lpad(n::text, 26, '0'), 1, '{}', 'created', '[]', '${workflow}', '2026-01-01', '2026-01-01' from generate_series(${from}, ${to}) as n`
  )
const list = await run(Effect.map(Database, (database) => collection(database, sessions, undefined, bounds)))
const page = (workflow: string, limit = 2) => list.page({ where: [{ field: "workflow_id", op: "eq", value: workflow }], limit })
const totalOf = async (workflow: string) => {
  const { total, total_is_lower_bound } = await run(page(workflow))
  return total_is_lower_bound ? `more than ${total}` : total
}
test("a list beyond the bound says so, and is counted again only when more have left than it had to spare", async () => {
  await made(1, 9, "wfl_one")
  expect(await totalOf("wfl_one")).toBe("more than 5")
  // Nine were counted, three more than six: so many may go.
  await sent("delete from sessions where id in ('ses_00000000000000000000000001', 'ses_00000000000000000000000002')")
  expect(await totalOf("wfl_one")).toBe("more than 5")
  await sent("update sessions set workflow_id = 'wfl_two' where id = 'ses_00000000000000000000000003'")
  expect(await totalOf("wfl_one")).toBe("more than 5")
  await sent("update sessions set workflow_id = null where id = 'ses_00000000000000000000000004'")
  expect(await totalOf("wfl_one")).toBe(5)
  expect(await totalOf("wfl_two")).toBe(1)
  await made(101, 104, "wfl_one")
  expect(await totalOf("wfl_one")).toBe("more than 5")
})

test("what a transaction that fails has added is not remembered", async () => {
  const inside = await run(
    Effect.flatMap(Database, (database) =>
      Effect.result(
        database.transaction(
          Effect.gen(function* () {
            yield* database.run(
              () =>
                `insert into sessions (organization, environment, id, version, data, status, tags, workflow_id, created_at, updated_at) select '${organization}', '${environment}', 'ses_' || lpad(n::text, 26, '0'), 1, '{}', 'created', '[]', 'wfl_three', '2026-01-01', '2026-01-01' from generate_series(201, 209) as n`
            )
            const { total_is_lower_bound } = yield* page("wfl_three")
            return yield* Effect.fail(total_is_lower_bound)
          })
        )
      )
    )
  )
  expect(inside).toMatchObject({ failure: true })
  expect(await totalOf("wfl_three")).toBe(0)
})

test("whatever is added, moved and removed, a total says no more than there is", async () => {
  let last = 10_000
  const step = fc.record({ do: fc.constantFrom("add", "move", "remove"), many: fc.integer({ min: 1, max: 4 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
      const some = (many: number) => `id in (select id from sessions where workflow_id = 'wfl_some' order by id limit ${many})`
      for (const { do: what, many } of steps) {
        if (what === "add") {
          await made(last + 1, last + 2 * many, "wfl_some")
          last += 2 * many
        } else if (what === "move") await sent(`update sessions set workflow_id = 'wfl_other' where ${some(many)}`)
        else await sent(`delete from sessions where ${some(many)}`)
        const [{ count } = { count: 0 }] = await sent("select count(*)::int as count from sessions where workflow_id = 'wfl_some'")
        expect(await totalOf("wfl_some")).toBe(count > bounds.counted ? `more than ${bounds.counted}` : count)
      }
    }),
    { numRuns: 6 }
  )
})

test("it is not counted again while nothing is told to have left", async () => {
  await made(1_001, 1_009, "wfl_four")
  expect(await totalOf("wfl_four")).toBe("more than 5")
  await sent("alter table sessions disable trigger sessions_removed")
  await sent("delete from sessions where workflow_id = 'wfl_four'")
  await sent("alter table sessions enable trigger sessions_removed")
  expect(await totalOf("wfl_four")).toBe("more than 5")
  await made(1_001, 1_004, "wfl_four")
  await sent("delete from sessions where workflow_id = 'wfl_four'")
  expect(await totalOf("wfl_four")).toBe(0)
})

test("everything that takes a record out of a list by the declared columns is counted", async () => {
  const tracked = stores.map(({ shape }) => shape as { table: string; counted?: { left?: ReadonlyArray<string> } })
  const told = tracked.filter(({ counted }) => (counted?.left ?? []).length > 0)
  expect(told.length).toBeGreaterThan(3)
  for (const { counted, table } of told) {
    const triggers = await sent(
      `select tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger where tgrelid = '${table}'::regclass and tgname in ('${table}_left', '${table}_removed') order by 1`
    )
    expect(triggers.map(({ name }) => name)).toEqual([`${table}_left`, `${table}_removed`])
    const columns = [...String(triggers[0]?.definition).matchAll(/old\.(\w+)/g)].map(([, name]) => name)
    expect([table, ...columns.toSorted()]).toEqual([table, ...(counted?.left ?? []).toSorted()])
  }
})
