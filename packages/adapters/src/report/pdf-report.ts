import type { Report } from "@vouchkit/core/flows/report/model"
import { ReportRenderer, ReportUnavailable } from "@vouchkit/core/flows/report/renderer"
import { Effect, Layer, Schema } from "effect"
import { makeWorkerPool } from "../engines/process/pool.ts"

interface ReportRendererOptions {
  /** Reports that are set at the same time, each in a process of about 0.15 GB. */
  readonly concurrency?: number
  /** Milliseconds for one report. Someone waits for it. */
  readonly timeoutMs?: number
  readonly recycleAfter?: number
  /** Reports that may wait; more are refused as overloaded. */
  readonly maxQueue?: number
  readonly maxResidentBytes?: number
}

const defaults = { concurrency: 1, timeoutMs: 60_000, recycleAfter: 200, maxQueue: 16, maxResidentBytes: 512 * 1024 ** 2 } as const

const decode = Schema.decodeUnknownEffect(Schema.Struct({ pdf: Schema.Uint8Array }))

/** Sets reports in a process of its own, which starts with the first one: a long report takes longer than requests beside it may wait. */
export const reportRendererLayer = (options: ReportRendererOptions = {}): Layer.Layer<ReportRenderer> =>
  Layer.effect(
    ReportRenderer,
    Effect.gen(function* () {
      const pool = yield* makeWorkerPool({ ...defaults, ...options, entry: new URL("./entry.ts", import.meta.url) })
      const render = (report: Report) =>
        pool.run({ report }).pipe(
          Effect.mapError(({ reason }) => new ReportUnavailable({ reason })),
          Effect.flatMap((reply) => Effect.mapError(decode(reply), () => new ReportUnavailable({ reason: "crashed" }))),
          Effect.map(({ pdf }) => pdf),
          Effect.withSpan("ReportRenderer.render")
        )
      return ReportRenderer.of({ render })
    })
  )
