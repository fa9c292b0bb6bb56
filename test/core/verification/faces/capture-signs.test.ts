import { describe, expect, test } from "bun:test"
import { defaultFaceBands } from "@vouchkit/core/verification/faces/bands"
import { challengeBytes, makeChallenge } from "@vouchkit/core/verification/faces/liveness/challenge"
import { type FrameTime, timeCodes } from "@vouchkit/core/verification/faces/liveness/frame-times"
import { judgeLiveness } from "@vouchkit/core/verification/faces/liveness/judge"
import { type CaptureMotion, motionCodes, mostStill } from "@vouchkit/core/verification/faces/liveness/motion"
import { followed } from "../../../support/faces.ts"

const session = { id: "ses_one", at: "2026-01-01T00:00:00.000Z" }
const challenge = makeChallenge(new Uint8Array(challengeBytes), session)
const context = { session_id: "ses_one", at: "2026-01-01T00:01:00.000Z", bands: defaultFaceBands, portrait: null, seen: [], seen_here: [] }
const motion = (changes: Partial<CaptureMotion> = {}): CaptureMotion => ({ still: [0.1, null, 0.2], screen_pattern: 3, ...changes })
const judged = (found: CaptureMotion | undefined, times: ReadonlyArray<FrameTime> = []) => {
  const evidence = { ...followed(challenge), ...(found === undefined ? {} : { motion: found }) }
  const { details, doubts, outcome, reasons, session_reasons } = judgeLiveness(evidence, { ...context, assured: true, times })
  return { details, outcome, codes: reasons.map(({ code }) => code), session_reasons, doubts }
}
const at = (seconds: number) => new Date(Date.parse(session.at) + seconds * 1000).toISOString()
const taken = (...milliseconds: ReadonlyArray<number>): ReadonlyArray<FrameTime> =>
  milliseconds.map((captured_ms) => ({ captured_ms, received_at: at(30) }))

describe("what moved between frames", () => {
  test("leaves a capture as it was where hair and ears moved and nothing has the grid of a screen, or nothing was measured", () => {
    for (const found of [undefined, motion(), motion({ still: [], screen_pattern: null }), motion({ still: [null] })])
      expect(judged(found)).toMatchObject({ outcome: "passed", codes: ["portrait_not_compared"], session_reasons: [] })
  })

  test("sends a face that turned while its surroundings stayed to a person, whoever vouches for the camera", () => {
    const found = judged(motion({ still: [0.1, 0.5] }))
    expect(found).toMatchObject({ outcome: "review", session_reasons: ["injection_suspected"], doubts: ["injection_suspected"] })
    expect(found.codes).toContain("surroundings_unmoved")
    expect(found.details).toMatchObject({ surroundings_still: 0.5, screen_pattern: 3 })
  })

  test("sends a picture with the grid of a screen to a person", () => {
    const found = judged(motion({ screen_pattern: 5.5 }))
    expect(found).toMatchObject({ outcome: "review", session_reasons: ["liveness_failed"], doubts: ["liveness_failed"] })
    expect(found.codes).toContain("screen_shown")
  })

  test("is judged by the turn that moved least around the face, and not below a limit", () => {
    expect(mostStill(motion({ still: [0.2, 0.9, null] }))).toBe(0.9)
    expect(mostStill(motion({ still: [null] }))).toBeNull()
    expect(motionCodes(motion({ still: [0.49], screen_pattern: 5.4 }))).toEqual([])
  })
})

describe("times of frames", () => {
  const codes = (times: ReadonlyArray<FrameTime>) => timeCodes(times, challenge)

  test("that a person and a camera can keep, or that no device states, say nothing", () => {
    expect(codes([])).toEqual([])
    expect(codes(taken(900, 2_000, 3_100, 4_400, 5_200))).toEqual([])
    expect(codes(taken(900, 2_000))).toEqual([])
  })

  test("that run backwards, stand still, are faster than a person or later than the arrival lead to review", () => {
    const impossible = [
      taken(900, 2_000, 1_900, 4_400, 5_200),
      taken(900, 2_000, 2_000, 4_400, 5_200),
      taken(0, 100, 200, 300, 400),
      taken(900, 2_000, 3_100, 4_400, 31_001)
    ]
    for (const times of impossible) {
      expect(codes(times)).toEqual(["frame_times_implausible"])
      expect(judged(undefined, times)).toMatchObject({ outcome: "review", session_reasons: ["injection_suspected"] })
    }
    expect(codes(taken(900, 2_000, 3_100, 4_400, 31_000))).toEqual([])
  })
})
