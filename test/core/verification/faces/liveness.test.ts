import { describe, expect, test } from "bun:test"
import { conclusionOf } from "@vouchkit/core/verification/conclusion"
import { livenessReportedToSession } from "@vouchkit/core/verification/faces/liveness/reasons"
import { defaultFaceBands, localFaceModel } from "@vouchkit/core/verification/faces/bands"
import { challengeBytes, LivenessChallenge, makeChallenge } from "@vouchkit/core/verification/faces/liveness/challenge"
import { LivenessDetails } from "@vouchkit/core/verification/faces/liveness/details"
import type {
  ChallengeEvidence,
  FrameEvidence,
  LivenessEvidence,
  ProviderConclusion
} from "@vouchkit/core/verification/faces/liveness/evidence"
import { judgeFrames, type LivenessContext } from "@vouchkit/core/verification/faces/liveness/frames"
import { judgeLiveness } from "@vouchkit/core/verification/faces/liveness/judge"
import { Schema } from "effect"
import fc from "fast-check"
import { aFace, analysisOf, followed, hashOf, templateAt } from "../../../support/faces.ts"

const session = { id: "ses_one", at: "2026-01-01T00:00:00.000Z" }
const challenge: LivenessChallenge = {
  ...makeChallenge(new Uint8Array(challengeBytes), session),
  order: ["turn_left", "open_mouth", "turn_right", "turn_left"]
}
const context: LivenessContext = {
  session_id: session.id,
  at: "2026-01-01T00:01:00.000Z",
  bands: defaultFaceBands,
  portrait: templateAt(0.2),
  seen: [],
  seen_here: [],
  assured: true
}
const judge = (evidence: LivenessEvidence, changes: Partial<LivenessContext> = {}) => {
  const verdict = judgeLiveness(evidence, { ...context, ...changes })
  expect(Schema.is(LivenessDetails)(verdict.details)).toBe(true)
  return [verdict.outcome, verdict.reasons.map(({ code }) => code), verdict.session_reasons] as const
}
const good = followed(challenge)
const inFrame = (index: number, change: (frame: FrameEvidence) => FrameEvidence, evidence = good): ChallengeEvidence => ({
  ...evidence,
  frames: evidence.frames.map((frame, at) => (at === index ? change(frame) : frame))
})
const everyFrame = (change: (frame: FrameEvidence) => FrameEvidence, evidence = good): ChallengeEvidence => ({
  ...evidence,
  frames: evidence.frames.map(change)
})
const turnedAround = (frame: FrameEvidence): FrameEvidence => ({
  ...frame,
  analysis: { ...frame.analysis, faces: frame.analysis.faces.map((face) => ({ ...face, yaw: -face.yaw })) }
})

describe("a challenge", () => {
  test("asks for four actions, none twice in a row, in an order that follows from the random bytes alone", () => {
    const bytes = fc.uint8Array({ minLength: challengeBytes, maxLength: challengeBytes })
    fc.assert(
      fc.property(bytes, (random) => {
        const made = makeChallenge(random, session)
        expect(Schema.is(LivenessChallenge)(made)).toBe(true)
        expect(made.order).toHaveLength(4)
        for (const [index, action] of made.order.entries()) expect(made.order[index + 1]).not.toBe(action)
        expect(makeChallenge(random, session)).toEqual(made)
      })
    )
  })

  test("comes in all of its twenty-four orders", () => {
    const orders = new Set<string>()
    for (let seed = 0; seed < 2_000; seed++) {
      const random = Uint8Array.from({ length: challengeBytes }, (_, index) => (Math.imul(seed + 1, 2_654_435_761) >>> (index % 24)) & 255)
      orders.add(makeChallenge(random, session).order.join())
    }
    expect(orders.size).toBe(24)
  })

  test("has a nonce of its session: the same bytes in another session give another", () => {
    const random = new Uint8Array(challengeBytes).fill(7)
    expect(makeChallenge(random, session).nonce).not.toBe(makeChallenge(random, { ...session, id: "ses_two" }).nonce)
  })

  test("lasts five minutes", () => {
    expect(challenge.expires_at).toBe("2026-01-01T00:05:00.000Z")
  })
})

