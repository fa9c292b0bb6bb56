import { afterAll, afterEach, expect, test } from "bun:test"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { Effect, Exit, Schema } from "effect"
import { always, type Fault, faultProxy, refusals, type Script, seeded } from "../support/fault-proxy.ts"
import { startFauxqs } from "../support/fauxqs.ts"
import { freshDatabase } from "../support/postgres.ts"
import { createQueue, eventually, hastyQueue, queueAt, queueProcess } from "../support/queues.ts"
import { aJob, worker } from "../worker/queue.ts"

const start = Date.parse("2026-01-01T00:00:00.000Z")
const at = (second: number) => new Date(start + second * 1000).toISOString()
const ids = (jobs: ReadonlyArray<{ readonly id: string }>) => jobs.map(({ id }) => id).toSorted()

const server = await startFauxqs()
const proxy = await faultProxy(server.endpoint)
const connect = await freshDatabase()
const queue = await createQueue(server.endpoint)
const faulty = { ...queue, endpoint: proxy.endpoint }
const jobs = queueAt(server.endpoint, queue.queue_url)
const dead = queueAt(server.endpoint, queue.dead_letter_queue_url)
const process = queueProcess(connect, faulty, hastyQueue)
afterAll(async () => {
  proxy.follow(always("pass"))
  await process.stop()
  await proxy.stop()
  await server.stop()
})
afterEach(async () => {
  proxy.follow(always("pass"))
  await process.sql("with gone as (delete from jobs returning 1) select count(*) from gone")
  await jobs.purge()
  await dead.purge()
})

/** Only calls of one kind suffer. */
const only =
  (operation: string, fault: Fault): Script =>
  ({ target }) =>
    target === `AmazonSQS.${operation}` ? fault : "pass"

/** Each test has times of its own, as what SQS did to one of them is remembered for some seconds. */
let hour = 0
const later = () => {
  hour += 1
  return (second: number) => at(hour * 3600 + second)
}

const faults = {
  "an error": refusals.queueError,
  throttling: refusals.queueThrottled,
  "no service": refusals.queueUnavailable,
  silence: "hang",
  "a closed connection": "cut-before",
  "a connection closed after the effect": "cut-after",
  "half an answer": "cut-within"
} as const satisfies Record<string, Fault>

for (const [name, fault] of Object.entries(faults)) {
  test(`${name} from SQS keeps no job from running`, async () => {
    const time = later()
    for (const id of ["evt_1", "evt_2"]) await process.enqueue("test.a", id, time(0))
    proxy.follow(always(fault))
    const claimed = await process.claim({ "test.a": 5 }, time(1))
    expect(ids(claimed)).toEqual(["evt_1", "evt_2"])
    for (const job of claimed) expect(await process.queue((calls) => calls.complete(job))).toBe(true)
    proxy.follow(always("pass"))
    expect(await process.claim({ "test.a": 5 }, time(60))).toEqual([])
  })
}

test("requests that SQS does twice run no job twice", async () => {
  const time = later()
  // Of two receipts the first hides what it answers, so that a server which always did it twice would never give anything out.
  let receipts = 0
  proxy.follow(({ target }) => {
    if (target !== "AmazonSQS.ReceiveMessage") return "twice"
    receipts += 1
    return receipts % 2 === 1 ? "twice" : "pass"
  })
  for (let index = 0; index < 15; index += 1) await process.enqueue("test.a", `evt_${index}`, time(0))
  const ran: Array<{ readonly id: string; readonly attempt: number }> = []
  for (const second of [1, 2, 40, 80, 160]) {
    for (const job of await process.claim({ "test.a": 40 }, time(second))) {
      ran.push(job)
      await process.queue((calls) => calls.complete(job))
    }
  }
  expect(ids(ran)).toEqual(Array.from({ length: 15 }, (_, index) => `evt_${index}`).toSorted())
  expect(new Set(ran.map(({ attempt }) => attempt))).toEqual(new Set([1]))
})

test("a job whose message could not be sent is told of again as soon as SQS answers", async () => {
  const time = later()
  proxy.follow(only("SendMessageBatch", refusals.queueError))
  await process.enqueue("test.a", "evt_1", time(0))
  expect(await process.claim({ "test.a": 0 }, time(1))).toEqual([])
  expect((await jobs.counts()).visible).toBe(0)
  proxy.follow(always("pass"))
  await process.claim({ "test.a": 0 }, time(7))
  expect((await jobs.counts()).visible).toBe(1)
})

test("messages that SQS refuses one by one are sent again, the others are not", async () => {
  const time = later()
  const partly = {
    status: 200,
    type: "application/x-amz-json-1.0",
    body: JSON.stringify({
      Successful: [],
      Failed: [{ Id: "0", SenderFault: false, Code: "InternalError" }]
    })
  }
  await process.enqueue("test.a", "evt_1", time(0))
  proxy.follow(only("SendMessageBatch", partly))
  await process.claim({ "test.a": 0 }, time(1))
  proxy.follow(always("pass"))
  await process.claim({ "test.a": 0 }, time(2))
  await process.claim({ "test.a": 0 }, time(3))
  expect((await jobs.counts()).visible).toBe(1)
})

