import { expect, test } from "bun:test"
import { after, now } from "@vouchkit/core/kernel/foundation/time"
import { Caller, Tenant } from "@vouchkit/core/kernel/access/caller"
import { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { JobFailed, JobPostponed, JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { graceSeconds } from "@vouchkit/worker/settings/shutdown"
import { Deferred, Effect, Exit, Logger, Queue, Scope } from "effect"
import { TestClock } from "effect/testing"
import { aJob, depth, enqueue, onTestClock, tenant, worker } from "./queue.ts"

const failing = (reason = "the far side is silent") => Effect.fail(new JobFailed({ reason }))

test("a due job runs in its tenant, as the service itself, and is then gone", () =>
  onTestClock(
    Effect.gen(function* () {
      const seen = yield* Deferred.make<{ caller: Caller["Service"]; tenant: Tenant["Service"]; payload: unknown }>()
      const handle = (payload: unknown) =>
        Effect.gen(function* () {
          yield* Deferred.succeed(seen, { caller: yield* Caller, tenant: yield* Tenant, payload })
        })
      yield* worker(aJob({ handle }))
      const id = yield* enqueue("test.job", { word: "hello" })
      const found = yield* Deferred.await(seen)
      expect(found.tenant).toEqual(tenant)
      expect(found.payload).toEqual({ word: "hello" })
      expect(found.caller).toMatchObject({
        actor: { type: "system", id: "worker" },
        credential: { type: "none" },
        request_id: `job_${id}`,
        inflection: "snake",
        tool: null,
        address: null,
        user_agent: null
      })
      yield* TestClock.adjust("1 second")
      expect(yield* depth).toEqual({})
    })
  ))

test("the log tells what lay behind storage that failed a job", async () => {
  const told: Array<unknown> = []
  const cause = new Error("the content of a stored file does not match its name")
  await onTestClock(
    Effect.gen(function* () {
      yield* worker(aJob({ retry_seconds: [], handle: () => Effect.fail(new StorageUnavailable({ cause })) }))
      yield* enqueue("test.job", { word: "hello" })
      yield* TestClock.adjust("1 second")
    }).pipe(Effect.provide(Logger.layer([Logger.make(({ message }) => void told.push(message))])))
  )
  expect(told.flat()).toContain(cause)
})

test("storage that fails a job for minutes is waited for beyond its retries, and not for ever", () =>
  onTestClock(
    Effect.gen(function* () {
      const times: Array<string> = []
      yield* worker(
        aJob({
          retry_seconds: [2, 10],
          handle: () =>
            Effect.andThen(
              Effect.map(now, (at) => void times.push(at)),
              Effect.fail(new StorageUnavailable({ cause: new Error("away") }))
            )
        })
      )
      const start = yield* now
      yield* enqueue("test.job", { word: "hello" })
      yield* TestClock.adjust("1 hour")
      expect(times.map((at) => Math.round((Date.parse(at) - Date.parse(start)) / 1000))).toEqual([0, 2, 12, 132, 432])
      expect(yield* depth).toEqual({ "test.job failed": 1 })
    })
  ))

test("a payload that does not fit is set aside at once, and what stands in it is not repeated", async () => {
  const lines: Array<string> = []
  await onTestClock(
    Effect.gen(function* () {
      let runs = 0
      yield* worker(
        aJob({
          retry_seconds: [1, 1],
          handle: () =>
            Effect.sync(() => {
              runs += 1
            })
        })
      )
      yield* enqueue("test.job", { word: { secret: "Jane Doe" } })
      yield* TestClock.adjust("10 seconds")
      expect(runs).toBe(0)
      expect(yield* depth).toEqual({ "test.job failed": 1 })
    }),
    lines
  )
  expect(lines.join("\n")).toContain("word")
  expect(lines.join("\n")).not.toContain("Jane Doe")
})

test("a failing job waits as its rule says, is abandoned once, and is then set aside", () =>
  onTestClock(
    Effect.gen(function* () {
      const times: Array<string> = []
      const abandoned: Array<string> = []
      yield* worker(
        aJob({
          retry_seconds: [2, 10],
          handle: () =>
            Effect.andThen(
              Effect.map(now, (at) => void times.push(at)),
              failing()
            ),
          abandon: (_payload, reason) => Effect.sync(() => void abandoned.push(reason))
        })
      )
      const start = yield* now
      yield* enqueue("test.job", { word: "x" })
      yield* TestClock.adjust("1 second")
      expect(times).toEqual([start])
      yield* TestClock.adjust("30 seconds")
      expect(times.map((at) => Math.round((Date.parse(at) - Date.parse(start)) / 1000))).toEqual([0, 2, 12])
      expect(abandoned).toEqual(["the far side is silent"])
      expect(yield* depth).toEqual({ "test.job failed": 1 })
      yield* TestClock.adjust("1 hour")
      expect(times.length).toBe(3)
      expect(abandoned.length).toBe(1)
    })
  ))

test("a defect counts as a failure", () =>
  onTestClock(
    Effect.gen(function* () {
      let runs = 0
      yield* worker(
        aJob({
          retry_seconds: [1],
          handle: () =>
            Effect.suspend(() => {
              runs += 1
              return Effect.die(new Error("a bug"))
            })
        })
      )
      yield* enqueue("test.job", { word: "x" })
      yield* TestClock.adjust("1 minute")
      expect(runs).toBe(2)
      expect(yield* depth).toEqual({ "test.job failed": 1 })
    })
  ))

test("an abandonment that fails is tried again before the job is set aside", () =>
  onTestClock(
    Effect.gen(function* () {
      let tries = 0
      yield* worker(
        aJob({
          handle: () => failing(),
          abandon: () =>
            Effect.suspend(() => {
              tries += 1
              return tries < 3 ? Effect.die(new Error("not yet")) : Effect.void
            })
        })
      )
      yield* enqueue("test.job", { word: "x" })
      yield* TestClock.adjust("30 seconds")
      expect(tries).toBe(1)
      expect(yield* depth).toEqual({ "test.job queued": 1 })
      yield* TestClock.adjust("10 minutes")
      expect(tries).toBe(3)
      expect(yield* depth).toEqual({ "test.job failed": 1 })
    })
  ))

test("a postponement runs again at the time asked for and does not count as a try", () =>
  onTestClock(
    Effect.gen(function* () {
      const attempts: Array<number> = []
      yield* worker(
        aJob({
          handle: (_payload, { attempt }) =>
            Effect.gen(function* () {
              attempts.push(attempt)
              if (attempts.length < 6) return yield* new JobPostponed({ due_at: after(yield* now, 5_000) })
            })
        })
      )
      yield* enqueue("test.job", { word: "x" })
      yield* TestClock.adjust("4 seconds")
      expect(attempts).toEqual([1])
      yield* TestClock.adjust("1 minute")
      expect(attempts).toEqual([1, 1, 1, 1, 1, 1])
      expect(yield* depth).toEqual({})
    })
  ))

test("a handler that takes too long is stopped and counted as failed", () =>
  onTestClock(
    Effect.gen(function* () {
      let stopped = 0
      yield* worker(
        aJob({
          timeout_seconds: 90,
          handle: () =>
            Effect.onInterrupt(Effect.never, () =>
              Effect.sync(() => {
                stopped += 1
              })
            )
        })
      )
      yield* enqueue("test.job", { word: "x" })
      yield* TestClock.adjust("89 seconds")
      expect(stopped).toBe(0)
      yield* TestClock.adjust("2 seconds")
      expect(stopped).toBe(1)
      expect(yield* depth).toEqual({ "test.job failed": 1 })
    })
  ))

test("a job that runs longer than its lease stays with its worker", () =>
  onTestClock(
    Effect.gen(function* () {
      let runs = 0
      const open = yield* Deferred.make<void>()
      const slow = aJob({
        timeout_seconds: 600,
        handle: () =>
          Effect.suspend(() => {
            runs += 1
            return Deferred.await(open)
          })
      })
      yield* worker(slow)
      yield* worker(slow)
      yield* enqueue("test.job", { word: "x" })
      for (let minute = 0; minute < 5; minute += 1) yield* TestClock.adjust("1 minute")
      expect(runs).toBe(1)
      yield* Deferred.succeed(open, undefined)
      yield* TestClock.adjust("1 second")
      expect(yield* depth).toEqual({})
      expect(runs).toBe(1)
    })
  ))

test("a worker that lost its lease stops the handler and leaves the job to whoever has it", () =>
  onTestClock(
    Effect.gen(function* () {
      let stopped = false
      const queue = yield* JobQueue
      yield* worker(
        aJob({
          timeout_seconds: 600,
          handle: () =>
            Effect.onInterrupt(Effect.never, () =>
              Effect.sync(() => {
                stopped = true
              })
            )
        })
      )
      yield* enqueue("test.job", { word: "x" })
      yield* TestClock.adjust("1 second")
      // As if this process had been frozen: by its own clock the lease is over before it is extended.
      const [stolen] = yield* queue.claim({ limits: { "test.job": 1 }, lease_seconds: 3_600, now: after(yield* now, 60_000) })
      expect(stolen?.attempt).toBe(2)
      yield* TestClock.adjust("10 seconds")
      expect(stopped).toBe(true)
      expect(yield* depth).toEqual({ "test.job running": 1 })
    })
  ))

test("jobs of other names are left alone", () =>
  onTestClock(
    Effect.gen(function* () {
      yield* worker(aJob())
      yield* enqueue("other.job", { word: "x" })
      yield* TestClock.adjust("1 minute")
      expect(yield* depth).toEqual({ "other.job queued": 1 })
    })
  ))

test("each kind of job runs up to its own concurrency, and a full kind does not hold up another", () =>
  onTestClock(
    Effect.gen(function* () {
      const started = yield* Queue.unbounded<string>()
      const open = yield* Deferred.make<void>()
      const handle = ({ word }: { word: string }) => Effect.andThen(Queue.offer(started, word), Deferred.await(open))
      yield* worker(aJob({ concurrency: 2, handle }), aJob({ name: "test.other", handle }))
      for (const word of ["a", "b", "c", "d"]) yield* enqueue("test.job", { word })
      yield* enqueue("test.other", { word: "other" })
      yield* TestClock.adjust("2 seconds")
      const first = yield* Queue.takeAll(started)
      expect([...first].filter((word) => word !== "other").length).toBe(2)
      expect([...first]).toContain("other")
      expect(yield* depth).toEqual({ "test.job running": 2, "test.job queued": 2, "test.other running": 1 })
      yield* Deferred.succeed(open, undefined)
      yield* TestClock.adjust("1 second")
      expect(yield* depth).toEqual({})
    })
  ))

test("several workers run each job once", () =>
  onTestClock(
    Effect.gen(function* () {
      const seen: Array<string> = []
      const counting = aJob({
        concurrency: 3,
        handle: ({ word }: { word: string }) =>
          Effect.andThen(
            Effect.yieldNow,
            Effect.sync(() => void seen.push(word))
          )
      })
      for (let process = 0; process < 3; process += 1) yield* worker(counting)
      const words = Array.from({ length: 50 }, (_, index) => `w${index}`)
      yield* Effect.forEach(words, (word) => enqueue("test.job", { word }), { concurrency: 10 })
      yield* TestClock.adjust("10 seconds")
      expect(seen.toSorted()).toEqual(words.toSorted())
    })
  ))

test("a job that is due later runs when its time has come", () =>
  onTestClock(
    Effect.gen(function* () {
      let runs = 0
      yield* worker(
        aJob({
          handle: () =>
            Effect.sync(() => {
              runs += 1
            })
        })
      )
      yield* enqueue("test.job", { word: "x" }, after(yield* now, 3_000))
      yield* TestClock.adjust("2 seconds")
      expect(runs).toBe(0)
      yield* TestClock.adjust("2 seconds")
      expect(runs).toBe(1)
    })
  ))

test("a worker that stops finishes what runs and takes nothing new", () =>
  onTestClock(
    Effect.gen(function* () {
      const open = yield* Deferred.make<void>()
      const scope = yield* Scope.make()
      yield* worker(aJob({ concurrency: 1, handle: () => Deferred.await(open) })).pipe(Scope.provide(scope))
      yield* enqueue("test.job", { word: "first" })
      yield* enqueue("test.job", { word: "second" })
      yield* TestClock.adjust("1 second")
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* TestClock.adjust("5 seconds")
      expect(closing.pollUnsafe()).toBeUndefined()
      yield* Deferred.succeed(open, undefined)
      yield* TestClock.adjust("1 second")
      expect(closing.pollUnsafe()).toBeDefined()
      expect(yield* depth).toEqual({ "test.job queued": 1 })
    })
  ))

test("what still runs at the end of the grace period goes back to the queue, uncounted", () =>
  onTestClock(
    Effect.gen(function* () {
      const attempts: Array<number> = []
      const hanging = aJob({
        timeout_seconds: 600,
        handle: (_payload, { attempt }) =>
          Effect.suspend(() => {
            attempts.push(attempt)
            return attempts.length === 1 ? Effect.never : Effect.void
          })
      })
      const scope = yield* Scope.make()
      yield* worker(hanging).pipe(Scope.provide(scope))
      yield* enqueue("test.job", { word: "x" })
      yield* TestClock.adjust("1 second")
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* TestClock.adjust(`${graceSeconds - 1} seconds`)
      expect(yield* depth).toEqual({ "test.job running": 1 })
      yield* TestClock.adjust("2 seconds")
      expect(closing.pollUnsafe()).toBeDefined()
      expect(yield* depth).toEqual({ "test.job queued": 1 })
      yield* worker(hanging)
      yield* TestClock.adjust("1 second")
      expect(attempts).toEqual([1, 1])
    })
  ))

test("a job that lost many workers still has all of its retries", () =>
  onTestClock(
    Effect.gen(function* () {
      const queue = yield* JobQueue
      yield* enqueue("test.job", { word: "x" })
      for (let dead = 0; dead < 20; dead += 1) {
        yield* queue.claim({ limits: { "test.job": 1 }, lease_seconds: 1, now: yield* now })
        yield* TestClock.adjust("2 seconds")
      }
      let runs = 0
      yield* worker(
        aJob({
          retry_seconds: [1, 2],
          handle: () =>
            Effect.suspend(() => {
              runs += 1
              return runs <= 2 ? Effect.fail(new JobFailed({ reason: "not yet" })) : Effect.void
            })
        })
      )
      yield* TestClock.adjust("10 minutes")
      expect(runs).toBe(3)
      expect(yield* depth).toEqual({})
    })
  ))

test("a job whose final step ends its workers too is set aside without it", () =>
  onTestClock(
    Effect.gen(function* () {
      const queue = yield* JobQueue
      const abandoned: Array<string> = []
      yield* enqueue("test.job", { word: "x" })
      for (let dead = 0; dead < 26; dead += 1) {
        yield* queue.claim({ limits: { "test.job": 1 }, lease_seconds: 1, now: yield* now })
        yield* TestClock.adjust("2 seconds")
      }
      yield* worker(aJob({ abandon: () => Effect.sync(() => void abandoned.push("x")) }))
      yield* TestClock.adjust("1 second")
      expect(abandoned).toEqual([])
      expect(yield* depth).toEqual({ "test.job failed": 1 })
    })
  ))

test("a job whose workers keep dying is given up in the end", () =>
  onTestClock(
    Effect.gen(function* () {
      const queue = yield* JobQueue
      const abandoned: Array<string> = []
      yield* enqueue("test.job", { word: "x" })
      // Claimed again and again by workers that never say how it ended.
      for (let dead = 0; dead < 21; dead += 1) {
        yield* queue.claim({ limits: { "test.job": 1 }, lease_seconds: 1, now: yield* now })
        yield* TestClock.adjust("2 seconds")
      }
      let runs = 0
      yield* worker(
        aJob({
          handle: () =>
            Effect.sync(() => {
              runs += 1
            }),
          abandon: (_payload, reason) => Effect.sync(() => void abandoned.push(reason))
        })
      )
      yield* TestClock.adjust("1 second")
      expect(runs).toBe(0)
      expect(abandoned.length).toBe(1)
      expect(yield* depth).toEqual({ "test.job failed": 1 })
    })
  ))
