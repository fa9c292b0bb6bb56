import { afterAll, describe, expect, test } from "bun:test"
import { Database } from "@vouchkit/adapters/postgres/database"
import { jobTable } from "@vouchkit/adapters/postgres/jobs/table"
import { Effect } from "effect"
import { startFauxqs } from "../support/fauxqs.ts"
import { freshDatabase } from "../support/postgres.ts"
import { createQueue, eventually, type QueueProcess, queueAt, queueProcess } from "../support/queues.ts"

const start = Date.parse("2026-01-01T00:00:00.000Z")
const at = (second: number) => new Date(start + second * 1000).toISOString()
const ids = (jobs: ReadonlyArray<{ readonly id: string }>) => jobs.map(({ id }) => id).toSorted()

const server = await startFauxqs()
const connect = await freshDatabase()
afterAll(server.stop)

/** A queue and a kind of job of its own for each test; the table is emptied before. */
const setting = async (
  body: (given: {
    readonly worker: QueueProcess
    readonly another: () => QueueProcess
    readonly jobs: ReturnType<typeof queueAt>
    readonly dead: ReturnType<typeof queueAt>
  }) => Promise<void>
) => {
  const queue = await createQueue(server.endpoint)
  const worker = queueProcess(connect, queue)
  const others: Array<QueueProcess> = []
  await worker.sql("with gone as (delete from jobs returning 1) select count(*) from gone")
  const another = () => {
    const made = queueProcess(connect, queue)
    others.push(made)
    return made
  }
  try {
    await body({
      worker,
      another,
      jobs: queueAt(server.endpoint, queue.queue_url),
      dead: queueAt(server.endpoint, queue.dead_letter_queue_url)
    })
  } finally {
    await Promise.all([worker, ...others].map(({ stop }) => stop()))
  }
}

/** Marks what is due as told of, and dies before a message is sent. */
const dyingRelay = (worker: QueueProcess, now: string) =>
  worker.runtime.runPromise(Effect.flatMap(Database, (database) => jobTable(database, () => undefined).relay(100, now)))

describe("messages", () => {
  test("carry what names the job and nothing else", () =>
    setting(async ({ jobs, worker }) => {
      await worker.enqueue("test.a", "evt_1", at(0))
      await worker.claim({ "test.a": 0 }, at(1))
      expect(await jobs.read()).toEqual([{ organization: "org_acme", environment: "sandbox", id: "evt_1", name: "test.a" }])
    }))

  test("are sent also by a worker that is full, so that others are woken and the queue's length tells what waits", () =>
    setting(async ({ jobs, worker }) => {
      for (let index = 0; index < 25; index += 1) await worker.enqueue("test.a", `evt_${index}`, at(0))
      expect(await worker.claim({ "test.a": 0 }, at(1))).toEqual([])
      expect((await jobs.counts()).visible).toBe(25)
    }))

  test("stay hidden while the job runs and are deleted when it ended", () =>
    setting(async ({ jobs, worker }) => {
      for (const id of ["evt_done", "evt_later", "evt_bad"]) await worker.enqueue("test.a", id, at(0))
      const claimed = await worker.claim({ "test.a": 5 }, at(1))
      expect(await jobs.counts()).toEqual({ visible: 0, hidden: 3 })
      const [bad, done, later] = claimed.toSorted((one, other) => (one.id < other.id ? -1 : 1))
      if (bad === undefined || done === undefined || later === undefined) throw new Error("not all were claimed")
      await worker.queue((queue) => queue.complete(done))
      await worker.queue((queue) => queue.postpone(later, at(60), null, false))
      await worker.queue((queue) => queue.deadLetter(bad, "no", at(1)))
      expect(await eventually(jobs.counts, ({ hidden }) => hidden === 0)).toEqual({ visible: 0, hidden: 0 })
    }))

  test("that come twice, also to two workers at once, run their job once", () =>
    setting(async ({ another, jobs, worker }) => {
      await worker.enqueue("test.a", "evt_1", at(0))
      await worker.claim({ "test.a": 0 }, at(1))
      for (let copy = 0; copy < 9; copy += 1) {
        await jobs.write(JSON.stringify({ organization: "org_acme", environment: "sandbox", id: "evt_1", name: "test.a" }))
      }
      const workers = [worker, another(), another()]
      const claimed = await Promise.all(workers.map(({ claim }) => claim({ "test.a": 5 }, at(1))))
      expect(ids(claimed.flat())).toEqual(["evt_1"])
      await Promise.all(workers.map(({ claim }) => claim({ "test.a": 5 }, at(2))))
      expect(await eventually(jobs.counts, ({ hidden, visible }) => hidden + visible === 1)).toEqual({ visible: 0, hidden: 1 })
    }))

  test("of jobs that are gone, held, not due or of another tenant's row are deleted, and nothing runs", () =>
    setting(async ({ jobs, worker }) => {
      await worker.enqueue("test.a", "evt_held", at(0))
      const [held] = await worker.claim({ "test.a": 1 }, at(1))
      await worker.enqueue("test.a", "evt_later", at(600))
      const name = (id: string, rest: object = {}) =>
        JSON.stringify({ organization: "org_acme", environment: "sandbox", id, name: "test.a", ...rest })
      for (const body of [
        name("evt_gone"),
        name("evt_held"),
        name("evt_later"),
        name("evt_later", { environment: "live" }),
        name("evt_held", { name: "test.b" })
      ]) {
        await jobs.write(body)
      }
      expect(await worker.claim({ "test.a": 9, "test.b": 9 }, at(2))).toEqual([])
      expect(await eventually(jobs.counts, ({ hidden }) => hidden === 1)).toEqual({ visible: 0, hidden: 1 })
      expect(held && (await worker.queue((queue) => queue.complete(held)))).toBe(true)
      expect(ids(await worker.claim({ "test.a": 9 }, at(600)))).toEqual(["evt_later"])
    }))
})

