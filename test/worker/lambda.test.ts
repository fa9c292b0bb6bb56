import { afterAll, beforeEach, expect, test } from "bun:test"
import type { AnyJob } from "@vouchkit/core/kernel/jobs/job"
import { connectSqs } from "@vouchkit/adapters/sqs/client"
import { JobFailed, JobPostponed } from "@vouchkit/core/kernel/jobs/job"
import { type Handed, runBatch } from "@vouchkit/worker/lambda/batch"
import { Deferred, Effect, Schema } from "effect"
import { fauxqsCredentials, startFauxqs } from "../support/fauxqs.ts"
import { freshDatabase } from "../support/postgres.ts"
import { createQueue, queueAt, queueProcess } from "../support/queues.ts"
import { aJob } from "./queue.ts"

const server = await startFauxqs()
const queue = await createQueue(server.endpoint)
const dead = queueAt(server.endpoint, queue.dead_letter_queue_url)
const container = queueProcess(await freshDatabase(), queue)
afterAll(async () => {
  await container.stop()
  await server.stop()
})
beforeEach(async () => {
  await container.sql("with gone as (delete from jobs returning 1) select count(*) from gone")
})

const due = "2026-01-01T00:00:00.000Z"
const message = (id: string, name = "test.job"): Handed => ({
  messageId: `m_${id}`,
  body: JSON.stringify({ organization: "org_acme", environment: "sandbox", id, name })
})
const kind = (overrides: Partial<AnyJob>): AnyJob => aJob({ payload: Schema.Unknown, ...overrides })
/** One call of the function; answers the messages that it wants again. */
const call = (jobs: ReadonlyArray<AnyJob>, records: ReadonlyArray<Handed>, remainingMillis = 60_000) =>
  container.runtime.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        return yield* runBatch(jobs, records, { remainingMillis, sqs: yield* connectSqs(queue, undefined, fauxqsCredentials) })
      })
    ) as Effect.Effect<ReadonlyArray<string>, never, never>
  )
const rows = () => container.sql("select id, state, attempt, lease, last_error from jobs order by id")

test("each message runs its job, as any worker would, and none comes again", async () => {
  const seen: Array<string> = []
  for (const id of ["evt_1", "evt_2"]) await container.enqueue("test.job", id, due)
  const job = kind({ handle: (payload: { id: string }) => Effect.sync(() => void seen.push(payload.id)) })
  expect(await call([job], [message("evt_1"), message("evt_2")])).toEqual([])
  expect(seen.toSorted()).toEqual(["evt_1", "evt_2"])
  expect(await rows()).toEqual([])
})

test("a message that comes twice, in one call or in two at once, runs its job once", async () => {
  await container.enqueue("test.job", "evt_1", due)
  let runs = 0
  const job = kind({
    handle: () =>
      Effect.andThen(
        Effect.yieldNow,
        Effect.sync(() => {
          runs += 1
        })
      )
  })
  const records = [message("evt_1"), { ...message("evt_1"), messageId: "m_copy" }]
  expect((await Promise.all([call([job], records), call([job], records)])).flat()).toEqual([])
  expect(await call([job], records)).toEqual([])
  expect(runs).toBe(1)
})

test("a job that fails waits in its row for its next try, and its message has served", async () => {
  for (const id of ["evt_bad", "evt_good", "evt_later"]) await container.enqueue("test.job", id, due)
  const job = kind({
    retry_seconds: [600],
    handle: ({ id }: { id: string }) =>
      id === "evt_bad"
        ? Effect.fail(new JobFailed({ reason: "the far side is silent" }))
        : id === "evt_later"
          ? Effect.fail(new JobPostponed({ due_at: "2999-01-01T00:00:00.000Z" }))
          : Effect.void
  })
  expect(await call([job], [message("evt_bad"), message("evt_good"), message("evt_later")])).toEqual([])
  expect(await rows()).toMatchObject([
    { id: "evt_bad", state: "queued", attempt: 1, lease: null, last_error: "the far side is silent" },
    { id: "evt_later", state: "queued", attempt: 0, lease: null }
  ])
})

