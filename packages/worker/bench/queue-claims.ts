// What a claim of jobs and the end of each cost while very many jobs wait, and after very many have come and gone, beside a nearly empty queue.
// Run: bun run bench queue-claims. BENCH_QUEUED (1,000,000), BENCH_DONE (200,000) and BENCH_CLAIMS (300) change the numbers.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Postgres from "@vouchkit/adapters/postgres"
import { attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import { migrate } from "@vouchkit/adapters/postgres/migrate"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { Housekeeping } from "@vouchkit/core/kernel/storage/housekeeping"
import { Effect, ManagedRuntime } from "effect"
import postgres from "postgres"

const sizeOf = (name: string, standard: number): number => Number(process.env[name] ?? standard)
const queued = sizeOf("BENCH_QUEUED", 1_000_000)
const done = sizeOf("BENCH_DONE", 200_000)
const claims = sizeOf("BENCH_CLAIMS", 300)
/** So many are claimed and ended by the queue; of more, all that wait are by a statement each, which leaves the table the same dead rows. */
const one_by_one = 200_000
/** Jobs that a claim of the second kind takes. */
const many = 64
/** Jobs of one kind in partitions, as webhooks are, and of one kind without. */
const kinds = { inTurns: "bench.turns", byTime: "bench.time" }
const now = "2026-01-01T00:00:10.000Z"

const folder = mkdtempSync(join(tmpdir(), "vouchkit-bench-"))
chmodSync(folder, 0o711)
const server = await attachOrStart({ dataDir: folder })
process.on("exit", () => rmSync(folder, { recursive: true, force: true }))
const connect = { path: `${server.socketDirectory}/.s.PGSQL.${server.port}`, ...server.credentials.owner, database: server.database }
const sql = postgres({ ...connect, host: "localhost", max: 1, onnotice: () => {} })
await migrate(sql)
const runtime = ManagedRuntime.make(Postgres.layer({ connect, maximumConnections: 2 }))
const { claim, complete } = await runtime.runPromise(JobQueue)

let made = 0
/** Queues so many more jobs, half of each kind. */
const queue = async (count: number): Promise<void> => {
  const from = made
  made += count
  await sql.unsafe(
    `insert into jobs (organization, environment, id, name, payload, records, lane, due_at, created_at) select 'org_bench', 'live', 'job_' || lpad(n::text, 26, '0'), case when n % 2 = 0 then '${kinds.inTurns}' else '${kinds.byTime}' end, '{"delivery_id": "whd_00000000000000000000000000"}', '{}', case when n % 2 = 0 then 'whe_' || lpad((n / 2 % 2000)::text, 26, '0') else '' end, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' from generate_series(${from}, ${made - 1}) as n`
  )
}

/** Nanoseconds on a processor of the connections of the service to its database. */
const databaseTime = async (): Promise<number> => {
  const backends = await sql`select pid from pg_stat_activity where application_name = 'vouchkit' and datname = current_database()`
  return backends.reduce((sum, { pid }) => sum + Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]), 0)
}

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const claimOf = (name: string, limit: number) => ({
  limits: { [name]: limit },
  partitions: name === kinds.inTurns ? { [name]: { each: 16, slots: {} } } : {},
  lease_seconds: 30,
  now
})
const claimed = (name: string, limit: number) => runtime.runPromise(claim(claimOf(name, limit)))

/** Claims, and ends what was claimed; prints what a claim takes of the database and of the clock. */
const measured = async (state: string): Promise<void> => {
  for (const name of [kinds.inTurns, kinds.byTime])
    for (const limit of [1, many]) {
      for (let warm = 0; warm < 20; warm += 1) for (const job of await claimed(name, limit)) await runtime.runPromise(complete(job))
      const waits: Array<number> = []
      let [processor, jobs] = [0, 0]
      for (let count = 0; count < claims; count += 1) {
        const before = await databaseTime()
        const began = performance.now()
        const found = await claimed(name, limit)
        waits.push(performance.now() - began)
        processor += (await databaseTime()) - before
        jobs += found.length
        await runtime.runPromise(Effect.forEach(found, (job) => complete(job), { concurrency: "unbounded", discard: true }))
        if (found.length < limit) await queue(10_000)
      }
      console.log(
        `${state}; ${name === kinds.inTurns ? "in turns" : "by time"}, up to ${limit}: processor of the database ${(processor / 1e6 / claims).toFixed(2)} ms a claim, waited ${median(waits).toFixed(2)} ms (median), N ${claims}, ${jobs} jobs`
      )
    }
}

await queue(10_000)
await measured("10,000 queued")
while (made < queued) await queue(50_000)
await sql`analyze jobs`
await measured(`${queued.toLocaleString("en")} queued`)
await sql`delete from jobs`

/** Jobs that come and go, with the timer of the service that vacuums what they leave. */
const reclaim = await runtime.runPromise(Effect.map(Housekeeping, ({ reclaimJobs }) => reclaimJobs))
for (let ended = 0; ended < done; ) {
  await queue(10_000)
  if (ended >= one_by_one) {
    await sql`update jobs set attempt = attempt + 1, lease = 'bench', leased_until = ${now}`
    ended += (await sql`delete from jobs`).count
  }
  for (let found = ended > one_by_one ? 0 : 1; found > 0; ) {
    const jobs = [...(await claimed(kinds.inTurns, 500)), ...(await claimed(kinds.byTime, 500))]
    await runtime.runPromise(Effect.forEach(jobs, (job) => complete(job), { concurrency: "unbounded", discard: true }))
    found = jobs.length
    ended += found
  }
  await runtime.runPromise(reclaim)
}
const [dead] =
  await sql`select n_dead_tup as rows, pg_size_pretty(pg_total_relation_size('jobs')) as size from pg_stat_user_tables where relname = 'jobs'`
console.log(`after ${done.toLocaleString("en")} came and went: ${dead?.rows} dead rows, ${dead?.size}`)
await queue(10_000)
await measured(`after ${done.toLocaleString("en")} came and went, 10,000 queued`)
await runtime.dispose()
await sql.end()
await server.stop()
process.exit(0)
