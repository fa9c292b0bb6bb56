import { afterAll, expect, test } from "bun:test"
import * as Postgres from "@vouchkit/adapters/postgres"
import { Database } from "@vouchkit/adapters/postgres/database"
import { Housekeeping } from "@vouchkit/core/kernel/storage/housekeeping"
import { Effect, ManagedRuntime } from "effect"
import postgres from "postgres"
import { explainedClaims } from "../support/explained-claims.ts"
import { sharedDatabase } from "../support/postgres.ts"

const { owner, service: connect } = await sharedDatabase()
const runtime = ManagedRuntime.make(Postgres.layer({ connect, maximumConnections: 2 }))
afterAll(() => runtime.dispose())
const database = await runtime.runPromise(Database)
const claim = explainedClaims(database)

const ended = 25_000
const now = "2026-01-02T00:00:00.000Z"
/** One kind is claimed by time, the other in turns of its partitions. */
const kinds = ["test.time", "test.turns"]
const blocks = async (kind: string) => {
  const partitions = kind === "test.turns" ? { partitions: { [kind]: { each: 5, slots: {} } } } : {}
  return (await runtime.runPromise(claim({ limits: { [kind]: 5 }, lease_seconds: 30, now, ...partitions }))).blocks
}
const reclaim = () => runtime.runPromise(Effect.flatMap(Housekeeping, ({ reclaimJobs }) => reclaimJobs))

/** Fills and ends jobs on a connection of its own, which tells the server what it did when it ends. */
const pass = async (kind: string) => {
  const sql = "url" in owner ? postgres(owner.url, { max: 1 }) : postgres({ ...owner, host: "localhost", max: 1 })
  // The server's own vacuum would make the figures depend on when it comes.
  await sql.unsafe("alter table jobs set (autovacuum_enabled = false)")
  const fill = (prefix: string, count: number, due: string) =>
    sql.unsafe(
      `insert into jobs (organization, environment, id, name, payload, lane, due_at, created_at) select 'org_acme', 'sandbox', '${kind}${prefix}' || n, '${kind}', '{}', 'lane' || n % 5, to_char(timestamp '${due}' + n * interval '1 millisecond', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '2026-01-01' from generate_series(1, ${count}) as n`
    )
  await fill("ended", ended, "2026-01-01 00:00")
  await sql.unsafe(`delete from jobs where id like '${kind}ended%'`)
  await fill("queued", 100, "2026-01-01 12:00")
  await sql.end()
}

test("a claim reads no more where thousands of jobs have ended than where none has", async () => {
  const empty = new Map<string, number>()
  for (const kind of kinds) empty.set(kind, await blocks(kind))
  for (const kind of kinds) await pass(kind)
  // The first look marks what it meets as dead, and costs more than those that follow.
  for (const kind of kinds) await blocks(kind)
  for (const kind of kinds) expect([kind, (await blocks(kind)) > ended / 150]).toEqual([kind, true])

  let reclaimed = false
  for (let tries = 0; !reclaimed && tries < 10_000; tries += 1) reclaimed = await reclaim()
  expect(reclaimed).toBe(true)
  // What is read for the five jobs that are leased, and to find them in indexes of some depth.
  for (const kind of kinds) expect([kind, (await blocks(kind)) - (empty.get(kind) ?? 0) < 100]).toEqual([kind, true])
})
