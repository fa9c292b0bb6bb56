import { afterAll, describe, expect, test } from "bun:test"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import { AuditLog } from "@vouchkit/core/kernel/audit/log"
import { FailedJobs, type ListedJob, retryFailedJobs } from "@vouchkit/core/flows/failed-jobs"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { Effect, Layer, ManagedRuntime } from "effect"
import { freshDatabase } from "../support/postgres.ts"
import { acmeLive, acmeSandbox, as, otherSandbox, type TenantName } from "../support/tenants.ts"

const at = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, "0")}.000Z`
const secret = "Lovelace"

const adapters = {
  memory: async () => Memory.layer,
  postgres: async () => Postgres.layer({ connect: await freshDatabase(), maximumConnections: 8 })
}

for (const [adapter, make] of Object.entries(adapters)) {
  describe(`failed jobs in ${adapter}`, async () => {
    const storage = (await make()) as Layer.Layer<any>
    const runtime = ManagedRuntime.make(Layer.mergeAll(storage, Crypto.layer(new Uint8Array(32).fill(7))))
    afterAll(() => runtime.dispose())
    const run = <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> => runtime.runPromise(effect as Effect.Effect<A, E, never>)

    let named = 0
    /** Each test has a kind of job of its own. */
    const kind = () => `test.kind${++named}`
    const enqueue = (name: string, id: string, due = 0, tenant: TenantName = acmeSandbox) =>
      run(as(tenant)(Effect.flatMap(JobQueue, (queue) => queue.enqueue({ id, name, payload: { person: secret }, due_at: at(due) }))))
    const claim = (name: string, second: number) =>
      run(Effect.flatMap(JobQueue, (queue) => queue.claim({ limits: { [name]: 10 }, lease_seconds: 10, now: at(second) })))
    const deadLetter = async (name: string, second = 10) => {
      for (const job of await claim(name, second)) {
        await run(Effect.flatMap(JobQueue, (queue) => queue.deadLetter(job, "the payload does not fit", at(second))))
      }
    }
    const list = (query: Partial<Parameters<FailedJobs["Service"]["list"]>[0]>) =>
      run(Effect.flatMap(FailedJobs, (jobs) => jobs.list({ limit: 100, now: at(15), ...query })))
    const retry = (query: Partial<Parameters<FailedJobs["Service"]["retry"]>[0]>) =>
      run(Effect.flatMap(FailedJobs, (jobs) => jobs.retry({ limit: 100, now: at(20), ...query })))
    const ids = (jobs: ReadonlyArray<ListedJob>) => jobs.map(({ id }) => id)

    test("a failed job is listed with its tenant, its attempts, its reason and its times, and without its payload", async () => {
      const name = kind()
      await enqueue(name, `${name}_a`, 3, acmeLive)
      await deadLetter(name)
      const [job, ...rest] = await list({ name })
      expect(rest).toEqual([])
      expect(job).toEqual({
        id: `${name}_a`,
        name,
        organization: "org_acme",
        environment: "live",
        state: "failed",
        attempts: 1,
        reason: "the payload does not fit",
        due_at: at(3),
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      })
      expect(JSON.stringify(job)).not.toContain(secret)
    })

    test("jobs are told apart by state, name and organization, the latest due first and no more than asked for", async () => {
      const [failing, waiting] = [kind(), kind()]
      await enqueue(failing, `${failing}_a`, 1)
      await enqueue(failing, `${failing}_b`, 2, otherSandbox)
      await deadLetter(failing)
      await enqueue(waiting, `${waiting}_a`, 12)
      expect(await claim(waiting, 14)).toHaveLength(1)
      await enqueue(waiting, `${waiting}_b`, 13)
      expect(ids(await list({ name: failing }))).toEqual([`${failing}_b`, `${failing}_a`])
      expect(ids(await list({ name: failing, limit: 1 }))).toEqual([`${failing}_b`])
      expect(ids(await list({ name: failing, organization: "org_other" }))).toEqual([`${failing}_b`])
      expect(ids(await list({ name: waiting, state: "running" }))).toEqual([`${waiting}_a`])
      expect(ids(await list({ name: waiting, state: "queued" }))).toEqual([`${waiting}_b`])
      expect(ids(await list({ name: waiting, state: "failed" }))).toEqual([])
      expect(ids(await list({ id: `${failing}_a` }))).toEqual([`${failing}_a`])
      // A lease that ran out is no one's.
      expect(ids(await list({ name: waiting, state: "running", now: at(59) }))).toEqual([])
    })

    test("a job that is retried runs again as if for the first time, and is still there to be asked why it failed", async () => {
      const name = kind()
      await enqueue(name, `${name}_a`)
      await deadLetter(name)
      expect(await claim(name, 19)).toEqual([])
      expect(await retry({ id: `${name}_a` })).toMatchObject([{ id: `${name}_a`, state: "failed", attempts: 1 }])
      expect(await list({ name })).toMatchObject([{ state: "queued", attempts: 0, reason: "the payload does not fit", due_at: at(20) }])
      expect(await claim(name, 20)).toMatchObject([{ id: `${name}_a`, attempt: 1, payload: { person: secret } }])
    })

    test("only failed jobs are retried, once, and only those that were meant", async () => {
      const [one, other] = [kind(), kind()]
      for (const name of [one, other]) {
        await enqueue(name, `${name}_a`)
        await enqueue(name, `${name}_b`, 0, otherSandbox)
        await deadLetter(name)
        await enqueue(name, `${name}_waits`)
      }
      expect(ids(await retry({ name: one, organization: "org_other" }))).toEqual([`${one}_b`])
      expect(ids(await retry({ name: one, limit: 1 }))).toEqual([`${one}_a`])
      expect(ids(await retry({ name: one }))).toEqual([])
      expect(ids(await retry({ id: `${other}_waits` }))).toEqual([])
      expect(ids(await list({ name: other, state: "failed" }))).toEqual([`${other}_b`, `${other}_a`])
    })

    test("a job that fails again is not met twice by the same retry", async () => {
      const name = kind()
      await enqueue(name, `${name}_a`)
      await deadLetter(name)
      await retry({ name })
      await deadLetter(name, 20)
      expect(await retry({ name })).toEqual([])
      expect(ids(await retry({ name, now: at(21) }))).toEqual([`${name}_a`])
    })

    test("of several who retry at once one takes a job", async () => {
      const name = kind()
      for (let index = 0; index < 20; index += 1) await enqueue(name, `${name}_${index}`)
      for (let turn = 0; turn < 2; turn += 1) await deadLetter(name)
      const taken = await Promise.all(Array.from({ length: 5 }, () => retry({ name })))
      expect(ids(taken.flat()).length).toBe(20)
      expect(new Set(ids(taken.flat())).size).toBe(20)
    })

    test("what an operator retries stands in the audit log of its tenant", async () => {
      const name = kind()
      await enqueue(name, `${name}_a`, 0, otherSandbox)
      await deadLetter(name)
      expect(ids(await run(retryFailedJobs({ name })))).toEqual([`${name}_a`])
      const entries = (tenant: TenantName) =>
        run(
          as(tenant)(
            Effect.flatMap(AuditLog, (log) => log.list({ where: [{ field: "target_id", op: "eq", value: `${name}_a` }], limit: 10 }))
          )
        )
      expect(await entries(otherSandbox)).toMatchObject([
        { action: "jobs.retry", actor: { type: "system", id: "operator" }, target: { type: "job" }, outcome: "succeeded" }
      ])
      expect(await entries(acmeSandbox)).toEqual([])
    })
  })
}
