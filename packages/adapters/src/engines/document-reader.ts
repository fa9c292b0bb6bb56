import { DocumentReader, DocumentUnreadable, EngineUnavailable } from "@vouchkit/core/documents/reading"
import { Effect, Layer, Schema } from "effect"
import { makeWorkerPool } from "./worker-pool.ts"
import { Answer } from "./worker-protocol.ts"

export interface DocumentReaderOptions {
  /** Documents that are read at the same time, each in a process of about 0.5 GB. */
  readonly concurrency?: number
  /** Milliseconds for one document of up to 20 pages. */
  readonly timeoutMs?: number
  /** Documents that a process reads before it is replaced. */
  readonly recycleAfter?: number
  /** Documents that may wait; more are refused as overloaded and come back as a retried job. */
  readonly maxQueue?: number
  /** Bytes of memory at which a process is ended. */
  readonly maxResidentBytes?: number
}

const defaults = {
  concurrency: 1,
  timeoutMs: 120_000,
  recycleAfter: 50,
  maxQueue: 64,
  maxResidentBytes: 1.5 * 1024 ** 3
} as const

const decode = Schema.decodeUnknownEffect(Answer)

/** Reads documents with the engines that ship with the product, in processes of their own that start with the first document and end with the scope. */
export const documentReaderLayer = (options: DocumentReaderOptions = {}): Layer.Layer<DocumentReader> =>
  Layer.effect(
    DocumentReader,
    Effect.gen(function* () {
      const pool = yield* makeWorkerPool({ ...defaults, ...options, entry: new URL("./worker-entry.ts", import.meta.url) })
      const read = Effect.fn("DocumentReader.read")(function* (document: {
        readonly bytes: Uint8Array
        readonly mime_type: string
        readonly country: string | null
      }) {
        const { bytes, country, mime_type } = document
        const reply = yield* pool.run({ bytes, mime_type, country })
        const answer = yield* decode(reply).pipe(Effect.mapError(() => new EngineUnavailable({ reason: "crashed" })))
        if ("unread" in answer) return yield* new DocumentUnreadable(answer.unread)
        return answer.reading
      })
      return DocumentReader.of({ read })
    })
  )
