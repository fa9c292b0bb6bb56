import { afterAll, describe, expect, test } from "bun:test"
import { aPerson, sendFrames } from "../support/capture.ts"
import { startService } from "../support/service.ts"

const upTo = (count: number) => Array.from({ length: count }, (_, place) => place)

for (const storage of ["memory", "postgres"] as const) {
  describe(`a live capture under the light of the screen over ${storage}`, async () => {
    const service = await startService(storage, { clock: "2026-03-01T12:00:00.000Z" })
    afterAll(() => service.stop())
    const key = await service.key("all")
    const live = async (offer: object = { screen_light: true }) => {
      const someone = await aPerson(service, key, { required_steps: ["selfie"] })
      return { ...someone, challenge: (await someone.post("/liveness", offer)).body }
    }

    test("asks a device that offers it for one frame under each colour, and is complete with all of them", async () => {
      const { challenge, get, post, session } = await live()
      expect(challenge).toMatchObject({ object: "liveness_challenge", min_frames: 12 })
      expect(challenge.light_order).toHaveLength(7)
      expect(challenge.light_order[0]).toBe("white")
      await sendFrames({ post }, challenge.nonce, upTo(11))
      expect((await session()).completed_steps).toEqual([])
      expect((await get()).body.live_capture).toMatchObject({ order: challenge.order, light_order: challenge.light_order })
      await sendFrames({ post }, challenge.nonce, [11])
      expect((await session()).completed_steps).toEqual(["selfie"])
      const { liveness } = (await get("/config")).body.selfie
      expect(liveness.min_frames + liveness.light_frames).toBe(12)
    })

    test("asks any other device for no colours", async () => {
      for (const offer of [{}, { screen_light: false }]) {
        const { challenge, get, post, session } = await live(offer)
        expect([challenge.min_frames, "light_order" in challenge]).toEqual([5, false])
        await sendFrames({ post }, challenge.nonce, upTo(5))
        expect((await session()).completed_steps).toEqual(["selfie"])
        expect("light_order" in (await get()).body.live_capture).toBe(false)
      }
      const { post } = await live()
      expect((await post("/liveness", { screen_light: "yes" })).body).toMatchObject({
        error: "validation_error",
        errors: [{ loc: ["body", "screen_light"] }]
      })
    })

    test("is given again to the same kind of device, and another challenge to another kind", async () => {
      const { challenge, post } = await live()
      expect((await post("/liveness", { screen_light: true })).body).toEqual(challenge)
      const plain = (await post("/liveness")).body
      expect([plain.nonce === challenge.nonce, plain.min_frames]).toEqual([false, 5])
      expect((await post("/liveness")).body).toEqual(plain)
    })
  })
}
