import { expect, test } from "bun:test"
import { now } from "@vouchkit/core/kernel/foundation/time"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { metricsText } from "@vouchkit/http/metrics"
import { queueGaugesLayer } from "@vouchkit/worker/jobs/queue-gauges"
import { Effect, Layer, Metric } from "effect"
import { TestClock } from "effect/testing"
import { enqueue, onTestClock } from "./queue.ts"

const gauges = Effect.map(Metric.snapshot, (metrics) =>
  Object.fromEntries(
    metrics.flatMap((metric) =>
      metric.type === "Gauge" ? [[`${metric.id} ${metric.attributes?.job} ${metric.attributes?.state}`, metric.state.value]] : []
    )
  )
)

test("a collector is told of depth and age, and of zero before there are jobs and once they are gone", () =>
  onTestClock(
    Effect.gen(function* () {
      yield* enqueue("test.job", { word: "x" })
      yield* Layer.build(queueGaugesLayer)
      yield* TestClock.adjust("20 seconds")
      expect(yield* gauges).toMatchObject({
        "vouchkit_jobs webhooks.deliver queued": 0,
        "vouchkit_jobs test.job queued": 1,
        "vouchkit_jobs_oldest_seconds test.job queued": 20
      })
      const queue = yield* JobQueue
      for (const job of yield* queue.claim({ limits: { "test.job": 1 }, lease_seconds: 1, now: yield* now })) yield* queue.complete(job)
      yield* TestClock.adjust("10 seconds")
      expect(yield* gauges).toMatchObject({ "vouchkit_jobs test.job queued": 0, "vouchkit_jobs_oldest_seconds test.job queued": 0 })
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
  ))

test("a scrape shows each line of the queue once, also where a collector is told of it", () =>
  onTestClock(
    Effect.gen(function* () {
      yield* enqueue("test.job", { word: "x" })
      yield* Layer.build(queueGaugesLayer)
      yield* TestClock.adjust("20 seconds")
      const lines = (yield* metricsText).split("\n").filter((line) => line.startsWith("vouchkit_jobs{"))
      expect(lines).toEqual(['vouchkit_jobs{job="test.job",state="queued"} 1'])
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
  ))
