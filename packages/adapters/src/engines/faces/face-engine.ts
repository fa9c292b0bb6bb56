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
import type { CaptureLight, LitFrame } from "@vouchkit/core/verification/faces/liveness/light"
import type { CaptureMotion } from "@vouchkit/core/verification/faces/liveness/motion"
import type { Outside } from "@vouchkit/core/kernel/foundation/outside"
import { Context, Effect, Layer, Schema } from "effect"
import { makeWorkerPool } from "../process/pool.ts"
import { missingFacePackages } from "./face-libraries.ts"
import { FaceAnswer, type FaceJob, LightAnswer, MotionAnswer } from "./face-protocol.ts"
import { framesToCompare, framesUnderLight } from "./motion-frames.ts"

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

const decodeFace = Schema.decodeUnknownEffect(FaceAnswer)
const decodeMotion = Schema.decodeUnknownEffect(MotionAnswer)
const decodeLight = Schema.decodeUnknownEffect(LightAnswer)
const crashed = () => new EngineUnavailable({ reason: "crashed" })

/** A frame that was looked at, with the points of the face in it. */
interface LookedAt {
  readonly image: FaceImage
  readonly analysis: FaceAnalysis
  readonly points: ReadonlyArray<readonly [number, number]>
}

/** A frame that was taken while a colour filled the screen. */
interface UnderColour {
  readonly colour: LitFrame["colour"]
  readonly frame: LookedAt
}

/** Frames of a capture, looked at one by one and then compared with each other. Its processes are those of the local FaceMatcher. */
class FaceFrames extends Context.Service<
  FaceFrames,
  {
    readonly look: (image: FaceImage) => Effect.Effect<LookedAt, FaceFailure>
    readonly compare: (rest: LookedAt, turned: ReadonlyArray<LookedAt>) => Effect.Effect<CaptureMotion, FaceFailure>
    readonly measureLight: (white: LookedAt, coloured: ReadonlyArray<UnderColour>) => Effect.Effect<CaptureLight, FaceFailure>
  }
>()("@vouchkit/adapters/faces/FaceFrames") {
  declare readonly reaches: Outside
}

const pictureOf = ({ bytes, place = null, turned = 0 }: FaceImage) => ({ bytes, place, turned })
const frameOf = ({ image, points }: LookedAt) => ({ ...pictureOf(image), points })

/** The processes that look at faces. They start with the first picture. */
const faceFramesLayer = (options: FaceEngineOptions): Layer.Layer<FaceFrames> =>
  Layer.effect(
    FaceFrames,
    Effect.gen(function* () {
      const { missing = missingFacePackages, ...limits } = options
      const lacking = missing()
      const pool = yield* makeWorkerPool({ ...defaults, ...limits, entry: new URL("./face-entry.ts", import.meta.url) })

      const look = Effect.fn("FaceFrames.look")(function* (image: FaceImage): Effect.fn.Return<LookedAt, FaceFailure> {
        if (lacking.length > 0) return yield* new FaceEngineMissing({ packages: lacking })
        if (!pictures.has(image.mime_type)) return yield* new FaceImageUnreadable({ code: "unsupported_media_type", retryable: true })
        if (image.bytes.byteLength > mostBytes) return yield* new FaceImageUnreadable({ code: "too_large", retryable: true })
        const job: FaceJob = { kind: "picture", ...pictureOf(image) }
        const answer = yield* decodeFace(yield* pool.run(job)).pipe(Effect.mapError(crashed))
        if ("unread" in answer) return yield* new FaceImageUnreadable(answer.unread)
        return { image, ...answer }
      })

      const compare = Effect.fn("FaceFrames.compare")(function* (rest: LookedAt, turned: ReadonlyArray<LookedAt>) {
        const job: FaceJob = { kind: "motion", rest: frameOf(rest), turned: turned.map(frameOf) }
        const answer = yield* decodeMotion(yield* pool.run(job)).pipe(Effect.mapError(crashed))
        if ("unread" in answer) return yield* new FaceImageUnreadable(answer.unread)
        return answer.motion
      })

      const measureLight = Effect.fn("FaceFrames.measureLight")(function* (white: LookedAt, coloured: ReadonlyArray<UnderColour>) {
        const lit = coloured.map(({ colour, frame }) => ({ colour, frame: frameOf(frame) }))
        const job: FaceJob = { kind: "light", white: frameOf(white), coloured: lit }
        const answer = yield* decodeLight(yield* pool.run(job)).pipe(Effect.mapError(crashed))
        if ("unread" in answer) return yield* new FaceImageUnreadable(answer.unread)
        return answer.light
      })

      return FaceFrames.of({ look, compare, measureLight })
    })
  )

const matcher = Layer.effect(
  FaceMatcher,
  Effect.map(FaceFrames, ({ look }) => {
    const analyze = (image: FaceImage) => Effect.map(look(image), ({ analysis }) => analysis)
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

/** Finds and compares faces with the engine that ships with the product, in a process of its own kind that starts with the first picture. */
export const faceMatcherLayer = (options: FaceEngineOptions = {}): Layer.Layer<FaceMatcher | FaceFrames> =>
  matcher.pipe(Layer.provideMerge(faceFramesLayer(options)))

/** Looks at the frames of a challenge one by one, and then at what moved and which light changed between them. */
export const livenessDetectorLayer: Layer.Layer<LivenessDetector, never, FaceFrames> = Layer.effect(
  LivenessDetector,
  Effect.map(FaceFrames, ({ compare, look, measureLight }) =>
    LivenessDetector.of({
      assess: Effect.fn("LivenessDetector.assess")(function* ({ challenge, frames }) {
        const [first] = frames
        if (first === undefined || frames.length > mostFrames)
          return yield* new FaceImageUnreadable({ code: first === undefined ? "unreadable" : "too_large", retryable: true })
        if (challenge === null || frames.length === 1) {
          const evidence: SeenEvidence = { kind: "still", analysis: (yield* look(first.image)).analysis }
          return evidence
        }
        const looked = yield* Effect.forEach(frames, ({ image, ...frame }) => Effect.map(look(image), (seen) => ({ ...frame, seen })))
        const chosen = framesToCompare(looked.flatMap(({ light, seen }) => (light === undefined ? [seen] : [])))
        const lit = framesUnderLight(looked)
        const evidence: SeenEvidence = {
          kind: "challenge",
          challenge,
          frames: looked.map(({ seen: { analysis }, ...frame }) => ({ ...frame, analysis })),
          ...(chosen === null ? {} : { motion: yield* compare(chosen.rest, chosen.turned) }),
          ...(lit === null ? {} : { light: yield* measureLight(lit.white, lit.coloured) })
        }
        return evidence
      })
    })
  )
)
