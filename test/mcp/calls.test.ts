import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { changeOrganization } from "@vouchkit/core/resources/access/organizations"
import { beforeAll, describe, expect, test } from "bun:test"
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv"
import { AuditLog } from "@vouchkit/core/kernel/audit/log"
import { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { sessions } from "@vouchkit/core/resources/sessions/operations"
import { sessionTags } from "@vouchkit/core/resources/sessions/tags"
import { argumentsDigest } from "@vouchkit/mcp/audit"
import { Context, Effect } from "effect"
import { canary, examples, identityId } from "./examples.ts"
import { aService, errorOf, origin } from "./service.ts"

type Service = Awaited<ReturnType<typeof aService>>
let service: Service
let key: string
let tools: ReadonlyArray<any>
beforeAll(async () => {
  service = await aService([...Object.values(sessions), ...Object.values(sessionTags), ...examples])
  key = await service.key()
  tools = (await service.ask(key, "tools/list")).result.tools
})

const confirmed = { identity_id: identityId, confirm: true, reason: "asked for by the person" }
const conforms = (name: string, value: unknown): boolean => {
  const tool = tools.find((one) => one.name === name)
  return new AjvJsonSchemaValidator().getValidator(tool.outputSchema)(value).valid
}

describe("a call", () => {
  test("answers structured content by the published schema, and the same as text", async () => {
    const created = await service.call(key, "create_session", { external_reference: "order-1" })
    expect(created.isError).toBeUndefined()
    expect(created.structuredContent).toMatchObject({ object: "session", status: "created", external_reference: "order-1" })
    expect(created.structuredContent.verification_url).toStartWith("https://")
    expect(JSON.parse(created.content[0].text)).toEqual(created.structuredContent)
    const listed = await service.call(key, "list_sessions", { limit: 1 })
    const got = await service.call(key, "get_session", { session_id: created.structuredContent.id })
    for (const [name, result] of [
      ["create_session", created],
      ["list_sessions", listed],
      ["get_session", got]
    ] as const) {
      expect([name, conforms(name, result.structuredContent)]).toEqual([name, true])
    }
  })

  test("reads in snake case and the newest version, whatever the key is pinned to", async () => {
    const created = await service.call(key, "create_session")
    expect(Object.keys(created.structuredContent)).toContain("required_steps")
  })

  test("never charges the quota of REST", async () => {
    const limited = await service.key()
    for (let call = 0; call < 5; call += 1) await service.call(limited, "list_sessions")
    const response = await service.post(limited, { jsonrpc: "2.0", id: 1, method: "tools/list" })
    expect(response.headers.get("ratelimit-policy")).toBe('"agent";q=120;w=60')
  })

  test("lists every problem of its arguments at once, located from the arguments", async () => {
    const result = await service.call(key, "list_sessions", { limit: 0, status: ["nope"], colour: "red" })
    const { body, text } = errorOf(result)
    expect([result.isError, result.structuredContent]).toEqual([true, undefined])
    expect(text).toStartWith("validation_error: ")
    // Each problem is said of its argument, once, and all of them in one sentence.
    expect(text).toContain("arguments.colour is not known here; ")
    expect(text).toMatch(/arguments\.status\.0 must be one of created, .*expired(?:;|\.$)/)
    expect(text).not.toMatch(/field|\.\.|\.;/)
    expect(errorOf(await service.call(key, "get_session", {})).text).toBe("validation_error: arguments.session_id is required.")
    const endless = errorOf(await service.call(key, "list_sessions", { limit: 1e308 })).text
    expect(endless).toBe("validation_error: arguments.limit must be a whole number from 1 to 100.")
    expect(new Set(body.errors.map(({ loc }: any) => loc.join(".")))).toEqual(
      new Set(["arguments.colour", "arguments.limit", "arguments.status.0"])
    )
    expect(body.request_id).toBe(origin.request_id)
  })

  test("says in the list which tools the key has no scope for, and lists them all the same", async () => {
    const listed = async (bearer: string) => (await service.ask(bearer, "tools/list")).result.tools as ReadonlyArray<any>
    const reader = await listed(await service.key(["sessions:read"]))
    expect(reader.map(({ name }) => name)).toEqual((await listed(key)).map(({ name }) => name))
    const lacking = reader.filter(({ description }) => / Key lacks scope [a-z_:, or]+\.$/u.test(description)).map(({ name }) => name)
    expect(lacking).toContain("create_session")
    expect(lacking).toContain("redact_identity")
    expect(lacking).not.toContain("get_session")
    expect((await listed(key)).filter(({ description }) => description.includes("lacks"))).toEqual([])
  })

  test("locates the problems that a handler finds from the arguments too", async () => {
    const { body } = errorOf(await service.call(key, "create_session", { workflow_id: "wfl_nope" }))
    expect(body).toMatchObject({ error: "unknown_workflow", errors: [{ loc: ["arguments", "workflow_id"] }] })
  })

  test("names the scopes it lacks", async () => {
    const reader = await service.key(["sessions:read"])
    const { body, text } = errorOf(await service.call(reader, "create_session"))
    expect(text).toBe("forbidden: API key missing required scope: sessions:create")
    expect(body.required_scopes).toEqual(["sessions:create"])
  })

  test("lacking the scope is told before anything is said of the arguments", async () => {
    const reader = await service.key(["sessions:read"])
    expect(errorOf(await service.call(reader, "create_session", { nonsense: true })).body.error).toBe("forbidden")
  })

  test("deciding a case needs cases:decide, though REST takes the older scope as well", async () => {
    const older = await service.key(["cases:write"])
    const result = await service.call(older, "approve_case", { case_id: "rvc_01jgfjjz00e8r4v2m9k3txqwpn" })
    expect(errorOf(result).body.required_scopes).toEqual(["cases:decide"])
  })

  test("carries what a program needs to act on a conflict", async () => {
    const { body, text } = errorOf(await service.call(key, "approve_case", { case_id: "rvc_01jgfjjz00e8r4v2m9k3txqwpn" }))
    expect([text, body]).toEqual([
      "case_closed: The case is closed.",
      { error: "case_closed", detail: "The case is closed.", request_id: origin.request_id, allowed_from: ["open"] }
    ])
  })

  test.each([
    ["get_case_counts", "internal_error"],
    ["list_workflows", "unavailable"]
  ])("%s, which breaks, tells nothing of why", async (name, code) => {
    const result = await service.call(key, name)
    expect(errorOf(result).body.error).toBe(code)
    expect(JSON.stringify(result)).not.toContain(canary)
  })

  test("of an unknown tool is an error of the protocol", async () => {
    for (const name of ["nope", "__proto__", "constructor", "x".repeat(10_000)]) {
      const answer = await service.ask(key, "tools/call", { name, arguments: {} })
      expect([answer.error.code, answer.result]).toEqual([-32602, undefined])
      expect(answer.error.message.length).toBeLessThan(400)
    }
  })

  test("is bound by the filter of its URL like the list", async () => {
    const path = "/mcp?toolsets=sessions&read_only=true"
    expect((await service.ask(key, "tools/call", { name: "create_session", arguments: {} }, path)).error.code).toBe(-32602)
    expect((await service.ask(key, "tools/call", { name: "get_identity", arguments: { identity_id: identityId } }, path)).error.code).toBe(
      -32602
    )
    expect((await service.call(key, "list_sessions", {}, path)).isError).toBeUndefined()
  })
})

describe("a tool that stands for two operations", () => {
  test("does what its action says, and doing it again changes nothing", async () => {
    const { id } = (await service.call(key, "create_session")).structuredContent
    const tag = (action: string) => service.call(key, "tag_session", { action, session_id: id, tag: "vip" })
    expect((await tag("add")).structuredContent.tags).toEqual(["vip"])
    expect((await tag("add")).structuredContent.tags).toEqual(["vip"])
    const removed = await tag("remove")
    expect(removed.structuredContent.tags).toEqual([])
    expect(conforms("tag_session", removed.structuredContent)).toBe(true)
  })

  test("says which actions there are", async () => {
    expect(errorOf(await service.call(key, "tag_session", { action: "paint" })).body.errors).toEqual([
      { loc: ["arguments", "action"], code: "enum", message: "must be one of add, remove" }
    ])
    expect(errorOf(await service.call(key, "tag_session", {})).body.errors[0].code).toBe("missing")
    const { inputSchema } = tools.find(({ name }) => name === "tag_session")
    expect(inputSchema.required).toEqual(["action", "session_id", "tag"])
  })

  test("is no tool while one of its operations is missing", async () => {
    const half = await aService([...Object.values(sessions), sessionTags.addTag])
    const names = (await half.ask(await half.key(), "tools/list")).result.tools.map(({ name }: any) => name)
    expect(names).not.toContain("tag_session")
  })
})

describe("a destructive call", () => {
  test.each([
    ["no confirmation", { identity_id: identityId, reason: confirmed.reason }, "confirm"],
    ["a refusal", { ...confirmed, confirm: false }, "confirm"],
    ["a confirmation in words", { ...confirmed, confirm: "true" }, "confirm"],
    ["no reason", { identity_id: identityId, confirm: true }, "reason"],
    ["nine characters of reason", { ...confirmed, reason: "123456789" }, "reason"],
    ["ten spaces for a reason", { ...confirmed, reason: " ".repeat(10) }, "reason"]
  ])("with %s does nothing", async (_, args, member) => {
    const { body } = errorOf(await service.call(key, "redact_identity", args))
    expect(body.errors.map(({ loc }: any) => loc)).toEqual([["arguments", member]])
  })

  test("needs redact:write, whatever REST accepts", async () => {
    const older = await service.key(["identities:write"])
    expect(errorOf(await service.call(older, "redact_identity", confirmed)).text).toBe(
      "forbidden: API key missing required scope: redact:write"
    )
  })

  test("hands its reason to the operation, by whose bounds it is held", async () => {
    const fresh = await service.key()
    expect((await service.call(fresh, "redact_identity", { ...confirmed, reason: "1234567890" })).structuredContent.given_reason).toBe(
      "1234567890"
    )
    const long = await service.call(fresh, "redact_identity", { ...confirmed, reason: "x".repeat(101) })
    expect(errorOf(long).body.errors.map(({ loc }: any) => loc)).toEqual([["arguments", "reason"]])
  })

  test("is counted once it may run: the sixth of an hour is refused inside its result", async () => {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const fresh = await service.key()
      const started = Math.floor(Date.now() / 3_600_000)
      await service.call(fresh, "redact_identity", {})
      const results = []
      for (let call = 0; call < 6; call += 1) results.push(await service.call(fresh, "redact_identity", confirmed))
      const response = await service.post(fresh, {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "redact_identity", arguments: confirmed }
      })
      if (Math.floor(Date.now() / 3_600_000) !== started) continue
      expect(results.map(({ isError }) => isError ?? false)).toEqual([false, false, false, false, false, true])
      expect(errorOf(results[5]).body).toMatchObject({ error: "rate_limited", violated_policies: ["agent-destructive"] })
      expect(errorOf(results[5]).body.retry_after).toBeGreaterThan(0)
      expect([response.status, response.headers.get("ratelimit-limit"), response.headers.has("retry-after")]).toEqual([200, "120", false])
      expect((await service.call(fresh, "list_sessions")).isError).toBeUndefined()
      return
    }
    throw new Error("two hours turned within the test")
  })
})

