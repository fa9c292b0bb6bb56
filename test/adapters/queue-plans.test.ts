import { expect, test } from "bun:test"
import * as Postgres from "@vouchkit/adapters/postgres"
import { Database } from "@vouchkit/adapters/postgres/database"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { Effect, ManagedRuntime } from "effect"
import { ownedDatabase } from "../support/postgres.ts"
import { rowsRead } from "../support/rows-read.ts"

const now = "2026-01-01T00:00:10.000Z"
const kinds = { inTurns: "test.turns", byTime: "test.time" }
const each = 600

test("jobs are claimed and ended by index, although the server counted them while there were none", async () => {
  const connect = await ownedDatabase()
  const runtime = ManagedRuntime.make(Postgres.layer({ connect, maximumConnections: 2 }))
  const ended = await runtime.runPromise(
    Effect.gen(function* () {
      const { sql } = yield* Database
      const queue = yield* JobQueue
      const partitions = { [kinds.inTurns]: { each: 20, slots: {} } }
      const claim = queue.claim({ limits: { [kinds.inTurns]: 60, [kinds.byTime]: 60 }, partitions, lease_seconds: 30, now })
      // A queue that was full, is empty, and keeps its pages: the server counts none, at no cost.
      const fill = (kind: string) =>
        sql.unsafe(
          `insert into jobs (organization, environment, id, name, payload, lane, due_at, created_at) select 'org_acme', 'sandbox', '${kind}' || n, '${kind}', '{}', 'lane' || n % 3, '2026-01-01', '2026-01-01' from generate_series(1, ${each}) as n`
        )
      yield* Effect.promise(() => fill("test.former"))
      yield* Effect.promise(() => sql.unsafe("delete from jobs"))
      yield* Effect.promise(() => sql.unsafe("analyze jobs"))
      // As often as it takes for every connection to keep its plans.
      for (let look = 0; look < 30; look += 1) yield* claim
      yield* Effect.promise(() => Promise.all([fill(kinds.inTurns), fill(kinds.byTime)]))
      let count = 0
      for (;;) {
        const jobs = yield* claim
        if (jobs.length === 0) return count
        const complete = yield* Effect.forEach(jobs, (job) => queue.complete(job), { concurrency: "unbounded" })
        count += complete.filter(Boolean).length
      }
    })
  )
  await runtime.dispose()
  expect(ended).toBe(2 * each)
  const read = await rowsRead(connect)
  // The counting itself read the former ones.
  expect(read.get("jobs")).toBeLessThanOrEqual(2 * each)
  expect(read.get("jobs_pkey")).toBeLessThanOrEqual(4 * each)
})
