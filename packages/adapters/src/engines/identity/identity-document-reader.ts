import { type DocumentPicture, IdentityDocumentReader } from "@vouchkit/core/verification/identity-documents/reading"
import { Effect, Layer, Option } from "effect"
import { FaceMatcher } from "@vouchkit/core/verification/faces/analysis"
import { answered, EnginePool, type EnginePoolOptions, enginePoolLayer } from "../process/engine-pool.ts"
import { sharedJobs } from "../process/shared-jobs.ts"
import { IdentityAnswer } from "./answers.ts"

const decodeIdentity = answered(IdentityAnswer)

/**
 * The picture with the place of the largest face on it. A face that no one could look for is none that was found: the place helps to tell
 * sides and portraits apart.
 */
const withPortrait = (
  matcher: FaceMatcher["Service"],
  picture: DocumentPicture,
  upright: Uint8Array | undefined
): Effect.Effect<DocumentPicture> =>
  upright === undefined
    ? Effect.succeed(picture)
    : matcher.analyze({ bytes: upright, mime_type: "image/jpeg" }).pipe(
        Effect.map(({ faces: [face] }) =>
          face === undefined ? picture : { ...picture, portrait: { ...face.place, confidence: face.confidence } }
        ),
        Effect.orElseSucceed(() => picture)
      )

/**
 * Reads identity documents in engine processes that other readers use as well. Where a face engine is provided beside the pool, it says where the
 * portrait is; give it one that runs here, for it sees every document.
 */
export const pooledIdentityDocumentReader: Layer.Layer<IdentityDocumentReader, never, EnginePool> = Layer.effect(
  IdentityDocumentReader,
  Effect.gen(function* () {
    const pool = yield* EnginePool
    const matcher = yield* Effect.serviceOption(FaceMatcher)
    const read = Effect.fn("IdentityDocumentReader.read")(function* (document: {
      readonly bytes: Uint8Array
      readonly mime_type: string
      readonly country: string | null
    }) {
      const { bytes, country, mime_type } = document
      const { identity, uprights } = yield* Effect.flatMap(pool.run({ kind: "identity", bytes, mime_type, country }), decodeIdentity)
      if (Option.isNone(matcher)) return identity
      const pictures = yield* Effect.forEach(identity.pictures, (picture, at) => withPortrait(matcher.value, picture, uprights[at]))
      return { ...identity, pictures }
    })
    return IdentityDocumentReader.of({ read: yield* sharedJobs(read) })
  })
)

/**
 * Reads identity documents with the engines that ship with the product, in processes of their own that start with the first document and end
 * with the scope: for programs that embed this reader alone. The service shares one pool of processes (`pooledIdentityDocumentReader`).
 */
export const identityDocumentReaderLayer = (options: EnginePoolOptions = {}): Layer.Layer<IdentityDocumentReader> =>
  pooledIdentityDocumentReader.pipe(Layer.provide(enginePoolLayer(options)))