describe("frames that answer a challenge", () => {
  test("pass when one person does what was asked for, in its order", () => {
    expect(judge(good)).toEqual(["passed", [], []])
    expect(judgeLiveness(good, context)).toMatchObject({ score: 1, threshold: 1 })
  })

  test("may show a pose for several frames and heads on their way", () => {
    const [frontal, left, ...others] = good.frames
    const between = { nonce: challenge.nonce, mirrored: false, analysis: analysisOf(aFace({ yaw: 16 }), 0.2, 40) }
    const again = { ...left, analysis: { ...left?.analysis, perceptual_hash: hashOf(41) } }
    const frames = [frontal, between, left, again, ...others] as ReadonlyArray<FrameEvidence>
    expect(judge({ ...good, frames })[0]).toBe("passed")
  })

  test("fail in every other order, and nobody is accused for it", () => {
    const wrong = followed(challenge, ["frontal", "open_mouth", "turn_left", "turn_right", "turn_left"])
    expect(judge(wrong)).toEqual(["failed", ["actions_wrong"], ["liveness_inconclusive"]])
    const more = followed(challenge, ["frontal", ...challenge.order, "open_mouth"])
    expect(judge(more)[1]).toEqual(["actions_wrong"])
    expect(judgeLiveness(wrong, context).score).toBe(0)
  })

  test("count left and right as the person's own: yaw towards the right edge of a picture that is not mirrored is left", () => {
    expect(good.frames[1]?.analysis.faces[0]?.yaw).toBeGreaterThan(0)
    expect(judgeFrames(good, context).actions).toEqual(challenge.order)
  })

  test("that are mirrored pass only when the device says so", () => {
    const mirrored = everyFrame(turnedAround)
    expect(judge(mirrored)).toEqual(["failed", ["actions_mirrored"], ["liveness_inconclusive"]])
    expect(judge(everyFrame((frame) => ({ ...turnedAround(frame), mirrored: true })))[0]).toBe("passed")
  })

  test("with a nonce of another challenge, or for another session, are taken for injected", () => {
    const foreign = inFrame(2, (frame) => ({ ...frame, nonce: "A".repeat(43) }))
    expect(judge(foreign)).toEqual(["failed", ["nonce_mismatch"], ["injection_suspected"]])
    expect(judge(good, { session_id: "ses_two" })[1]).toContain("nonce_mismatch")
  })

  test("of another session are known again by their hashes; one alone may be chance", () => {
    const hashes = good.frames.map(({ analysis }) => analysis.perceptual_hash)
    expect(judge(good, { seen: hashes })).toEqual(["failed", ["frames_replayed"], ["injection_suspected", "liveness_failed"]])
    expect(judge(good, { seen: hashes.slice(0, 1) })[0]).toBe("review")
    expect(judge(good, { seen: [hashOf(50), "garbage"] })[0]).toBe("passed")
  })

  test("of an earlier capture of the same session ask a person, however many they are", () => {
    const hashes = good.frames.map(({ analysis }) => analysis.perceptual_hash)
    for (const seen_here of [hashes, hashes.slice(0, 1)]) {
      expect(judge(good, { seen_here })).toEqual(["review", ["frame_seen_before"], ["injection_suspected"]])
    }
    expect(judge(good, { seen: hashes, seen_here: hashes })[0]).toBe("failed")
  })

  test("that repeat each other count once, so that one picture of a turned head is not two turns", () => {
    const repeated = inFrame(4, (frame) => ({ ...frame, analysis: good.frames[1]?.analysis ?? frame.analysis }))
    expect(judge(repeated)[1]).toContain("actions_wrong")
    expect(judgeLiveness(repeated, context).details.distinct_frames).toBe(4)
  })

  test("of two people fail, and of possibly two go to a reviewer", () => {
    const withTemplate = (distance: number) =>
      inFrame(3, (frame) => ({ ...frame, analysis: { ...frame.analysis, template: templateAt(distance) } }))
    expect(judge(withTemplate(0.8))).toEqual(["failed", ["face_changed"], ["liveness_failed"]])
    expect(judge(withTemplate(0.55))[0]).toBe("review")
    expect(judge(inFrame(3, (frame) => ({ ...frame, analysis: { ...frame.analysis, template: null } })))[1]).toEqual([
      "face_continuity_uncertain"
    ])
  })

  test("hide another person no better by repeating a frame", () => {
    const hidden = inFrame(3, (frame) => ({
      ...frame,
      analysis: { ...frame.analysis, template: templateAt(0.8), perceptual_hash: hashOf(0) }
    }))
    expect(judge(hidden)[1]).toContain("face_changed")
  })

  test("without a face, or with two, ask for another capture", () => {
    expect(judge(inFrame(2, (frame) => ({ ...frame, analysis: analysisOf(null, 0, 2) })))[2]).toContain("face_not_found")
    const two = inFrame(2, (frame) => ({ ...frame, analysis: { ...frame.analysis, faces: [...frame.analysis.faces, aFace()] } }))
    expect(judge(two)).toEqual(["failed", ["multiple_faces"], ["multiple_faces"]])
  })

  test("that came late, are too few or none, or never look into the camera do not pass", () => {
    expect(judge(good, { at: "2026-01-01T00:05:00.001Z" })[1]).toEqual(["challenge_expired"])
    expect(judge({ ...good, frames: good.frames.slice(0, 3) })[1]).toContain("frames_out_of_bounds")
    expect(judge({ ...good, frames: [] })[0]).toBe("failed")
    expect(judge(followed(challenge, challenge.order))[1]).toContain("frontal_frame_missing")
  })

  test("are compared with the portrait: another person fails, an uncertain one is looked at, none is said", () => {
    expect(judge(good, { portrait: templateAt(0.9) })).toEqual(["failed", ["face_mismatch"], ["face_mismatch"]])
    expect(judge(good, { portrait: templateAt(0.57) })[0]).toBe("review")
    expect(judge(good, { portrait: { ...templateAt(0), model: { ...localFaceModel, version: "2" } } })[0]).toBe("review")
    expect(judge(good, { portrait: null })).toEqual(["passed", ["portrait_not_compared"], []])
  })

  test("do not take a smile at rest for an open mouth", () => {
    const smiling = everyFrame((frame) => ({
      ...frame,
      analysis: {
        ...frame.analysis,
        faces: frame.analysis.faces.map((face) => ({ ...face, mouth_open: Math.max(0.45, face.mouth_open * 0.8) }))
      }
    }))
    expect(judge(smiling)[1]).toContain("actions_wrong")
  })

  test("never pass in an order other than the one asked for", () => {
    const action = fc.constantFrom("turn_left" as const, "turn_right" as const, "open_mouth" as const, "frontal" as const)
    fc.assert(
      fc.property(fc.array(action, { maxLength: 8 }), (done) => {
        const evidence = followed(challenge, ["frontal", ...done])
        const order = done.filter((each, index) => each !== "frontal" && each !== done[index - 1])
        const asked = order.join() === challenge.order.join()
        expect(judgeLiveness(evidence, context).outcome === "passed").toBe(asked)
      })
    )
  })
})

