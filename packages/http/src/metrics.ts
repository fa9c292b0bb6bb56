import { equalSecrets } from "@vouchkit/core/kernel/access/key-format"
import { now } from "@vouchkit/core/kernel/foundation/time"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { Clock, Context, Duration, Effect, Metric } from "effect"
import { PrometheusMetrics } from "effect/observability"
import type { AuxiliaryRoute } from "./app.ts"
import { anonymousHeaders } from "./edge.ts"
import { problem } from "./reply.ts"
import type { RequestContext } from "./routes.ts"

const requests = Metric.counter("vouchkit_http_requests_total", {
  description: "Requests answered, by operation and status",
  incremental: true
})
const seconds = Metric.histogram("vouchkit_http_request_duration_seconds", {
  description: "How long operations took, from the request line to the answer",
  boundaries: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
})

/** Counts and times what answers an operation. */
export const observed = (operation: string) => {
  const duration = Metric.withAttributes(seconds, { operation })
  const counts = new Map<number, Metric.Metric<number, unknown>>()
  const countOf = (status: number) => {
    const known = counts.get(status)
    if (known !== undefined) return known
    const made = Metric.withAttributes(requests, { operation, status: String(status) })
    counts.set(status, made)
    return made
  }
  return <E, R>(answer: Effect.Effect<Response, E, R>): Effect.Effect<Response, E, R> =>
    Effect.contextWith((context: Context.Context<never>) => {
      const clock = Context.get(context, Clock.Clock)
      const startedAt = clock.currentTimeMillisUnsafe()
      return Effect.map(answer, (response) => {
        countOf(response.status).updateUnsafe(1, context)
        duration.updateUnsafe((clock.currentTimeMillisUnsafe() - startedAt) / 1000, context)
        return response
      })
    })
}

/** A scrape waits no longer for the queue's lines: Prometheus gives up after 10 seconds, and would then lose all the others as well. */
const queueTimeout = Duration.seconds(2)

const jobCount = Metric.gauge("vouchkit_jobs", { description: "Background jobs by name and state" })
const oldestJob = Metric.gauge("vouchkit_jobs_oldest_seconds", { description: "Seconds since the oldest job of a state was due" })
/** A worker that sends metrics out keeps these too; here they are read again. */
const queueMetrics = new Set([jobCount.id, oldestJob.id])

/** What has been counted so far, apart from the queue. */
const countedText = Effect.gen(function* () {
  const counted = [...(yield* Metric.MetricRegistry)].filter(([, { id }]) => !queueMetrics.has(id))
  return yield* Effect.provideService(PrometheusMetrics.format(), Metric.MetricRegistry, new Map(counted))
})

/** An empty queue still shows what is measured, so that it does not look like one that could not be asked. */
const emptyQueueText = [jobCount, oldestJob].map(({ description, id }) => `# HELP ${id} ${description}\n# TYPE ${id} gauge\n`).join("")

/** Jobs by name and state, read when a scrape asks. */
const queueText = Effect.gen(function* () {
  const depths = yield* (yield* JobQueue).depth(yield* now)
  if (depths.length === 0) return emptyQueueText
  for (const { count, name, oldest_seconds, state } of depths) {
    const attributes = { job: name, state }
    yield* Metric.update(Metric.withAttributes(jobCount, attributes), count)
    yield* Metric.update(Metric.withAttributes(oldestJob, attributes), oldest_seconds)
  }
  return yield* PrometheusMetrics.format()
})

/** Everything this process has counted, and the queue it works with, in the text format of Prometheus. */
export const metricsText = Effect.gen(function* () {
  const counted = yield* countedText
  // A scrape still answers while the database does not; the gap in the queue's lines shows it.
  const queue = yield* queueText.pipe(
    Effect.provideService(Metric.MetricRegistry, new Map()),
    Effect.timeoutOrElse({ duration: queueTimeout, orElse: () => Effect.succeed("") }),
    Effect.orElseSucceed(() => "")
  )
  return counted + queue
})

const loopback = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/
const forwarding = ["forwarded", "x-forwarded-for", "x-real-ip", "via"]

/** Asked from this machine itself; a proxy here that passes a request on is not who asks. */
const isLocal = ({ address, request }: RequestContext): boolean =>
  address !== null && loopback.test(address) && !forwarding.some((name) => request.headers.has(name))

const presents = ({ request }: RequestContext, token: string): boolean =>
  equalSecrets(request.headers.get("authorization")?.replace(/^bearer +/i, "") ?? "", token)

/** `GET /metrics`: for the loopback interface alone, or with a token for the person who presents it. */
export const metricsRoute = (
  run: <A>(effect: Effect.Effect<A, never, JobQueue>) => Promise<A>,
  token: string | null,
  quotaOff: boolean
): AuxiliaryRoute => ({
  method: "GET",
  path: "/metrics",
  handle: async (requestContext) => {
    const headers = anonymousHeaders(requestContext, quotaOff)
    if (token === null ? !isLocal(requestContext) : !presents(requestContext, token)) {
      return token === null
        ? problem(
            requestContext,
            { error: "forbidden", detail: "Metrics are available only from this machine unless METRICS_TOKEN is set.", status_code: 403 },
            headers
          )
        : problem(
            requestContext,
            { error: "unauthorized", detail: "Send the METRICS_TOKEN as a bearer token.", status_code: 401 },
            { ...headers, "WWW-Authenticate": "Bearer" }
          )
    }
    const text = await run(metricsText)
    return new Response(text, { headers: { ...headers, "Content-Type": "text/plain; version=0.0.4; charset=utf-8" } })
  }
})
