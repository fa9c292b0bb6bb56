import { afterAll, describe, expect, test } from "bun:test"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import { JobQueue, type PartitionSlots, type QueuedJob } from "@vouchkit/core/kernel/jobs/job"
import { Effect, ManagedRuntime } from "effect"
import { freshDatabase } from "../support/postgres.ts"
import { acmeSandbox, as, otherSandbox } from "../support/tenants.ts"

const at = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, "0")}.000Z`

const adapters = {
  memory: async () => ManagedRuntime.make(Memory.layer),
  postgres: async () => ManagedRuntime.make(Postgres.layer({ connect: await freshDatabase(), maximumConnections: 8 }))
}

for (const [adapter, make] of Object.entries(adapters)) {
  describe(`partitions of a job queue in ${adapter}`, async () => {
    const runtime = await make()
    afterAll(() => runtime.dispose())
    let named = 0
    /** Each test has a kind of job of its own. */
    const kind = () => `test.partitions${++named}`
    let ids = 0
    const enqueue = (name: string, partition: string, count = 1, due = 0, tenant = acmeSandbox) =>
      runtime.runPromise(
        as(tenant)(
          Effect.flatMap(JobQueue, (jobs) =>
            Effect.forEach(
              Array.from({ length: count }, () => `job_${++ids}`),
              (id) => jobs.enqueue({ id, name, payload: { id }, due_at: at(due), partition }),
              { concurrency: 50 }
            )
          )
        )
      )
    const claim = (name: string, limit: number, partitions: PartitionSlots, now = 30) =>
      runtime.runPromise(
        Effect.flatMap(JobQueue, (jobs) =>
          jobs.claim({ limits: { [name]: limit }, partitions: { [name]: partitions }, lease_seconds: 10, now: at(now) })
        )
      )
    const perPartition = (jobs: ReadonlyArray<QueuedJob>) =>
      Object.fromEntries([...Map.groupBy(jobs, ({ partition }) => partition)].map(([partition, own]) => [partition, own.length]))
    const free = (each: number) => ({ each, slots: {} })

    test("a long backlog takes no more than its room, and the job behind it comes at once", async () => {
      const name = kind()
      await enqueue(name, "a", 40)
      await enqueue(name, "b", 1, 20)
      await enqueue(name, "c", 1, 20, otherSandbox)
      expect(perPartition(await claim(name, 10, free(4)))).toEqual({ a: 4, b: 1, c: 1 })
      expect(perPartition(await claim(name, 10, free(4)))).toEqual({ a: 4 })
    })

    test("within a partition, what is due first comes first", async () => {
      const name = kind()
      await enqueue(name, "a", 1, 9)
      await enqueue(name, "a", 1, 3)
      const order = [await claim(name, 1, free(1)), await claim(name, 1, free(1))].flat().map(({ payload }) => payload)
      expect(order).toEqual([{ id: `job_${ids}` }, { id: `job_${ids - 1}` }])
    })

    test("claims take turns: each begins behind the partition that was served last, and comes round to the first again", async () => {
      const name = kind()
      for (const partition of ["a", "b", "c"]) await enqueue(name, partition, 5)
      const turns: Array<Record<string, number>> = []
      for (let turn = 0; turn < 6; turn += 1) turns.push(perPartition(await claim(name, 3, free(3))))
      expect(turns).toEqual([{ a: 3 }, { b: 3 }, { c: 3 }, { a: 2, b: 1 }, { b: 1, c: 2 }, {}])
    })

    test("partitions that are named have their own room, and one without room is passed over", async () => {
      const name = kind()
      for (const partition of ["a", "b", "c"]) await enqueue(name, partition, 5)
      expect(perPartition(await claim(name, 20, { each: 1, slots: { a: 0, b: 3 } }))).toEqual({ b: 3, c: 1 })
    })

    test("without room for others only the named partitions are looked into", async () => {
      const name = kind()
      for (const partition of ["a", "b", "c"]) await enqueue(name, partition, 5)
      expect(perPartition(await claim(name, 3, { each: 0, slots: { b: 2, c: 2, d: 2, a: 0 } }))).toEqual({ b: 2, c: 1 })
      expect(await claim(name, 3, { each: 0, slots: { a: 0 } })).toEqual([])
      expect(await claim(name, 3, { each: 0, slots: {} })).toEqual([])
    })

    test("a due job is found behind any number of partitions that wait for their time", async () => {
      const name = kind()
      for (let partition = 0; partition < 150; partition += 1) await enqueue(name, `b${String(partition).padStart(3, "0")}`, 1, 50)
      await enqueue(name, "a")
      await enqueue(name, "c")
      expect(perPartition(await claim(name, 1, free(1)))).toEqual({ a: 1 })
      expect(perPartition(await claim(name, 1, free(1)))).toEqual({ c: 1 })
      await enqueue(name, "a")
      expect(perPartition(await claim(name, 5, free(1)))).toEqual({ a: 1 })
      const later = await claim(name, 500, free(1), 55)
      expect(later.filter(({ partition }) => partition.startsWith("b")).length).toBe(150)
    })

    test("jobs without a partition are one partition, and jobs with one are found by who asks for no partitions", async () => {
      const name = kind()
      await enqueue(name, "", 3)
      await enqueue(name, "a", 1)
      expect(perPartition(await claim(name, 10, free(2)))).toEqual({ "": 2, a: 1 })
      await enqueue(name, "b", 1)
      const rest = await runtime.runPromise(
        Effect.flatMap(JobQueue, (jobs) => jobs.claim({ limits: { [name]: 10 }, lease_seconds: 10, now: at(31) }))
      )
      expect(perPartition(rest)).toEqual({ "": 1, b: 1 })
    })

    test("a job whose lease ran out takes its turn again", async () => {
      const name = kind()
      await enqueue(name, "a")
      const [first] = await claim(name, 1, free(1), 1)
      expect(await claim(name, 1, free(1), 10)).toEqual([])
      const [second] = await claim(name, 1, free(1), 11)
      expect([first?.attempt, second?.attempt]).toEqual([1, 2])
    })

    test("many claimants at once get each job once, in partitions too", async () => {
      const name = kind()
      for (const partition of ["a", "b", "c", "d"]) await enqueue(name, partition, 15)
      const claimed = await Promise.all(Array.from({ length: 12 }, () => claim(name, 7, free(3))))
      const left: Array<QueuedJob> = []
      for (let turn = 0; turn < 60; turn += 1) left.push(...(await claim(name, 10, free(10))))
      const all = [...claimed.flat(), ...left].map(({ id }) => id)
      expect([all.length, new Set(all).size]).toEqual([60, 60])
    })
  })
}
