import { afterAll, describe, expect, test } from "bun:test"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { DocumentReader, DocumentUnreadable } from "@vouchkit/core/verification/document-reading"
import { Effect, Layer } from "effect"
import { aBrowser, aPerson } from "../support/capture.ts"
import { readingWith, sight } from "../support/live-work.ts"
import { printedPage } from "../support/printed-page.ts"
import { aForm, smallPdf, startService } from "../support/service.ts"
import { runJobs } from "../support/service-jobs.ts"

const damaged = new Uint8Array([...smallPdf, 0])
const eyes = Layer.mergeAll(
  sight,
  Layer.succeed(DocumentReader)({
    read: ({ bytes }) =>
      bytes.length === damaged.length
        ? Effect.fail(new DocumentUnreadable({ code: "unreadable", retryable: true }))
        : Effect.succeed({
            page_count: 1,
            source: "ocr" as const,
            lines: [],
            forensics: readingWith().forensics,
            quality: { focus: null, brightness: null, resolution: null, overall: null },
            perceptual_hash: null
          })
  })
)

for (const storage of ["memory", "postgres"] as const) {
  describe(`supporting documents over ${storage}`, async () => {
    const service = await startService(storage, { beside: eyes })
    afterAll(() => service.stop())
    const key = await service.key("all", { environment: "live" })
    const call = (method: string, path: string, body?: unknown) =>
      service.call(method, path, { key, ...(body === undefined ? {} : { body }) })
    await call("POST", "/document-types", { key: "payslip", label: "Payslip" })
    await call("POST", "/document-types", { key: "job_contract", label: "Employment <contract>", sides: ["front", "back"] })
    await call("POST", "/document-types", { key: "deed", label: "Deed", countries: ["DE", "FR"] })
    const members = ["payslip", "job_contract", "deed"]
    await call("POST", "/document-groups", { key: "income", label: "Income", document_type_keys: members, min_required: 2 })

    const asking = (supporting_documents: object, required_steps: ReadonlyArray<string> = ["supporting_documents"]) =>
      aPerson(service, key, { required_steps, supporting_documents })
    const send = async (person: Awaited<ReturnType<typeof asking>>, fields: Readonly<Record<string, string>>, file?: Uint8Array) =>
      (await person.post("/documents", aForm(fields, file))).status

    test("complete their step by the types, sides and countries that were asked for", async () => {
      const person = await asking({ document_types: ["deed"], document_groups: ["income"] })
      const missing = async () => {
        const answer = await call("POST", `/sessions/${person.session_id}/submit`)
        return [answer.status, answer.body.missing_steps, answer.body.errors?.[0].message]
      }
      const all = [422, ["supporting_documents"]]
      expect(await missing()).toEqual([
        ...all,
        "The step supporting_documents is not complete: upload deed, the group income (2 of its types) first."
      ])
      expect(await send(person, { document_subtype: "deed" })).toBe(422)
      expect(await send(person, { document_subtype: "deed", issuing_country: "GB" })).toBe(422)
      expect(await send(person, { document_subtype: "deed", issuing_country: "FR" })).toBe(201)
      const rest = [...all, "The step supporting_documents is not complete: upload the group income (2 of its types) first."]
      expect(await missing()).toEqual(rest)
      expect(await send(person, { document_subtype: "job_contract", side: "front" })).toBe(201)
      expect(await missing()).toEqual(rest)
      expect(await send(person, { document_subtype: "job_contract", side: "back" })).toBe(201)
      expect((await person.session()).supporting_documents.map(({ completed }: any) => completed)).toEqual([true, true])
      expect((await missing())[0]).toBe(200)
    })

    test("are shown to the app and on the page of the link, and hold no markup of a label", async () => {
      const person = await asking({ document_types: ["job_contract"], document_groups: ["income"] })
      const config = (await person.get("/config")).body
      expect(config.supporting_documents.map((one: any) => [one.kind, one.key, one.min_required, one.types.length])).toEqual([
        ["document_type", "job_contract", 1, 1],
        ["document_group", "income", 2, 3]
      ])
      expect((await service.call("GET", `/sdk/config?token=${person.token}`)).body.supporting_documents).toEqual(
        config.supporting_documents
      )
      const { text } = await (await aBrowser(service, person.token)).look()
      expect(text).toContain("Employment &lt;contract&gt;")
      expect(text.match(/name="kind" value="supporting"/g)).toHaveLength(2)
      expect(text).toContain("Upload documents of at least 2 of these kinds.")
      expect(text).not.toContain("<contract>")
    })

    test("send the session to a person, since no engine looks into them", async () => {
      const person = await asking({ document_types: ["payslip"] })
      expect(await send(person, { document_subtype: "payslip" })).toBe(201)
      expect((await person.post("/submit")).status).toBe(200)
      await runJobs(service, "documents.read", runChecksJob)
      const { status, status_reason_codes } = await person.session()
      expect([status, status_reason_codes]).toEqual(["in_review", ["authenticity_not_assured"]])
    })

    test("are asked for again when a file cannot be read, and when the person has to submit again", async () => {
      const person = await asking({ document_types: ["payslip"] })
      expect(await send(person, { document_subtype: "payslip" }, damaged)).toBe(201)
      expect((await person.session()).completed_steps).toEqual(["supporting_documents"])
      await runJobs(service, "documents.read")
      expect((await person.session()).completed_steps).toEqual([])
      expect((await person.session()).supporting_documents[0].completed).toBe(false)
      expect(await send(person, { document_subtype: "payslip" })).toBe(201)
      await person.post("/submit")
      await runJobs(service, "documents.read", runChecksJob)
      const [found] = (await call("POST", "/cases/search", { query: person.session_id })).body.data
      const steps = { steps: ["supporting_documents"], message: "Please send the one of this month." }
      expect((await call("POST", `/cases/${found.id}/request-information`, steps)).status).toBe(200)
      expect(await person.session()).toMatchObject({ completed_steps: [], supporting_documents: [{ completed: false }] })
    })

    test("stay as they were when the session was created", async () => {
      await call("POST", "/document-types", { key: "will", label: "Will" })
      const person = await asking({ document_types: ["will"] })
      await call("DELETE", "/document-types/will")
      expect(await send(person, { document_subtype: "will" })).toBe(201)
      expect((await person.session()).completed_steps).toEqual(["supporting_documents"])
      const other = await asking({ document_types: ["payslip"] })
      expect(await send(other, { document_subtype: "will" })).toBe(422)
    })

    test("are refused with every problem where no such type or group is in use", async () => {
      const refused = await call("POST", "/sessions", {
        supporting_documents: { document_types: ["passport", "payslip", "nothing"], document_groups: ["nothing"] }
      })
      expect([refused.status, refused.body.errors.map(({ loc }: any) => loc.slice(2))]).toEqual([
        422,
        [
          ["document_types", 0],
          ["document_types", 2],
          ["document_groups", 0]
        ]
      ])
      for (const body of [{ supporting_documents: {} }, { required_steps: ["supporting_documents"] }]) {
        expect((await call("POST", "/sessions", body)).body.errors[0]).toMatchObject({
          code: "missing",
          loc: ["body", "supporting_documents"]
        })
      }
      const plain = await aPerson(service, key, { required_steps: ["proof_of_address"] })
      expect(await send(plain, { document_subtype: "payslip", kind: "identity" })).toBe(422)
      expect((await plain.session()).supporting_documents).toBeNull()
    })

    test("add their step to those of the session", async () => {
      const { body } = await call("POST", "/sessions", { supporting_documents: { document_types: ["payslip"] } })
      expect(body.required_steps).toEqual(["proof_of_address", "supporting_documents"])
    })
  })
}