describe("the audit log", () => {
  test("holds one entry for every call, also for those that failed or were refused, and never the arguments", async () => {
    const own = await aService([...Object.values(sessions), ...Object.values(sessionTags), ...examples])
    const auditor = await own.key()
    const reader = await own.key(["sessions:read"])
    const args = { external_reference: `${canary}-reference`, expected: { last_name: canary } }
    const { id } = (await own.call(auditor, "create_session", args)).structuredContent
    await own.call(auditor, "get_session", { session_id: id })
    await own.call(reader, "create_session", { note: canary })
    await own.call(auditor, "get_case_counts")
    await own.call(auditor, canary)
    await own.call(auditor, "get_identity", { identity_id: identityId }, "/mcp?toolsets=cases")
    const entries = (await own.audited()).filter(({ action }) => action.startsWith("mcp."))
    const told = entries.map(({ action, actor, changes, outcome, target }) => ({
      action,
      by: actor.type,
      target: target?.id ?? null,
      outcome,
      error: changes.find(({ path }) => path === "error")?.to ?? null
    }))
    expect(told).toEqual([
      { action: "mcp.create_session", by: "agent", target: id, outcome: "succeeded", error: null },
      { action: "mcp.get_session", by: "agent", target: id, outcome: "succeeded", error: null },
      { action: "mcp.create_session", by: "agent", target: null, outcome: "failed", error: "forbidden" },
      { action: "mcp.get_case_counts", by: "agent", target: null, outcome: "failed", error: "internal_error" },
      { action: "mcp.unknown_tool", by: "agent", target: null, outcome: "failed", error: "unknown_tool" },
      { action: "mcp.get_identity", by: "agent", target: identityId, outcome: "failed", error: "unknown_tool" }
    ])
    expect(entries[0]?.changes[0]).toEqual({ path: "arguments_sha256", from: null, to: argumentsDigest(args) })
    expect(new Set(entries.map(({ actor }) => actor.id)).size).toBe(2)
    expect(JSON.stringify(await own.audited())).not.toContain(canary)
  })

  test("comes before the answer: what was read but could not be recorded is not handed out", async () => {
    const down = Effect.fail(new StorageUnavailable({ cause: new Error("down") }))
    const own = await aService([...Object.values(sessions), ...examples], {}, (context) =>
      Context.add(context, AuditLog, { ...Context.get(context, AuditLog), insert: () => down })
    )
    const result = await own.call(await own.key(), "list_sessions")
    expect([result.isError, errorOf(result).body.error, result.structuredContent]).toEqual([true, "unavailable", undefined])
  })

  test("digests arguments alike in whatever order they stand", () => {
    expect(argumentsDigest({ a: 1, b: { c: 2, d: 3 } })).toBe(argumentsDigest({ b: { d: 3, c: 2 }, a: 1 }))
    expect(argumentsDigest({ a: 1 })).not.toBe(argumentsDigest({ a: 2 }))
    expect(argumentsDigest({})).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe("personal data", () => {
  const secret = (member: string) => `${canary}${member}`
  const personal = {
    external_reference: `${canary}@example.com`,
    expected: {
      first_name: secret("first"),
      last_name: secret("last"),
      date_of_birth: "1977-07-17",
      address: { line1: secret("line"), city: secret("city"), postal_code: secret("postal"), country: "DE" },
      country: "DE",
      document_number: secret("number")
    },
    contact: { email: `${canary}@example.org`, phone: "+49 777 7777777", locale: "de" },
    metadata: { note: secret("metadata"), [secret("key")]: { deep: [secret("deep")] } }
  }

  test.each(["initials", "masked_names"] as const)("is in no answer of any tool, with names as %s", async (agentPii) => {
    const own = await aService([...Object.values(sessions), ...Object.values(sessionTags), ...examples], { agentPii })
    const bearer = await own.key()
    const everything: Array<string> = []
    const say = async (name: string, args: object) => {
      const response = await own.post(bearer, { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } })
      everything.push(JSON.stringify([...response.headers]), await response.clone().text())
      return ((await response.json()) as any).result
    }
    const { id } = (await say("create_session", personal)).structuredContent
    const args: Record<string, object> = {
      list_sessions: { external_reference: personal.external_reference },
      get_session: { session_id: id },
      tag_session: { action: "add", session_id: id, tag: "seen" },
      get_identity: { identity_id: identityId },
      redact_identity: confirmed
    }
    for (const { name } of tools) await say(name, args[name] ?? {})
    // Wrong in every way at once: what was sent must not come back in an error either.
    await say("create_session", {
      ...personal,
      expected: { ...personal.expected, date_of_birth: secret("date"), colour: secret("colour") },
      tags: secret("tags")
    })
    for (const text of everything) {
      expect(text).not.toContain(canary)
      expect(text).not.toContain("1977-07-17")
      expect(text).not.toContain("7777777")
    }
    const shown = JSON.parse(everything[1] ?? "").result.structuredContent
    expect(shown.expected).toEqual({
      first_name: agentPii === "initials" ? "C. f." : "Ca*** fi***",
      last_name: agentPii === "initials" ? "C. l." : "Ca*** la***",
      country: "DE"
    })
  })

  test("shows of names what the organization chose, whatever the installation does", async () => {
    const own = await aService([...Object.values(sessions)])
    const bearer = await own.key()
    const { id } = (await own.call(bearer, "create_session", { expected: { first_name: "Adaeze", last_name: "Bello" } })).structuredContent
    const seen = async () => (await own.call(bearer, "get_session", { session_id: id })).structuredContent.expected.first_name
    expect(await seen()).toBe("A.")
    await own.within(Effect.flatMap(Tenant, ({ organization }) => changeOrganization(organization, { agent_pii: "masked_names" })))
    expect(await seen()).toBe("Ad***")
  })

  test("is not even named where an agent reads what a tool answers", () => {
    for (const { outputSchema } of tools) {
      for (const name of ["email", "phone", "date_of_birth", "document_number", "metadata", "address"]) {
        expect(JSON.stringify(outputSchema)).not.toContain(`"${name}"`)
      }
    }
  })
})