test("a message that could not be deleted is deleted when it comes again", async () => {
  const time = later()
  await process.enqueue("test.a", "evt_1", time(0))
  const [job] = await process.claim({ "test.a": 1 }, time(1))
  proxy.follow(only("DeleteMessageBatch", refusals.queueError))
  if (job) expect(await process.queue((calls) => calls.complete(job))).toBe(true)
  proxy.follow(always("pass"))
  await jobs.write(JSON.stringify({ organization: "org_acme", environment: "sandbox", id: "evt_1", name: "test.a" }))
  expect(await process.claim({ "test.a": 1 }, time(2))).toEqual([])
  await eventually(jobs.counts, ({ visible }) => visible === 0)
  expect((await jobs.counts()).visible).toBe(0)
})

test("the message of a long job is hidden again with every extension of its lease, and no failure of that ends the job", async () => {
  const time = later()
  await process.enqueue("test.a", "evt_1", time(0))
  const [job] = await process.claim({ "test.a": 1 }, time(1))
  if (job === undefined) throw new Error("nothing was claimed")
  proxy.since()
  const extend = (second: number) => process.queue((calls) => calls.extend(job, 30, time(second)))
  expect(await extend(10)).toBe(true)
  const hidden = () => proxy.since().filter(({ target }) => target === "AmazonSQS.ChangeMessageVisibility").length
  expect(hidden()).toBe(1)
  proxy.follow(only("ChangeMessageVisibility", refusals.queueError))
  expect(await extend(20)).toBe(true)
  proxy.follow(always("pass"))
  expect(await process.claim({ "test.a": 1 }, time(49))).toEqual([])
  expect(await process.claim({ "test.a": 1 }, time(50))).toHaveLength(1)
  hidden()
  expect(await extend(51)).toBe(false)
  expect(hidden()).toBe(0)
})

test("a job is set aside also when the dead-letter queue does not take it", async () => {
  const time = later()
  await process.enqueue("test.a", "evt_1", time(0))
  const [job] = await process.claim({ "test.a": 1 }, time(1))
  proxy.follow(only("SendMessage", refusals.queueError))
  expect(job && (await process.queue((calls) => calls.deadLetter(job, "poison", time(2))))).toBe(true)
  const depth = await process.queue((calls) => calls.depth(time(3)))
  expect(depth).toMatchObject([{ name: "test.a", state: "failed", count: 1 }])
})

test("a message that is not ours stays in the queue until the dead-letter queue takes it", async () => {
  const time = later()
  await jobs.write("poison")
  proxy.follow(only("SendMessage", refusals.queueError))
  await process.claim({ "test.a": 1 }, time(1))
  expect(await jobs.counts()).toEqual({ visible: 0, hidden: 1 })
})

test("SQS that does not answer is told by ping, in words that hold no address", async () => {
  const ping = () => process.runtime.runPromiseExit(Effect.flatMap(JobQueue, (calls) => calls.ping))
  expect(Exit.isSuccess(await ping())).toBe(true)
  for (const fault of ["hang", "cut-before", refusals.queueError] as const) {
    proxy.follow(always(fault))
    const exit = await ping()
    expect(Exit.isFailure(exit)).toBe(true)
    expect(Bun.inspect(exit)).not.toContain(proxy.endpoint)
    expect(Bun.inspect(exit)).not.toContain(queue.queue_url)
  }
})

test("workers run every job although a third of all calls suffers and a queue is purged meanwhile", async () => {
  const names = Array.from({ length: 60 }, (_, index) => `evt_${index}`)
  const done = new Set<string>()
  const ended = Promise.withResolvers<void>()
  const counting = aJob({
    name: "test.chaos",
    concurrency: 5,
    payload: Schema.Unknown,
    retry_seconds: [0, 0, 0],
    handle: (_payload, { id }) =>
      Effect.sync(() => {
        done.add(id)
      })
  })
  proxy.follow(
    seeded(7, 0.33, 20, ["hang", "cut-before", "cut-after", "cut-within", "twice", refusals.queueError, refusals.queueThrottled])
  )
  const others = [queueProcess(connect, faulty, hastyQueue), queueProcess(connect, faulty, hastyQueue)]
  const now = new Date().toISOString()
  const running = others.map(({ runtime }) =>
    runtime.runPromise(
      Effect.scoped(
        Effect.andThen(
          worker(counting),
          Effect.promise(() => ended.promise)
        )
      ) as Effect.Effect<void, never, never>
    )
  )
  for (const [index, id] of names.entries()) {
    await process.enqueue("test.chaos", id, now)
    if (index === 30) await jobs.purge()
  }
  // A run whose end could not be told comes again, for which there has to be a worker.
  expect(
    await eventually(
      () => process.sql("select count(*)::int as left from jobs"),
      ([row]) => row?.left === 0
    )
  ).toEqual([{ left: 0 }])
  ended.resolve()
  await Promise.all(running)
  expect([...done].toSorted()).toEqual(names.toSorted())
  await Promise.all(others.map(({ stop }) => stop()))
}, 300_000)