/** A file whose pages say what follows the end of its content. */
const saying = (text: string): Uint8Array => new Uint8Array([...smallPdf, ...new TextEncoder().encode(text)])
const reader = Layer.succeed(DocumentReader)({
  read: ({ bytes }) =>
    Effect.succeed({
      page_count: 1,
      source: "text_layer" as const,
      lines: printedPage(new TextDecoder().decode(bytes.slice(smallPdf.length))),
      forensics: readingWith().forensics,
      quality: { focus: null, brightness: null, resolution: null, overall: null },
      perceptual_hash: null
    })
})

for (const storage of ["memory", "postgres"] as const) {
  describe(`the content of supporting documents over ${storage}`, async () => {
    const service = await startService(storage, { beside: Layer.mergeAll(sight, reader), clock: "2026-11-27T10:00:00.000Z" })
    afterAll(() => service.stop())
    const key = await service.key("all", { environment: "live" })
    const call = (method: string, path: string, body?: unknown) =>
      service.call(method, path, { key, ...(body === undefined ? {} : { body }) })
    const recent = "Acme Example GmbH\nPayslip\nDate of issue: 30 October 2026"
    const old = "Payslip\nDate of issue: 3 January 2026"
    await call("POST", "/document-types", { key: "payslip", label: "Payslip", extract_fields: ["issue_date"], max_age_days: 60 })
    await call("POST", "/document-types", { key: "letter", label: "Letter", extract_fields: ["issue_date"] })

    const submitted = async (type: string, files: ReadonlyArray<string>) => {
      const person = await aPerson(service, key, {
        required_steps: ["supporting_documents"],
        supporting_documents: { document_types: [type] }
      })
      const ids: Array<string> = []
      for (const text of files) ids.push((await person.post("/documents", aForm({ document_subtype: type }, saying(text)))).body.id)
      expect((await person.post("/submit")).status).toBe(200)
      return { person, ids }
    }
    const reasons = async (type: string, files: ReadonlyArray<string>) => {
      const { person } = await submitted(type, files)
      await runJobs(service, runChecksJob)
      const { status, status_reason_codes } = await person.session()
      expect(status).toBe("in_review")
      return status_reason_codes
    }

    test("is held to the age that their type allows, and a person sees what is wrong", async () => {
      expect(await reasons("payslip", [recent])).toEqual(["authenticity_not_assured"])
      expect(await reasons("payslip", [old])).toEqual(["authenticity_not_assured", "document_expired"])
      expect(await reasons("payslip", ["Payslip"])).toEqual(["authenticity_not_assured", "document_data_missing"])
      expect(await reasons("payslip", [old, recent])).toEqual(["authenticity_not_assured"])
      expect(await reasons("letter", [old])).toEqual(["authenticity_not_assured"])
    })

    test("is read as far as their type says", async () => {
      const { ids } = await submitted("letter", [recent])
      await runJobs(service, "documents.read")
      const { body } = await call("GET", `/documents/${ids[0]}`)
      expect(body.extracted).toMatchObject({ issue_date: "2026-10-30", issuer: null, holder_names: [], extracted_address: [] })
      expect([body.classification, body.issuing_country]).toEqual([null, null])
    })

    test("is judged as it was asked for when the session was created", async () => {
      const { person } = await submitted("payslip", [old])
      expect((await call("PATCH", "/document-types/payslip", { max_age_days: null })).body.max_age_days).toBeNull()
      await runJobs(service, runChecksJob)
      expect((await person.session()).status_reason_codes).toEqual(["authenticity_not_assured", "document_expired"])
      expect((await person.session()).supporting_documents[0].types[0].max_age_days).toBe(60)
      expect(await reasons("payslip", [old])).toEqual(["authenticity_not_assured"])
      await call("PATCH", "/document-types/payslip", { max_age_days: 60 })
    })

    test("may be told to be recent on the page of the link", async () => {
      const person = await aPerson(service, key, { supporting_documents: { document_types: ["payslip"] } })
      expect((await (await aBrowser(service, person.token)).look()).text).toContain("Payslip, at most 60 days old")
    })

    test("is described by built-in types as it is judged, and out of bounds refused", async () => {
      const bill = (await call("GET", "/document-types/utility_bill")).body
      expect([bill.max_age_days, bill.extract_fields.includes("issuer")]).toEqual([90, true])
      const passport = (await call("GET", "/document-types/passport")).body
      expect([passport.max_age_days, passport.extract_fields]).toEqual([null, []])
      for (const wrong of [{ max_age_days: 0 }, { max_age_days: 4_000 }, { extract_fields: ["salary"] }]) {
        expect((await call("POST", "/document-types", { key: "stub", label: "Stub", ...wrong })).status).toBe(422)
      }
    })
  })
}

test("a script of the sandbox ends a session that asks for supporting documents", async () => {
  const service = await startService("memory")
  afterAll(() => service.stop())
  const key = await service.key()
  await service.call("POST", "/document-types", { key, body: { key: "payslip", label: "Payslip" } })
  const ended = async (more: object) => {
    const person = await aPerson(service, key, { supporting_documents: { document_types: ["payslip"] }, ...more })
    await person.post("/documents", aForm({ kind: "proof_of_address" }))
    await person.post("/documents", aForm({ document_subtype: "payslip" }))
    await person.post("/submit")
    await runJobs(service, runChecksJob)
    return (await person.session()).status
  }
  expect([await ended({ scenario: "approved" }), await ended({})]).toEqual(["approved", "in_review"])
  const { id } = (await service.call("POST", "/sessions", { key, body: { supporting_documents: { document_types: ["payslip"] } } })).body
  await service.call("POST", `/sessions/${id}/simulate`, { key, body: { actions: [{ type: "pass_check" }] } })
  const { body } = await service.call("GET", `/sessions/${id}`, { key })
  expect([body.status, body.supporting_documents[0].completed]).toEqual(["approved", true])
})
