import { Database } from "@vouchkit/adapters/postgres/database"
import { EngineConfinement } from "@vouchkit/adapters/engines/confinement/probe"
import { isMigrated } from "@vouchkit/adapters/postgres/migrate"
import { BlobStore } from "@vouchkit/core/resources/documents/blobs"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { operations } from "@vouchkit/core/registry"
import type { AuxiliaryRoute } from "@vouchkit/http/app"
import { anonymousHeaders } from "@vouchkit/http/edge"
import type { ReadyCheck } from "@vouchkit/http/health"
import { json } from "@vouchkit/http/reply"
import { serve } from "@vouchkit/http/server"
import { auxiliaryRoutes } from "@vouchkit/http/auxiliary-routes"
import type { AgentEndpoint } from "@vouchkit/mcp/endpoint"
import { metadataPath, resourceMetadata } from "@vouchkit/mcp/metadata"
import { type Context, Duration, Effect, Layer, Redacted } from "effect"
import type { portsLayer } from "./ports.ts"
import type { Settings } from "../settings/settings.ts"
import { departure } from "../settings/shutdown.ts"

export type Ports = Layer.Success<ReturnType<typeof portsLayer>>

/** What the service cannot work without. */
export const readyChecks: ReadonlyArray<ReadyCheck<Database | JobQueue | BlobStore>> = [
  {
    name: "database",
    // A server that became a standby answers reads as before, and every request that writes would fail.
    check: Effect.map(
      Effect.flatMap(Database, (database) => database.query(() => "select current_setting('transaction_read_only') as read_only")),
      ([row]) => row?.read_only === "off"
    )
  },
  {
    name: "migrations",
    check: Effect.flatMap(Database, ({ sql }) => Effect.tryPromise(() => isMigrated(sql)))
  },
  {
    name: "queue",
    check: Effect.as(
      Effect.flatMap(JobQueue, ({ ping }) => ping),
      true
    )
  },
  {
    name: "object_store",
    check: Effect.as(
      Effect.flatMap(BlobStore, ({ ping }) => ping),
      true
    )
  }
]

/** Where the service listens, and how the world calls that. */
export interface Address {
  readonly hostname: string
  readonly port: number
  readonly public_url: string
}

/** The agents' endpoint is loaded and compiled soon after the start, or by the first agent, so that a start need not wait for it. */
const agentEndpoint = (context: Context.Context<Ports>, publicUrl: string) => {
  let endpoint: Promise<AgentEndpoint> | undefined
  return () => {
    endpoint ??= import("@vouchkit/mcp/endpoint").then(({ mcpEndpoint }) => mcpEndpoint({ operations, context, publicUrl }))
    return endpoint
  }
}
const soon = Duration.seconds(1)

/** The REST API, the agents' endpoint and everything else that is reached over HTTP. */
export const apiLayer = (settings: Settings, { hostname, port, public_url }: Address) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const context = yield* Effect.context<Ports>()
      const quota_off = settings.rate_limit_per_minute === 0
      const metadata = resourceMetadata(public_url, settings.oauth_authorization_servers)
      const answerMetadata: AuxiliaryRoute["handle"] = (requestContext) => json(200, metadata, anonymousHeaders(requestContext, quota_off))
      const agents = agentEndpoint(context, public_url)
      const leaving = departure(settings.shutdown)
      yield* serve<typeof operations, Ports>({
        hostname,
        port,
        public_url,
        quota_off,
        operations,
        trusted_proxies: settings.trusted_proxies,
        grace_seconds: settings.shutdown.grace_seconds,
        auxiliary_routes: auxiliaryRoutes({
          operations,
          public_url,
          quota_off,
          ready: [leaving.ready, ...readyChecks],
          engines: yield* EngineConfinement,
          metrics_token: settings.metrics_token === null ? null : Redacted.value(settings.metrics_token),
          agents: async (request, { address, request_id, trace, user_agent }) =>
            (await agents())(request, { address, request_id, user_agent }, trace),
          documents: { "/.well-known/oauth-protected-resource": answerMetadata, [metadataPath]: answerMetadata },
          run: Effect.runPromiseWith(context)
        })
      })
      yield* leaving.announced
      yield* Effect.forkScoped(Effect.delay(Effect.promise(agents), soon))
    })
  )
