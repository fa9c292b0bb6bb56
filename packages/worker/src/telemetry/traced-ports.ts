import { type SpanEnd, spanned } from "@vouchkit/core/kernel/foundation/spanned"
import { remoteSpan, traceparentOf } from "@vouchkit/core/kernel/foundation/traceparent"
import type { JobQueue, QueuedJob } from "@vouchkit/core/kernel/jobs/job"
import type { ReceiverBusy, SendAnswer, SendFailure, WebhookSender } from "@vouchkit/core/resources/webhooks/deliveries/sender"
import { Cause, Effect, Exit, Option, Tracer } from "effect"
import type { JobOutcome } from "../jobs/metrics.ts"

/** By OpenTelemetry's conventions for messaging. */
const messageOf = ({ id, name }: Pick<QueuedJob, "id" | "name">) => ({
  "messaging.system": "vouchkit",
  "messaging.destination.name": name,
  "messaging.message.id": id
})

/** A queue whose jobs carry the trace under which they are enqueued. */
export const tracedQueue = (queue: JobQueue["Service"]): JobQueue["Service"] => ({
  ...queue,
  enqueue: (entry) =>
    spanned(
      {
        name: `send ${entry.name}`,
        kind: "producer",
        attributes: { ...messageOf(entry), "messaging.operation.name": "enqueue", "messaging.operation.type": "send" },
        end: () => ({})
      },
      (span) => queue.enqueue({ ...entry, trace: traceparentOf(span) })
    )
})

const answeredWith = ({ status }: SendAnswer): SpanEnd => ({
  attributes: { "http.response.status_code": status },
  error: status >= 400 ? String(status) : undefined
})
const unanswered = (cause: Cause.Cause<SendFailure | ReceiverBusy>): SpanEnd => ({
  error: Option.getOrUndefined(Cause.findErrorOption(cause))?.code
})

/** A sender whose requests carry the trace of their attempt on to the receiver (W3C Trace Context). */
export const tracedSender = ({ post, send }: WebhookSender["Service"]): WebhookSender["Service"] => ({
  // What has a trace is sent one by one.
  post,
  send: (request) => {
    const target = URL.parse(request.url)
    return spanned(
      {
        name: "POST",
        kind: "client",
        // The host alone: a path may hold a secret of the receiver.
        attributes: { "http.request.method": "POST", "server.address": target?.hostname, "server.port": portOf(target) },
        end: (exit) => (Exit.isSuccess(exit) ? answeredWith(exit.value) : unanswered(exit.cause))
      },
      (span) => send({ ...request, headers: { ...request.headers, traceparent: traceparentOf(span) } })
    )
  }
})

const portOf = (target: URL | null): number | undefined =>
  target === null ? undefined : target.port === "" ? (target.protocol === "http:" ? 80 : 443) : Number(target.port)

const wentWrong = new Set<JobOutcome>(["retried", "failed", "lost"])
const endedAs = (outcome: JobOutcome): SpanEnd => ({
  attributes: { "vouchkit.job.outcome": outcome },
  error: wentWrong.has(outcome) ? outcome : undefined
})

/** The run of a job under the trace in which it was enqueued. Spans cost as much as a short run: they are made where someone collects them. */
export const tracedRun = <E, R>(run: Effect.Effect<JobOutcome, E, R>, queued: QueuedJob): Effect.Effect<JobOutcome, E, R> =>
  Effect.flatMap(Tracer.Tracer, (tracer) => (tracer === Tracer.nativeTracer ? run : underTrace(run, queued)))

const underTrace = <E, R>(run: Effect.Effect<JobOutcome, E, R>, queued: QueuedJob): Effect.Effect<JobOutcome, E, any> => {
  const { attempt, environment, id, name, organization, trace } = queued
  return spanned(
    {
      name: `process ${name}`,
      kind: "consumer",
      parent: remoteSpan(trace),
      attributes: { ...messageOf(queued), "messaging.operation.name": "process", "messaging.operation.type": "process" },
      end: () => ({})
    },
    () =>
      spanned(
        {
          name: `job ${name}`,
          kind: "internal",
          attributes: {
            "vouchkit.job.name": name,
            "vouchkit.job.id": id,
            "vouchkit.job.attempt": attempt,
            "vouchkit.organization.id": organization,
            "vouchkit.environment": environment
          },
          end: (exit) => (Exit.isSuccess(exit) ? endedAs(exit.value) : {})
        },
        () => run
      )
  )
}
