import { afterAll, expect, test } from "bun:test"
import { aPerson } from "../support/capture.ts"
import { protectedPdf } from "../support/protected-pdf.ts"
import { aForm, startService } from "../support/service.ts"

const service = await startService("memory")
afterAll(() => service.stop())
const key = await service.key("all")
const closed = await protectedPdf({ userPassword: "sesame", ownerPassword: "owner" })

const refusal = { error: "document_encrypted", status_code: 422, errors: [{ loc: ["body", "file"], code: "document_encrypted" }] }

test("a PDF that asks for a password is refused at every door through which documents come", async () => {
  const stored = async () => (await service.call("GET", "/documents", { key })).body.pagination.total
  const before = await stored()
  const person = await aPerson(service, key)
  await person.post("/start")
  const form = () => aForm({ kind: "proof_of_address" }, closed)
  const answers = [
    await service.call("POST", "/documents", { key, raw: form() }),
    await service.call("POST", `/sessions/${person.session_id}/documents`, { key, raw: form() }),
    await person.post("/documents", form()),
    await person.post("/additional-document", aForm({}, closed))
  ]
  for (const { body } of answers) expect(body).toMatchObject(refusal)
  expect(await stored()).toBe(before)
})

test("a PDF that anyone may read and only some may print is accepted", async () => {
  const open = await protectedPdf({ ownerPassword: "owner", permissions: { printing: "lowResolution" } })
  expect((await service.call("POST", "/documents", { key, raw: aForm({ kind: "proof_of_address" }, open) })).status).toBe(201)
})
