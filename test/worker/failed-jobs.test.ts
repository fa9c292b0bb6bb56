import { afterAll, beforeEach, describe, expect, test } from "bun:test"
import { attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import { migrate } from "@vouchkit/adapters/postgres/migrate"
import { AuditLog } from "@vouchkit/core/kernel/audit/log"
import { metricsText } from "@vouchkit/http/metrics"
import { retryFailedJobs } from "@vouchkit/core/flows/failed-jobs"
import { JobFailed } from "@vouchkit/core/kernel/jobs/job"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { join } from "node:path"
import postgres from "postgres"
import { preparedFolder } from "../support/prepared-folder.ts"
import { runCommand } from "../support/running-service.ts"
import { acmeSandbox, as, type TenantName } from "../support/tenants.ts"
import { aJob, enqueue, onTestClock, tenant, worker } from "./queue.ts"

const entries = (of: TenantName) =>
  as(of)(Effect.flatMap(AuditLog, (log) => log.list({ where: [{ field: "action", op: "eq", value: "jobs.failed" }], limit: 10 })))

test("a job that failed for good stands in its tenant's audit log, in the operator's log and in the metrics, with its reason", async () => {
  const lines: Array<string> = []
  await onTestClock(
    Effect.gen(function* () {
      const id = yield* enqueue("test.job", { word: "Lovelace" })
      yield* worker(aJob({ handle: () => Effect.fail(new JobFailed({ reason: "nobody answers" })), retry_seconds: [1] }))
      yield* TestClock.adjust("5 seconds")
      expect(yield* entries(tenant)).toMatchObject([
        {
          outcome: "failed",
          target: { type: "job", id },
          changes: [
            { path: "name", to: "test.job" },
            { path: "reason", to: "nobody answers" }
          ]
        }
      ])
      expect(yield* entries(acmeSandbox)).toEqual([])
      expect(yield* metricsText).toContain('vouchkit_jobs{job="test.job",state="failed"} 1')
    }),
    lines
  )
  expect(lines.filter((line) => line.includes("job set aside"))).toHaveLength(1)
  expect(lines.join("\n")).not.toContain("Lovelace")
})

test("a payload that no handler can read is set aside with where it does not fit, and what stands in it is not repeated", () =>
  onTestClock(
    Effect.gen(function* () {
      yield* enqueue("test.job", { word: 7, person: "Lovelace" })
      yield* worker(aJob())
      yield* TestClock.adjust("1 second")
      const found = yield* entries(tenant)
      expect(found.length).toBe(1)
      expect(JSON.stringify(found)).toContain("does not fit its schema at word")
      expect(JSON.stringify(found)).not.toContain("Lovelace")
    })
  ))

test("a failed job that is retried once its cause is gone is done", () =>
  onTestClock(
    Effect.gen(function* () {
      let broken = true
      let done = 0
      const id = yield* enqueue("test.job", { word: "a" })
      const handle = () =>
        Effect.suspend(() => {
          if (broken) return Effect.fail(new JobFailed({ reason: "no" }))
          done += 1
          return Effect.void
        })
      yield* worker(aJob({ handle }))
      yield* TestClock.adjust("5 seconds")
      broken = false
      yield* TestClock.adjust("5 seconds")
      expect(done).toBe(0)
      expect((yield* retryFailedJobs({ id })).map((job) => job.id)).toEqual([id])
      yield* TestClock.adjust("5 seconds")
      expect(done).toBe(1)
      expect(yield* retryFailedJobs({})).toEqual([])
    })
  ))

const limit = 60_000

describe("bun run jobs", async () => {
  const folder = await preparedFolder()
  const server = await attachOrStart({ dataDir: folder })
  const sql = postgres({
    host: "localhost",
    path: `${server.socketDirectory}/.s.PGSQL.${server.port}`,
    ...server.credentials.owner,
    database: server.database,
    max: 1,
    onnotice: () => {}
  })
  await migrate(sql)
  afterAll(async () => {
    await sql.end()
    await server.stop()
  })
  const give = (id: string, name: string, state: "queued" | "failed") =>
    sql`insert into jobs (organization, environment, id, name, payload, state, due_at, attempt, last_error, created_at)
        values ('org_acme', 'sandbox', ${id}, ${name}, ${sql.json({ person: "Lovelace" })}, ${state}, '2026-01-01T00:00:01.000Z', 4, 'nobody answers', '2026-01-01T00:00:00.000Z')`
  beforeEach(async () => {
    await sql`delete from jobs`
    await give("job_a", "test.one", "failed")
    await give("job_b", "test.one", "failed")
    await give("job_c", "test.two", "queued")
  })
  const jobs = (...args: ReadonlyArray<string>) => runCommand("jobs", args, { DATA_DIR: folder, LOG_LEVEL: "error" })
  const ids = (output: string) => JSON.parse(output).data.map(({ id }: { readonly id: string }) => id)

  test(
    "lists failed jobs with why they failed, and shows nothing of what they work on",
    async () => {
      const { code, output } = await jobs("list", "--state", "failed")
      expect(code).toBe(0)
      for (const part of ["job_a", "job_b", "test.one", "org_acme", "nobody answers"]) expect(output).toContain(part)
      expect(output).not.toContain("job_c")
      expect(output).not.toContain("Lovelace")
      const printed = await jobs("list", "--name", "test.two", "--json")
      expect(JSON.parse(printed.output)).toEqual({
        data: [
          {
            id: "job_c",
            name: "test.two",
            organization_id: "org_acme",
            environment: "sandbox",
            state: "queued",
            attempts: 4,
            reason: "nobody answers",
            due_at: "2026-01-01T00:00:01.000Z",
            created_at: "2026-01-01T00:00:00.000Z"
          }
        ]
      })
    },
    limit
  )

  test(
    "retries one failed job, then all, and says when there is none",
    async () => {
      const one = await jobs("retry", "job_a", "--json")
      expect([one.code, ids(one.output)]).toEqual([0, ["job_a"]])
      const again = await jobs("retry", "job_a")
      expect([again.code, again.errors]).toEqual([1, expect.stringContaining("no failed job with this id")])
      const rest = await jobs("retry", "--all", "--json")
      expect([rest.code, ids(rest.output)]).toEqual([0, ["job_b"]])
      const states = await sql`select id, state, attempt from jobs order by id`
      expect(states.map(({ attempt, id, state }) => [id, state, attempt])).toEqual([
        ["job_a", "queued", 0],
        ["job_b", "queued", 0],
        ["job_c", "queued", 4]
      ])
    },
    limit
  )

  test.each([
    [[]],
    [["destroy"]],
    [["list", "job_a"]],
    [["list", "--state", "lost"]],
    [["list", "--limit", "0"]],
    [["list", "--limit", "1001"]],
    [["list", "--all"]],
    [["list", "--bogus"]],
    [["retry"]],
    [["retry", "job_a", "--all"]],
    [["retry", "job_a", "--name", "test.one"]],
    [["retry", "--all", "--state", "queued"]],
    [["retry", "job_a", "job_b"]]
  ])(
    "%p is misused: the help is shown and the code is 64",
    async (args) => {
      const { code, errors } = await runCommand("jobs", args, { DATA_DIR: join(folder, "untouched") })
      expect([code, errors.includes("Usage:")]).toEqual([64, true])
    },
    limit
  )
})
