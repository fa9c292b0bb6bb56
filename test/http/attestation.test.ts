import { afterAll, describe, expect, test } from "bun:test"
import { readRootCertificate } from "@vouchkit/adapters/attestation/certificate-path"
import { type AttestationMaterial, attestationVerifierLayer } from "@vouchkit/adapters/attestation/verifier"
import { Layer, Redacted } from "effect"
import {
  appAttestObject,
  appIds,
  aPublicKeyInfrastructure,
  packageName,
  playKeys,
  playPayload,
  playToken
} from "../support/attestations.ts"
import { aPerson } from "../support/capture.ts"
import { aForm, startService } from "../support/service.ts"

const noon = "2026-03-01T12:00:00.000Z"
const pki = aPublicKeyInfrastructure()
const keys = playKeys()
const root = readRootCertificate(pki.root_pem)
const app_attest = root === null ? null : { app_ids: appIds, root }
const play_integrity = {
  packages: [packageName],
  decryption_key: Redacted.make(keys.decryption_key),
  verification_key: keys.signing.publicKey
}
/** The verifier as the services of these tests take their ports: beside the others. */
const verifierOf = (material: AttestationMaterial): Layer.Layer<any> =>
  Layer.merge(attestationVerifierLayer(material), Layer.empty as Layer.Layer<any>)
const verifier = verifierOf({ app_attest, play_integrity })
const anObject = (challenge: string) => appAttestObject(pki, { challenge }).toString("base64")
const aToken = (challenge: string, instant = noon) => playToken(playPayload(challenge, Date.parse(instant)), keys)

for (const storage of ["memory", "postgres"] as const) {
  describe(`an attestation over ${storage}`, async () => {
    const service = await startService(storage, { clock: noon, beside: verifier })
    afterAll(() => service.stop())
    const live = await service.key("all", { environment: "live" })
    const sandbox = await service.key("all")

    const anApp = async (key = live) => {
      const person = await aPerson(service, key)
      const headers = { "X-Capture-Token": person.token }
      const config = async () => (await service.call("GET", "/sdk/config", { headers })).body.attestation
      return {
        ...person,
        config,
        challenge: async (): Promise<string> => (await config()).challenge,
        attest: (platform: "ios" | "android", attestation: string) =>
          service.call("POST", "/sdk/attest", { headers, body: { platform, attestation } }),
        attempts: async () => (await service.call("GET", `/sessions/${person.session_id}/attempts`, { key })).body.data
      }
    }
    const mismatch = { verdict: "failed", reason: "challenge_mismatch", simulated: false } as const

    test("that was made for the session's challenge is verified, and shown with the attempt", async () => {
      for (const [platform, make] of [
        ["ios", anObject],
        ["android", aToken]
      ] as const) {
        const { attempts, attest, challenge } = await anApp()
        const { body, status } = await attest(platform, await make(await challenge()))
        const kept = { platform, verdict: "verified", reason: null, simulated: false, received_at: noon }
        expect([status, body]).toEqual([200, { object: "attestation", ...kept }])
        expect((await attempts()).map((one: any) => one.attestation)).toEqual([kept])
      }
    })

    test("leaves neither token nor challenge behind", async () => {
      const { attempts, attest, challenge, session } = await anApp()
      const asked = await challenge()
      const token = await aToken(asked)
      await attest("android", token)
      const told = JSON.stringify([await attempts(), await session()])
      expect([told.includes(token), told.includes(asked), told.includes(packageName)]).toEqual([false, false, false])
    })

    test("is told what is verified, with a challenge for the session in hand and none for a key alone", async () => {
      const { config } = await anApp()
      expect(await config()).toEqual({
        platforms: ["ios", "android"],
        verified: true,
        verified_platforms: ["ios", "android"],
        challenge: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        challenge_expires_at: "2026-03-01T12:20:00.000Z"
      })
      const byKey = (await service.call("GET", "/sdk/config", { key: live })).body.attestation
      expect([byKey.challenge, byKey.challenge_expires_at, byKey.verified]).toEqual([null, null, true])
    })

    test("may be made for a challenge that was asked for before the session began, and not for one of an earlier attempt", async () => {
      const { attempts, attest, challenge, post, session_id } = await anApp(live)
      const before = await challenge()
      await post("/consent", {})
      expect((await post("/documents", aForm())).status).toBe(201)
      expect(await challenge()).toBe(before)
      await service.call("POST", `/sessions/${session_id}/expire`, { key: live })
      expect((await service.call("POST", `/sessions/${session_id}/resume`, { key: live })).status).toBe(200)
      const resumed = await challenge()
      expect(resumed).not.toBe(before)
      expect((await attest("ios", anObject(before))).body).toMatchObject(mismatch)
      expect((await attempts()).length).toBe(2)
    })

    test("of another session has failed", async () => {
      const [one, other] = [await anApp(), await anApp()]
      expect(await one.challenge()).not.toBe(await other.challenge())
      expect((await one.attest("ios", anObject(await other.challenge()))).body).toMatchObject(mismatch)
    })

    test("uses its challenge up, whatever it came to: a second one under it has failed", async () => {
      const { attempts, attest, challenge } = await anApp()
      const used = await challenge()
      expect((await attest("ios", anObject(used))).body.verdict).toBe("verified")
      expect((await attest("ios", anObject(used))).body).toMatchObject(mismatch)
      const next = await challenge()
      expect((await attest("android", await aToken("of nobody"))).body).toMatchObject(mismatch)
      expect((await attest("android", await aToken(next))).body).toMatchObject(mismatch)
      expect((await attest("android", await aToken(await challenge()))).body.verdict).toBe("verified")
      expect((await attempts()).length).toBe(1)
    })

    test("sent again is answered as before, until another was sent; then it has failed", async () => {
      const { attest, challenge } = await anApp()
      const first = anObject(await challenge())
      const answers = [await attest("ios", first), await attest("ios", first)]
      expect(answers.map(({ body }) => body.verdict)).toEqual(["verified", "verified"])
      expect((await attest("ios", anObject(await challenge()))).body.verdict).toBe("verified")
      expect((await attest("ios", first)).body).toMatchObject(mismatch)
    })

    test("that failed holds nobody up", async () => {
      const { attest, post } = await anApp()
      expect((await attest("ios", "bm90IGFuIGF0dGVzdGF0aW9u")).body).toMatchObject({ verdict: "failed", reason: "malformed" })
      await post("/consent", {})
      expect((await post("/documents", aForm())).status).toBe(201)
      expect((await post("/submit")).status).toBe(200)
    })

    test("of the sandbox follows its script, and is never looked at", async () => {
      const { attest, challenge, config } = await anApp(sandbox)
      expect(await config()).toMatchObject({ verified: false, verified_platforms: [] })
      const of = async (attestation: string) => (await attest("ios", attestation)).body
      expect(await of(anObject(await challenge()))).toMatchObject({ verdict: "unverified", reason: "simulated", simulated: true })
      expect(await of("sandbox.attestation.verified")).toMatchObject({ verdict: "verified", reason: null, simulated: true })
      expect(await of("sandbox.attestation.failed")).toMatchObject({ verdict: "failed", reason: "device_not_trusted", simulated: true })
    })

    test("of the live environment follows no script", async () => {
      const { attest } = await anApp()
      expect((await attest("ios", "sandbox.attestation.verified")).body).toMatchObject({ verdict: "failed", simulated: false })
    })
  })
}

