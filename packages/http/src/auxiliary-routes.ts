import type { AnyOperation } from "@vouchkit/core/kernel/operation/operation"
import type { Effect } from "effect"
import type { SideRoute } from "./app.ts"
import { capturePages } from "./capture-page.ts"
import { docsRoutes } from "./docs.ts"
import { healthRoutes, missingOf, type ReadyCheck } from "./health.ts"
import { metricsRoute } from "./metrics.ts"
import type { Arrival } from "./routes.ts"
import { welcomeRoute } from "./welcome.ts"

export interface SideOptions<R> {
  readonly operations: ReadonlyArray<AnyOperation>
  readonly public_url: string
  readonly quota_off: boolean
  readonly ready: ReadonlyArray<ReadyCheck<R>>
  readonly metrics_token: string | null
  /** The agents' endpoint: a request and who sent it. */
  readonly agents: (request: Request, origin: Arrival) => Promise<Response>
  /** Metadata documents under `/.well-known`, by path. */
  readonly documents: Readonly<Record<string, SideRoute["handle"]>>
  readonly run: <A>(effect: Effect.Effect<A, never, any>) => Promise<A>
}

/** Every path of the service that is no operation. */
export const sides = <R>(options: SideOptions<R>): ReadonlyArray<SideRoute> => {
  const { agents, documents, metrics_token, operations, public_url, quota_off, ready, run } = options
  const missing = () => run(missingOf(ready))
  return [
    welcomeRoute(missing, public_url, quota_off),
    ...healthRoutes(missing, quota_off),
    metricsRoute(run, metrics_token, quota_off),
    ...docsRoutes(operations, public_url, quota_off),
    ...capturePages(run),
    { method: "ALL", path: "/mcp", handle: (arrival) => agents(arrival.request, arrival) },
    ...Object.entries(documents).map(([path, handle]): SideRoute => ({ method: "GET", path, handle }))
  ]
}
