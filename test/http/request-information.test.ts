import { afterAll, describe, expect, test } from "bun:test"
import { aPerson, type Person } from "../support/capture.ts"
import { aForm, startService } from "../support/service.ts"
import { runJobs } from "../support/service-jobs.ts"

const message = "Please send a bill that is not older than three months."
const questions = [{ key: "purpose", label: "What for?", type: "text", accept: ["Salary"] }]

for (const storage of ["memory", "postgres"] as const) {
  describe(`asking the person of a case for more over ${storage}`, async () => {
    const service = await startService(storage)
    afterAll(() => service.stop())
    const key = await service.key("all")
    const caseOf = async (id: string) => (await service.call("GET", `/cases/${id}`, { key })).body
    const ask = (id: string, body: object = { steps: ["proof_of_address"], message }, by = key) =>
      service.call("POST", `/cases/${id}/request-information`, { key: by, body })
    const upload = (person: Person, name: string) =>
      person.post("/documents", aForm({ kind: "proof_of_address" }, new TextEncoder().encode(`%PDF-1.4\n% ${name}\n`)))

    /** A session in review for an answer, with its case. */
    const inReview = async (steps: ReadonlyArray<string> = ["questionnaire", "proof_of_address"]) => {
      const person = await aPerson(service, key, { required_steps: steps, questions, max_resubmissions: 0 })
      await person.post("/start")
      await person.post("/questionnaire", { answers: { purpose: "Other" } })
      if (steps.includes("proof_of_address")) await upload(person, "first")
      expect((await person.post("/submit")).status).toBe(200)
      await runJobs(service, "documents.read", "sessions.run_checks")
      const [row] = (await service.call("GET", `/cases?session_id=${person.session_id}`, { key })).body.data
      expect([(await person.session()).status, row.status]).toEqual(["in_review", "open"])
      return { person, id: row.id as string }
    }

    test("the case waits, the session asks for the named steps alone, and the next submission brings the same case back", async () => {
      const { id, person } = await inReview()
      await service.call("POST", `/cases/${id}/claim`, { key })
      await service.call("POST", `/cases/${id}/notes`, { key, body: { body: "The bill looks old." } })
      const asked = await ask(id)
      expect([asked.status, asked.body]).toMatchObject([
        200,
        { status: "awaiting_subject", assigned_to: null, due_at: null, decision: null }
      ])
      const waiting = await person.session()
      expect(waiting).toMatchObject({
        status: "resubmission_required",
        completed_steps: ["questionnaire"],
        information_request: { steps: ["proof_of_address"], message }
      })
      expect((await service.call("GET", "/cases/counts", { key })).body.awaiting_subject).toBeGreaterThan(0)
      expect((await person.get()).body.information_request).toMatchObject({ message, steps: ["proof_of_address"] })
      expect((await service.call("POST", `/cases/${id}/approve`, { key, body: {} })).body.error).toBe("invalid_state_transition")

      expect((await upload(person, "second")).status).toBe(201)
      expect((await person.post("/submit")).status).toBe(200)
      const back = await caseOf(id)
      expect(back).toMatchObject({ status: "open", notes_count: 2 })
      expect(Date.parse(back.due_at)).toBeGreaterThan(Date.parse(back.entered_review_at))

      await runJobs(service, "documents.read", "sessions.run_checks")
      expect(await person.session()).toMatchObject({ status: "in_review", information_request: null })
      const cases = (await service.call("GET", `/cases?session_id=${person.session_id}`, { key })).body.data
      expect(cases.map((row: any) => [row.id, row.status])).toEqual([[id, "open"]])
      const notes = (await service.call("GET", `/cases/${id}/notes`, { key })).body.data.map((note: any) => note.body)
      expect(notes.toSorted()).toEqual([message, "The bill looks old."].toSorted())
      expect((await service.call("POST", `/cases/${id}/approve`, { key, body: {} })).status).toBe(200)
      expect((await person.session()).status).toBe("approved")
    })

    test("what came goes to the one who asked, even if every check passes now", async () => {
      const { id, person } = await inReview(["questionnaire"])
      await ask(id, { steps: ["questionnaire"], message: "Please answer again." })
      await person.post("/questionnaire", { answers: { purpose: "Salary" } })
      await person.post("/submit")
      await runJobs(service, "sessions.run_checks")
      expect([(await person.session()).status, (await caseOf(id)).status]).toEqual(["in_review", "open"])
    })

    test("the audit log names the case and the steps, and events carry no word of the message", async () => {
      const { id, person } = await inReview()
      await ask(id)
      const [entry] = (await service.call("GET", "/events?action=cases.request_information", { key })).body.data
      expect(entry).toMatchObject({ target: { type: "case", id }, outcome: "succeeded" })
      expect(entry.changes).toContainEqual({ path: "requested_steps", from: null, to: ["proof_of_address"] })
      expect(JSON.stringify(entry)).not.toContain(message)
      expect((await person.session()).status_reason_codes).toEqual(["questionnaire_answer"])
    })

    test("a step that was not asked for before is added", async () => {
      const { id, person } = await inReview(["questionnaire"])
      expect((await ask(id)).status).toBe(200)
      expect(await person.session()).toMatchObject({
        required_steps: ["questionnaire", "proof_of_address"],
        completed_steps: ["questionnaire"]
      })
      expect((await person.post("/submit")).body.missing_steps).toEqual(["proof_of_address"])
    })

    test("a session that expires meanwhile ends the case", async () => {
      const { id, person } = await inReview()
      await ask(id)
      expect((await service.call("POST", `/sessions/${person.session_id}/expire`, { key })).status).toBe(200)
      expect(await caseOf(id)).toMatchObject({ status: "closed", decision: "superseded" })
    })

    test("it takes cases:decide, a message, steps that can be asked for, and a case that is open", async () => {
      const { id } = await inReview(["proof_of_address", "questionnaire"])
      const writer = await service.key(["cases:write"])
      expect((await ask(id, undefined, writer)).body.required_scopes).toEqual(["cases:decide"])
      const wrong = await ask(id, { steps: ["selfie", "selfie"], message: "x".repeat(1001) })
      expect([wrong.status, wrong.body.errors.map(({ loc }: any) => loc.slice(0, 2).join("."))]).toEqual([
        422,
        ["body.steps", "body.message"]
      ])
      expect((await ask(id, { steps: [], message })).status).toBe(422)
      expect((await ask(id)).status).toBe(200)
      expect((await ask(id)).body.error).toBe("invalid_state_transition")
    })
  })
}
