import { expect, test } from "bun:test"
import { FastPaths } from "@vouchkit/core/kernel/foundation/fast-paths"
import { now } from "@vouchkit/core/kernel/foundation/time"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { Deferred, Effect } from "effect"
import { TestClock } from "effect/testing"
import { aJob, onTestClock, tenant, worker } from "./queue.ts"

const partitions = { first: 2, most: 6, slow_after_ms: 500, slow: 6, slow_each: 3 }
let serial = 0
const enqueue = (partition: string, count: number) =>
  Effect.gen(function* () {
    const queue = yield* JobQueue
    for (let job = 0; job < count; job += 1) {
      serial += 1
      yield* queue.enqueue({ id: `partition_job${serial}`, name: "test.job", payload: { word: partition }, due_at: yield* now, partition })
    }
  }).pipe(Effect.provideService(Tenant, tenant))

test("a partition that never answers delays no other, however much it has waiting", () =>
  onTestClock(
    Effect.gen(function* () {
      const done: Array<string> = []
      const open = yield* Deferred.make<void>()
      let stuck = 0
      const handle = ({ word }: { word: string }) =>
        word.startsWith("dead")
          ? Effect.andThen(
              Effect.sync(() => {
                stuck += 1
              }),
              Deferred.await(open)
            )
          : Effect.sync(() => void done.push(word))
      for (const partition of ["dead1", "dead2"]) yield* enqueue(partition, 50)
      for (const partition of ["living1", "living2"]) yield* enqueue(partition, 30)
      yield* worker(aJob({ concurrency: 8, timeout_seconds: 600, partitions, handle }))
      for (let step = 0; step < 60 && done.length < 60; step += 1) yield* TestClock.adjust("100 millis")
      yield* TestClock.adjust("1 second")
      expect(done.length).toBe(60)
      // The dead keep what the slow have together, and no more.
      expect(stuck).toBe(6)
      yield* Deferred.succeed(open, undefined)
      yield* TestClock.adjust("1 second")
    })
  ))

test("partitions of equal length come to their end together", () =>
  onTestClock(
    Effect.gen(function* () {
      const done: Array<string> = []
      const handle = ({ word }: { word: string }) =>
        Effect.andThen(
          Effect.sleep("50 millis"),
          Effect.sync(() => void done.push(word))
        )
      for (const partition of ["a", "b", "c"]) yield* enqueue(partition, 20)
      yield* worker(aJob({ concurrency: 6, partitions, handle }))
      yield* TestClock.adjust("250 millis")
      for (let step = 0; step < 40 && done.length < 30; step += 1) yield* TestClock.adjust("50 millis")
      const counts = ["a", "b", "c"].map((partition) => done.filter((word) => word === partition).length)
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(partitions.most)
      yield* TestClock.adjust("10 seconds")
      expect(done.length).toBe(60)
    })
  ))

/** How many of twenty jobs ran alone, and how many batches were begun, which leave all of theirs. */
const ranWith = (batched_jobs: boolean) =>
  onTestClock(
    Effect.gen(function* () {
      const ran = { alone: 0, batches: 0 }
      const count = (how: keyof typeof ran) =>
        Effect.sync(() => {
          ran[how] += 1
        })
      const handle = () => count("alone")
      const batched = () => count("batches")
      yield* enqueue("a", 20)
      yield* worker(aJob({ concurrency: 20, partitions: { ...partitions, first: 20, most: 20 }, handle, batched }))
      yield* TestClock.adjust("1 second")
      return ran
    }).pipe(Effect.provideService(FastPaths, { shared_statements: true, batched_jobs }))
  )

test("jobs of one claim share a batch, and what it leaves runs one by one", async () => {
  expect(await ranWith(true)).toEqual({ alone: 20, batches: 1 })
})

test("with batches switched off, every job runs by itself", async () => {
  expect(await ranWith(false)).toEqual({ alone: 20, batches: 0 })
})
