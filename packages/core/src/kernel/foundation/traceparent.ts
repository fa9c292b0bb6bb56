import { Tracer } from "effect"

/** The part of a trace that anyone who asks has made already. Both identifiers are lower-case hex of 32 and 16 digits, and not all zero. */
interface TraceContext {
  readonly trace_id: string
  readonly span_id: string
  readonly sampled: boolean
}

/** Version, trace, parent and flags; what a version after ours may add stands behind another hyphen (W3C Trace Context, section 3.2). */
const pattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const longest = 256
const sampledFlag = 1

/** Reads a `traceparent` header; undefined for none and for one that is malformed, which counts as none (W3C Trace Context). */
export const parseTraceparent = (header: string | null): TraceContext | undefined => {
  if (header === null || header.length > longest) return undefined
  const [, version, trace_id = "", span_id = "", flags = "", more] = pattern.exec(header) ?? []
  if (version === undefined || version === "ff" || (version === "00" && more !== undefined)) return undefined
  if (/^0+$/.test(trace_id) || /^0+$/.test(span_id)) return undefined
  return { trace_id, span_id, sampled: (Number.parseInt(flags, 16) & sampledFlag) === sampledFlag }
}

/** A `traceparent` of version 00, always 55 characters. */
export const formatTraceparent = ({ sampled, span_id, trace_id }: TraceContext): string =>
  `00-${trace_id.padStart(32, "0")}-${span_id}-${sampled ? "01" : "00"}`

/** How a span is named to the one who goes on with its trace. */
export const traceparentOf = ({ sampled, spanId, traceId }: Tracer.AnySpan): string =>
  formatTraceparent({ trace_id: traceId, span_id: spanId, sampled })

/** The span that a `traceparent` names, as a parent of ours; undefined when it names none. */
export const remoteSpan = (header: string | null): Tracer.ExternalSpan | undefined => {
  const context = parseTraceparent(header)
  return context && Tracer.externalSpan({ traceId: context.trace_id, spanId: context.span_id, sampled: context.sampled })
}
