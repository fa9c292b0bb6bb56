import { EngineUnavailable } from "@vouchkit/core/verification/document-reading"
import {
  type FaceAnalysis,
  FaceEngineMissing,
  type FaceFailure,
  type FaceImage,
  FaceImageUnreadable,
  FaceMatcher,
  type FaceMatchEvidence
} from "@vouchkit/core/verification/faces/analysis"
import { templateSimilarity } from "@vouchkit/core/verification/faces/bands"
import { LivenessDetector, type SeenEvidence, mostFrames } from "@vouchkit/core/verification/faces/liveness/evidence"
import { Effect, Layer, Schema } from "effect"
import { makeWorkerPool } from "../process/pool.ts"
import { missingFacePackages } from "./face-libraries.ts"
import { FaceAnswer } from "./face-protocol.ts"

interface FaceEngineOptions {
  /** Pictures that are looked at together, each in a process of about 0.5 GB. */
  readonly concurrency?: number
  /** Milliseconds for one picture, the start of the process included: a last resort, because the work of a picture is counted first. */
  readonly timeoutMs?: number
  /** Pictures that a process looks at before it is replaced. */
  readonly recycleAfter?: number
  /** Pictures that may wait; more are refused as overloaded and come back as a retried job. */
  readonly maxQueue?: number
  /** Bytes of memory at which a process is ended. */
  readonly maxResidentBytes?: number
  /** Names of packages that the engine lacks; what is installed, unless a test says otherwise. */
  readonly missing?: () => ReadonlyArray<string>
}

const defaults = {
  concurrency: 1,
  timeoutMs: 60_000,
  recycleAfter: 200,
  maxQueue: 64,
  maxResidentBytes: 1.2 * 1024 ** 3
} as const

/** Bytes of a picture at most; the service accepts 15 MB. */
const mostBytes = 20 * 1024 ** 2
const pictures: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/webp", "image/tiff"])

const decode = Schema.decodeUnknownEffect(FaceAnswer)

/** Finds and compares faces with the engine that ships with the product, in a process of its own kind that starts with the first picture. */
export const faceMatcherLayer = (options: FaceEngineOptions = {}): Layer.Layer<FaceMatcher> =>
  Layer.effect(
    FaceMatcher,
    Effect.gen(function* () {
      const { missing = missingFacePackages, ...limits } = options
      const lacking = missing()
      const pool = yield* makeWorkerPool({ ...defaults, ...limits, entry: new URL("./face-entry.ts", import.meta.url) })

      const analyze = Effect.fn("FaceMatcher.analyze")(function* (image: FaceImage): Effect.fn.Return<FaceAnalysis, FaceFailure> {
        if (lacking.length > 0) return yield* new FaceEngineMissing({ packages: lacking })
        const { bytes, mime_type, place = null, turned = 0 } = image
        if (!pictures.has(mime_type)) return yield* new FaceImageUnreadable({ code: "unsupported_media_type", retryable: true })
        if (bytes.byteLength > mostBytes) return yield* new FaceImageUnreadable({ code: "too_large", retryable: true })
        const reply = yield* pool.run({ bytes, turned, place })
        const answer = yield* decode(reply).pipe(Effect.mapError(() => new EngineUnavailable({ reason: "crashed" })))
        if ("unread" in answer) return yield* new FaceImageUnreadable(answer.unread)
        return answer.analysis
      })

      const compare = Effect.fn("FaceMatcher.compare")(function* (images: { readonly portrait: FaceImage; readonly selfie: FaceImage }) {
        const [portrait, selfie] = yield* Effect.all([analyze(images.portrait), analyze(images.selfie)], { concurrency: 2 })
        const similarity =
          portrait.template === null || selfie.template === null ? null : templateSimilarity(portrait.template, selfie.template)
        const evidence: FaceMatchEvidence = { portrait: portrait.faces, selfie: selfie.faces, similarity }
        return evidence
      })

      return FaceMatcher.of({ analyze, compare })
    })
  )

/** Looks at the frames of a challenge through whichever FaceMatcher is there; it has no flow of its own beside the frames. */
export const livenessDetectorLayer: Layer.Layer<LivenessDetector, never, FaceMatcher> = Layer.effect(
  LivenessDetector,
  Effect.map(FaceMatcher, ({ analyze }) =>
    LivenessDetector.of({
      assess: Effect.fn("LivenessDetector.assess")(function* ({ challenge, frames }) {
        const [first] = frames
        if (first === undefined || frames.length > mostFrames)
          return yield* new FaceImageUnreadable({ code: first === undefined ? "unreadable" : "too_large", retryable: true })
        if (challenge === null || frames.length === 1) {
          const evidence: SeenEvidence = { kind: "still", analysis: yield* analyze(first.image) }
          return evidence
        }
        const seen = yield* Effect.forEach(frames, ({ image, mirrored, nonce }) =>
          Effect.map(analyze(image), (analysis) => ({ nonce, mirrored, analysis }))
        )
        const evidence: SeenEvidence = { kind: "challenge", challenge, frames: seen }
        return evidence
      })
    })
  )
)
