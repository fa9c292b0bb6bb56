import { describe, expect, test } from "bun:test"
import type { LivenessAction } from "@vouchkit/core/verification/faces/liveness/challenge"
import type { LightColour } from "@vouchkit/core/verification/faces/liveness/light"
import { animatedFrame } from "../support/face-pictures.ts"
import { reasonsOf, sharedSessions } from "../support/identity-sessions.ts"
import { constant, reflecting, type ScreenLight, underScreen } from "../support/screen-light.ts"

const timeout = 300_000

describe("a face before a screen that shows the colours of the challenge, in the live environment", async () => {
  const { api, decisions } = await sharedSessions()

  /** What the check found of a capture whose last frames were taken under a light. */
  const captured = async (light: ScreenLight) => {
    const { id, token } = await api.open(["selfie"])
    await api.call("POST", `/verify/${token}/start`, {}, null)
    const { body: challenge } = await api.call("POST", `/verify/${token}/liveness`, { screen_light: true }, null)
    const actions: ReadonlyArray<LivenessAction> = challenge.order
    const colours: ReadonlyArray<LightColour> = challenge.light_order
    const frames = [
      animatedFrame("rest"),
      ...actions.map((action, index) => animatedFrame(action, actions.slice(0, index).includes(action))),
      ...(await Promise.all(colours.map((colour, index) => underScreen(animatedFrame("rest"), colour, light, index))))
    ]
    expect(frames).toHaveLength(challenge.min_frames)
    for (const [position, bytes] of frames.entries()) {
      const form = new FormData()
      for (const [name, value] of Object.entries({ nonce: challenge.nonce, position })) form.set(name, String(value))
      form.set("file", new Blob([new Uint8Array(bytes)], { type: "image/jpeg" }), "frame.jpg")
      expect((await api.call("POST", `/verify/${token}/selfie`, form, null)).status).toBe(201)
    }
    expect((await api.submit(id)).status).toBe(200)
    expect(await decisions.of(id)).not.toBe("session.approved")
    const result = await api.resultOf(id)
    const { details } = result.checks.find(({ type }: any) => type === "liveness")
    return { challenge, details, reasons: reasonsOf(result, "liveness"), status: result.status_reason_codes }
  }

  test(
    "is found to reflect them in their order",
    async () => {
      const { challenge, details, reasons } = await captured(reflecting)
      const [, ...coloured] = challenge.light_order
      expect(details).toMatchObject({ light: "reflected", light_expected: challenge.light_order, light_seen: coloured })
      expect(reasons).not.toContain("light_not_reflected")
      expect(reasons).not.toContain("light_not_measurable")
      expect(reasons).not.toContain("face_changed")
    },
    timeout
  )

  test(
    "is told from one under a light that stays, which a person sees as a reason",
    async () => {
      const { details, reasons, status } = await captured(constant)
      expect(details).toMatchObject({ light: "not_reflected", light_seen: Array.from({ length: 6 }, () => null) })
      expect(reasons).toContain("light_not_reflected")
      expect(status).toContain("injection_suspected")
    },
    timeout
  )
})