test("what the time does not suffice for is handed back, uncounted, and its message comes again", async () => {
  for (const id of ["evt_long", "evt_quick"]) await container.enqueue("test.job", id, due)
  const quick = await Effect.runPromise(Deferred.make<void>())
  const job = kind({
    timeout_seconds: 600,
    handle: ({ id }: { id: string }) =>
      id === "evt_quick" ? Deferred.succeed(quick, undefined) : Effect.andThen(Deferred.await(quick), Effect.never)
  })
  expect(await call([job], [message("evt_long"), message("evt_quick")], 9_000)).toEqual(["m_evt_long"])
  expect(await rows()).toMatchObject([{ id: "evt_long", attempt: 0, lease: null, last_error: "the worker was stopped" }])
  const done = kind({ handle: () => Effect.void })
  expect(await call([done], [message("evt_long")])).toEqual([])
  expect(await rows()).toEqual([])
})

test("a call without time begins nothing and wants all messages again", async () => {
  await container.enqueue("test.job", "evt_1", due)
  const job = kind({ handle: () => Effect.die("it ran") })
  expect(await call([job], [message("evt_1"), message("evt_2")], 5_000)).toEqual(["m_evt_1", "m_evt_2"])
  expect(await rows()).toMatchObject([{ id: "evt_1", attempt: 0, lease: null }])
})

test("no more jobs of a kind run at once than it allows", async () => {
  const names = Array.from({ length: 9 }, (_, index) => `evt_${index}`)
  for (const id of names) await container.enqueue("test.job", id, due)
  const two = await Effect.runPromise(Deferred.make<void>())
  let [running, most] = [0, 0]
  const job = kind({
    concurrency: 2,
    handle: () =>
      Effect.gen(function* () {
        running += 1
        most = Math.max(most, running)
        if (running === 2) yield* Deferred.succeed(two, undefined)
        yield* Deferred.await(two)
        yield* Effect.yieldNow
        running -= 1
      })
  })
  expect(
    await call(
      [job],
      names.map((id) => message(id))
    )
  ).toEqual([])
  expect(most).toBe(2)
  expect(await rows()).toEqual([])
})

test("messages of jobs that are gone, not due yet, held by another or of an unknown kind have served", async () => {
  await container.enqueue("test.job", "evt_later", "2999-01-01T00:00:00.000Z")
  await container.enqueue("test.job", "evt_held", due)
  await container.enqueue("test.unknown", "evt_unknown", due)
  await container.sql("update jobs set lease = 'another', leased_until = '2999-01-01T00:00:00.000Z' where id = 'evt_held' returning 1")
  const job = kind({ handle: () => Effect.die("it ran") })
  const records = [message("evt_later"), message("evt_held"), message("evt_gone"), message("evt_unknown", "test.unknown")]
  expect(await call([job], records)).toEqual([])
  expect((await rows()).map(({ attempt, id, state }) => [id, state, attempt])).toEqual([
    ["evt_held", "queued", 0],
    ["evt_later", "queued", 0],
    ["evt_unknown", "queued", 0]
  ])
})

test("poison is told to the dead-letter queue with its reason, and holds up nothing else", async () => {
  await container.enqueue("test.job", "evt_1", due)
  const poison = { messageId: "m_poison", body: "{" }
  expect(await call([kind({})], [poison, message("evt_1")])).toEqual([])
  expect(await dead.read()).toEqual([{ reason: "the message is not JSON", body: "{" }])
  expect(await rows()).toEqual([])
})

test("a job whose payload no longer fits is set aside with its reason", async () => {
  await container.enqueue("test.job", "evt_1", due)
  const job = kind({ payload: Schema.Struct({ word: Schema.String }), handle: () => Effect.die("it ran") })
  expect(await call([job], [message("evt_1")])).toEqual([])
  expect(await rows()).toMatchObject([{ state: "failed", last_error: "the payload does not fit its schema at word" }])
  expect(await dead.read()).toMatchObject([{ id: "evt_1", name: "test.job", reason: "the payload does not fit its schema at word" }])
})
