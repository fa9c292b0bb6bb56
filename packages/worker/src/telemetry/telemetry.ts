import { Cause, ConfigProvider, Context, Duration, Effect, Layer, Option, Redacted, Semaphore, Tracer } from "effect"
import { exportedSpans } from "./exported-spans.ts"
import type { Telemetry } from "../settings/telemetry.ts"

/** What a collector that does not answer may hold up; beyond that, spans are dropped. */
const timeout = Duration.seconds(10)
const mostUnderWay = 8
const farewell = Duration.seconds(2)
const warnEveryMillis = 60_000

/** Sends what has gathered, for a process that may be frozen before the exporter's next turn. Nothing where nothing is collected. */
const Flush = Context.Reference<Effect.Effect<void>>("@vouchkit/worker/telemetry/Flush", { defaultValue: () => Effect.void })
/** Goes on when it is sent, or when that takes too long. */
export const flushed = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.ensuring(effect, Effect.timeoutOption(Effect.flatten(Flush), farewell))

/** Traces and metrics by OpenTelemetry's protocol over HTTP with JSON. Whatever becomes of them, the service goes on. */
export const telemetryLayer = (telemetry: Telemetry | null, command: string) =>
  telemetry === null
    ? Layer.empty
    : Layer.unwrap(
        Effect.promise(async () => {
          const [{ FetchHttpClient, HttpClient }, { OtlpExporter, OtlpMetrics, OtlpSerialization, OtlpTracer }] = await Promise.all([
            import("effect/http"),
            import("effect/observability")
          ])
          const { endpoint, headers, resource: attributes, sampler, service_name } = telemetry
          const common = {
            headers: Redacted.value(headers),
            resource: { serviceName: service_name ?? command, attributes },
            shutdownTimeout: farewell
          }
          /** A collector that is slow or away costs a bounded number of batches; the exporter then rests for a minute. */
          const bounded = Layer.effect(HttpClient.HttpClient)(
            Effect.gen(function* () {
              const capacity = yield* Semaphore.make(mostUnderWay)
              let warnedAt = Number.NEGATIVE_INFINITY
              const warn = Effect.clockWith((clock) => {
                const at = clock.currentTimeMillisUnsafe()
                if (at - warnedAt < warnEveryMillis) return Effect.void
                warnedAt = at
                return Effect.logWarning("traces and metrics cannot be sent; see OTEL_EXPORTER_OTLP_ENDPOINT")
              })
              return HttpClient.transform(yield* HttpClient.HttpClient, (send) =>
                send.pipe(
                  Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.die("the collector does not answer") }),
                  capacity.withPermitsIfAvailable(1),
                  Effect.flatMap(Option.match({ onNone: () => Effect.die("the collector is too slow"), onSome: Effect.succeed })),
                  Effect.tapCause((cause) => (Cause.hasInterruptsOnly(cause) ? Effect.void : warn))
                )
              )
            })
          ).pipe(Layer.provide(FetchHttpClient.layer))
          const tracer = Layer.effect(Tracer.Tracer)(
            Effect.map(OtlpTracer.make({ ...common, url: `${endpoint}/v1/traces` }), (made) => exportedSpans(made, sampler))
          )
          return Layer.mergeAll(tracer, OtlpMetrics.layer({ ...common, url: `${endpoint}/v1/metrics` })).pipe(
            Layer.merge(Layer.effect(Flush)(Effect.map(OtlpExporter.Flusher, ({ flush }) => flush))),
            Layer.provide(OtlpExporter.layerFlusher),
            Layer.provide(OtlpSerialization.layerJson),
            Layer.provide(bounded),
            // The exporter would read variables of the environment by itself, and stumble over those that are not right.
            Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({})))
          )
        })
      )
