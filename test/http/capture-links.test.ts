import { afterAll, describe, expect, test } from "bun:test"
import { operations } from "@vouchkit/core/registry"
import fc from "fast-check"
import { aBrowser, aPerson, aPictureForm } from "../support/capture.ts"
import { validBodies } from "../support/fixtures.ts"
import { aForm, startService } from "../support/service.ts"

const noon = Date.parse("2026-03-01T12:00:00.000Z")
const after = (seconds: number) => new Date(noon + seconds * 1000).toISOString()
const day = 86_400

const service = await startService("memory", { clock: after(0) })
afterAll(() => service.stop())
const key = await service.key("all")
const byLink = operations.map(({ contract }) => contract).filter(({ access }) => access.type === "capture" || access.type === "sdk")

/** A valid request of an operation by the token of a link. */
const ask = (contract: (typeof byLink)[number], token: string) => {
  const body = validBodies[contract.name]
  const path = contract.path.replace("{token}", token)
  const attested = contract.name === "sdk.attest" ? "&platform=ios&attestation=bm90IGFuIGF0dGVzdGF0aW9u" : ""
  const query = contract.path.includes("{token}") ? "" : `?token=${token}${attested}`
  const picture = contract.name === "verify.selfie"
  return service.call(contract.method, `${path}${query}`, {
    ...(body === "form" ? { raw: picture ? aPictureForm() : aForm() } : body === undefined ? {} : { body })
  })
}

for (const contract of byLink) {
  describe(contract.name, () => {
    test("is gone with a link that has expired", async () => {
      const { token } = await aPerson(service, key, {})
      await service.setTime(after(day))
      const { body, status } = await ask(contract, token)
      await service.setTime(after(0))
      expect([status, body.error, body.can_request_new]).toEqual([410, "gone", true])
    })

    test("is not found by a link that was revoked", async () => {
      const { session_id, token } = await aPerson(service, key, {})
      const [link] = (await service.call("GET", `/sessions/${session_id}/links`, { key })).body.data
      await service.call("POST", `/sessions/${session_id}/links/${link.id}/revoke`, { key })
      expect((await ask(contract, token)).status).toBe(404)
    })

    test("is refused to another browser than the one in which the person opened the link", async () => {
      const { token } = await aPerson(service, key, {})
      await aBrowser(service, token)
      const { body, status } = await ask(contract, token)
      expect([status, body.error]).toEqual([403, "link_bound_elsewhere"])
    })
  })
}

const letters = fc.stringMatching(/^[b-df-hj-np-tv-z]{14}$/)
const given = fc.record({
  first_name: letters,
  last_name: letters,
  document_number: letters,
  address: letters,
  reference: letters,
  tag: letters,
  note: letters,
  answer: letters,
  income: fc.integer({ min: 10_000_000_000, max: 90_000_000_000 }),
  date_of_birth: fc.constantFrom("1961-03-07", "1987-11-29"),
  phone: fc.stringMatching(/^\+44[0-9]{9}$/)
})

test("nothing that the integrator or the person gave of the person is answered to who holds the link", async () => {
  await fc.assert(
    fc.asyncProperty(
      given,
      async ({ address, answer, date_of_birth, document_number, first_name, income, last_name, note, phone, reference, tag }) => {
        const person = await aPerson(service, key, {
          required_steps: ["consent", "document", "selfie", "questionnaire", "proof_of_address"],
          questions: [
            { key: "story", label: "Tell us", type: "text" },
            { key: "income", label: "Income", type: "number" }
          ],
          expected: { first_name, last_name, date_of_birth, document_number, address },
          contact: { email: `${first_name}@example.com`, phone },
          external_reference: reference,
          tags: [tag],
          metadata: { note }
        })
        const said: Array<string> = []
        for (const contract of byLink.filter(({ name }) => name !== "verify.submit" && name !== "verify.handoff")) {
          said.push((await ask(contract, person.token)).text)
        }
        for (const answers of [
          { story: answer, income },
          { story: income, income: answer }
        ]) {
          said.push((await person.post("/questionnaire", { answers })).text)
        }
        for (const path of ["", "/config", "/status"]) said.push((await person.get(path)).text)
        said.push((await person.post("/submit")).text, (await (await aBrowser(service, person.token)).look()).text)
        const told = said.join("\n")
        const values = [first_name, last_name, date_of_birth, document_number, address, phone, reference, tag, note, answer, String(income)]
        expect(values.filter((value) => told.includes(value))).toEqual([])
      }
    ),
    { numRuns: 5 }
  )
})
