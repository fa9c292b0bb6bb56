import type { Face, FaceTemplate } from "../analysis.ts"
import { type FaceBands, templateSimilarity } from "../bands.ts"
import type { LivenessAction } from "./challenge.ts"
import { mostFrames, type ChallengeEvidence, type FrameEvidence } from "./evidence.ts"
import { hashDistance } from "./hash.ts"
import { lightCodes } from "./light.ts"
import { type FrameTime, timeCodes } from "./frame-times.ts"
import { motionCodes } from "./motion.ts"
import { actionsOf, mirrored, mouthAtRest, poseOf } from "./pose.ts"
import { selfieReasons } from "../match.ts"
import type { LivenessReasonCode } from "./reasons.ts"

/** Share of differing bits up to which two frames are the same picture, once more or copied: saving a picture again changes about so much. */
const sameFrameDistance = 0.03

/** Distances of the local model, expressed as scores: the same face up to 0.5, surely another from 0.65 on. */
const continuity = { same: 0.9, uncertain: 0.75 } as const

/** What the frames are judged against. */
export interface LivenessContext {
  readonly session_id: string
  /** When the frames arrived. */
  readonly at: string
  readonly bands: FaceBands
  /** Of the document or its chip; null where the session has none. */
  readonly portrait: FaceTemplate | null
  /** Hashes of frames of other sessions, such as a search for the face finds (`FaceIndex`). */
  readonly seen: ReadonlyArray<string>
  /** Hashes of frames of other captures of this session. */
  readonly seen_here: ReadonlyArray<string>
  /** Of the frames whose device stated when it took them, in their order. */
  readonly times?: ReadonlyArray<FrameTime>
  /** Frames that follow the challenge pass by themselves: the platform vouches for app and device, or the operator takes the risk. */
  readonly assured: boolean
}

/** What was found in the frames of a challenge. */
interface FrameFindings {
  readonly codes: ReadonlyArray<LivenessReasonCode>
  readonly actions: ReadonlyArray<LivenessAction>
  readonly distinct: number
  readonly same_face: number | null
  readonly portrait_similarity: number | null
  /** The frame that looks most straight into the camera, fit for the face match; null without one. */
  readonly frontal: FrameEvidence | null
}

/** Frames that repeat no earlier one. */
const distinctOf = (frames: ReadonlyArray<FrameEvidence>): ReadonlyArray<FrameEvidence> => {
  const kept: Array<FrameEvidence> = []
  for (const frame of frames) {
    const { perceptual_hash } = frame.analysis
    if (kept.every(({ analysis }) => hashDistance(analysis.perceptual_hash, perceptual_hash) > sameFrameDistance)) kept.push(frame)
  }
  return kept
}

interface Shown {
  readonly frame: FrameEvidence
  readonly face: Face
}
const shownOf = (frames: ReadonlyArray<FrameEvidence>): ReadonlyArray<Shown> =>
  frames.flatMap((frame) => {
    const [face] = frame.analysis.faces
    return face === undefined ? [] : [{ frame, face }]
  })

const frontalOf = (shown: ReadonlyArray<Shown>, rest: number): Shown | null => {
  const frontal = shown.filter(({ face, frame }) => poseOf(face, frame.mirrored, rest) === "frontal")
  return frontal.reduce<Shown | null>(
    (best, next) => (best === null || Math.abs(next.face.yaw) < Math.abs(best.face.yaw) ? next : best),
    null
  )
}

/** Who is in the frames: exactly one person, in each. The frontal frame's quality stands for all; heads on their way are blurred by nature. */
const peopleCodes = (frames: ReadonlyArray<FrameEvidence>, frontal: Shown | null, bands: FaceBands): ReadonlyArray<LivenessReasonCode> => {
  const codes: Array<LivenessReasonCode> = []
  if (frames.some(({ analysis }) => analysis.faces.length === 0)) codes.push("face_not_found")
  const reasons = frames.flatMap(({ analysis }) => selfieReasons(analysis.faces, bands).map(({ code }) => code))
  if (reasons.includes("multiple_faces")) codes.push("multiple_faces")
  if (reasons.includes("bystander")) codes.push("bystander")
  if (frontal !== null && selfieReasons([frontal.face], bands).length > 0) codes.push("selfie_unclear")
  return codes
}

const orderCodes = (seen: ReadonlyArray<LivenessAction>, asked: ReadonlyArray<LivenessAction>): ReadonlyArray<LivenessReasonCode> => {
  const same = (one: ReadonlyArray<LivenessAction>) => one.length === asked.length && one.every((action, index) => action === asked[index])
  if (same(seen)) return []
  return same(mirrored(seen)) ? ["actions_mirrored"] : ["actions_wrong"]
}

