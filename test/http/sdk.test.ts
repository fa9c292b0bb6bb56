import { afterAll, describe, expect, test } from "bun:test"
import { aPerson } from "../support/capture.ts"
import { aForm, startService } from "../support/service.ts"

const noon = "2026-03-01T12:00:00.000Z"
const attestation = Buffer.from("not an attestation, but long enough").toString("base64url")

for (const storage of ["memory", "postgres"] as const) {
  describe(`/sdk over ${storage}`, async () => {
    const service = await startService(storage, { clock: noon })
    afterAll(() => service.stop())
    const key = await service.key("all")
    const app = await service.key("default", { kind: "publishable" })
    const person = (body: object = {}) => aPerson(service, key, body)
    const config = (query = "", options = {}) => service.call("GET", `/sdk/config${query}`, options)

    describe("the configuration", () => {
      test("is given with a publishable key, for no session", async () => {
        expect(app).toStartWith("vpk_sandbox_")
        const { body, headers, status } = await config("", { key: app })
        expect([status, headers.get("service-version")]).toEqual([200, "2026-01-01"])
        expect(body).toMatchObject({
          object: "sdk_config",
          environment: "sandbox",
          session: null,
          resume_state: null,
          questions: null,
          locale: null,
          proof_of_address: { default_issuing_country: null, retry_reasons: [] },
          selfie: {
            liveness: { method: "challenge", min_frames: 5, max_frames: 24, challenges_per_attempt: 4, challenges_per_session: 6 }
          },
          limits: { max_document_bytes: 15 * 1024 * 1024, max_document_pages: 20 }
        })
      })

      test("of proof of address lists every accepted type with its row", async () => {
        const { proof_of_address } = (await config("", { key: app })).body
        expect(Object.keys(proof_of_address).sort()).toEqual([
          "accepted_type_options",
          "accepted_types",
          "default_issuing_country",
          "require_issuing_country",
          "retry_reasons"
        ])
        expect(proof_of_address.accepted_type_options.map(({ key: type }: any) => type)).toEqual(proof_of_address.accepted_types)
        expect(proof_of_address.accepted_type_options[0]).toEqual({
          key: "utility_bill",
          label: expect.any(String),
          category: "utility",
          default_max_age_days: 90,
          review_only: false,
          counts_as_independent: true
        })
      })

      test("of a session comes with the token of its link, in the header or in the query, and is what the link itself gives", async () => {
        const { get, token } = await person({
          expected: { country: "DE" },
          contact: { locale: "de-DE" },
          proof_of_address_policy: { accepted_types: ["bank_statement"], require_issuing_country: true }
        })
        const byHeader = await config("", { headers: { "X-Capture-Token": token } })
        expect(byHeader.body).toMatchObject({
          locale: "de-DE",
          session: { phase: "open", steps: [{ step: "proof_of_address", completed: false }], can_submit: false },
          resume_state: { next_step: "proof_of_address" },
          proof_of_address: { accepted_types: ["bank_statement"], require_issuing_country: true, default_issuing_country: "DE" }
        })
        expect((await config(`?token=${token}`)).body).toEqual(byHeader.body)
        expect((await config(`?token=${token}`, { key: app })).body).toEqual(byHeader.body)
        expect((await get("/config")).body).toEqual(byHeader.body)
      })

      test("gives the reasons of the last proof of address that did not pass", async () => {
        const { session_id, token } = await person()
        await service.call("POST", `/sessions/${session_id}/simulate`, { key, body: { actions: [{ type: "poa_failed" }] } })
        const { proof_of_address, session } = (await config(`?token=${token}`)).body
        expect(session.phase).toBe("more_needed")
        expect(proof_of_address.retry_reasons).toEqual([{ code: "document_too_old", severity: "fail" }])
        expect((await config("", { key: app })).body.proof_of_address.retry_reasons).toEqual([])
      })

      test("says which sides of which identity documents are asked for, and where that differs", async () => {
        const { token } = await person({
          identity_policy: { accepted_types: ["passport", "drivers_license", "national_id"], front_only: ["national_id"] }
        })
        const { accepted_countries, accepted_type_options } = (await config(`?token=${token}`)).body.identity_documents
        expect(accepted_countries).toBeNull()
        expect(accepted_type_options.map(({ exceptions, key: type, sides }: any) => [type, sides, exceptions])).toEqual([
          ["passport", ["front"], []],
          [
            "drivers_license",
            ["front"],
            [
              { country: "CA", sides: ["front", "back"] },
              { country: "US", sides: ["front", "back"] }
            ]
          ],
          ["national_id", ["front"], []]
        ])
      })

      test("of a named session is for a secret key that may read it, of its own environment", async () => {
        const { session_id } = await person()
        const other = await service.key("all", { environment: "live" })
        const narrow = await service.key(["documents:read"])
        const named = (credential: string) => config(`?session_id=${session_id}`, { key: credential })
        expect((await named(key)).body.session.phase).toBe("open")
        expect([(await named(app)).status, (await named(app)).body.error]).toEqual([403, "forbidden"])
        expect((await named(narrow)).body.required_scopes).toEqual(["sessions:read"])
        expect((await named(other)).status).toBe(404)
      })
    })

    describe("an attestation", () => {
      const attest = (token: string, body: unknown = { platform: "ios", attestation }) =>
        service.call("POST", "/sdk/attest", { headers: { "X-Capture-Token": token }, body })
      const attempts = async (session_id: string) => (await service.call("GET", `/sessions/${session_id}/attempts`, { key })).body.data

      test("is kept with the attempt as unverified, by GET and by POST, and holds nobody up", async () => {
        const { post, session_id, token } = await person()
        const kept = { platform: "ios", verdict: "unverified", reason: "simulated", simulated: true, received_at: noon }
        expect((await attest(token)).body).toEqual({ object: "attestation", ...kept })
        expect((await attempts(session_id)).map((one: any) => one.attestation)).toEqual([kept])
        const got = await service.call("GET", `/sdk/attest?token=${token}&platform=android&attestation=${attestation}`)
        expect([got.status, got.body.platform, got.body.verdict]).toEqual([200, "android", "unverified"])
        const [attempt, ...others] = await attempts(session_id)
        expect([attempt.attestation.platform, others.length]).toEqual(["android", 0])
        expect(JSON.stringify(attempt)).not.toContain(attestation)
        await post("/documents", aForm())
        expect((await post("/submit")).status).toBe(200)
        const late = await attest(token)
        expect([late.status, late.body.error]).toEqual([409, "invalid_state_transition"])
      })

      test("happens once under its Idempotency-Key", async () => {
        const { token } = await person()
        const send = () =>
          service.call("POST", "/sdk/attest", {
            headers: { "X-Capture-Token": token, "Idempotency-Key": "once" },
            body: { platform: "ios", attestation }
          })
        const [first, again] = [await send(), await send()]
        expect([again.headers.get("idempotency-replayed"), again.body]).toEqual(["true", first.body])
      })

      test("is bounded, of a known platform, and of one session", async () => {
        const { token } = await person()
        const wrong = [
          { platform: "windows", attestation },
          { platform: "ios", attestation: "x".repeat(65_537) },
          { platform: "ios", attestation: "no base64 at all!!" },
          { platform: "ios" }
        ]
        for (const body of wrong) expect((await attest(token, body)).status).toBe(422)
        const query = `/sdk/attest?token=${token}&platform=ios&attestation=${"x".repeat(8_193)}`
        expect((await service.call("GET", query)).status).toBe(422)
        const byKey = await service.call("POST", "/sdk/attest", { key: app, body: { platform: "ios", attestation } })
        expect([byKey.status, byKey.body.errors[0].loc]).toEqual([422, ["query", "token"]])
      })
    })

    test("the challenge for a chip comes with the token in the header too, and never by a key alone", async () => {
      const { token } = await person({ required_steps: ["nfc"] })
      expect((await service.call("GET", "/sdk/nfc", { headers: { "X-Capture-Token": token } })).body.required).toBe(true)
      const byKey = await service.call("GET", "/sdk/nfc", { key: app })
      expect([byKey.status, byKey.body.errors[0].loc]).toEqual([422, ["query", "token"]])
    })
  })
}

test("one address spends only its own share of a publishable key", async () => {
  const service = await startService("memory", { clock: noon, limit: 600 })
  const app = await service.key("default", { kind: "publishable" })
  let answer = await service.call("GET", "/sdk/config", { key: app })
  expect(answer.headers.get("ratelimit-policy")).toContain('"app-address";q=120;w=60')
  for (let asked = 1; asked < 121; asked += 1) answer = await service.call("GET", "/sdk/config", { key: app })
  expect([answer.status, answer.body.violated_policies]).toEqual([429, ["app-address"]])
  await service.stop()
})
