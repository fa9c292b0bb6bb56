import { afterAll, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import * as Postgres from "@vouchkit/adapters/postgres"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { Effect, ManagedRuntime } from "effect"
import postgres from "postgres"
import { freshDatabase } from "../support/postgres.ts"
import { acmeSandbox, as } from "../support/tenants.ts"

const connect = await freshDatabase()
const options = { max: 1, onnotice: () => {} }
const sql = "url" in connect ? postgres(connect.url, options) : postgres({ ...connect, ...options, host: "localhost" })
const runtime = ManagedRuntime.make(Postgres.layer({ connect }))
afterAll(() => Promise.all([runtime.dispose(), sql.end()]))

const at = "2026-01-01T00:00:00.000Z"
const queue = <A, E>(use: (queue: JobQueue["Service"]) => Effect.Effect<A, E, never>) => runtime.runPromise(Effect.flatMap(JobQueue, use))
const idOf = (prefix: string, number: number) => `${prefix}_${String(number).padStart(26, "0")}`
const enqueue = (id: string, payload: unknown, name = "test.named") =>
  runtime.runPromise(as(acmeSandbox)(Effect.flatMap(JobQueue, (jobs) => jobs.enqueue({ id, name, payload, due_at: at }))))
const withdraw = (...ids: ReadonlyArray<string>) =>
  runtime.runPromise(as(acmeSandbox)(Effect.flatMap(JobQueue, (jobs) => jobs.withdraw(ids))))
const named = async (...jobs: ReadonlyArray<string>) =>
  (await sql`select job, record from job_records where job in ${sql(jobs)} order by job, record`).map(({ job, record }) => [job, record])

test("what a job names is forgotten with the job, whether it was done or withdrawn", async () => {
  const ours = ["job_1", "job_2", "job_3", "job_4"]
  await enqueue("job_1", { session_id: idOf("ses", 1), again: [idOf("ses", 1)], check: { id: idOf("chk", 1) } })
  await enqueue("job_2", { session_id: idOf("ses", 2) })
  await enqueue("job_3", { delivery_id: idOf("whd", 1), endpoint_id: idOf("whe", 1) })
  await enqueue("job_4", { session_id: idOf("ses", 1) }, "erasure.test")
  expect(await named(...ours)).toEqual([
    ["job_1", idOf("chk", 1)],
    ["job_1", idOf("ses", 1)],
    ["job_2", idOf("ses", 2)]
  ])
  expect(await withdraw(idOf("chk", 1))).toBe(1)
  const jobs = await queue((open) => open.claim({ limits: { "test.named": 9 }, lease_seconds: 10, now: at }))
  expect(jobs.map(({ id }) => id).sort()).toEqual(["job_2", "job_3"])
  for (const job of jobs) expect(await queue((open) => open.complete(job))).toBe(true)
  expect(await named(...ours)).toEqual([])
})

test("jobs of the release before, which do not say what they name, are withdrawn as others are", async () => {
  const before = (id: string, name: string) => sql`
    insert into jobs (organization, environment, id, name, payload, due_at, created_at)
    values (${acmeSandbox.organization}, ${acmeSandbox.environment}, ${id}, ${name}, ${sql.json({ of: { session: idOf("ses", 7) } })}, ${at}, ${at})`
  await before("job_5", "test.before")
  await before("job_6", "erasure.before")
  expect(await withdraw(idOf("ses", 7))).toBe(1)
  // Those that stood there when the table was made are found by its second part.
  await before("job_7", "test.before")
  await sql`delete from job_records`
  await sql.unsafe(
    readFileSync(new URL("../../packages/adapters/src/postgres/migrations/0125_job_records.fill.sql", import.meta.url), "utf8")
  )
  expect(await withdraw(idOf("ses", 7))).toBe(1)
})
