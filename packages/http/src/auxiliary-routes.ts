import type { AnyOperation } from "@vouchkit/core/kernel/operation/operation"
import type { Effect } from "effect"
import type { AuxiliaryRoute } from "./app.ts"
import { capturePages } from "./capture-page.ts"
import { docsRoutes } from "./docs.ts"
import { type EngineLevel, healthRoutes, missingOf, type ReadyCheck } from "./health.ts"
import { metricsRoute } from "./metrics.ts"
import type { RequestContext } from "./routes.ts"
import { welcomeRoute } from "./welcome.ts"

interface AuxiliaryRouteOptions<R> {
  readonly operations: ReadonlyArray<AnyOperation>
  readonly public_url: string
  readonly quota_off: boolean
  readonly ready: ReadonlyArray<ReadyCheck<R>>
  /** How far the engines are confined. */
  readonly engines: ReadonlyArray<EngineLevel>
  readonly metrics_token: string | null
  /** The agents' endpoint: a request and who sent it. */
  readonly agents: (request: Request, origin: RequestContext) => Promise<Response>
  /** Metadata documents under `/.well-known`, by path. */
  readonly documents: Readonly<Record<string, AuxiliaryRoute["handle"]>>
  readonly run: <A>(effect: Effect.Effect<A, never, any>) => Promise<A>
}

/** Every path of the service that is no operation. */
export const auxiliaryRoutes = <R>(options: AuxiliaryRouteOptions<R>): ReadonlyArray<AuxiliaryRoute> => {
  const { agents, documents, engines, metrics_token, operations, public_url, quota_off, ready, run } = options
  const missing = () => run(missingOf(ready))
  return [
    welcomeRoute(missing, public_url, quota_off),
    ...healthRoutes(missing, engines, quota_off),
    metricsRoute(run, metrics_token, quota_off),
    ...docsRoutes(operations, public_url, quota_off),
    ...capturePages(run),
    { method: "ALL", path: "/mcp", handle: (requestContext) => agents(requestContext.request, requestContext) },
    ...Object.entries(documents).map(([path, handle]): AuxiliaryRoute => ({ method: "GET", path, handle }))
  ]
}
