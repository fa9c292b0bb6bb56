import { EngineUnavailable } from "@vouchkit/core/verification/document-reading"
import { type FaceImage, FaceImageUnreadable } from "@vouchkit/core/verification/faces/analysis"
import type { PagePlace } from "@vouchkit/core/verification/identity-documents/reading"
import { Context, Effect, Layer, Schema } from "effect"
import { makeWorkerPool } from "../engines/process/pool.ts"
import { type Drawn, DrawnAnswer, HashAnswer } from "./plain-picture-protocol.ts"

const limits = { concurrency: 1, timeoutMs: 60_000, recycleAfter: 200, maxQueue: 64, maxResidentBytes: 1024 ** 3 } as const

/** Bytes of a picture at most; the service accepts 15 MB. */
const mostBytes = 20 * 1024 ** 2

const crashed = () => new EngineUnavailable({ reason: "crashed" })
const decodeDrawn = Schema.decodeUnknownEffect(DrawnAnswer)
const decodeHash = Schema.decodeUnknownEffect(HashAnswer)

/**
 * Draws pictures again before they leave the machine: a provider gets upright pixels and no place, time or camera from the file's metadata. A
 * process of its own does it, since the file is a stranger's.
 */
export class PlainPictures extends Context.Service<
  PlainPictures,
  {
    readonly draw: (image: FaceImage) => Effect.Effect<Drawn, FaceImageUnreadable | EngineUnavailable>
    /** The 256-bit difference hash of a part of what was drawn. */
    readonly hash: (drawn: Drawn, around: PagePlace) => Effect.Effect<string, FaceImageUnreadable | EngineUnavailable>
  }
>()("@vouchkit/adapters/aws/PlainPictures") {}

export const plainPicturesLayer: Layer.Layer<PlainPictures> = Layer.effect(
  PlainPictures,
  Effect.gen(function* () {
    const pool = yield* makeWorkerPool({ ...limits, entry: new URL("./plain-picture-entry.ts", import.meta.url) })
    const draw = Effect.fn("PlainPictures.draw")(function* ({ bytes, place = null, turned = 0 }: FaceImage) {
      if (bytes.byteLength > mostBytes) return yield* new FaceImageUnreadable({ code: "too_large", retryable: true })
      const reply = yield* pool.run({ bytes, turned, place, around: null })
      const answer = yield* Effect.mapError(decodeDrawn(reply), crashed)
      return "unread" in answer ? yield* new FaceImageUnreadable(answer.unread) : answer
    })
    const hash = Effect.fn("PlainPictures.hash")(function* ({ jpeg }: Drawn, around: PagePlace) {
      const reply = yield* pool.run({ bytes: jpeg, turned: 0, place: null, around })
      const answer = yield* Effect.mapError(decodeHash(reply), crashed)
      return "unread" in answer ? yield* new FaceImageUnreadable(answer.unread) : answer.hash
    })
    return PlainPictures.of({ draw, hash })
  })
)