describe("other evidence", () => {
  test("of one still picture never passes, however good it is", () => {
    expect(judge({ kind: "still", analysis: analysisOf(aFace()) })).toEqual([
      "review",
      ["liveness_not_assessed"],
      ["liveness_inconclusive"]
    ])
    expect(judge({ kind: "still", analysis: analysisOf(null) })[0]).toBe("failed")
  })

  test("of a provider passes only when it is done and sure", () => {
    const provider: ProviderConclusion = { kind: "provider", status: "succeeded", confidence: 0.97, threshold: 0.9, reference: null }
    expect(judge(provider)).toEqual(["passed", [], []])
    expect(judge({ ...provider, confidence: 0.8 })[0]).toBe("review")
    expect(judge({ ...provider, confidence: null })[0]).toBe("review")
    expect(judge({ ...provider, status: "pending" })[0]).toBe("review")
    expect(judge({ ...provider, status: "expired" })[2]).toEqual(["liveness_inconclusive"])
  })
})

test("what is doubted of a capture that has to be made again declines nobody", () => {
  const told = livenessReportedToSession(["actions_wrong", "frame_seen_before", "face_below_pass"])
  expect(told).toEqual({
    session_reasons: ["liveness_inconclusive", "injection_suspected", "face_mismatch"],
    doubts: ["injection_suspected", "face_mismatch"]
  })
  const left = { resubmission_count: 0, max_resubmissions: 3 }
  expect(conclusionOf({ outcome: "failed", ...told }, left).status).toBe("resubmission_required")
  expect(conclusionOf({ outcome: "failed", ...livenessReportedToSession(["actions_wrong", "frames_replayed"]) }, left).status).toBe(
    "declined"
  )
})
