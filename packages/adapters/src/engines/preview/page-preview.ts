import { PageOutOfRange, PagePreview, PageUndrawable, type PreviewRequest } from "@vouchkit/core/resources/documents/preview"
import { EngineUnavailable } from "@vouchkit/core/verification/document-reading"
import { Effect, Layer, Schema } from "effect"
import { makeWorkerPool } from "../process/pool.ts"
import { PreviewAnswer, maxPngBytes } from "./protocol.ts"

interface PagePreviewOptions {
  /** Pages that are drawn at the same time, each in a process of about 0.2 GB. */
  readonly concurrency?: number
  /** Milliseconds for one page: a last resort, because the work of a file is counted before it is drawn. */
  readonly timeoutMs?: number
  /** Pages that a process draws before it is replaced. */
  readonly recycleAfter?: number
  /** Pages that may wait; more are refused as overloaded. */
  readonly maxQueue?: number
  /** Bytes of memory at which a process is ended. */
  readonly maxResidentBytes?: number
}

const defaults = { concurrency: 1, timeoutMs: 60_000, recycleAfter: 200, maxQueue: 32, maxResidentBytes: 1024 ** 3 } as const

const decode = Schema.decodeUnknownEffect(PreviewAnswer)
const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const isPng = (bytes: Uint8Array): boolean => bytes.length <= maxPngBytes && signature.every((byte, index) => bytes[index] === byte)
const crashed = () => new EngineUnavailable({ reason: "crashed" })

/** Draws pages in processes of their own, which start with the first page and end with the scope. */
export const pagePreviewLayer = (options: PagePreviewOptions = {}): Layer.Layer<PagePreview> =>
  Layer.effect(
    PagePreview,
    Effect.gen(function* () {
      const pool = yield* makeWorkerPool({ ...defaults, ...options, entry: new URL("./entry.ts", import.meta.url) })
      const render = Effect.fn("PagePreview.render")(function* ({ bytes, mime_type, page, width }: PreviewRequest) {
        // What comes back is judged like any outside data, because the process has been reading a stranger's file.
        const answer = yield* Effect.flatMap(pool.run({ bytes, mime_type, page, width }), (reply) =>
          Effect.mapError(decode(reply), crashed)
        )
        if ("undrawable" in answer) return yield* new PageUndrawable({ code: answer.undrawable })
        if ("page_count" in answer) return yield* new PageOutOfRange({ page_count: answer.page_count })
        return isPng(answer.png) ? answer.png : yield* crashed()
      })
      return PagePreview.of({ render })
    })
  )
