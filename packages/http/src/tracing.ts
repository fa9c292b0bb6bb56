import { type SpanEnd, spanned } from "@vouchkit/core/kernel/foundation/spanned"
import { remoteSpan } from "@vouchkit/core/kernel/foundation/traceparent"
import { Context, Effect, Exit, Tracer } from "effect"
import type { AuxiliaryRoute } from "./app.ts"
import type { RequestContext } from "./routes.ts"

/** Asked every few seconds by machines; no one follows such a request. */
const probes = new Set(["/healthz", "/readyz", "/metrics"])

const answeredWith = ({ status }: Response): SpanEnd => ({
  attributes: { "http.response.status_code": status },
  // What the caller did wrong is no error of the server.
  error: status >= 500 ? String(status) : undefined
})

type Traced<A extends Effect.Effect<Response, never, any>> = (requestContext: RequestContext, answer: (traced: RequestContext) => A) => A

/**
 * A span for each request, by OpenTelemetry's conventions for HTTP servers: the route as it is declared and the status, never the path,
 * the query or a body, where personal data may stand. Undefined where no one collects spans, so that requests then do nothing for them.
 */
export const requestSpans = (context: Context.Context<any>) => {
  if (Context.get(context, Tracer.Tracer) === Tracer.nativeTracer) return undefined
  const serverSpan =
    (route: string, operation: string | null): Traced<Effect.Effect<Response, never, any>> =>
    (requestContext, answer) => {
      const { headers, method } = requestContext.request
      return spanned(
        {
          name: `${method} ${route}`,
          kind: "server",
          parent: remoteSpan(headers.get("traceparent")),
          attributes: {
            "http.request.method": method,
            "http.route": route,
            ...(operation === null ? {} : { "vouchkit.operation": operation })
          },
          end: (exit) => (Exit.isSuccess(exit) ? answeredWith(exit.value) : {})
        },
        (span) => answer({ ...requestContext, trace: { span } })
      )
    }
  return {
    operation: serverSpan,
    side: (path: string, handle: AuxiliaryRoute["handle"]): AuxiliaryRoute["handle"] => {
      if (probes.has(path)) return handle
      const span = serverSpan(path, null)
      const run = Effect.runPromiseWith(context)
      return (requestContext) => run(span(requestContext, (traced) => Effect.promise(async () => handle(traced))))
    }
  }
}

/** Under the span of the request, for what is run by itself to answer it. */
export const underRequest = <A, E>({ trace }: Pick<RequestContext, "trace">, effect: Effect.Effect<A, E, any>): Effect.Effect<A, E, any> =>
  trace === undefined ? effect : Effect.withParentSpan(effect, trace.span)
