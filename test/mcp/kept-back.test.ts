import { afterAll, describe, expect, test } from "bun:test"
import { operations } from "@vouchkit/core/registry"
import { sessions } from "@vouchkit/core/resources/sessions/operations"
import { mcpEndpoint } from "@vouchkit/mcp/endpoint"
import { KeptBack } from "@vouchkit/mcp/kept-back"
import type { Effect } from "effect"
import fc from "fast-check"
import { startService } from "../support/service.ts"
import { storeEvidence } from "../support/stored-evidence.ts"
import { acmeSandbox, as } from "../support/tenants.ts"
import { aService, origin } from "./service.ts"

const kept = (...texts: ReadonlyArray<string>) => new KeptBack(texts.map((text) => ({ text, name: false })))
const named = (...texts: ReadonlyArray<string>) => new KeptBack(texts.map((text) => ({ text, name: true })))

describe("what is kept back of a person", () => {
  test.each([
    ["vip Byronova", "Byronova"],
    ["byronova-1985", "BYRONOVA"],
    ["case/ByronovaAda", "Byronova"],
    ["Størmer order", "STORMER"],
    ["https://shop.example.com/done?customer=Ada%20Byronova", "Byronova"],
    ["ref L898902C3", "L898902C3"],
    ["L 898 902 C3", "L898902C3"],
    ["born 1985-02-03", "1985-02-03"],
    ["王小明的订单", "小明"]
  ])("is found in %p: %p", (text, personal) => {
    expect(named(personal).isIn(text)).toBe(true)
  })

  test.each([
    ["born 03.02.1985", "1985-02-03"],
    ["02/03/1985", "1985-02-03"],
    ["tel 020 7946 0123", "+44 20 7946 0123"]
  ])("is found in %p, written otherwise: %p", (text, personal) => {
    expect(kept(personal).isIn(text)).toBe(true)
  })

  test("is all that a page of records says of its persons", () => {
    const persons = Array.from({ length: 1_000 }, (_, index) => `Quillfeather${index}`)
    expect(named(...persons).isIn("vip Quillfeather999")).toBe(true)
  })

  test("is no part of another word while it is short", () => {
    expect(named("Ada").isIn("adaptive")).toBe(false)
    expect(named("Ada").isIn("for Ada, today")).toBe(true)
    expect(named("de la").isIn("de")).toBe(false)
    expect(kept("DE").isIn("DE")).toBe(false)
  })

  test("is looked for word by word where it is a name, and whole where it is not", () => {
    expect(named("Ada Maria Byronova").isIn("Maria's case")).toBe(true)
    expect(kept("14 Rowan Close, London").isIn("London branch")).toBe(false)
    expect(kept("14 Rowan Close, London").isIn("at 14 rowan close london")).toBe(true)
    expect(kept("14 Rowan Close, London").isIn("rowan-close")).toBe(true)
    expect(kept("14 Rowan Close, London").isIn("rowan tree, close by")).toBe(false)
  })

  test("is found wherever a text repeats it, whatever stands around it", () => {
    const word = fc.stringMatching(/^[a-z]{5,12}$/)
    fc.assert(
      fc.property(word, fc.string({ maxLength: 20 }), fc.string({ maxLength: 20 }), (name, before, after) => {
        expect(named(name).isIn(`${before} ${name.toUpperCase()} ${after}`.replaceAll("%", " "))).toBe(true)
      })
    )
  })
})

test("an integrator who repeats the person in tags, references, labels and addresses tells an agent nothing by it", async () => {
  const service = await aService(Object.values(sessions))
  const key = await service.key()
  const { structuredContent: made } = await service.call(key, "create_session", {
    expected: { first_name: "Orla", last_name: "Quillfeather", document_number: "L898902C3", date_of_birth: "1985-02-03" },
    contact: { phone: "+44 20 7946 0123" },
    external_reference: "customer-quillfeather",
    redirect_url: "https://shop.example.com/done?n=Orla+Quillfeather",
    tags: ["vip", "Quillfeather family", "l898902c3", "1985-02-03", "tel 442079460123"],
    required_steps: ["questionnaire"],
    questions: [{ key: "job", label: "What does Orla Quillfeather work as?", type: "text" }]
  })
  const { structuredContent: got } = await service.call(key, "get_session", { session_id: made.id })
  const { structuredContent: listed } = await service.call(key, "list_sessions")
  for (const shown of [made, got, ...listed.data]) {
    expect(JSON.stringify(shown)).not.toMatch(/quillfeather|l898902c3|1985-02-03|442079460123/iu)
    expect(shown.tags).toEqual(["vip", "[withheld]", "[withheld]", "[withheld]", "[withheld]"])
    expect(shown.external_reference).toBe("[withheld]")
    expect(shown.status).toBe("created")
  }
})

