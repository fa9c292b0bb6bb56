import { EngineConfinement } from "@vouchkit/adapters/engines/confinement/probe"
import type { Operation } from "@vouchkit/core/kernel/operation/operation"
import { healthRoutes, missingOf } from "@vouchkit/http/health"
import { metricsRoute } from "@vouchkit/http/metrics"
import { serve } from "@vouchkit/http/server"
import { Effect, Layer, Redacted } from "effect"
import { type Ports, readyChecks } from "./api.ts"
import { origin, type Settings } from "../settings/settings.ts"
import { departure } from "../settings/shutdown.ts"

/** Health and metrics of a process that answers nothing else: what a worker counts, no one but itself can tell. */
export const statusLayer = ({ host, metrics_token, shutdown, status_port, trusted_proxies }: Settings) =>
  status_port === null
    ? Layer.empty
    : Layer.effectDiscard(
        Effect.gen(function* () {
          const run = Effect.runPromiseWith(yield* Effect.context<Ports>())
          const engines = yield* EngineConfinement
          const leaving = departure(shutdown)
          const token = metrics_token === null ? null : Redacted.value(metrics_token)
          yield* serve<ReadonlyArray<Operation<unknown, unknown, never>>, Ports>({
            hostname: host,
            port: status_port,
            public_url: origin(host, status_port),
            quota_off: true,
            operations: [],
            trusted_proxies,
            grace_seconds: shutdown.grace_seconds,
            auxiliary_routes: [
              ...healthRoutes(() => run(missingOf([leaving.ready, ...readyChecks])), engines, true),
              metricsRoute(run, token, true)
            ]
          })
          yield* leaving.announced
        })
      )
