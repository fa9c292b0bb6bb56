import { reportedToSession, type VerdictReason } from "../../verdict.ts"
import type { ReasonCode } from "../../../kernel/foundation/reason-codes.ts"

interface Fact {
  readonly severity: VerdictReason["severity"]
  readonly message: string
  readonly session: ReadonlyArray<ReasonCode>
}

const table = {
  nonce_mismatch: { severity: "fail", message: "Frames do not belong to the challenge of this session", session: ["injection_suspected"] },
  frames_replayed: {
    severity: "fail",
    message: "Frames are copies of frames from another session",
    session: ["injection_suspected", "liveness_failed"]
  },
  frame_seen_before: {
    severity: "review",
    message: "A frame resembles a frame of another capture, in this or another session",
    session: ["injection_suspected"]
  },
  surroundings_unmoved: {
    severity: "review",
    message: "The face turned, but hair and ears beside it stayed where they were, as when a photograph is animated",
    session: ["injection_suspected"]
  },
  screen_shown: {
    severity: "review",
    message: "The whole picture has a regular pattern, as when a camera films a screen",
    session: ["liveness_failed"]
  },
  light_not_reflected: {
    severity: "review",
    message: "The face did not reflect the colours that the screen showed in their order, as when frames do not come from a face before it",
    session: ["injection_suspected"]
  },
  light_not_measurable: {
    severity: "info",
    message: "The light of the screen could not be measured on the face: the surroundings are too bright, or it was too weak",
    session: []
  },
  frame_times_implausible: {
    severity: "review",
    message: "The times at which the device says it took the frames are not possible",
    session: ["injection_suspected"]
  },
  face_changed: { severity: "fail", message: "The face is not the same in all frames", session: ["liveness_failed"] },
  face_continuity_uncertain: {
    severity: "review",
    message: "It is uncertain whether the face is the same in all frames",
    session: ["liveness_inconclusive"]
  },
  provider_unsure: { severity: "review", message: "The capture was judged with too little confidence", session: ["liveness_inconclusive"] },
  provider_pending: { severity: "review", message: "The result of the capture is not available yet", session: ["check_unavailable"] },
  face_mismatch: { severity: "fail", message: "The live face and the portrait show different people", session: ["face_mismatch"] },
  face_below_pass: {
    severity: "review",
    message: "The live face and the portrait are similar, but not similar enough to pass",
    session: ["face_mismatch"]
  },
  portrait_not_comparable: {
    severity: "review",
    message: "The portrait was computed by another model than the frames",
    session: ["check_unavailable"]
  },
  portrait_not_compared: { severity: "info", message: "There was no portrait to compare the live face with", session: [] },
  face_not_found: { severity: "fail", message: "A frame shows no face", session: ["face_not_found"] },
  multiple_faces: { severity: "fail", message: "More than one person is in front of the camera", session: ["multiple_faces"] },
  bystander: { severity: "review", message: "A smaller face appears behind the person", session: ["multiple_faces"] },
  selfie_unclear: {
    severity: "fail",
    message: "The frontal frame is too small, dark or blurred to be compared",
    session: ["selfie_unclear"]
  },
  challenge_expired: { severity: "fail", message: "The challenge was answered too late", session: ["liveness_inconclusive"] },
  frontal_frame_missing: { severity: "fail", message: "No frame looks into the camera", session: ["liveness_inconclusive"] },
  actions_wrong: {
    severity: "fail",
    message: "The frames do not show the requested actions in order",
    session: ["liveness_inconclusive"]
  },
  actions_mirrored: {
    severity: "fail",
    message: "Left and right are swapped: the frames may be mirrored although the device did not say so",
    session: ["liveness_inconclusive"]
  },
  frames_out_of_bounds: { severity: "fail", message: "There are too few or too many frames", session: ["liveness_inconclusive"] },
  authenticity_not_assured: {
    severity: "review",
    message:
      "The order was followed, but no platform or provider vouches for the camera: an animated photograph can follow it too. A person has to look at the frames.",
    session: ["authenticity_not_assured"]
  },
  liveness_not_assessed: {
    severity: "review",
    message: "A single still picture does not prove that a live person was present",
    session: ["liveness_inconclusive"]
  }
} as const satisfies Record<string, Fact>

export type LivenessReasonCode = keyof typeof table

export const livenessReason = (code: LivenessReasonCode): VerdictReason => {
  const { message, severity } = table[code]
  return { code, message, severity }
}

/** What a session reports of a capture, each reason once, and what of it is no more than a doubt. */
export const livenessReportedToSession = (codes: ReadonlyArray<LivenessReasonCode>) =>
  reportedToSession(
    codes.map((code) => table[code]),
    ({ session }): ReadonlyArray<ReasonCode> => session
  )
