import type { LivenessReasonCode } from "./reasons.ts"

/** What was measured between the frames of a capture. */
export interface CaptureMotion {
  /**
   * For each turn of the head, the share (0 to 1) of what stands beside the face at rest, hair and ears, that stayed as if no head had turned.
   * Null where too little of it has texture.
   */
  readonly still: ReadonlyArray<number | null>
  /** How far a regular pattern stands out that all parts of the frame at rest share, as the grid of a screen does. */
  readonly screen_pattern: number | null
}

/**
 * From here on a person looks. Chosen on captures of eight people, and measured on captures of others (docs/engines.md). Neither declines anyone, because no
 * captures of people before real cameras were there to measure by.
 */
export const motionLimits = { still: 0.5, screen_pattern: 5.5 } as const

/** The most that stayed beside the face in any turn. */
export const mostStill = ({ still }: CaptureMotion): number | null => {
  const known = still.filter((share) => share !== null)
  return known.length === 0 ? null : Math.max(...known)
}

export const motionCodes = (motion: CaptureMotion): ReadonlyArray<LivenessReasonCode> => [
  ...((mostStill(motion) ?? 0) >= motionLimits.still ? (["surroundings_unmoved"] as const) : []),
  ...((motion.screen_pattern ?? 0) >= motionLimits.screen_pattern ? (["screen_shown"] as const) : [])
]
