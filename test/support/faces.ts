import { createHash } from "node:crypto"
import type { Face, FaceAnalysis, FaceTemplate } from "@vouchkit/core/verification/faces/analysis"
import { localFaceModel } from "@vouchkit/core/verification/faces/bands"
import type { LivenessAction, LivenessChallenge } from "@vouchkit/core/verification/faces/liveness/challenge"
import type { ChallengeEvidence, FrameEvidence } from "@vouchkit/core/verification/faces/liveness/evidence"

/** A good frontal face; tests say what is different. */
export const aFace = (changes: Partial<Face> & { readonly width?: number } = {}): Face => {
  const { width = 300, ...rest } = changes
  return {
    place: { left: 0.3, top: 0.3, width: 0.4, height: 0.4 },
    size: { width, height: width },
    confidence: 0.95,
    yaw: 2,
    pitch: 4,
    roll: 0,
    mouth_open: 0.1,
    eyes_open: null,
    sharpness: 0.9,
    brightness: 0.9,
    ...rest
  }
}

/** A template at `distance` from the one at 0, along a line. */
export const templateAt = (distance: number): FaceTemplate => ({
  model: localFaceModel,
  values: Array.from({ length: 128 }, (_, index) => (index === 0 ? distance : index === 1 ? 1.2 : 0))
})

/** A hash that differs from that of any other number below 64 in 8 bits of 256. */
export const hashOf = (number: number): string => Array.from({ length: 64 }, (_, index) => (index === number % 64 ? "f" : "0")).join("")

export const analysisOf = (face: Face | null, distance = 0, hash = 0): FaceAnalysis => ({
  faces: face === null ? [] : [face],
  template: face === null ? null : templateAt(distance),
  perceptual_hash: hashOf(hash)
})

const posed: Readonly<Record<LivenessAction | "frontal", Partial<Face>>> = {
  frontal: {},
  turn_left: { yaw: 30 },
  turn_right: { yaw: -30 },
  open_mouth: { mouth_open: 0.8 }
}

/** What a person who follows the challenge leaves behind: a frontal frame, then one for each action. */
export const followed = (
  challenge: LivenessChallenge,
  actions: ReadonlyArray<LivenessAction | "frontal"> = ["frontal", ...challenge.order]
): ChallengeEvidence & { readonly frames: ReadonlyArray<FrameEvidence> } => ({
  kind: "challenge",
  challenge,
  frames: actions.map((action, index) => ({
    nonce: challenge.nonce,
    mirrored: false,
    analysis: analysisOf(aFace(posed[action]), action === "frontal" ? 0 : 0.3, index)
  }))
})

/** Of everybody another film: no frame is like one of another session. */
export const filmed = (challenge: LivenessChallenge) => {
  const { frames, ...capture } = followed(challenge)
  const hash = (index: number) => createHash("sha256").update(`${challenge.nonce}/${index}`).digest("hex")
  return {
    ...capture,
    frames: frames.map((frame, index) => ({ ...frame, analysis: { ...frame.analysis, perceptual_hash: hash(index) } }))
  }
}

/** The distance of the local model that `scoreOfDistance` scores so: from 1 to 0.9 over the first 0.5, and then 0.1 for each 0.1. */
export const distanceOfScore = (score: number): number => (score >= 0.9 ? (1 - score) * 5 : 1.4 - score)
