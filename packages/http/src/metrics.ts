import { equalSecrets } from "@vouchkit/core/kernel/access/key-format"
import { now } from "@vouchkit/core/kernel/foundation/time"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { Clock, Context, Duration, Effect, Metric } from "effect"
import type { SideRoute } from "./app.ts"
import { anonymousHeaders } from "./edge.ts"
import { problem } from "./reply.ts"
import type { Arrival } from "./routes.ts"

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

const escaped = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")
const labels = (attributes: Readonly<Record<string, string>>): string => {
  const pairs = Object.entries(attributes).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`
}

const kinds = { Counter: "counter", Gauge: "gauge", Histogram: "histogram" } as const

/** The samples of one metric in the text format of Prometheus; kinds that we do not use have none. */
const samples = (metric: Metric.Metric.Snapshot): ReadonlyArray<string> => {
  const { attributes: given, id } = metric
  const attributes = given ?? {}
  switch (metric.type) {
    case "Counter":
      return [`${id}${labels(attributes)} ${metric.state.count}`]
    case "Gauge":
      return [`${id}${labels(attributes)} ${metric.state.value}`]
    case "Histogram":
      return [
        ...metric.state.buckets.map(
          ([boundary, count]) =>
            `${id}_bucket${labels({ ...attributes, le: Number.isFinite(boundary) ? String(boundary) : "+Inf" })} ${count}`
        ),
        ...(metric.state.buckets.some(([boundary]) => !Number.isFinite(boundary))
          ? []
          : [`${id}_bucket${labels({ ...attributes, le: "+Inf" })} ${metric.state.count}`]),
        `${id}_sum${labels(attributes)} ${metric.state.sum}`,
        `${id}_count${labels(attributes)} ${metric.state.count}`
      ]
    default:
      return []
  }
}

const family = (name: string, members: ReadonlyArray<Metric.Metric.Snapshot>): ReadonlyArray<string> => {
  const [first] = members
  if (first === undefined || first.type === "Frequency" || first.type === "Summary") return []
  return [
    ...(first.description === undefined ? [] : [`# HELP ${name} ${escaped(first.description)}`]),
    `# TYPE ${name} ${kinds[first.type]}`,
    ...members.flatMap(samples)
  ]
}

/** Jobs per name and state, read when somebody asks. */
const queueLines = Effect.gen(function* () {
  const depths = yield* (yield* JobQueue).depth(yield* now)
  const line = (name: string, value: (depth: (typeof depths)[number]) => number) =>
    depths.map((depth) => `${name}${labels({ job: depth.name, state: depth.state })} ${value(depth)}`)
  return [
    "# HELP vouchkit_jobs Background jobs by name and state",
    "# TYPE vouchkit_jobs gauge",
    ...line("vouchkit_jobs", ({ count }) => count),
    "# HELP vouchkit_jobs_oldest_seconds Seconds since the oldest job of a state was due",
    "# TYPE vouchkit_jobs_oldest_seconds gauge",
    ...line("vouchkit_jobs_oldest_seconds", ({ oldest_seconds }) => oldest_seconds)
  ]
})

/** A scrape waits no longer for the queue's lines: Prometheus gives up after 10 seconds, and would then lose all the others as well. */
const queueTimeout = Duration.seconds(2)

/** A worker that sends metrics out keeps these too; here they are read anew. */
const queueMetrics = new Set(["vouchkit_jobs", "vouchkit_jobs_oldest_seconds"])

/** Everything this process has counted, and the queue it works with, in the text format of Prometheus. */
export const metricsText = Effect.gen(function* () {
  const families = Map.groupBy(yield* Metric.snapshot, ({ id }) => id)
  const own = [...families].flatMap(([name, members]) => (queueMetrics.has(name) ? [] : family(name, members)))
  // A scrape still answers while the database does not; the gap in the queue's lines tells of it.
  const queue = yield* queueLines.pipe(
    Effect.timeoutOrElse({ duration: queueTimeout, orElse: () => Effect.succeed([]) }),
    Effect.orElseSucceed(() => [])
  )
  return `${[...own, ...queue].join("\n")}\n`
})

const loopback = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/
const forwarding = ["forwarded", "x-forwarded-for", "x-real-ip", "via"]

/** Asked from this machine itself; a proxy here that passes a request on is not who asks. */
const isLocal = ({ address, request }: Arrival): boolean =>
  address !== null && loopback.test(address) && !forwarding.some((name) => request.headers.has(name))

const presents = ({ request }: Arrival, token: string): boolean =>
  equalSecrets(request.headers.get("authorization")?.replace(/^bearer +/i, "") ?? "", token)

/** `GET /metrics`: for the loopback interface alone, or with a token for whoever presents it. */
export const metricsRoute = (
  run: <A>(effect: Effect.Effect<A, never, JobQueue>) => Promise<A>,
  token: string | null,
  quotaOff: boolean
): SideRoute => ({
  method: "GET",
  path: "/metrics",
  handle: async (arrival) => {
    const headers = anonymousHeaders(arrival, quotaOff)
    if (token === null ? !isLocal(arrival) : !presents(arrival, token)) {
      return token === null
        ? problem(
            arrival,
            { error: "forbidden", detail: "Metrics are available only from this machine unless METRICS_TOKEN is set.", status_code: 403 },
            headers
          )
        : problem(
            arrival,
            { error: "unauthorized", detail: "Send the METRICS_TOKEN as a bearer token.", status_code: 401 },
            { ...headers, "WWW-Authenticate": "Bearer" }
          )
    }
    const text = await run(metricsText)
    return new Response(text, { headers: { ...headers, "Content-Type": "text/plain; version=0.0.4; charset=utf-8" } })
  }
})
