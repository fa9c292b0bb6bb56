import { expect, test } from "bun:test"
import * as Memory from "@vouchkit/adapters/memory"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { metricsText, observed } from "@vouchkit/http/metrics"
import { Effect, Fiber, Metric } from "effect"
import { TestClock } from "effect/testing"
import { acmeSandbox } from "../support/tenants.ts"

const run = <A, E>(effect: Effect.Effect<A, E, any>) =>
  Effect.runPromise(
    effect.pipe(
      Effect.provideService(Metric.MetricRegistry, new Map()),
      Effect.provide([Memory.layer, TestClock.layer()])
    ) as Effect.Effect<A, E>
  )
const sample = (text: string, line: string) => text.split("\n").filter((one) => one === line).length

test("requests are counted by operation and status and timed by operation", () =>
  run(
    Effect.gen(function* () {
      const list = observed("sessions.list")
      for (const status of [200, 200, 404]) yield* list(Effect.succeed(new Response(null, { status })))
      const text = yield* metricsText
      for (const line of [
        "# TYPE vouchkit_http_requests_total counter",
        'vouchkit_http_requests_total{operation="sessions.list",status="200"} 2',
        'vouchkit_http_requests_total{operation="sessions.list",status="404"} 1',
        "# TYPE vouchkit_http_request_duration_seconds histogram",
        'vouchkit_http_request_duration_seconds_bucket{operation="sessions.list",le="0.005"} 3',
        'vouchkit_http_request_duration_seconds_bucket{operation="sessions.list",le="+Inf"} 3',
        'vouchkit_http_request_duration_seconds_count{operation="sessions.list"} 3'
      ]) {
        expect([line, sample(text, line)]).toEqual([line, 1])
      }
    })
  ))

test("buckets never shrink from one boundary to the next", () =>
  run(
    Effect.gen(function* () {
      const observe = observed("checks.run")
      yield* Effect.forEach([0, 7, 30, 80, 300, 2_000, 60_000], (millis) => observe(Effect.as(TestClock.adjust(millis), new Response())))
      const counts = [...(yield* metricsText).matchAll(/_bucket\{operation="checks\.run",le="[^"]+"\} (\d+)$/gm)].map(([, count]) =>
        Number(count)
      )
      expect(counts).toEqual([1, 2, 2, 3, 4, 4, 5, 5, 6, 6, 6, 7])
    })
  ))

test("label values cannot break out of their line", () =>
  run(
    Effect.gen(function* () {
      yield* Metric.update(Metric.withAttributes(Metric.counter("made_up"), { name: 'a"b\\c\nd' }), 1)
      expect(yield* metricsText).toContain('made_up{name="a\\"b\\\\c\\nd"} 1\n')
    })
  ))

test("the queue is shown by job and state", () =>
  run(
    Effect.gen(function* () {
      const { enqueue } = yield* JobQueue
      yield* enqueue({ id: "j1", name: "documents.read", payload: {}, due_at: "1970-01-01T00:00:00.000Z" }).pipe(
        Effect.provideService(Tenant, acmeSandbox)
      )
      yield* TestClock.adjust("90 seconds")
      const text = yield* metricsText
      expect(sample(text, 'vouchkit_jobs{job="documents.read",state="queued"} 1')).toBe(1)
      expect(sample(text, 'vouchkit_jobs_oldest_seconds{job="documents.read",state="queued"} 90')).toBe(1)
    })
  ))

test("a scrape is answered within two seconds while the database hangs, without the queue's lines", () =>
  run(
    Effect.gen(function* () {
      yield* observed("sessions.list")(Effect.succeed(new Response()))
      const hanging = { ...(yield* JobQueue), depth: () => Effect.never }
      const scrape = yield* Effect.forkChild(Effect.provideService(metricsText, JobQueue, hanging))
      yield* TestClock.adjust("2 seconds")
      const text = scrape.pollUnsafe() === undefined ? "no answer" : yield* Fiber.join(scrape)
      expect(text).toContain('vouchkit_http_requests_total{operation="sessions.list",status="200"} 1')
      expect(text).not.toContain("vouchkit_jobs")
    })
  ))