test("a challenge is good until the end of the next ten minutes, and the next one is there before", async () => {
  const service = await startService("memory", { clock: noon, beside: verifier })
  const key = await service.key("all", { environment: "live" })
  const attestAt = async (instant: string) => {
    await service.setTime(noon)
    const { token } = await aPerson(service, key)
    const headers = { "X-Capture-Token": token }
    const { challenge } = (await service.call("GET", "/sdk/config", { headers })).body.attestation
    await service.setTime(instant)
    const body = { platform: "ios", attestation: anObject(challenge) }
    return (await service.call("POST", "/sdk/attest", { headers, body })).body.reason
  }
  expect(await attestAt("2026-03-01T12:19:59.999Z")).toBeNull()
  expect(await attestAt("2026-03-01T12:20:00.000Z")).toBe("challenge_mismatch")
  await service.stop()
})

test("an installation that was given nothing for a platform concludes nothing from its attestations", async () => {
  for (const beside of [undefined, verifierOf({ app_attest, play_integrity: null })]) {
    const service = await startService("memory", { clock: noon, ...(beside === undefined ? {} : { beside }) })
    const { token } = await aPerson(service, await service.key("all", { environment: "live" }))
    const headers = { "X-Capture-Token": token }
    const config = (await service.call("GET", "/sdk/config", { headers })).body.attestation
    expect(config.verified_platforms).toEqual(beside === undefined ? [] : ["ios"])
    const body = { platform: "android", attestation: await aToken(config.challenge) }
    expect((await service.call("POST", "/sdk/attest", { headers, body })).body).toMatchObject({
      verdict: "unverified",
      reason: "not_configured",
      simulated: false
    })
    await service.stop()
  }
})