for (const storage of ["memory", "postgres"] as const) {
  const service = await startService(storage)
  afterAll(() => service.stop())
  const [key, agent_key] = [await service.key(), await service.key()]
  const handle = mcpEndpoint({ operations, context: (await service.runtime.context()) as any, publicUrl: "http://localhost:3000" } as any)
  const agent = async (name: string, args: object) => {
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }
    const headers = { "content-type": "application/json", accept: "application/json", authorization: `Bearer ${agent_key}` }
    const request = new Request("http://localhost:3000/mcp", { method: "POST", headers, body: JSON.stringify(message) })
    const { result } = (await (await (handle as any)(request, origin)).json()) as any
    expect(result.isError).toBeUndefined()
    return result.structuredContent
  }
  const said = /quillfeather|l898902c3|rowan close|1985-02-03/iu
  const expected = {
    first_name: "Orla",
    last_name: "Quillfeather",
    document_number: "L898902C3",
    date_of_birth: "1985-02-03",
    address: "14 Rowan Close, Thornbury"
  }
  const post = async (path: string, body: object) => (await service.call("POST", path, { key, body })).body

  describe(`answers that do not show the person, in ${storage},`, () => {
    test("keep back what a tag of a session, or the key of a question, repeats of it", async () => {
      const questions = [{ key: "quillfeather_job", label: "Which job?", type: "text" }]
      const { id } = await post("/sessions", { expected, tags: ["Quillfeather", "vip"], required_steps: ["questionnaire"], questions })
      expect((await agent("tag_session", { session_id: id, action: "add", tag: "eu" })).tags).toEqual(["[withheld]", "vip", "eu"])
      expect((await agent("get_session", { session_id: id })).questions[0].key).toBe("withheld")
      expect((await service.call("GET", `/sessions/${id}`, { key })).body.questions[0].key).toBe("quillfeather_job")
    })

    test("keep back what a tag of a case repeats of its session", async () => {
      const { id } = await post("/sessions", { expected, required_steps: ["proof_of_address"] })
      await post(`/sessions/${id}/simulate`, { actions: [{ type: "poa_review" }] })
      const [{ id: case_id }] = (await service.call("GET", `/cases?session_id=${id}`, { key })).body.data
      await service.call("PATCH", `/cases/${case_id}`, { key, body: { tags: ["l898902c3", "rowan close", "vip"] } })
      const { data } = await agent("search_cases", { query: case_id })
      const shown = [await agent("get_case", { case_id }), await agent("claim_case", { case_id }), ...data]
      for (const one of shown) expect(one.tags).toEqual(["[withheld]", "[withheld]", "vip"])
      expect(JSON.stringify(shown)).not.toMatch(said)
    })

    test("keep back what a tag or the reference of an identity repeats of it, or of its sessions", async () => {
      const named = await post("/identities", { first_name: "Orla", last_name: "Quillfeather", tags: ["Quillfeather"] })
      expect((await agent("tag_identity", { identity_id: named.id, action: "add", tag: "eu" })).tags).toEqual(["[withheld]", "eu"])
      const nameless = await post("/identities", { display_name: "Customer 7", external_reference: `of-L898902C3-${storage}` })
      await post("/sessions", { expected, identity_id: nameless.id })
      expect((await agent("get_identity", { identity_id: nameless.id })).external_reference).toBe("[withheld]")
    })

    test("keep back what a tag repeats of what was read from a document", async () => {
      const stored = storeEvidence({ session: { tags: ["Bello", "vip"], expected: {} } })
      const { session } = await service.runtime.runPromise(stored.pipe(as(acmeSandbox)) as Effect.Effect<any>)
      expect((await agent("get_session", { session_id: session.id })).tags).toEqual(["[withheld]", "vip"])
    })
  })
}
