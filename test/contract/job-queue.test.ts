import { afterAll, describe, expect, test } from "bun:test"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import { layer as databaseLayer } from "@vouchkit/adapters/postgres/database"
import { layer as sqsLayer } from "@vouchkit/adapters/sqs/job-queue"
import { idPrefixes } from "@vouchkit/core/kernel/foundation/id"
import { impersonal, JobQueue, type QueuedJob } from "@vouchkit/core/kernel/jobs/job"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { Effect, Layer, ManagedRuntime } from "effect"
import { fauxqsCredentials, startFauxqs } from "../support/fauxqs.ts"
import { freshDatabase } from "../support/postgres.ts"
import { createQueue } from "../support/queues.ts"
import { acmeSandbox, as, otherSandbox } from "../support/tenants.ts"

const at = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, "0")}.000Z`

const adapters = {
  memory: async () => ManagedRuntime.make(Memory.layer),
  postgres: async () => ManagedRuntime.make(Postgres.layer({ connect: await freshDatabase(), maximumConnections: 8 })),
  sqs: async () => {
    const server = await startFauxqs()
    afterAll(server.stop)
    const queue = sqsLayer(await createQueue(server.endpoint), undefined, fauxqsCredentials)
    const database = databaseLayer({ connect: await freshDatabase(), maximumConnections: 8 })
    return ManagedRuntime.make(Layer.mergeAll(Postgres.records, queue).pipe(Layer.provideMerge(database)))
  }
}

for (const [adapter, make] of Object.entries(adapters)) {
  describe(`a job queue in ${adapter}`, async () => {
    const runtime = await make()
    afterAll(() => runtime.dispose())
    const queue = <A, E>(use: (queue: JobQueue["Service"]) => Effect.Effect<A, E, never>) =>
      runtime.runPromise(Effect.flatMap(JobQueue, use))
    let named = 0
    /** Each test has a kind of job of its own. */
    const kind = () => `test.kind${++named}`
    const enqueue = (name: string, id: string, due = 0, tenant = acmeSandbox) =>
      runtime.runPromise(
        as(tenant)(Effect.flatMap(JobQueue, (jobs) => jobs.enqueue({ id, name, payload: { id, due: at(due) }, due_at: at(due) })))
      )
    const claim = (name: string, now: number, limit = 10) =>
      queue((jobs) => jobs.claim({ limits: { [name]: limit }, lease_seconds: 10, now: at(now) }))
    /** The job that is due, asked for until it comes: a queue may answer late, and the limit of the test ends the wait. */
    const given = async (name: string, now: number): Promise<QueuedJob> => {
      for (;;) {
        const [job] = await claim(name, now)
        if (job !== undefined) return job
      }
    }
    /** So many jobs that are due, asked for as long. */
    const several = async (name: string, now: number, count: number, limit?: number): Promise<ReadonlyArray<QueuedJob>> => {
      const found: Array<QueuedJob> = []
      while (found.length < count) found.push(...(await claim(name, now, limit)))
      return found
    }
    const ids = (jobs: ReadonlyArray<QueuedJob>) => jobs.map(({ id }) => id).sort()

    /** An identifier of this shape for each word. */
    const id = (prefix: string, word: string) => `${prefix}_${word.replaceAll("_", "").padStart(26, "0")}`

    test("withdraws the jobs of a tenant that name an identifier, however deep, whether they wait, run or failed", async () => {
      const name = kind()
      const put = (id: string, payload: unknown, tenant = acmeSandbox) =>
        runtime.runPromise(as(tenant)(Effect.flatMap(JobQueue, (jobs) => jobs.enqueue({ id, name, payload, due_at: at(0) }))))
      await put("evt_w1", { session_id: id("ses", "erased") })
      await put("evt_w2", { resource: { type: "session", id: id("ses", "erased") }, data: { tags: [id("ses", "kept")] } })
      const running: Array<QueuedJob> = []
      while (running.length < 2) running.push(...(await claim(name, 1)))
      await put("evt_w3", { data: { list: [{ deep: id("doc", "erased") }] } })
      await put("evt_w4", { session_id: id("ses", "erased_not") })
      await put("evt_w5", { session_id: id("ses", "erased") }, otherSandbox)
      const [failed] = running
      if (failed !== undefined) await queue((jobs) => jobs.deadLetter(failed, "broken", at(1)))
      const withdrawn = await runtime.runPromise(
        as(acmeSandbox)(Effect.flatMap(JobQueue, (jobs) => jobs.withdraw([id("ses", "erased"), id("doc", "erased")])))
      )
      expect(withdrawn).toBe(3)
      for (const job of running) expect(await queue((jobs) => jobs.complete(job))).toBe(false)
      const left: Array<string> = []
      while (left.length < 2) left.push(...ids(await claim(name, 59)))
      expect(left.sort()).toEqual(["evt_w4", "evt_w5"])
    })

    test("withdraws by every identifier that leads to a person, and by no other text", async () => {
      const withdraws = (one: string) => runtime.runPromise(as(acmeSandbox)(Effect.flatMap(JobQueue, (jobs) => jobs.withdraw([one]))))
      const prefixes = Object.keys(idPrefixes)
      for (const prefix of prefixes) {
        const name = kind()
        const put = (job: string) =>
          runtime.runPromise(
            as(acmeSandbox)(
              Effect.flatMap(JobQueue, (jobs) => jobs.enqueue({ id: job, name, payload: { of: [id(prefix, "each")] }, due_at: at(0) }))
            )
          )
        await put(`job_${prefix}_1`)
        expect([prefix, await withdraws(id(prefix, "each"))]).toEqual([prefix, impersonal.has(prefix) ? 0 : 1])
        // What was withdrawn, or was done, is named no more.
        expect(await withdraws(id(prefix, "each"))).toBe(0)
        await put(`job_${prefix}_2`)
        for (const job of [await given(name, 1)]) await queue((jobs) => jobs.complete(job))
        if (!impersonal.has(prefix)) expect(await withdraws(id(prefix, "each"))).toBe(0)
      }
      const name = kind()
      await runtime.runPromise(
        as(acmeSandbox)(
          Effect.flatMap(JobQueue, (jobs) => jobs.enqueue({ id: "job_text", name, payload: { status: "approved" }, due_at: at(0) }))
        )
      )
      expect(await withdraws("approved")).toBe(0)
    })

    test("withdraws no job that erases what is gone, or proves it", async () => {
      const name = `erasure.${kind().replace(".", "_")}`
      await runtime.runPromise(
        as(acmeSandbox)(
          Effect.flatMap(JobQueue, (jobs) =>
            jobs.enqueue({ id: `evt_${name.replaceAll(".", "_")}`, name, payload: { session_id: id("ses", "gone") }, due_at: at(0) })
          )
        )
      )
      expect(await runtime.runPromise(as(acmeSandbox)(Effect.flatMap(JobQueue, (jobs) => jobs.withdraw([id("ses", "gone")]))))).toBe(0)
      expect(await several(name, 1, 1)).toMatchObject([{ name, payload: { session_id: id("ses", "gone") } }])
    })

    test("hands out what is due, with its tenant and payload, and nothing before its time", async () => {
      const name = kind()
      await enqueue(name, "evt_a", 1)
      await enqueue(name, "evt_b", 5, otherSandbox)
      expect(await claim(name, 0)).toEqual([])
      expect(await several(name, 2, 1)).toMatchObject([
        { id: "evt_a", organization: "org_acme", environment: "sandbox", payload: { id: "evt_a" }, attempt: 1 }
      ])
      expect(await several(name, 5, 1)).toMatchObject([{ id: "evt_b", organization: "org_other" }])
    })

    // Messages come in any order, so that a queue in front of the table promises none.
    if (adapter !== "sqs") {
      test("hands out in the order in which they fall due what is asked for in one go, wherever it stands in the table", async () => {
        const [name, other] = [kind(), kind()]
        // Every third of the first ones goes, and those that follow may stand in its place.
        for (let index = 0; index < 30; index += 1)
          await enqueue(index % 3 === 0 ? other : name, `evt_early_${index}`, 30 + ((index * 7) % 20))
        for (const job of await claim(other, 59)) await queue((jobs) => jobs.complete(job))
        for (let index = 0; index < 20; index += 1) await enqueue(index % 2 === 0 ? other : name, `evt_late_${index}`, (index * 13) % 29)
        const limits = { [name]: 12, [other]: 4 }
        const dueOf = ({ payload }: QueuedJob) => String((payload as { readonly due: string }).due)
        const claims: Array<ReadonlyArray<QueuedJob>> = []
        for (;;) {
          const jobs = await queue((open) => open.claim({ limits, lease_seconds: 10, now: at(59) }))
          if (jobs.length === 0) break
          claims.push(jobs)
          for (const job of jobs) await queue((open) => open.complete(job))
        }
        expect(claims.map(({ length }) => length)).toEqual([16, 16, 8])
        for (const jobs of claims) expect(jobs.map(dueOf)).toEqual(jobs.map(dueOf).toSorted())
        for (const one of [name, other]) {
          const inTurn = claims.flat().filter((job) => job.name === one)
          expect(inTurn.map(dueOf)).toEqual(inTurn.map(dueOf).toSorted())
        }
      })
    }

    test("hands out no more than asked for and only the kinds asked for", async () => {
      const [name, other] = [kind(), kind()]
      for (const id of ["evt_a", "evt_b", "evt_c"]) await enqueue(name, `${id}${named}`)
      await enqueue(other, `evt_x${named}`)
      expect(await several(name, 1, 2, 2)).toHaveLength(2)
      expect(await several(name, 1, 1, 2)).toHaveLength(1)
      expect(await queue((jobs) => jobs.claim({ limits: {}, lease_seconds: 10, now: at(1) }))).toEqual([])
    })

    test("hands out several kinds in one go, each within its own limit", async () => {
      const [one, two, full] = [kind(), kind(), kind()]
      for (const name of [one, two, full]) for (const index of [1, 2, 3]) await enqueue(name, `evt_${name}_${index}`)
      const claimed = await queue((jobs) => jobs.claim({ limits: { [one]: 2, [two]: 5, [full]: 0 }, lease_seconds: 10, now: at(1) }))
      const counts = [one, two, full].map((name) => claimed.filter((job) => job.name === name).length)
      expect(counts).toEqual([2, 3, 0])
    })

    test("hands a job out again when its lease ran out, and the first holder can no longer finish it", async () => {
      const name = kind()
      await enqueue(name, `evt_${named}`)
      const first = await given(name, 0)
      expect(await claim(name, 9)).toEqual([])
      const second = await given(name, 10)
      expect([first.lost, second.attempt, second.lost]).toEqual([0, 2, 1])
      expect(first && (await queue((jobs) => jobs.complete(first)))).toBe(false)
      expect(second && (await queue((jobs) => jobs.complete(second)))).toBe(true)
      expect(await claim(name, 30)).toEqual([])
    })

    test("keeps an extended job away from others", async () => {
      const name = kind()
      await enqueue(name, `evt_${named}`)
      const job = await given(name, 0)
      expect(job && (await queue((jobs) => jobs.extend(job, 10, at(9))))).toBe(true)
      expect(await claim(name, 15)).toEqual([])
      expect(await several(name, 19, 1)).toHaveLength(1)
    })

    test("postpones a job, counting the run or giving it back", async () => {
      const name = kind()
      await enqueue(name, `evt_${named}`)
      const first = await given(name, 0)
      if (first) await queue((jobs) => jobs.postpone(first, at(5), "later", false))
      expect(await claim(name, 4)).toEqual([])
      const second = await given(name, 5)
      expect(second?.attempt).toBe(1)
      if (second) await queue((jobs) => jobs.postpone(second, at(6), "failed", true))
      expect(await given(name, 6)).toMatchObject({ attempt: 2, lost: 0 })
    })

    test("sets a deadLettered job aside, visible and never handed out", async () => {
      const name = kind()
      await enqueue(name, `evt_${named}`)
      const job = await given(name, 0)
      expect(job && (await queue((jobs) => jobs.deadLetter(job, "poison", at(1))))).toBe(true)
      expect(await claim(name, 59)).toEqual([])
      const depth = await queue((jobs) => jobs.depth(at(59)))
      expect(depth.filter((one) => one.name === name)).toMatchObject([{ state: "failed", count: 1 }])
    })

    test("brings the trace of whoever enqueued a job to every run of it, and none where there was none", async () => {
      const name = kind()
      const trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
      await runtime.runPromise(
        as(acmeSandbox)(
          Effect.flatMap(JobQueue, (jobs) => jobs.enqueue({ id: `evt_traced_${named}`, name, payload: {}, due_at: at(0), trace }))
        )
      )
      await enqueue(name, `evt_untraced_${named}`)
      const traces = (jobs: ReadonlyArray<QueuedJob>) => Object.fromEntries(jobs.map((job) => [job.id.split("_")[1] ?? "", job.trace]))
      const first = await several(name, 0, 2)
      expect(traces(first)).toEqual({ traced: trace, untraced: null })
      for (const job of first) await queue((jobs) => jobs.postpone(job, at(5), "failed", true))
      expect(traces(await several(name, 5, 2))).toEqual({ traced: trace, untraced: null })
    })

    test("enqueueing the same job twice makes one", async () => {
      const name = kind()
      for (let time = 0; time < 2; time += 1) await enqueue(name, `evt_same_${named}`)
      expect(await several(name, 1, 1)).toHaveLength(1)
      expect(await claim(name, 1)).toEqual([])
    })

    test("a job exists exactly when its transaction commits", async () => {
      const name = kind()
      const within = (fails: boolean, id: string) =>
        runtime.runPromiseExit(
          as(acmeSandbox)(
            Effect.gen(function* () {
              const jobs = yield* JobQueue
              const { transaction } = yield* UnitOfWork
              yield* transaction(
                Effect.andThen(jobs.enqueue({ id, name, payload: {}, due_at: at(0) }), fails ? Effect.fail("no") : Effect.void)
              )
            })
          )
        )
      await within(true, "evt_lost")
      await within(false, "evt_kept")
      expect(ids(await claim(name, 1))).toEqual(["evt_kept"])
    })

    test("many claimants at once get each job once", async () => {
      const name = kind()
      const all = Array.from({ length: 60 }, (_, index) => `evt_many_${index}`)
      await Promise.all(all.map((id) => enqueue(name, id)))
      const claimed = await Promise.all(Array.from({ length: 12 }, () => claim(name, 1, 7)))
      expect(ids(claimed.flat())).toEqual([...all].sort())
    })

    test("a waiting worker wakes when work is enqueued", async () => {
      const name = kind()
      const waiting = queue((jobs) => jobs.awaitWork(30))
      await enqueue(name, `evt_${named}`)
      await waiting
      expect(await several(name, 1, 1)).toHaveLength(1)
      expect(await claim(name, 1)).toEqual([])
    })
  })
}
