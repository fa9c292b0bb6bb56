import { describe, expect, test } from "bun:test"
import { defaultFaceBands } from "@vouchkit/core/verification/faces/bands"
import {
  challengeBytes,
  leastFrames,
  lightAt,
  LivenessChallenge,
  makeChallenge
} from "@vouchkit/core/verification/faces/liveness/challenge"
import { LivenessDetails } from "@vouchkit/core/verification/faces/liveness/details"
import type { ChallengeEvidence } from "@vouchkit/core/verification/faces/liveness/evidence"
import { judgeFrames } from "@vouchkit/core/verification/faces/liveness/frames"
import { judgeLiveness } from "@vouchkit/core/verification/faces/liveness/judge"
import {
  type CaptureLight,
  channels,
  colouredFrames,
  type Gains,
  lightFindings,
  lightLimits,
  type LitFrame
} from "@vouchkit/core/verification/faces/liveness/light"
import { Schema } from "effect"
import fc from "fast-check"
import { aFace, analysisOf, followed } from "../../../support/faces.ts"

const session = { id: "ses_one", at: "2026-01-01T00:00:00.000Z", light: true }
const challenge = makeChallenge(new Uint8Array(challengeBytes), session)
const bytes = fc.uint8Array({ minLength: challengeBytes, maxLength: challengeBytes })
const colours = bytes.map((random) => coloursOf(makeChallenge(random, session)))
const coloursOf = ({ light_order = [] }: LivenessChallenge) => light_order.flatMap((colour) => (colour === "white" ? [] : [colour]))

const unchanged: Gains = { red: 1, green: 1, blue: 1 }
/** What is left of the light when a screen that gave this share of it shows one colour only. */
const under = (colour: LitFrame["colour"], share: number): Gains => ({
  red: 1 - share,
  green: 1 - share,
  blue: 1 - share,
  [colour]: 1
})
const dark = { face: 0, surroundings: 0 } as const
const captured = (
  ordered: ReadonlyArray<LitFrame["colour"]>,
  {
    behind = 0.05,
    saturated = dark,
    share = 0.2,
    shown = ordered
  }: Partial<{
    readonly behind: number
    readonly saturated: CaptureLight["saturated"]
    readonly share: number
    readonly shown: ReadonlyArray<LitFrame["colour"]>
  }> = {}
): CaptureLight => ({
  frames: ordered.map((colour, index) => ({
    colour,
    face: under(shown[index] ?? colour, share),
    surroundings: under(shown[index] ?? colour, behind)
  })),
  saturated
})
const ordered = coloursOf(challenge)

describe("a challenge with the light of the screen", () => {
  test("asks for white and then six colours, none twice in a row, and only from a device that offers it", () => {
    fc.assert(
      fc.property(bytes, (random) => {
        const made = makeChallenge(random, session)
        expect(Schema.is(LivenessChallenge)(made)).toBe(true)
        const { light_order = [], ...bare } = made
        expect(light_order).toHaveLength(1 + colouredFrames)
        expect(light_order[0]).toBe("white")
        for (const [index, colour] of light_order.entries()) expect(light_order[index + 1]).not.toBe(colour)
        expect(makeChallenge(random, { id: session.id, at: session.at })).toEqual(bare)
      })
    )
  })

  test("comes in all of its ninety-six orders of colours", () => {
    const orders = new Set<string>()
    for (let seed = 0; seed < 6_000; seed++) {
      const random = Uint8Array.from({ length: challengeBytes }, (_, index) => (Math.imul(seed + 1, 2_654_435_761) >>> (index % 24)) & 255)
      orders.add(coloursOf(makeChallenge(random, session)).join())
    }
    expect(orders.size).toBe(96)
  })

  test("gives its colours the positions after those of the actions", () => {
    expect(leastFrames(challenge)).toBe(12)
    expect(Array.from({ length: 13 }, (_, position) => lightAt(challenge, position))).toEqual([
      ...Array.from({ length: 5 }, () => undefined),
      ...(challenge.light_order ?? []),
      undefined
    ])
    const { light_order: _colours, ...bare } = challenge
    expect([leastFrames(bare), lightAt(bare, 5)]).toEqual([5, undefined])
  })
})

