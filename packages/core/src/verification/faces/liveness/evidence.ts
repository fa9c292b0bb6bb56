import { Context, type Effect } from "effect"
import type { Outside } from "../../../kernel/foundation/outside.ts"
import type { FaceAnalysis, FaceFailure, FaceImage } from "../analysis.ts"
import type { LivenessChallenge } from "./challenge.ts"
import type { CaptureLight, LightColour } from "./light.ts"
import type { CaptureMotion } from "./motion.ts"

/** A frame as the device sent it: in the order of its capture, with the nonce that the device was given. */
export interface LivenessFrame {
  readonly image: FaceImage
  readonly nonce: string
  /** The device says that it flipped the picture as its preview does: then left and right are exchanged before they are judged. */
  readonly mirrored: boolean
  /** The colour that filled the screen for it; absent from the frames of the actions. */
  readonly light?: LightColour
}

/** Frames of one challenge. More are refused before anything is read. */
export const mostFrames = 24

/** What was seen in a frame. */
export interface FrameEvidence {
  readonly nonce: string
  readonly mirrored: boolean
  readonly light?: LightColour
  readonly analysis: FaceAnalysis
}

/** Frames that answer a challenge. */
export interface ChallengeEvidence {
  readonly kind: "challenge"
  /** The challenge that the service gave out; what the frames claim stands with them. */
  readonly challenge: LivenessChallenge
  readonly frames: ReadonlyArray<FrameEvidence>
  /** What was measured between the frames; absent from engines that look at each by itself, and where no frame shows a turn. */
  readonly motion?: CaptureMotion
  /** What was measured in the frames under the light of the screen; absent where there are none. */
  readonly light?: CaptureLight
}

/** One still picture: nothing in it tells a face from a picture of a face. */
export interface StillEvidence {
  readonly kind: "still"
  readonly analysis: FaceAnalysis
}

/** What a provider concluded from a session of its own. */
export interface ProviderEvidence {
  readonly kind: "provider"
  /** `failed` where the capture broke off at the provider: that says nothing of the person, whom a low confidence tells of. */
  readonly status: "pending" | "succeeded" | "failed" | "expired"
  /** 0 to 1; null until it succeeded. */
  readonly confidence: number | null
  /** The least confidence that passes; a person looks at less. */
  readonly threshold: number
  /** The frame that the provider vouches for, to be compared with the portrait. */
  readonly reference: FaceImage | null
}

/** What a provider said of a capture that it carried out, or may still. */
export interface ProviderConclusion extends ProviderEvidence {
  readonly status: Exclude<ProviderEvidence["status"], "failed">
}

/** What was seen in pictures that were submitted. */
export type SeenEvidence = ChallengeEvidence | StillEvidence
/** Evidence that something can be concluded from. */
export type LivenessEvidence = SeenEvidence | ProviderConclusion

/** A session of a provider: its own identifier, and what the capture page hands to the provider's component. */
export interface ProviderLiveness {
  readonly reference: string
  readonly client: Readonly<Record<string, string>>
  readonly expires_at: string
}

/** Looks at frames of a live capture. What it sees is judged by `judgeLiveness`, no matter who looked. */
export class LivenessDetector extends Context.Service<
  LivenessDetector,
  {
    /** A single frame, or any without a challenge, is a still picture. */
    readonly assess: (capture: {
      readonly challenge: LivenessChallenge | null
      readonly frames: ReadonlyArray<LivenessFrame>
    }) => Effect.Effect<SeenEvidence, FaceFailure>
    /** Only with providers that run the capture themselves. */
    readonly provider?: {
      readonly begin: (session_id: string) => Effect.Effect<ProviderLiveness, FaceFailure>
      readonly result: (reference: string) => Effect.Effect<ProviderEvidence, FaceFailure>
    }
  }
>()("@vouchkit/core/faces/LivenessDetector") {
  declare readonly reaches: Outside
}
