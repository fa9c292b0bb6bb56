import { Effect, Layer } from "effect"
import { documentMediaTypes } from "../../../resources/documents/media.ts"
import {
  type Face,
  type FaceAnalysis,
  type FaceImage,
  FaceImageUnreadable,
  FaceMatcher,
  type FaceModel,
  type FaceTemplate
} from "../../../verification/faces/analysis.ts"
import { scoreOfDistance } from "../../../verification/faces/bands.ts"
import { inSandbox, type SandboxScript, unscripted } from "./sandbox-script.ts"
import { seedOf } from "./simulated-person.ts"

/** Named apart from every computation, so that its scores are never taken for those of one. They have the scale of the local model. */
export const sandboxFaceModel: FaceModel = { name: "sandbox", version: "1" }

/** Bytes of a picture at most, as the local engine takes them. */
const mostBytes = 20 * 1024 ** 2
const templateLength = 128

/** Distances on the scale of the local model: one face, faces near the bands, and faces of two people. */
export const faceDistances = { same: 0, hardly: 0.6, similar: 0.575, other: 0.9 } as const

/** A good frontal face; poses and failures say what is different. */
export const simulatedFace = (changes: Partial<Face> = {}): Face => ({
  place: { left: 0.3, top: 0.25, width: 0.4, height: 0.5 },
  size: { width: 300, height: 360 },
  confidence: 1,
  yaw: 0,
  pitch: 0,
  roll: 0,
  mouth_open: 0.05,
  eyes_open: 1,
  sharpness: 1,
  brightness: 1,
  ...changes
})

/** The template of a face at a distance from the one face of the sandbox. */
const simulatedTemplate = (distance: number): FaceTemplate => ({
  model: sandboxFaceModel,
  values: Array.from({ length: templateLength }, (_, index) => (index === 0 ? distance : 0))
})

/** What the local engine refuses by its type, its size or its lack of any content is refused here too. */
export const faceRefusalOf = ({ bytes, mime_type }: FaceImage): FaceImageUnreadable | null => {
  const picture = bytes.length > 0 && documentMediaTypes.some((known) => known === mime_type && known !== "application/pdf")
  const code = !picture ? "unsupported_media_type" : bytes.length > mostBytes ? "too_large" : null
  return code === null ? null : new FaceImageUnreadable({ code, retryable: true })
}

export const simulatedAnalysis = ({ bytes }: FaceImage, face: Face, distance: number): FaceAnalysis => ({
  faces: [face],
  template: simulatedTemplate(distance),
  perceptual_hash: Buffer.from(seedOf(bytes)).toString("hex")
})

/** Scores as people write them, without the rest of a division. */
const rounded = (score: number): number => Math.round(score * 1_000_000) / 1_000_000

const distanceIn = ({ scenario }: SandboxScript): number =>
  scenario === "another_face" ? faceDistances.other : scenario === "similar_face" ? faceDistances.similar : faceDistances.same

/** A blurred selfie is one of a face all the same. */
export const selfieIn = ({ scenario }: SandboxScript): Face => simulatedFace(scenario === "selfie_blurred" ? { sharpness: 0.05 } : {})

/** Looks at no picture: each shows the one face of the sandbox, and the selfie another one where the script says so. */
export const sandboxFaceMatcher = (script: SandboxScript = unscripted): Layer.Layer<FaceMatcher> =>
  Layer.succeed(FaceMatcher)({
    analyze: (image) =>
      inSandbox(
        script,
        Effect.suspend(() => faceRefusalOf(image) ?? Effect.succeed(simulatedAnalysis(image, simulatedFace(), 0)))
      ),
    compare: ({ portrait, selfie }) =>
      inSandbox(
        script,
        Effect.suspend(() => {
          const distance = distanceIn(script)
          return (
            faceRefusalOf(portrait) ??
            faceRefusalOf(selfie) ??
            Effect.succeed({
              portrait: [simulatedFace()],
              selfie: [selfieIn(script)],
              similarity: { model: sandboxFaceModel, score: rounded(scoreOfDistance(distance)), distance }
            })
          )
        })
      )
  })