describe("the light of the screen", () => {
  const outcome = (light: CaptureLight) => lightFindings(light).outcome

  test("is reflected where every colour stands out on the face in its order, whatever the balance and exposure of the camera", () => {
    const exposure = fc.double({ min: 0.5, max: 2, noNaN: true })
    const camera = fc.array(exposure, { minLength: colouredFrames, maxLength: colouredFrames })
    /** How much of the cast of a frame the camera takes off. */
    const follow = fc.double({ min: 0, max: 1, noNaN: true })
    const share = fc.double({ min: 0.03, max: 0.5, noNaN: true })
    fc.assert(
      fc.property(colours, camera, follow, share, (order, exposures, follows, screen) => {
        const { frames, saturated } = captured(order, { share: screen, behind: screen / 4 })
        const seen = frames.map(({ colour, face, surroundings }, index) => {
          const balance = (channel: keyof Gains) => (exposures[index] ?? 1) * (surroundings?.[channel] ?? 1) ** -follows
          const taken = (gains: Gains | null) =>
            gains && { red: gains.red * balance("red"), green: gains.green * balance("green"), blue: gains.blue * balance("blue") }
          return { colour, face: taken(face), surroundings: taken(surroundings) }
        })
        expect(lightFindings({ frames: seen, saturated })).toEqual({ outcome: "reflected", seen: order })
      })
    )
  })

  test("is not reflected under a light that stays, under a tint of the whole picture, or in another order", () => {
    const none = lightFindings(captured(ordered, { share: 0, behind: 0 }))
    expect(none).toEqual({ outcome: "not_reflected", seen: ordered.map(() => null) })
    expect(outcome(captured(ordered, { share: 0.3, behind: 0.3 }))).toBe("not_reflected")
    fc.assert(
      fc.property(colours, colours, (order, shown) => {
        fc.pre(order.join() !== shown.join())
        expect(lightFindings(captured(order, { shown }))).toEqual({ outcome: "not_reflected", seen: shown })
      })
    )
  })

  test("is not measurable in bright surroundings, where it cannot be followed, or where it is seen in part", () => {
    const still = { share: 0, behind: 0 }
    expect(outcome(captured(ordered, { ...still, saturated: { face: 0, surroundings: lightLimits.saturated.surroundings } }))).toBe(
      "not_measurable"
    )
    expect(outcome(captured(ordered, { ...still, saturated: { face: lightLimits.saturated.face, surroundings: 0 } }))).toBe(
      "not_measurable"
    )
    const { frames } = captured(ordered)
    const changed = (count: number, change: Partial<LitFrame>) =>
      outcome({ frames: frames.map((frame, index) => (index < count ? { ...frame, ...change } : frame)), saturated: dark })
    expect(changed(1, { face: null })).toBe("not_measurable")
    expect(changed(1, { surroundings: null })).toBe("not_measurable")
    const light = [0, 1, 2, 3, 4, 5].map((count) => changed(count, { face: unchanged, surroundings: unchanged }))
    expect(light).toEqual(["reflected", "reflected", "not_measurable", "not_measurable", "not_measurable", "not_reflected"])
    // One colour that was not ordered.
    expect(changed(1, { face: under(ordered[1] ?? "red", 0.2) })).toBe("not_reflected")
  })

  test("counts as reflected in bright surroundings too, if all of it is seen", () => {
    expect(outcome(captured(ordered, { saturated: { face: 0.9, surroundings: 0.9 } }))).toBe("reflected")
  })

  test("has to stand out by the limit", () => {
    const strength = (share: number) => captured(["red"], { share, behind: 0 })
    expect(outcome(strength(1 - Math.exp(-lightLimits.strength * 1.01)))).toBe("reflected")
    expect(outcome(strength(1 - Math.exp(-lightLimits.strength * 0.99)))).toBe("not_reflected")
    expect(outcome({ frames: [], saturated: dark })).toBe("not_measurable")
    expect(channels).toHaveLength(3)
  })
})

describe("a capture under the light of the screen", () => {
  const evidence = (light?: CaptureLight): ChallengeEvidence => {
    const { frames, ...rest } = followed(challenge)
    const lit = (challenge.light_order ?? []).map((colour, index) => ({
      nonce: challenge.nonce,
      mirrored: false,
      light: colour,
      analysis: analysisOf(aFace({ yaw: 0 }), 0.1, 20 + index)
    }))
    return { ...rest, frames: [...frames, ...lit], ...(light === undefined ? {} : { light }) }
  }
  const context = {
    session_id: "ses_one",
    at: "2026-01-01T00:01:00.000Z",
    bands: defaultFaceBands,
    portrait: null,
    seen: [],
    seen_here: []
  }
  const judged = (light?: CaptureLight) => {
    const verdict = judgeLiveness(evidence(light), { ...context, assured: true })
    expect(Schema.is(LivenessDetails)(verdict.details)).toBe(true)
    return { ...verdict, codes: verdict.reasons.map(({ code }) => code) }
  }

  test("passes where the face reflected it, and the details show both orders", () => {
    const { codes, details, outcome } = judged(captured(ordered))
    expect([outcome, codes]).toEqual(["passed", ["portrait_not_compared"]])
    expect(details).toMatchObject({ light: "reflected", light_seen: ordered, light_expected: challenge.light_order })
  })

  test("goes to a person where the face did not reflect it, whoever vouches for the camera", () => {
    const found = judged(captured(ordered, { share: 0, behind: 0 }))
    expect(found).toMatchObject({ outcome: "review", session_reasons: ["injection_suspected"], doubts: ["injection_suspected"] })
    expect(found.codes).toContain("light_not_reflected")
  })

  test("is blocked by nothing where the light could not be measured, or no engine measured it", () => {
    const found = judged(captured(ordered, { share: 0, behind: 0, saturated: { face: 0, surroundings: 1 } }))
    expect(found).toMatchObject({ outcome: "passed", session_reasons: [] })
    expect(found.codes).toContain("light_not_measurable")
    expect(judged()).toMatchObject({ outcome: "passed", details: { light: null, light_seen: [] } })
  })

  test("shows its actions and the face for the match in the frames without colours", () => {
    const found = judgeFrames(evidence(), { ...context, assured: true })
    expect(found.actions).toEqual(challenge.order)
    expect(found.frontal?.light).toBeUndefined()
    const { frames, ...rest } = evidence()
    const short = { ...rest, frames: frames.filter((_, index) => index !== 4) }
    expect(judgeFrames(short, { ...context, assured: true }).codes).toContain("frames_out_of_bounds")
  })
})