describe("the queue may forget", () => {
  test("jobs run although their messages were lost", () =>
    setting(async ({ jobs, worker }) => {
      for (let index = 0; index < 12; index += 1) await worker.enqueue("test.a", `evt_${index}`, at(0))
      await worker.claim({ "test.a": 0 }, at(1))
      await jobs.purge()
      expect(await worker.claim({ "test.a": 20 }, at(2))).toEqual([])
      const claimed = [await worker.claim({ "test.a": 20 }, at(40)), await worker.claim({ "test.a": 20 }, at(40))]
      expect(ids(claimed.flat())).toHaveLength(12)
    }))

  test("a relay that dies between marking and sending delays its jobs and loses none", () =>
    setting(async ({ worker }) => {
      await worker.enqueue("test.a", "evt_1", at(0))
      expect(await dyingRelay(worker, at(1))).toMatchObject([{ id: "evt_1" }])
      expect(await worker.claim({ "test.a": 5 }, at(2))).toEqual([])
      expect(ids(await worker.claim({ "test.a": 5 }, at(31)))).toEqual(["evt_1"])
    }))

  test("a job that nobody takes is told of after ever longer waits, fifteen minutes at most", () =>
    setting(async ({ worker }) => {
      await worker.enqueue("test.a", "evt_1", at(0))
      const told: Array<number> = []
      for (let second = 0; second < 4000; second += 10) if ((await dyingRelay(worker, at(second))).length > 0) told.push(second)
      const waits = told.slice(1).map((second, index) => second - (told[index] ?? 0))
      expect(waits).toEqual(waits.toSorted((one, other) => one - other))
      expect(waits[0]).toBe(30)
      expect(waits.at(-1)).toBe(900)
      expect(told.length).toBeLessThan(12)
    }))

  test("a worker that dies loses its job to another when its lease has run out", () =>
    setting(async ({ another, worker }) => {
      await worker.enqueue("test.a", "evt_1", at(0))
      const [first] = await worker.claim({ "test.a": 1 }, at(1))
      const survivor = another()
      expect(await survivor.claim({ "test.a": 1 }, at(20))).toEqual([])
      const [second] = await survivor.claim({ "test.a": 1 }, at(31))
      expect(second?.attempt).toBe(2)
      expect(first && (await worker.queue((queue) => queue.complete(first)))).toBe(false)
      expect(second && (await survivor.queue((queue) => queue.complete(second)))).toBe(true)
    }))

  test("what had arrived at a worker that stopped is told of again at once", () =>
    setting(async ({ another, jobs, worker }) => {
      await worker.claim({ "test.a": 5 }, at(0))
      const woken = worker.queue((queue) => queue.awaitWork(30))
      await jobs.write(JSON.stringify({ organization: "org_acme", environment: "sandbox", id: "evt_1", name: "test.a" }))
      await woken
      const survivor = another()
      await survivor.enqueue("test.a", "evt_1", at(0))
      await dyingRelay(survivor, at(1))
      await worker.stop()
      expect(ids(await survivor.claim({ "test.a": 1 }, at(2)))).toEqual(["evt_1"])
    }))
})

