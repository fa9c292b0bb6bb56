import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from "@modelcontextprotocol/client"
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { sessions } from "@vouchkit/core/resources/sessions/operations"
import { sessionTags } from "@vouchkit/core/resources/sessions/tags"
import { canary, examples, identityId } from "./examples.ts"
import { aService, origin } from "./service.ts"
import { toolTable } from "./wanted-tools.ts"

type Service = Awaited<ReturnType<typeof aService>>
let service: Service
let server: ReturnType<typeof Bun.serve>
beforeAll(async () => {
  service = await aService([...Object.values(sessions), ...Object.values(sessionTags), ...examples])
  server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => service.handle(request, origin) })
})
afterAll(() => server.stop(true))

const about = { name: "test", version: "1.0.0" }
const reach = (bearer: string, path: string) =>
  [new URL(path, server.url), { requestInit: { headers: { authorization: `Bearer ${bearer}` } } }] as const

const older = async (bearer: string, path = "/mcp") => {
  const client = new OldClient(about)
  await client.connect(new OldTransport(...reach(bearer, path)) as any)
  return client
}
const newer = async (bearer: string, path = "/mcp", mode: "legacy" | "auto" | { pin: string } = "auto") => {
  const client = new NewClient(about, { versionNegotiation: { mode } } as any)
  await client.connect(new NewTransport(...reach(bearer, path)))
  return client
}

const clients = [
  ["the older client", older],
  ["the newer client speaking to older servers", (bearer: string, path?: string) => newer(bearer, path, "legacy")],
  ["the newer client", newer],
  ["the newer client that insists on 2026-07-28", (bearer: string, path?: string) => newer(bearer, path, { pin: "2026-07-28" })]
] as const

describe.each(clients)("%s", (_, connect) => {
  test("learns who we are and lists the tools in their order", async () => {
    const client = await connect(await service.key())
    expect(client.getServerVersion()?.name).toBe("vouchkit")
    expect(client.getInstructions()).toContain("untrusted_text")
    const { tools } = await client.listTools()
    const names = tools.map(({ name }) => name)
    expect(names).toEqual(toolTable.map(({ name }) => name).filter((name) => names.includes(name)))
    expect(names).toContain("tag_session")
    for (const { annotations } of tools)
      expect(Object.values(annotations ?? {}).filter((hint) => typeof hint === "boolean")).toHaveLength(4)
    await client.close()
  })

  test("calls tools, and finds each answer true to its schema", async () => {
    const client = await connect(await service.key())
    await client.listTools()
    const created = await client.callTool({ name: "create_session", arguments: { expected: { last_name: canary } } })
    const { id } = created.structuredContent as { id: string }
    const calls = [
      { name: "list_sessions", arguments: {} },
      { name: "get_session", arguments: { session_id: id } },
      { name: "tag_session", arguments: { action: "add", session_id: id, tag: "seen" } },
      { name: "get_identity", arguments: { identity_id: identityId } },
      { name: "redact_identity", arguments: { identity_id: identityId, confirm: true, reason: "asked for by the person" } }
    ]
    for (const call of calls) {
      const result = await client.callTool(call)
      expect([call.name, result.isError ?? false]).toEqual([call.name, false])
      expect(JSON.stringify(result)).not.toContain(canary)
    }
    await client.close()
  })

  test("reads failures inside results, and unknown tools as errors", async () => {
    const client = await connect(await service.key(["sessions:read"]))
    await client.listTools()
    const refused = await client.callTool({ name: "create_session", arguments: {} })
    expect([refused.isError, JSON.stringify(refused.content)]).toEqual([true, expect.stringContaining("sessions:create")])
    await expect(client.callTool({ name: "no_such_tool", arguments: {} })).rejects.toMatchObject({ code: -32602 })
    await client.close()
  })

  test("is given an empty list where the URL leaves nothing, and no way around it", async () => {
    const client = await connect(await service.key(), "/mcp?toolsets=privacy&read_only=true")
    expect((await client.listTools()).tools).toEqual([])
    await expect(client.callTool({ name: "redact_identity", arguments: {} })).rejects.toMatchObject({ code: -32602 })
    await client.close()
  })

  test("fails to connect with a wrong key, and learns why", async () => {
    await expect(connect("vk_sandbox_wrong")).rejects.toThrow()
  })
})

describe("2026-07-28", () => {
  const meta = (version: string) => ({
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientInfo": about,
    "io.modelcontextprotocol/clientCapabilities": {}
  })
  const ask = async (
    method: string,
    params: object = {},
    { headers = {}, version = "2026-07-28" }: { headers?: Record<string, string>; version?: string } = {}
  ) =>
    service.post(
      await service.key(),
      { jsonrpc: "2.0", id: 7, method, params: { ...params, _meta: meta(version) } },
      { headers: { "mcp-protocol-version": version, "mcp-method": method, ...headers } }
    )

  test("is discovered without a handshake", async () => {
    const answer = (await (await ask("server/discover")).json()) as any
    expect(answer.result.supportedVersions).toContain("2026-07-28")
    expect(answer.result.capabilities).toEqual({ tools: {} })
  })

  test("lists say how long and for whom they may be kept", async () => {
    const { result } = (await (await ask("tools/list")).json()) as any
    expect(result).toMatchObject({ resultType: "complete", cacheScope: "private", ttlMs: 300_000 })
  })

  test("calls name their tool in a header, which must agree", async () => {
    const params = { name: "list_sessions", arguments: {} }
    const agreed = (await (await ask("tools/call", params, { headers: { "mcp-name": "list_sessions" } })).json()) as any
    expect(agreed.result).toMatchObject({ resultType: "complete", structuredContent: { pagination: { offset: 0 } } })
    expect((await ask("tools/call", params, { headers: { "mcp-name": "get_session" } })).status).toBe(400)
  })

  test("keeps no stream open for a list that never changes", async () => {
    const response = await ask("subscriptions/listen", { notifications: { toolsListChanged: true } })
    expect([response.status, await response.json()]).toEqual([
      404,
      { jsonrpc: "2.0", id: 7, error: { code: -32601, message: "Method not found" } }
    ])
  })

  test("of a version that does not exist is refused with those that do", async () => {
    const response = await ask("tools/list", {}, { version: "2027-01-01" })
    expect(response.status).toBe(400)
    expect(JSON.stringify(await response.json())).toContain("2026-07-28")
  })
})

describe("older revisions", () => {
  test.each(["2025-06-18", "2025-11-25"])("%s is agreed on by a handshake", async (protocolVersion) => {
    const { result } = await service.ask(await service.key(), "initialize", { protocolVersion, capabilities: {}, clientInfo: about })
    expect(result.protocolVersion).toBe(protocolVersion)
  })

  test("a client that accepts plain JSON, or says nothing, is answered in plain JSON", async () => {
    const bearer = await service.key()
    for (const accept of ["application/json", "*/*"]) {
      const response = await service.post(bearer, { jsonrpc: "2.0", id: 1, method: "tools/list" }, { headers: { accept } })
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"])
    }
  })

  test("notifications are accepted without an answer", async () => {
    const response = await service.post(await service.key(), { jsonrpc: "2.0", method: "notifications/initialized" })
    expect([response.status, await response.text()]).toEqual([202, ""])
  })

  test("methods that do not exist are told apart from tools that do not", async () => {
    expect((await service.ask(await service.key(), "prompts/list")).error.code).toBe(-32601)
  })
})
