import { readSettings } from "@vouchkit/worker/settings/settings"
import { flushed, telemetryLayer } from "@vouchkit/worker/telemetry/telemetry"
import { Effect, Layer, Logger, type ManagedRuntime, References, Result } from "effect"
import { startCollector } from "./collector.ts"

/** All that a service tells of itself: every line that it logs, at any level and with its cause, and every trace and metric that it sends to a collector. */
export const observed = () => {
  const lines: Array<string> = []
  const collector = startCollector()
  const { telemetry } = Result.getOrThrow(
    readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER: "always_on" }, { database_url: false, terminal: false })
  )
  const layer = Layer.mergeAll(
    Logger.layer([
      Logger.make(
        (line) => void lines.push(JSON.stringify([line.message, line.cause, line.fiber.getRef(References.CurrentLogAnnotations)]))
      )
    ]),
    Layer.succeed(References.MinimumLogLevel)("Trace"),
    telemetryLayer(telemetry, "vouchkit-test")
  ) as Layer.Layer<any>
  return {
    layer,
    /** What was told so far. Fails where a kind of it is missing, since then a search of it would prove nothing. */
    text: async (runtime: ManagedRuntime.ManagedRuntime<any, any>): Promise<string> => {
      await runtime.runPromise(flushed(Effect.void))
      if (lines.length === 0 || collector.spans.length === 0 || collector.metrics.size === 0) {
        throw new Error(`told were ${lines.length} lines, ${collector.spans.length} spans and ${collector.metrics.size} metrics`)
      }
      return `${lines.join("\n")}\n${collector.text()}`
    },
    stop: () => collector.stop()
  }
}
