import { describe, expect, test } from "bun:test"
import type { LivenessAction } from "@vouchkit/core/verification/faces/liveness/challenge"
import { animatedFrame } from "../support/face-pictures.ts"
import { reasonsOf, sharedSessions } from "../support/identity-sessions.ts"

const timeout = 300_000

describe("a photograph that is animated to follow the challenge, in the live environment", async () => {
  const { api, decisions } = await sharedSessions()

  test(
    "is found by what stayed beside the face and by the times it states, and a person sees both reasons",
    async () => {
      const { id, token } = await api.open(["selfie"])
      await api.call("POST", `/verify/${token}/start`, {}, null)
      const { body: challenge } = await api.call("POST", `/verify/${token}/liveness`, {}, null)
      const actions: ReadonlyArray<LivenessAction> = challenge.order
      const frames = [
        animatedFrame("rest"),
        ...actions.map((action, index) => animatedFrame(action, actions.slice(0, index).includes(action)))
      ]
      for (const [position, bytes] of frames.entries()) {
        const form = new FormData()
        // Five frames in four milliseconds: no head moves so.
        for (const [name, value] of Object.entries({ nonce: challenge.nonce, position, captured_ms: position }))
          form.set(name, String(value))
        form.set("file", new Blob([new Uint8Array(bytes)], { type: "image/jpeg" }), "frame.jpg")
        expect((await api.call("POST", `/verify/${token}/selfie`, form, null)).status).toBe(201)
      }
      expect((await api.submit(id)).status).toBe(200)
      expect(await decisions.of(id)).not.toBe("session.approved")
      const result = await api.resultOf(id)
      const reasons = reasonsOf(result, "liveness")
      expect(reasons).toContain("surroundings_unmoved")
      expect(reasons).toContain("frame_times_implausible")
      expect(result.status_reason_codes).toContain("injection_suspected")
      const { details } = result.checks.find(({ type }: any) => type === "liveness")
      expect(details.surroundings_still).toBeGreaterThan(0.5)
    },
    timeout
  )
})
