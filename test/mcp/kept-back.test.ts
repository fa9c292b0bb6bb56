import { describe, expect, test } from "bun:test"
import { sessions } from "@vouchkit/core/resources/sessions/operations"
import { KeptBack } from "@vouchkit/mcp/kept-back"
import fc from "fast-check"
import { aService } from "./service.ts"

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
