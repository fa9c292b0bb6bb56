import { type CheckVerdict, outcomeOfReasons } from "../../verdict.ts"
import { selfieReasons, weightiestFirst } from "../match.ts"
import type { LivenessDetails } from "./details.ts"
import type { ChallengeEvidence, LivenessEvidence, ProviderConclusion, StillEvidence } from "./evidence.ts"
import { judgeFrames, type LivenessContext } from "./frames.ts"
import { lightFindings } from "./light.ts"
import { mostStill } from "./motion.ts"
import { type LivenessReasonCode, livenessReason, livenessReportedToSession } from "./reasons.ts"

interface Conclusion {
  readonly codes: ReadonlyArray<LivenessReasonCode>
  readonly score: number | null
  readonly confidence: number | null
  readonly threshold: number | null
  readonly details: LivenessDetails
}

const nothingSeen = {
  actions_expected: [],
  actions_seen: [],
  frames: 0,
  distinct_frames: 0,
  same_face: null,
  portrait_similarity: null
} as const

const ofChallenge = (evidence: ChallengeEvidence, context: LivenessContext): Conclusion => {
  const { actions, codes, distinct, portrait_similarity, same_face } = judgeFrames(evidence, context)
  const { challenge, frames, light, motion } = evidence
  const lit = light === undefined ? null : lightFindings(light)
  const missed = challenge.order.findIndex((action, index) => actions[index] !== action)
  const confidences = frames.map(({ analysis }) => analysis.faces[0]?.confidence ?? 0)
  return {
    // What has failed needs no further doubt.
    codes:
      context.assured || codes.some((code) => livenessReason(code).severity === "fail") ? codes : [...codes, "authenticity_not_assured"],
    // The share of the order that was followed before anything else was done.
    score: (missed < 0 ? challenge.order.length : missed) / challenge.order.length,
    confidence: confidences.length === 0 ? null : Math.min(...confidences),
    threshold: 1,
    details: {
      method: "challenge",
      actions_expected: challenge.order,
      actions_seen: actions,
      frames: frames.length,
      distinct_frames: distinct,
      same_face,
      portrait_similarity,
      surroundings_still: motion === undefined ? null : mostStill(motion),
      screen_pattern: motion?.screen_pattern ?? null,
      light_expected: challenge.light_order ?? [],
      light_seen: lit?.seen ?? [],
      light: lit?.outcome ?? null
    }
  }
}

const ofStill = ({ analysis }: StillEvidence, { bands }: LivenessContext): Conclusion => {
  const found = selfieReasons(analysis.faces, bands).map(({ code }) => code)
  const codes: ReadonlyArray<LivenessReasonCode> = [
    ...(found.includes("face_not_found") ? (["face_not_found"] as const) : []),
    ...(found.includes("multiple_faces") ? (["multiple_faces"] as const) : []),
    "liveness_not_assessed"
  ]
  return {
    codes,
    score: null,
    confidence: null,
    threshold: null,
    details: { ...nothingSeen, method: "still", frames: 1, distinct_frames: 1 }
  }
}

const providerCodes = ({ confidence, status, threshold }: ProviderConclusion): ReadonlyArray<LivenessReasonCode> => {
  switch (status) {
    case "pending":
      return ["provider_pending"]
    case "expired":
      return ["challenge_expired"]
    case "succeeded":
      return confidence !== null && confidence >= threshold ? [] : ["provider_unsure"]
  }
}

const ofProvider = (evidence: ProviderConclusion): Conclusion => ({
  codes: providerCodes(evidence),
  score: evidence.confidence,
  confidence: evidence.confidence,
  threshold: evidence.threshold,
  details: { ...nothingSeen, method: "provider" }
})

const conclude = (evidence: LivenessEvidence, context: LivenessContext): Conclusion => {
  switch (evidence.kind) {
    case "challenge":
      return ofChallenge(evidence, context)
    case "still":
      return ofStill(evidence, context)
    case "provider":
      return ofProvider(evidence)
  }
}

/**
 * Judges whether a live person was present. Only a provider that is sure passes, or a challenge that was followed where the capture is assured;
 * one still picture never does.
 * Attempts that went wrong without a sign of fraud ask for another capture.
 */
export const judgeLiveness = (evidence: LivenessEvidence, context: LivenessContext): CheckVerdict<LivenessDetails> => {
  const { codes, confidence, details, score, threshold } = conclude(evidence, context)
  const reasons = weightiestFirst(codes.map(livenessReason))
  return { outcome: outcomeOfReasons(reasons), score, confidence, threshold, reasons, details, ...livenessReportedToSession(codes) }
}
