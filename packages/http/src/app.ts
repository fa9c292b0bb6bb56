import type { Network } from "@vouchkit/core/kernel/access/network"
import type { AnyOperation, Requirements } from "@vouchkit/core/kernel/operation/operation"
import { CurrentQuota, type QuotaCell } from "@vouchkit/core/kernel/quota/quota"
import { Cause, Context, Effect, Exit, References } from "effect"
import { Elysia } from "elysia"
import { apiPrefix } from "./api-prefix.ts"
import { addressOf, anonymousHeaders, frameOf, knownRoute, shadowedBy, targetOf, unrouted } from "./edge.ts"
import { observed } from "./metrics.ts"
import { problem, unexpected } from "./reply.ts"
import { withRequestLog } from "./request-log.ts"
import { type RequestContext, routeOf } from "./routes.ts"
import { requestSpans } from "./tracing.ts"

/** A path outside of the operations: health, documents, the agents' endpoint. */
export interface AuxiliaryRoute {
  readonly method: "GET" | "POST" | "DELETE" | "ALL"
  readonly path: string
  readonly handle: (requestContext: RequestContext) => Response | Promise<Response>
}

export interface AppOptions<Ops extends ReadonlyArray<AnyOperation>, R> {
  readonly operations: Ops
  readonly auxiliary_routes: ReadonlyArray<AuxiliaryRoute>
  readonly context: Context.Context<Requirements<Ops> | R>
  readonly public_url: string
  readonly trusted_proxies: ReadonlyArray<Network>
  readonly quota_off: boolean
}

/** Paths that hold a parameter come last, so that `/cases/counts` is never read as a case's id. */
const parametersIn = (path: string): number => path.split("{").length

/** What GET would have answered, its length included (RFC 9110 section 9.3.2). */
const withoutBody = async (response: Response): Promise<Response> => {
  const headers = new Headers(response.headers)
  headers.set("Content-Length", String((await response.arrayBuffer()).byteLength))
  return new Response(null, { status: response.status, headers })
}

/** No one reads it: anyone who asked has hung up, and the work was undone. */
const hungUp = () => new Response(null, { status: 499 })

/** Runs what answers a request, until anyone who sent it hangs up. A defect is thrown: the edge logs it and answers. */
const answering =
  (ports: Context.Context<any>) =>
  async (effect: Effect.Effect<Response, never, any>, context: Context.Context<any> = ports, signal?: AbortSignal): Promise<Response> => {
    const exit = await Effect.runPromiseExitWith(context)(effect, signal === undefined ? undefined : { signal })
    if (Exit.isSuccess(exit)) return exit.value
    if (Cause.hasInterruptsOnly(exit.cause)) return hungUp()
    throw Cause.squash(exit.cause)
  }

/** What answers the requests for one operation. */
const operationOn = (
  op: AnyOperation,
  ports: Context.Context<any>,
  spans: ReturnType<typeof requestSpans>,
  answered: ReturnType<typeof answering>
) => {
  const { name, path, quota, upload } = op.contract
  // Compiled with the first request: all of them together would be half of the time that a start takes.
  let compiled: ReturnType<typeof routeOf> | undefined
  const observe = withRequestLog(ports, observed(name))
  const span = spans?.operation(`${apiPrefix}${path}`, name)
  // Work that takes long ends when anyone who asked hangs up; anything else is over before it could be stopped.
  const stoppable = upload === true || (quota !== undefined && quota !== "sessions-create")
  return (requestContext: RequestContext) => {
    compiled ??= routeOf(op)
    const route = compiled
    const cell: QuotaCell = { readings: [] }
    // Put into the context before the run, which costs less than two services provided on the way.
    const context = Context.add(
      Context.add(ports, References.CurrentLogAnnotations, { request_id: requestContext.request_id, operation: name }),
      CurrentQuota,
      cell
    )
    const answer =
      span === undefined ? observe(route(requestContext, cell)) : span(requestContext, (traced) => observe(route(traced, cell)))
    return answered(answer, context, stoppable ? requestContext.request.signal : undefined)
  }
}

/** All routes on Elysia. Elysia finds the route; bodies, errors and headers are ours, so that no answer takes another shape. */
export const makeApp = <const Ops extends ReadonlyArray<AnyOperation>, R>(options: AppOptions<Ops, R>) => {
  const { public_url, quota_off, trusted_proxies } = options
  const ports = options.context as Context.Context<any>
  const answered = answering(ports)
  const operations = options.operations
    .map((op) => ({ op, parameters: parametersIn(op.contract.path) }))
    .sort((left, right) => left.parameters - right.parameters)
    .map(({ op }) => op)
  const ownRoutes = operations.map(({ contract }) => knownRoute(contract.method, `${apiPrefix}${contract.path}`))
  const answerUnrouted = unrouted([
    ...ownRoutes,
    ...options.auxiliary_routes.flatMap(({ method, path }) =>
      (method === "ALL" ? ["GET", "POST", "DELETE"] : [method]).map((one) => knownRoute(one, path))
    )
  ])

  // Each route is composed with its first request: a start, and most tests, ask for few of them.
  const app = new Elysia({ precompile: false, aot: true })
  const arrive = (request: Request, params: Record<string, string> | undefined): RequestContext => ({
    ...frameOf(request, public_url),
    ...targetOf(request),
    request,
    params: params ?? {},
    address: addressOf(request, app.server?.requestIP(request)?.address, trusted_proxies),
    user_agent: request.headers.get("user-agent")?.slice(0, 500) ?? null
  })

  app.onError({ as: "global" }, ({ code, error, request }) => {
    const frame = frameOf(request, public_url)
    if (code === "NOT_FOUND") {
      const response = answerUnrouted(frame, request, targetOf(request).path, quota_off)
      return request.method === "HEAD" ? withoutBody(response) : response
    }
    const headers = anonymousHeaders(frame, quota_off)
    if (code === "PARSE" || code === "VALIDATION") {
      return problem(frame, { error: "bad_request", detail: "The request cannot be read.", status_code: 400 }, headers)
    }
    return answered(Effect.as(Effect.logError("unexpected failure at the edge", error), unexpected(frame, headers)))
  })

  const add = (method: string, path: string, handle: (requestContext: RequestContext) => Response | Promise<Response>) => {
    const pattern = path.replace(/\{(\w+)\}/g, ":$1")
    const handler = ({ params, request }: { readonly params: Record<string, string>; readonly request: Request }) =>
      handle(arrive(request, params))
    app.route(method, pattern, handler, { parse: "none" })
    if (method === "GET") app.route("HEAD", pattern, async (context) => withoutBody(await handler(context)), { parse: "none" })
  }
  const spans = requestSpans(ports)
  for (const op of operations) {
    add(op.contract.method, `${apiPrefix}${op.contract.path}`, operationOn(op, ports, spans, answered))
  }
  const paths = new Set(operations.map(({ contract }) => `${apiPrefix}${contract.path}`))
  for (const path of paths) {
    for (const method of shadowedBy(ownRoutes, path)) {
      add(method, path, ({ request }) => answerUnrouted(frameOf(request, public_url), request, targetOf(request).path, quota_off))
    }
  }
  for (const { handle, method, path } of options.auxiliary_routes) add(method, path, spans?.side(path, handle) ?? handle)
  return app
}
