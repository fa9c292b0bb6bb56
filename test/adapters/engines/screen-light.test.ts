import { afterAll, describe, expect, test } from "bun:test"
import { faceMatcherLayer, livenessDetectorLayer } from "@vouchkit/adapters/engines/faces/face-engine"
import { framesUnderLight } from "@vouchkit/adapters/engines/faces/motion-frames"
import { challengeBytes, makeChallenge } from "@vouchkit/core/verification/faces/liveness/challenge"
import { LivenessDetector } from "@vouchkit/core/verification/faces/liveness/evidence"
import { lightFindings } from "@vouchkit/core/verification/faces/liveness/light"
import { Effect, Layer, ManagedRuntime } from "effect"
import sharp from "sharp"
import { renderedFrame } from "../../support/face-pictures.ts"
import { constant, reflecting, type ScreenLight, underScreen } from "../../support/screen-light.ts"

/** Each starts with processes and pictures of a whole capture. */
const timeout = 300_000
const runtime = ManagedRuntime.make(livenessDetectorLayer.pipe(Layer.provide(faceMatcherLayer())))
afterAll(() => runtime.dispose())
const challenge = {
  ...makeChallenge(new Uint8Array(challengeBytes), { id: "ses_one", at: "2026-01-01T00:00:00.000Z" }),
  light_order: ["white", "red", "green", "blue"] as const
}

type Change = (bytes: Uint8Array, index: number) => Promise<Uint8Array>
const unchanged: Change = (bytes) => Promise.resolve(bytes)

const measured = async (light: ScreenLight, change = unchanged) => {
  const frames = await Promise.all(
    challenge.light_order.map(async (colour, index) => {
      const bytes = await change(await underScreen(renderedFrame("rest"), colour, light, index), index)
      return { image: { bytes, mime_type: "image/jpeg" }, nonce: challenge.nonce, mirrored: false, light: colour }
    })
  )
  const evidence = await runtime.runPromise(Effect.flatMap(LivenessDetector, ({ assess }) => assess({ challenge, frames })))
  if (evidence.kind !== "challenge" || evidence.light === undefined) throw new Error("the light was not measured")
  return { light: evidence.light, outcome: lightFindings(evidence.light).outcome }
}

/** A hand that moves between frames, and a camera that gives each another exposure and another balance. */
const inHand: Change = async (bytes, index) => {
  const [left, top] = [index * 5, index * 7]
  const moved = sharp(await sharp(bytes).extract({ left, top, width: 440, height: 600 }).toBuffer())
  return moved
    .linear([1 - index * 0.03, 1, 1 - index * 0.05], [0, 0, 0])
    .jpeg({ quality: 88 })
    .toBuffer()
}

describe("the light of a screen", () => {
  test(
    "is measured as factors of linear light on the face and behind it",
    async () => {
      const { light, outcome } = await measured(reflecting)
      expect(outcome).toBe("reflected")
      for (const { colour, face, surroundings } of light.frames)
        for (const channel of ["red", "green", "blue"] as const) {
          const lost = channel === colour ? 0 : 1
          expect(face?.[channel] ?? 0).toBeCloseTo(1 - lost * reflecting.face, 1)
          expect(surroundings?.[channel] ?? 0).toBeCloseTo(1 - lost * reflecting.behind, 1)
        }
    },
    timeout
  )

  test(
    "is found while a hand moves and a camera balances each frame anew",
    async () => {
      expect((await measured(reflecting, inHand)).outcome).toBe("reflected")
      expect((await measured(constant, inHand)).outcome).toBe("not_reflected")
    },
    timeout
  )

  test(
    "is not measured where a frame shows no face, or nothing around it",
    async () => {
      const wall: Change = async (bytes, index) => (index === 2 ? sharp(bytes).blur(60).jpeg().toBuffer() : bytes)
      expect((await measured(reflecting, wall)).light.frames.map(({ face }) => face === null)).toEqual([false, true, false])
      const near: Change = (bytes) => sharp(bytes).extract({ left: 160, top: 200, width: 160, height: 180 }).jpeg().toBuffer()
      const { light, outcome } = await measured(reflecting, near)
      expect([light.frames.every(({ surroundings }) => surroundings === null), outcome]).toEqual([true, "not_measurable"])
    },
    timeout
  )

  test(
    "says nothing where the room is as bright as a picture can show",
    async () => {
      const bright: Change = async (bytes) => {
        const { height, width } = await sharp(bytes).metadata()
        const face = { left: 150, top: 160, width: 180, height: 260 }
        const input = await sharp(bytes).extract(face).toBuffer()
        return sharp({ create: { width, height, channels: 3, background: "#fff" } })
          .composite([{ input, left: face.left, top: face.top }])
          .jpeg()
          .toBuffer()
      }
      const { light, outcome } = await measured(constant, bright)
      expect([light.saturated.surroundings > 0.9, outcome]).toEqual([true, "not_measurable"])
    },
    timeout
  )
})

test("frames under colours are compared with the one under white, and without either nothing is", () => {
  const frames = (...lights: ReadonlyArray<"white" | "red" | undefined>) =>
    lights.map((light, index) => ({ ...(light === undefined ? {} : { light }), seen: index }))
  expect(framesUnderLight(frames(undefined, "white", "red"))).toEqual({ white: 1, coloured: [{ colour: "red", frame: 2 }] })
  expect(framesUnderLight(frames("red"))).toBeNull()
  expect(framesUnderLight(frames("white", undefined))).toBeNull()
  expect(framesUnderLight(frames("white", ...Array.from({ length: 9 }, () => "red" as const)))?.coloured).toHaveLength(6)
})
