import { Cause, Exit, Option, Tracer } from "effect"
import type { Sampler } from "../settings/telemetry.ts"

const plainKind = /^[A-Za-z0-9_.-]{1,100}$/

/** The kind of a failure: its tag, the name of its class, or what type of value it is. */
const kindOf = (cause: Cause.Cause<unknown>): string => {
  const failure = Cause.squash(cause)
  if (typeof failure !== "object" || failure === null) return typeof failure
  const kind = "_tag" in failure ? failure._tag : "name" in failure ? failure.name : undefined
  return typeof kind === "string" && plainKind.test(kind) ? kind : "unknown"
}

/** Messages and stacks of failures may repeat what was stored or sent, so that a collector is told their kind alone. */
const reported = (span: Tracer.Span, exit: Exit.Exit<unknown, unknown>): Exit.Exit<unknown, unknown> => {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return exit
  const kind = kindOf(exit.cause)
  span.attribute("error.type", kind)
  return Exit.fail({ name: kind, message: kind, stack: kind })
}

/** By the trace's own digits, so that every process keeps the same traces (OpenTelemetry's `traceidratio`). */
const chosen = (trace_id: string, ratio: number): boolean => Number.parseInt(trace_id.slice(-13), 16) < ratio * 16 ** 13

/** Spans of a tracer as they may leave the process: sampled, and without the words of what failed. */
export const exportedSpans = (tracer: Tracer.Tracer, { follows_parent, ratio }: Sampler): Tracer.Tracer =>
  Tracer.make({
    span: (options) => {
      const made = tracer.span(options)
      const parent = Option.getOrUndefined(options.parent)
      const decided = parent !== undefined && (follows_parent || parent._tag === "Span")
      const kept = decided ? options.sampled : chosen(made.traceId, ratio)
      const span = kept === made.sampled ? made : tracer.span({ ...options, sampled: kept })
      const end = span.end.bind(span)
      span.end = (endTime, exit) => end(endTime, reported(span, exit))
      return span
    }
  })
