import { afterAll, describe, expect, test } from "bun:test"
import { operations } from "@vouchkit/core/registry"
import { aService } from "../mcp/service.ts"
import { aBrowser, aPerson } from "../support/capture.ts"
import { startService } from "../support/service.ts"

const service = await startService("memory")
afterAll(() => service.stop())
const key = await service.key("all")
const ask = (method: string, path: string, body: object) => service.call(method, path, { key, body })

describe("control characters", async () => {
  const { session_id } = await aPerson(service, key)
  await ask("POST", `/sessions/${session_id}/simulate`, { actions: [{ type: "poa_review" }] })
  const case_id: string = (await ask("POST", "/cases/search", {})).body.data[0].id
  const watched = (await ask("POST", "/screening-subjects", { name: "Ada Lovelace" })).body.id
  const texts: ReadonlyArray<readonly [string, string, string, (text: string) => object, ReadonlyArray<string | number>]> = [
    ["a tag", "POST", `/sessions/${session_id}/add-tag`, (tag) => ({ tag }), ["body", "tag"]],
    ["a tag of a new session", "POST", "/sessions", (tag) => ({ tags: [tag] }), ["body", "tags", 0]],
    ["a reference", "POST", "/sessions", (text) => ({ external_reference: text }), ["body", "external_reference"]],
    ["a note", "POST", `/cases/${case_id}/notes`, (body) => ({ body }), ["body", "body"]],
    ["a reason", "POST", `/cases/${case_id}/escalate`, (reason) => ({ reason }), ["body", "reason"]],
    ["a name of a key", "POST", "/api-keys", (name) => ({ name }), ["body", "name"]],
    ["a name to be screened", "PATCH", `/screening-subjects/${watched}`, (text) => ({ aliases: [text] }), ["body", "aliases", 0]],
    ["a label", "POST", "/webhooks/endpoints", (label) => ({ url: "https://example.com/hook", label }), ["body", "label"]],
    [
      "a description",
      "POST",
      "/webhooks/endpoints",
      (description) => ({ url: "https://example.com/hook", description }),
      ["body", "description"]
    ]
  ]
  for (const [what, method, path, body, loc] of texts) {
    test(`are refused in ${what}`, async () => {
      for (const control of ["\u0001", "\u0007", "\u001b[2J", "\u007f", "\u0085", "\u009b"]) {
        const refused = await ask(method, path, body(`before${control}after`))
        expect([refused.status, refused.body.errors?.map((one: any) => one.loc)]).toEqual([422, [loc]])
      }
    })
  }
})

const hidden = "vip\u202eexe.\u{e0069}\u{e0067}\u{e006e}\u{e006f}\u{e0072}\u{e0065}\u200b!"
const shown = "vip\ufffdexe.\ufffd!"

test("hidden characters are kept for the integrator, and marked for agents", async () => {
  const agents = await aService(operations)
  const bearer = await agents.key()
  const made = await agents.call(bearer, "create_session", { tags: [hidden], external_reference: hidden })
  expect(made.isError ?? false).toBe(false)
  expect([made.structuredContent.tags, made.structuredContent.external_reference]).toEqual([[shown], shown])
  expect(JSON.stringify(made)).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\u{e0000}-\u{e007f}]/u)
  const { body } = await ask("POST", "/sessions", { tags: [hidden] })
  expect(body.tags).toEqual([hidden])
})

test("hidden characters are marked on the page of a link", async () => {
  const { session_id, token } = await aPerson(service, key)
  await ask("POST", `/sessions/${session_id}/simulate`, { actions: [{ type: "poa_review" }] })
  const [found] = (await ask("POST", "/cases/search", { filters: { session_id } })).body.data
  const asked = await ask("POST", `/cases/${found.id}/request-information`, { message: `Send ${hidden}`, steps: ["proof_of_address"] })
  expect(asked.status).toBe(200)
  const page = (await (await aBrowser(service, token)).look()).text
  expect(page).toContain(`Send ${shown}`)
})
