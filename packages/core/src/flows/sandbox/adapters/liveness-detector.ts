import { Effect, Layer } from "effect"
import { type Face, FaceImageUnreadable } from "../../../verification/faces/analysis.ts"
import type { LivenessAction, LivenessChallenge } from "../../../verification/faces/liveness/challenge.ts"
import {
  type FrameEvidence,
  LivenessDetector,
  type LivenessEvidence,
  type LivenessFrame,
  mostFrames
} from "../../../verification/faces/liveness/evidence.ts"
import type { CaptureLight } from "../../../verification/faces/liveness/light.ts"
import { faceDistances, faceRefusalOf, selfieIn, simulatedAnalysis, simulatedFace } from "./faces.ts"
import { inSandbox, type SandboxScript, unscripted } from "./sandbox-script.ts"

const poses = {
  turn_left: { yaw: 35 },
  turn_right: { yaw: -35 },
  open_mouth: { mouth_open: 0.9 }
} as const satisfies Record<LivenessAction, Partial<Face>>

/** The first frame looks into the camera, the next ones show the actions in their order, and what is left over looks into the camera again. */
const frameOf = (
  script: SandboxScript,
  { order }: LivenessChallenge,
  { frame: { image, ...frame }, index, last }: { readonly frame: LivenessFrame; readonly index: number; readonly last: boolean }
): FrameEvidence => {
  const action = order[index - 1]
  const face = action === undefined ? selfieIn(script) : simulatedFace(poses[action])
  const distance = !last
    ? faceDistances.same
    : script.scenario === "face_changes"
      ? faceDistances.other
      : script.scenario === "face_hardly_the_same"
        ? faceDistances.hardly
        : faceDistances.same
  return { ...frame, analysis: simulatedAnalysis(image, frame.mirrored ? { ...face, yaw: -face.yaw } : face, distance) }
}

const unchanged = { red: 1, green: 1, blue: 1 } as const

/** A face that reflects every colour of the screen, before surroundings that no light of it reaches. */
const lightOf = ({ light_order = [] }: LivenessChallenge): { readonly light?: CaptureLight } => {
  const frames = light_order.flatMap((colour) =>
    colour === "white" ? [] : [{ colour, face: { red: 0.8, green: 0.8, blue: 0.8, [colour]: 1 }, surroundings: unchanged }]
  )
  return frames.length === 0 ? {} : { light: { frames, saturated: { face: 0, surroundings: 0 } } }
}

/** Looks at no frame: anyone who is given a challenge has followed it, and one picture without a challenge stays a still. */
export const sandboxLivenessDetector = (script: SandboxScript = unscripted): Layer.Layer<LivenessDetector> =>
  Layer.succeed(LivenessDetector)({
    assess: ({ challenge, frames }) =>
      inSandbox(
        script,
        Effect.gen(function* () {
          const [first] = frames
          if (first === undefined) return yield* new FaceImageUnreadable({ code: "unreadable", retryable: true })
          if (frames.length > mostFrames) return yield* new FaceImageUnreadable({ code: "too_large", retryable: true })
          const refused = frames.map(({ image }) => faceRefusalOf(image)).find((refusal) => refusal !== null)
          if (refused !== undefined) return yield* refused
          const evidence: LivenessEvidence =
            challenge === null || frames.length === 1
              ? { kind: "still", analysis: simulatedAnalysis(first.image, selfieIn(script), faceDistances.same) }
              : {
                  kind: "challenge",
                  challenge,
                  frames: frames.map((frame, index) => frameOf(script, challenge, { frame, index, last: index === frames.length - 1 })),
                  ...lightOf(challenge)
                }
          return evidence
        })
      )
  })
