import { between } from "../../../kernel/foundation/time.ts"
import { leastFrames, type LivenessChallenge } from "./challenge.ts"
import type { LivenessReasonCode } from "./reasons.ts"

/** When a frame was taken by the clock of its device, and when it arrived by ours. */
export interface FrameTime {
  /** Milliseconds since the device received the challenge. */
  readonly captured_ms: number
  readonly received_at: string
}

/** The longest time that a device can state. */
export const mostCapturedMs = 600_000
/** No person does one action after the other, and no screen and camera change their light, faster than this. */
const leastForFrame = 200
/** The clock of a device may run this much faster than ours. */
const drift = 1_000

/**
 * Whether the times that devices state are possible: each frame after the one before, no faster than a person moves, and none taken after it
 * arrived. Frames without a time say nothing. Times are what a device states: who makes up frames can make up times that are possible.
 */
export const timeCodes = (
  times: ReadonlyArray<FrameTime>,
  challenge: Pick<LivenessChallenge, "issued_at" | "order" | "light_order">
): ReadonlyArray<LivenessReasonCode> => {
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined) return []
  const inOrder = times.every(({ captured_ms }, index) => index === 0 || captured_ms > (times[index - 1]?.captured_ms ?? 0))
  const possible = times.every(({ captured_ms, received_at }) => captured_ms <= between(challenge.issued_at, received_at) + drift)
  const changes = leastFrames(challenge) - 1
  const humanly = times.length <= changes || last.captured_ms - first.captured_ms >= changes * leastForFrame
  return inOrder && possible && humanly ? [] : ["frame_times_implausible"]
}
