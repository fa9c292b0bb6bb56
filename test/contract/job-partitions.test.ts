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
  describe(`lanes of a job queue in ${adapter}`, async () => {
    const runtime = await make()
    afterAll(() => runtime.dispose())
    let named = 0
    /** Each test has a kind of job of its own. */
    const kind = () => `test.lanes${++named}`
    let ids = 0
    const enqueue = (name: string, lane: string, count = 1, due = 0, tenant = acmeSandbox) =>
      runtime.runPromise(
        as(tenant)(
          Effect.flatMap(JobQueue, (jobs) =>
            Effect.forEach(
              Array.from({ length: count }, () => `job_${++ids}`),
              (id) => jobs.enqueue({ id, name, payload: { id }, due_at: at(due), lane }),
              { concurrency: 50 }
            )
          )
        )
      )
    const claim = (name: string, limit: number, lanes: PartitionSlots, now = 30) =>
      runtime.runPromise(
        Effect.flatMap(JobQueue, (jobs) =>
          jobs.claim({ limits: { [name]: limit }, lanes: { [name]: lanes }, lease_seconds: 10, now: at(now) })
        )
      )
    const perLane = (jobs: ReadonlyArray<QueuedJob>) =>
      Object.fromEntries([...Map.groupBy(jobs, ({ lane }) => lane)].map(([lane, own]) => [lane, own.length]))
    const free = (each: number) => ({ each, rooms: {} })

    test("a long backlog takes no more than its room, and the job behind it comes at once", async () => {
      const name = kind()
      await enqueue(name, "a", 40)
      await enqueue(name, "b", 1, 20)
      await enqueue(name, "c", 1, 20, otherSandbox)
      expect(perLane(await claim(name, 10, free(4)))).toEqual({ a: 4, b: 1, c: 1 })
      expect(perLane(await claim(name, 10, free(4)))).toEqual({ a: 4 })
    })

    test("within a lane, what is due first comes first", async () => {
      const name = kind()
      await enqueue(name, "a", 1, 9)
      await enqueue(name, "a", 1, 3)
      const order = [await claim(name, 1, free(1)), await claim(name, 1, free(1))].flat().map(({ payload }) => payload)
      expect(order).toEqual([{ id: `job_${ids}` }, { id: `job_${ids - 1}` }])
    })

    test("claims take turns: each begins behind the lane that was served last, and comes round to the first again", async () => {
      const name = kind()
      for (const lane of ["a", "b", "c"]) await enqueue(name, lane, 5)
      const turns: Array<Record<string, number>> = []
      for (let turn = 0; turn < 6; turn += 1) turns.push(perLane(await claim(name, 3, free(3))))
      expect(turns).toEqual([{ a: 3 }, { b: 3 }, { c: 3 }, { a: 2, b: 1 }, { b: 1, c: 2 }, {}])
    })

    test("lanes that are named have their own room, and one without room is passed over", async () => {
      const name = kind()
      for (const lane of ["a", "b", "c"]) await enqueue(name, lane, 5)
      expect(perLane(await claim(name, 20, { each: 1, rooms: { a: 0, b: 3 } }))).toEqual({ b: 3, c: 1 })
    })

    test("without room for others only the named lanes are looked into", async () => {
      const name = kind()
      for (const lane of ["a", "b", "c"]) await enqueue(name, lane, 5)
      expect(perLane(await claim(name, 3, { each: 0, rooms: { b: 2, c: 2, d: 2, a: 0 } }))).toEqual({ b: 2, c: 1 })
      expect(await claim(name, 3, { each: 0, rooms: { a: 0 } })).toEqual([])
      expect(await claim(name, 3, { each: 0, rooms: {} })).toEqual([])
    })

    test("a due job is found behind any number of lanes that wait for their time", async () => {
      const name = kind()
      for (let lane = 0; lane < 150; lane += 1) await enqueue(name, `b${String(lane).padStart(3, "0")}`, 1, 50)
      await enqueue(name, "a")
      await enqueue(name, "c")
      expect(perLane(await claim(name, 1, free(1)))).toEqual({ a: 1 })
      expect(perLane(await claim(name, 1, free(1)))).toEqual({ c: 1 })
      await enqueue(name, "a")
      expect(perLane(await claim(name, 5, free(1)))).toEqual({ a: 1 })
      const later = await claim(name, 500, free(1), 55)
      expect(later.filter(({ lane }) => lane.startsWith("b")).length).toBe(150)
    })

    test("jobs without a lane are one lane, and jobs with one are found by who asks for no lanes", async () => {
      const name = kind()
      await enqueue(name, "", 3)
      await enqueue(name, "a", 1)
      expect(perLane(await claim(name, 10, free(2)))).toEqual({ "": 2, a: 1 })
      await enqueue(name, "b", 1)
      const rest = await runtime.runPromise(
        Effect.flatMap(JobQueue, (jobs) => jobs.claim({ limits: { [name]: 10 }, lease_seconds: 10, now: at(31) }))
      )
      expect(perLane(rest)).toEqual({ "": 1, b: 1 })
    })

    test("a job whose lease ran out takes its turn again", async () => {
      const name = kind()
      await enqueue(name, "a")
      const [first] = await claim(name, 1, free(1), 1)
      expect(await claim(name, 1, free(1), 10)).toEqual([])
      const [second] = await claim(name, 1, free(1), 11)
      expect([first?.attempt, second?.attempt]).toEqual([1, 2])
    })

    test("many claimants at once get each job once, in lanes too", async () => {
      const name = kind()
      for (const lane of ["a", "b", "c", "d"]) await enqueue(name, lane, 15)
      const claimed = await Promise.all(Array.from({ length: 12 }, () => claim(name, 7, free(3))))
      const left: Array<QueuedJob> = []
      for (let turn = 0; turn < 60; turn += 1) left.push(...(await claim(name, 10, free(10))))
      const all = [...claimed.flat(), ...left].map(({ id }) => id)
      expect([all.length, new Set(all).size]).toEqual([60, 60])
    })
  })
}
