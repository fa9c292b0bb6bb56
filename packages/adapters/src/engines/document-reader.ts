import { DocumentReader } from "@vouchkit/core/verification/document-reading"
import { Effect, Layer } from "effect"
import { answered, EnginePool, type EnginePoolOptions, enginePoolLayer } from "./process/engine-pool.ts"
import { sharedJobs } from "./process/shared-jobs.ts"
import { DocumentAnswer } from "./process/protocol.ts"

const decode = answered(DocumentAnswer)

/** Reads documents in engine processes that other readers use as well. */
export const pooledDocumentReader: Layer.Layer<DocumentReader, never, EnginePool> = Layer.effect(
  DocumentReader,
  Effect.gen(function* () {
    const pool = yield* EnginePool
    const read = Effect.fn("DocumentReader.read")(function* (document: {
      readonly bytes: Uint8Array
      readonly mime_type: string
      readonly country: string | null
    }) {
      const { bytes, country, mime_type } = document
      const { reading } = yield* Effect.flatMap(pool.run({ kind: "document", bytes, mime_type, country }), decode)
      return reading
    })
    return DocumentReader.of({ read: yield* sharedJobs(read) })
  })
)

/**
 * Reads documents with the engines that ship with the product, in processes of their own that start with the first document and end with the
 * scope: for programs that embed this reader alone. The service shares one pool of processes between its readers (`pooledDocumentReader`).
 */
export const documentReaderLayer = (options: EnginePoolOptions = {}): Layer.Layer<DocumentReader> =>
  pooledDocumentReader.pipe(Layer.provide(enginePoolLayer(options)))
