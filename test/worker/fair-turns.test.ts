import { afterAll, describe, expect, test } from "bun:test"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { now } from "@vouchkit/core/kernel/foundation/time"
import { type AnyJob, JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { untimed } from "@vouchkit/core/kernel/jobs/job-time"
import { currentTurn, partitionFor, takesTurns, type Urgency, type WorkTurn } from "@vouchkit/core/kernel/jobs/turns"
import { jobs } from "@vouchkit/core/registry"
import { runWorker } from "@vouchkit/worker/jobs/loop"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { aForm, startService } from "../support/service.ts"
import { aJob, depth, onTestClock, worker } from "./queue.ts"

let serial = 0
const enqueue = (organization: string, urgency: Urgency, count: number, environment: "live" | "sandbox" = "live") =>
  Effect.gen(function* () {
    const queue = yield* JobQueue
    for (let made = 0; made < count; made += 1) {
      serial += 1
      yield* queue.enqueue({
        id: `turn${serial}`,
        name: "test.job",
        payload: { word: `${organization} ${environment} ${urgency}` },
        due_at: yield* now,
        partition: yield* partitionFor(urgency)
      })
    }
  }).pipe(Effect.provideService(Tenant, { organization, environment }))

/** The words of jobs in the order in which they ended, each after the same time. */
const ended = (enqueued: Effect.Effect<void, unknown, any>) =>
  onTestClock(
    Effect.gen(function* () {
      const done: Array<string> = []
      yield* enqueued
      const handle = ({ word }: { word: string }) =>
        Effect.andThen(
          Effect.sleep("1 second"),
          Effect.sync(() => void done.push(word))
        )
      yield* worker(aJob({ concurrency: 4, partitions: takesTurns(3, 3), handle }))
      // All of them end: a worker that stops waits for what runs.
      for (let step = 0; step < 20; step += 1) yield* TestClock.adjust("500 millis")
      return done
    })
  )

describe("jobs that take turns by organization", () => {
  test("one of an organization ends among the first, however many another has waiting", async () => {
    const done = await ended(Effect.andThen(enqueue("hog", "batch", 20), enqueue("other", "batch", 1)))
    expect(done.findIndex((word) => word.startsWith("other"))).toBeLessThan(4)
  })

  test("a person does not wait behind a batch of the same organization, nor live work behind a sandbox", async () => {
    const batch = Effect.andThen(enqueue("one", "batch", 10), enqueue("one", "batch", 10, "sandbox"))
    const done = await ended(Effect.andThen(batch, enqueue("one", "person", 3)))
    expect(done.slice(0, 12).filter((word) => word === "one live person").length).toBe(3)
  })
})

test("an organization has fewer of a process while another has work, and all of them again a minute later", async () => {
  const peaks = await onTestClock(
    Effect.gen(function* () {
      let running = 0
      let peak = 0
      const begin = Effect.sync(() => {
        running += 1
        peak = Math.max(peak, running)
      })
      const end = Effect.sync(() => {
        running -= 1
      })
      const handle = ({ word }: { word: string }) =>
        word.startsWith("hog") ? Effect.andThen(Effect.andThen(begin, Effect.sleep("1 second")), end) : Effect.void
      yield* worker(aJob({ concurrency: 6, partitions: takesTurns(6, 3), handle }))
      /** The most runs of the busy organization at once, over a time in which all of them end. */
      const peakOf = (enqueued: Effect.Effect<void, unknown, any>) =>
        Effect.gen(function* () {
          peak = 0
          yield* enqueued
          for (let step = 0; step < 40; step += 1) yield* TestClock.adjust("500 millis")
          expect([running, yield* depth]).toEqual([0, {}])
          return peak
        })
      const alone = yield* peakOf(enqueue("hog", "batch", 12))
      yield* enqueue("other", "batch", 1)
      yield* TestClock.adjust("5 seconds")
      const beside = yield* peakOf(enqueue("hog", "batch", 12))
      yield* TestClock.adjust("1 minute")
      return { alone, beside, afterwards: yield* peakOf(enqueue("hog", "batch", 12)) }
    })
  )
  expect(peaks).toEqual({ alone: 6, beside: 3, afterwards: 6 })
})

describe("the time of a job", () => {
  const running = (handle: () => Effect.Effect<void>) =>
    onTestClock(
      Effect.gen(function* () {
        yield* enqueue("one", "batch", 1)
        yield* worker(aJob({ timeout_seconds: 5, handle }))
        yield* TestClock.adjust("45 seconds")
        return yield* depth
      })
    )

  test("counts what it does itself", async () => {
    expect(await running(() => Effect.sleep("20 seconds"))).toEqual({ "test.job failed": 1 })
  })

  test("does not count what it waits for a turn, and its lease is kept meanwhile", async () => {
    expect(await running(() => untimed(Effect.sleep("40 seconds")))).toEqual({})
  })

  test("goes on counting after a wait", async () => {
    const handle = () => Effect.andThen(untimed(Effect.sleep("12 seconds")), Effect.sleep("20 seconds"))
    expect(await running(handle)).toEqual({ "test.job failed": 1 })
  })
})

test("what a job asks of an engine is asked in the turn of its organization and rank", async () => {
  const turns: Array<WorkTurn> = []
  await onTestClock(
    Effect.gen(function* () {
      yield* enqueue("one", "batch", 1)
      yield* enqueue("two", "person", 1, "sandbox")
      yield* worker(aJob({ handle: () => Effect.map(currentTurn, (turn) => void turns.push(turn)) }))
      yield* TestClock.adjust("2 seconds")
    })
  )
  expect(turns.toSorted((left, right) => left.rank - right.rank)).toEqual([
    { owner: "one", rank: 1 },
    { owner: "two", rank: 2 }
  ])
})

/** The jobs of the service, which tell whose checks are begun. Which of those that run at the same time ends first is chance. */
const watched = (order: Array<string>): ReadonlyArray<AnyJob> =>
  (jobs as ReadonlyArray<AnyJob>).map((each) =>
    each.name === "sessions.run_checks"
      ? {
          ...each,
          handle: (payload: any, delivery: any) =>
            Effect.andThen(
              Effect.map(Tenant, ({ organization }) => void order.push(organization)),
              each.handle(payload, delivery)
            )
        }
      : each
  )

for (const [storage, submissions] of [
  ["memory", 500],
  ["postgres", 60]
] as const) {
  const service = await startService(storage)
  afterAll(() => service.stop())

  test(`over ${storage}, a session is begun after a few of the ${submissions} that another organization submitted before`, async () => {
    const submit = async (organization: string, count: number) => {
      const key = await service.key("all", { organization })
      for (let made = 0; made < count; made += 1) {
        const { body } = await service.call("POST", "/sessions", { key, body: { required_steps: ["proof_of_address"] } })
        await service.call("POST", `/sessions/${body.id}/documents`, { key, raw: aForm() })
        expect((await service.call("POST", `/sessions/${body.id}/submit`, { key })).body.status).toBe("processing")
      }
    }
    await submit("org_hog", submissions)
    await submit("org_other", 1)
    const order: Array<string> = []
    const run = Effect.scoped(Effect.andThen(runWorker(watched(order)), Effect.never)) as Effect.Effect<never>
    const working = service.runtime.runFork(run)
    while (!order.includes("org_other")) await new Promise((resolve) => setImmediate(resolve))
    // No more than one process works on at once.
    expect(order.indexOf("org_other")).toBeLessThanOrEqual(8)
    await service.runtime.runPromise(Fiber.interrupt(working))
  }, 300_000)
}
