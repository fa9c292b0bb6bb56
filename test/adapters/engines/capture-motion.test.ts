import { afterAll, describe, expect, test } from "bun:test"
import { faceMatcherLayer, livenessDetectorLayer } from "@vouchkit/adapters/engines/faces/face-engine"
import { framesToCompare } from "@vouchkit/adapters/engines/faces/motion-frames"
import { isWithin, outlineOf, scaledOutline } from "@vouchkit/adapters/engines/faces/outline"
import { challengeBytes, makeChallenge } from "@vouchkit/core/verification/faces/liveness/challenge"
import { LivenessDetector } from "@vouchkit/core/verification/faces/liveness/evidence"
import { motionCodes, motionLimits, mostStill } from "@vouchkit/core/verification/faces/liveness/motion"
import { Effect, Layer, ManagedRuntime } from "effect"
import sharp from "sharp"
import { animatedFrame, renderedFrame } from "../../support/face-pictures.ts"
import { aFace, analysisOf } from "../../support/faces.ts"

/** Each starts with processes and pictures of a whole capture. */
const timeout = 300_000
const runtime = ManagedRuntime.make(livenessDetectorLayer.pipe(Layer.provide(faceMatcherLayer())))
afterAll(() => runtime.dispose())
const challenge = makeChallenge(new Uint8Array(challengeBytes), { id: "ses_one", at: "2026-01-01T00:00:00.000Z" })
const motionOf = async (frames: ReadonlyArray<Uint8Array>) => {
  const evidence = await runtime.runPromise(
    Effect.flatMap(LivenessDetector, ({ assess }) =>
      assess({
        challenge,
        frames: frames.map((bytes) => ({ image: { bytes, mime_type: "image/jpeg" }, nonce: challenge.nonce, mirrored: false }))
      })
    )
  )
  return evidence.kind === "challenge" ? evidence.motion : undefined
}

/** Dots of a screen over a picture, in each colour beside the other. */
const onScreen = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const shown = data.map((level, at) => {
    const [pixel, channel] = [Math.floor(at / 3), at % 3]
    const [x, y] = [pixel % info.width, Math.floor(pixel / info.width)]
    const grid = Math.cos(2 * Math.PI * (0.29 * x + 0.07 * y + channel / 3)) + Math.cos(2 * Math.PI * (0.29 * y - 0.07 * x))
    return Math.min(255, Math.max(0, level * (1 + 0.08 * grid)))
  })
  return sharp(shown, { raw: { width: info.width, height: info.height, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer()
}

describe("frames of a capture", () => {
  test(
    "of a photograph whose face is animated leave hair and ears where they were",
    async () => {
      const motion = await motionOf([animatedFrame("rest"), animatedFrame("turn_left"), animatedFrame("turn_right")])
      expect(motion?.still).toHaveLength(2)
      expect((motion && mostStill(motion)) ?? 0).toBeGreaterThan(motionLimits.still)
      expect(motion && motionCodes(motion)).toEqual(["surroundings_unmoved"])
    },
    timeout
  )

  test(
    "of a head with depth move hair and ears, and raise nothing",
    async () => {
      const motion = await motionOf([renderedFrame("rest"), renderedFrame("turn_left"), renderedFrame("turn_right")])
      expect(motion?.still.length).toBeGreaterThan(0)
      expect((motion && mostStill(motion)) ?? 1).toBeLessThan(motionLimits.still / 1.25)
      expect(motion && motionCodes(motion)).toEqual([])
    },
    timeout
  )

  test(
    "that a screen shows have its grid all over",
    async () => {
      const frames = [await onScreen(renderedFrame("rest")), await onScreen(renderedFrame("turn_left"))]
      const motion = await motionOf(frames)
      expect(motion && motionCodes(motion)).toEqual(["screen_shown"])
    },
    timeout
  )

  test(
    "of other sizes are not compared around the face, and without a turn not at all",
    async () => {
      const smaller = new Uint8Array(await sharp(animatedFrame("turn_left")).resize(300).jpeg().toBuffer())
      expect((await motionOf([animatedFrame("rest"), smaller]))?.still).toEqual([null])
      expect(await motionOf([animatedFrame("rest"), animatedFrame("open_mouth")])).toBeUndefined()
    },
    timeout
  )
})

test("the frame at rest is compared with the four that are turned most; without either nothing is", () => {
  const shown = (...yaws: ReadonlyArray<number>) => yaws.map((yaw) => ({ yaw, analysis: analysisOf(aFace({ yaw })) }))
  const chosen = framesToCompare(shown(20, 2, -30, 10, 25, 40, -22))
  expect([chosen?.rest.yaw, chosen?.turned.map(({ yaw }) => yaw)]).toEqual([2, [-22, 25, -30, 40]])
  expect(framesToCompare(shown(2, 8, -12))).toBeNull()
  expect(framesToCompare(shown(20, 40, -30))).toBeNull()
  expect(framesToCompare([{ analysis: analysisOf(null) }])).toBeNull()
})

test("an outline holds its points and what lies between, larger or smaller by the scale", () => {
  const outline = outlineOf([
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
    [5, 5],
    [5, 0]
  ])
  expect(outline).toHaveLength(4)
  expect([isWithin(outline, [5, 5]), isWithin(outline, [11, 5]), isWithin(scaledOutline(outline, 1.4), [11, 5])]).toEqual([
    true,
    false,
    true
  ])
  expect(isWithin([], [1, 1])).toBe(false)
})