describe("a job", () => {
  test("waits in the table for a time beyond what SQS can delay", () =>
    setting(async ({ jobs, worker }) => {
      await worker.enqueue("test.a", "evt_1", at(16 * 60))
      expect(await worker.claim({ "test.a": 5 }, at(15 * 60))).toEqual([])
      expect(await jobs.counts()).toEqual({ visible: 0, hidden: 0 })
      const [first] = await worker.claim({ "test.a": 5 }, at(16 * 60))
      if (first) await worker.queue((queue) => queue.postpone(first, at(86_400), "later", true))
      expect(await worker.claim({ "test.a": 5 }, at(86_399))).toEqual([])
      expect(ids(await worker.claim({ "test.a": 5 }, at(86_400)))).toEqual(["evt_1"])
    }))

  test("of a kind without room is given back, and runs when there is room", () =>
    setting(async ({ jobs, worker }) => {
      for (const id of ["evt_1", "evt_2", "evt_3"]) await worker.enqueue("test.a", id, at(0))
      await worker.enqueue("test.b", "evt_4", at(0))
      const first = await worker.claim({ "test.a": 1, "test.b": 5 }, at(1))
      expect(first.map(({ name }) => name).toSorted()).toEqual(["test.a", "test.b"])
      expect(await worker.claim({ "test.a": 0, "test.b": 5 }, at(2))).toEqual([])
      const rest = await worker.claim({ "test.a": 5, "test.b": 5 }, at(3))
      expect(ids([...first, ...rest])).toEqual(["evt_1", "evt_2", "evt_3", "evt_4"])
      for (const job of [...first, ...rest]) await worker.queue((queue) => queue.complete(job))
      await worker.claim({ "test.a": 5 }, at(20))
      expect(await eventually(jobs.counts, ({ hidden, visible }) => hidden + visible === 0)).toEqual({ visible: 0, hidden: 0 })
    }))

  test("behind a long row of a kind without room does not wait for it", () =>
    setting(async ({ worker }) => {
      for (let index = 0; index < 40; index += 1) await worker.enqueue("test.a", `evt_a${index}`, at(0))
      await worker.claim({ "test.a": 0, "test.b": 0 }, at(1))
      await worker.enqueue("test.b", "evt_b", at(1))
      expect(ids(await worker.claim({ "test.a": 0, "test.b": 2 }, at(2)))).toEqual(["evt_b"])
    }))

  test("is dealt out by partitions as the table has them", () =>
    setting(async ({ worker }) => {
      for (let index = 0; index < 12; index += 1) await worker.enqueue("test.a", `evt_slow${index}`, at(0), "slow")
      await worker.enqueue("test.a", "evt_quick", at(5), "quick")
      const claimed = await worker.claim({ "test.a": 10 }, at(6), { "test.a": { each: 2, slots: {} } })
      expect(claimed.map(({ partition }) => partition).toSorted()).toEqual(["quick", "slow", "slow"])
    }))

  test("that is set aside is told to the dead-letter queue with its reason, and to no one else", () =>
    setting(async ({ dead, jobs, worker }) => {
      await worker.enqueue("test.a", "evt_1", at(0))
      const [job] = await worker.claim({ "test.a": 1 }, at(1))
      if (job) await worker.queue((queue) => queue.deadLetter(job, "poison\uFFFF \u0001 \uD800 \u{1F4A3}", at(1)))
      expect(await dead.read()).toEqual([
        { organization: "org_acme", environment: "sandbox", id: "evt_1", name: "test.a", reason: "poison\uFFFF \u0001 \uD800 \u{1F4A3}" }
      ])
      if (job) expect(await worker.queue((queue) => queue.deadLetter(job, "again", at(1)))).toBe(false)
      expect(await dead.read()).toEqual([])
      expect(await worker.claim({ "test.a": 1 }, at(4000))).toEqual([])
      expect((await jobs.counts()).visible).toBe(0)
    }))
})

describe("a message that is not ours", () => {
  test("goes to the dead-letter queue with its reason, bounded, and is gone", () =>
    setting(async ({ dead, jobs, worker }) => {
      const named = { organization: "org_acme", environment: "sandbox", id: "evt_1", name: "test.a" }
      const bodies = [
        "not json",
        "[]",
        "null",
        JSON.stringify({ ...named, environment: "elsewhere" }),
        JSON.stringify({ ...named, id: 5 }),
        JSON.stringify({ ...named, name: "x".repeat(201) }),
        "\u00FC".repeat(60_000)
      ]
      for (const body of bodies) await jobs.write(body)
      await worker.enqueue("test.a", "evt_1", at(0))
      expect(ids(await worker.claim({ "test.a": 20 }, at(1)))).toEqual(["evt_1"])
      const letters = await eventually(dead.counts, ({ visible }) => visible === bodies.length)
      expect(letters.visible).toBe(bodies.length)
      const read = await dead.read()
      expect(read.map(({ reason }) => reason).toSorted()).toEqual(
        [
          ...Array.from({ length: 5 }, () => "the message does not name a job by organization, environment, id and name"),
          "the message is not JSON",
          "the message is longer than 2000 characters"
        ].toSorted()
      )
      for (const { body } of read) expect(body.length).toBeLessThanOrEqual(16_000)
      expect(await eventually(jobs.counts, ({ hidden, visible }) => hidden + visible === 1)).toEqual({ visible: 0, hidden: 1 })
    }))
})