/** The least similarity of any frame to the frontal one, and what follows from it. Every frame counts, the repeated ones too. */
const continuityOf = (frames: ReadonlyArray<FrameEvidence>, frontal: Shown | null) => {
  const reference = frontal?.frame.analysis.template ?? null
  const others = frames.filter((frame) => frame !== frontal?.frame)
  const scores = others.map(({ analysis: { template } }) =>
    reference === null || template === null ? null : (templateSimilarity(reference, template)?.score ?? null)
  )
  const known = scores.filter((score) => score !== null)
  const least = known.length === 0 ? null : Math.min(...known)
  const uncertain = known.length < scores.length || known.length === 0
  const codes: ReadonlyArray<LivenessReasonCode> =
    least !== null && least < continuity.uncertain
      ? ["face_changed"]
      : uncertain || (least !== null && least < continuity.same)
        ? ["face_continuity_uncertain"]
        : []
  return { codes, least }
}

const portraitOf = (frontal: Shown | null, { bands, portrait }: LivenessContext) => {
  const nothing = (...codes: ReadonlyArray<LivenessReasonCode>) => ({ codes, score: null })
  if (portrait === null) return nothing("portrait_not_compared")
  const template = frontal?.frame.analysis.template ?? null
  if (frontal === null) return nothing()
  const similarity = template === null ? null : templateSimilarity(portrait, template)
  if (similarity === null) return nothing("portrait_not_comparable")
  const { score } = similarity
  const codes: ReadonlyArray<LivenessReasonCode> =
    score >= bands.pass ? [] : score >= bands.review ? ["face_below_pass"] : ["face_mismatch"]
  return { codes, score }
}

const copiesOf = (frames: ReadonlyArray<FrameEvidence>, seen: ReadonlyArray<string>): number =>
  frames.filter(({ analysis }) => seen.some((hash) => hashDistance(hash, analysis.perceptual_hash) <= sameFrameDistance)).length

/**
 * Frames that resemble one of another capture: a single one of another session may be chance, for the same person sits at the same desk again. Who tries
 * once more a minute later has not even moved, so that within a session a person looks, however many they are.
 */
const replayCodes = (frames: ReadonlyArray<FrameEvidence>, { seen, seen_here }: LivenessContext): ReadonlyArray<LivenessReasonCode> => {
  const elsewhere = copiesOf(frames, seen)
  if (elsewhere > 1) return ["frames_replayed"]
  return elsewhere > 0 || copiesOf(frames, seen_here) > 0 ? ["frame_seen_before"] : []
}

/**
 * Judges the frames that answer a challenge: they carry its nonce and came in time, each shows one and the same person, they are no copies of each other
 * or of frames of another capture, and their poses are the actions that were asked for, in that order. A frame that repeats an earlier one counts
 * for nothing, so that one picture of a turned head cannot stand for two turns. Frames under the light of the screen show the same person, and no action.
 */
export const judgeFrames = ({ challenge, frames, light, motion }: ChallengeEvidence, context: LivenessContext): FrameFindings => {
  const distinct = distinctOf(frames)
  const acted = frames.filter((frame) => frame.light === undefined)
  const shown = shownOf(distinctOf(acted))
  const rest = mouthAtRest(shown.map(({ face }) => face))
  const frontal = frontalOf(shown, rest)
  const actions = actionsOf(shown.map(({ face, frame }) => poseOf(face, frame.mirrored, rest)))
  const same = continuityOf(frames, frontal)
  const portrait = portraitOf(frontal, context)
  const bound = challenge.session_id === context.session_id && frames.every(({ nonce }) => nonce === challenge.nonce)
  const codes: Array<LivenessReasonCode> = []
  if (!bound) codes.push("nonce_mismatch")
  codes.push(...replayCodes(distinct, context), ...timeCodes(context.times ?? [], challenge))
  if (motion !== undefined) codes.push(...motionCodes(motion))
  if (light !== undefined) codes.push(...lightCodes(light))
  if (context.at > challenge.expires_at || context.at < challenge.issued_at) codes.push("challenge_expired")
  if (acted.length <= challenge.order.length || frames.length > mostFrames) codes.push("frames_out_of_bounds")
  codes.push(...peopleCodes(frames, frontal, context.bands))
  if (frontal === null) codes.push("frontal_frame_missing")
  else codes.push(...same.codes)
  codes.push(...portrait.codes, ...orderCodes(actions, challenge.order))
  return {
    codes,
    actions: actions.slice(0, mostFrames),
    distinct: distinct.length,
    same_face: same.least,
    portrait_similarity: portrait.score,
    frontal: frontal?.frame ?? null
  }
}
