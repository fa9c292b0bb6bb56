import type { DocumentUnreadable, EngineUnavailable } from "@vouchkit/core/documents/reading"
import { IdentityDocumentReader, type PagePlace } from "@vouchkit/core/identity-documents/reading"
import { Effect, Layer } from "effect"
import { answered, EnginePool, type EnginePoolOptions, enginePoolLayer } from "../engine-pool.ts"
import { CropAnswer, IdentityAnswer } from "./answers.ts"

const decodeIdentity = answered(IdentityAnswer)
const decodeCrop = answered(CropAnswer)

/** Reads identity documents in engine processes that other readers use as well. */
export const pooledIdentityDocumentReader: Layer.Layer<IdentityDocumentReader, never, EnginePool> = Layer.effect(
  IdentityDocumentReader,
  Effect.gen(function* () {
    const pool = yield* EnginePool
    const read = Effect.fn("IdentityDocumentReader.read")(function* (document: {
      readonly bytes: Uint8Array
      readonly mime_type: string
      readonly country: string | null
    }) {
      const { bytes, country, mime_type } = document
      const { identity } = yield* Effect.flatMap(pool.run({ kind: "identity", bytes, mime_type, country }), decodeIdentity)
      return identity
    })
    return IdentityDocumentReader.of({ read })
  })
)

/** Reads identity documents with the engines that ship with the product, in processes that start with the first document. */
export const identityDocumentReaderLayer = (options: EnginePoolOptions = {}): Layer.Layer<IdentityDocumentReader> =>
  pooledIdentityDocumentReader.pipe(Layer.provide(enginePoolLayer(options)))

export interface WantedCrop {
  readonly bytes: Uint8Array
  /** 1-based page, as a reading names it. */
  readonly page: number
  /** Which document of that page, 0-based in the order of the reading. */
  readonly index?: number
  /** The turn that the reading found; null has it found again. */
  readonly turned?: number | null
  /** A place on the upright document; null for all of it. */
  readonly place?: PagePlace | null
}

/** Cuts the upright document, or a place of it, out of a file, as a JPEG of at most 1600 pixels for the face engine or a reviewer. */
export const cropDocument = ({
  bytes,
  index = 0,
  page,
  place = null,
  turned = null
}: WantedCrop): Effect.Effect<Uint8Array, DocumentUnreadable | EngineUnavailable, EnginePool> =>
  Effect.gen(function* () {
    const pool = yield* EnginePool
    const { picture } = yield* Effect.flatMap(pool.run({ kind: "crop", bytes, page, index, turned, place }), decodeCrop)
    return picture
  })
