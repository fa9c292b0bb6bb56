import { DocumentUnreadable, EngineUnavailable } from "@vouchkit/core/verification/document-reading"
import { Context, Effect, Layer, Schema } from "effect"
import { makeWorkerPool } from "./pool.ts"
import { type Job, Refused } from "./protocol.ts"

export interface EnginePoolOptions {
  /** Documents of one organization that are read at the same time, each in a process of about 0.5 GB. Another organization has one process more. */
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
  // A document may take some seconds: whoever uploads many of them keeps no one else from reading one.
  spare: 1,
  timeoutMs: 120_000,
  recycleAfter: 50,
  maxQueue: 64,
  maxResidentBytes: 1.5 * 1024 ** 3
} as const

/** The engine processes that every reader of documents shares, so that their number bounds the memory of all. */
export class EnginePool extends Context.Service<
  EnginePool,
  {
    /** What an engine answers, undecoded. */
    readonly run: (job: Job) => Effect.Effect<unknown, EngineUnavailable>
  }
>()("@vouchkit/adapters/engines/EnginePool") {}

/** A page with a line of text, which has a process load what reads documents. */
const warmUp: Job = {
  kind: "document",
  mime_type: "application/pdf",
  country: null,
  bytes: Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 41>>stream
BT /F 12 Tf 72 720 Td (A first line) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF
`)
}

/** Processes that start with the first document and end with the scope. */
export const enginePoolLayer = (options: EnginePoolOptions = {}): Layer.Layer<EnginePool> =>
  Layer.effect(
    EnginePool,
    Effect.map(makeWorkerPool({ ...defaults, ...options, warmUp, entry: new URL("./entry.ts", import.meta.url) }), ({ run }) =>
      EnginePool.of({ run })
    )
  )

const isRefused = Schema.is(Refused)

/** Decodes an answer; an engine that answers anything else has been taken over or broken by its file, and counts as crashed. */
export const answered = <Answer, Encoded>(schema: Schema.Codec<Answer, Encoded>) => {
  const decode = Schema.decodeUnknownEffect(schema)
  return (reply: unknown): Effect.Effect<Answer, DocumentUnreadable | EngineUnavailable> =>
    isRefused(reply)
      ? Effect.fail(new DocumentUnreadable(reply.unread))
      : Effect.mapError(decode(reply), () => new EngineUnavailable({ reason: "crashed" }))
}
