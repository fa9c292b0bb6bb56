import { afterAll, describe, expect, test } from "bun:test"
import { operations } from "@vouchkit/core/registry"
import { aBrowser, aPerson, aPictureForm } from "../support/capture.ts"
import { validBodies } from "../support/fixtures.ts"
import { aForm, startService } from "../support/service.ts"

const byLink = operations.map(({ contract }) => contract).filter(({ access }) => access.type === "capture" || access.type === "sdk")

for (const storage of ["memory", "postgres"] as const) {
  describe(`what the holder of a link learns after the end (${storage})`, async () => {
    const service = await startService(storage, { clock: "2026-03-01T12:00:00.000Z" })
    afterAll(() => service.stop())
    const key = await service.key("all")

    /** Identifiers and tokens differ from session to session, and say nothing. */
    const neutral = (text: string) => text.replace(/\b(?:[a-z]{3}|req)_[0-9a-z]{26,32}\b/g, "id").replace(/[A-Za-z0-9_-]{43}/g, "token")

    /** Every answer to the holder of a link: of each operation, of the page and of its forms. */
    const answersAfter = async (actions: ReadonlyArray<string>) => {
      const { session, session_id, token } = await aPerson(service, key, { required_steps: ["proof_of_address"] })
      const browser = await aBrowser(service, token)
      const types = actions.map((type) => ({ type }))
      const simulated = await service.call("POST", `/sessions/${session_id}/simulate`, { key, body: { actions: types } })
      expect(simulated.status).toBe(200)
      const answers: Array<string> = []
      const ask = async (method: string, path: string, raw?: FormData | string) => {
        const json = typeof raw === "string" ? { "Content-Type": "application/json" } : {}
        const sent = { headers: { ...browser.headers, ...json }, ...(raw === undefined ? {} : { raw }) }
        const { status, text } = await service.request(method, path, sent)
        answers.push(neutral(`${method} ${path.split("?")[0]} ${status} ${text}`))
      }
      for (const contract of byLink) {
        const body = validBodies[contract.name]
        const attested = contract.name === "sdk.attest" ? "&platform=ios&attestation=bm90IGFuIGF0dGVzdGF0aW9u" : ""
        const query = contract.path.includes("{token}") ? "" : `?token=${token}${attested}`
        const file = contract.name === "verify.selfie" ? aPictureForm() : aForm()
        const raw = body === "form" ? file : body === undefined ? undefined : JSON.stringify(body)
        await ask(contract.method, `/api/v1${contract.path.replace("{token}", token)}${query}`, raw)
      }
      await ask("GET", `/verify/${token}`)
      await ask("POST", `/verify/${token}/documents`, aForm())
      await ask("POST", `/verify/${token}/submit`)
      return { status: (await session()).status, answers }
    }

    test("is the same for who was approved, declined or is under review, whatever they ask for", async () => {
      const approved = await answersAfter(["approve"])
      expect(approved.status).toBe("approved")
      expect(approved.answers.filter((answer) => / (409|200|201) /.test(answer)).length).toBeGreaterThan(15)
      for (const [action, status] of [
        ["decline", "declined"],
        ["poa_review", "in_review"]
      ] as const) {
        const other = await answersAfter([action])
        expect(other.status).toBe(status)
        expect(other.answers).toEqual(approved.answers)
      }
    })

    test("names no status in any refusal, also while the documents are checked and after the session has expired", async () => {
      for (const actions of [["upload_document", "submit"], ["expire"], ["decline"]]) {
        const { answers } = await answersAfter(actions)
        const refused = answers.filter((answer) => / 409 /.test(answer) && answer.includes("/api/"))
        expect(refused.length).toBeGreaterThan(5)
        for (const answer of refused) expect(answer).not.toMatch(/current_status|declined|approved|in_review|expired|processing|allowed/)
      }
    })
  })
}
