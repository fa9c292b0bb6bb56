import { beforeAll, describe, expect, test } from "bun:test"
import { agentKeyRefusal } from "@vouchkit/core/kernel/operation/access"
import { sessions } from "@vouchkit/core/resources/sessions/operations"
import { metadataPath, resourceMetadata } from "@vouchkit/mcp/metadata"
import { examples } from "./examples.ts"
import { aService, origin, publicUrl } from "./service.ts"

const list = { jsonrpc: "2.0", id: 1, method: "tools/list" }
type Service = Awaited<ReturnType<typeof aService>>
let service: Service
let key: string
beforeAll(async () => {
  service = await aService([...Object.values(sessions), ...examples])
  key = await service.key()
})
const bodyOf = async (response: Response) => (await response.json()) as any

describe("who may speak to the endpoint", () => {
  test("without a credential the answer says where to begin, and not that a token was wrong", async () => {
    const response = await service.post(null, list)
    expect(response.status).toBe(401)
    expect(response.headers.get("www-authenticate")).toBe(`Bearer resource_metadata="${publicUrl}${metadataPath}"`)
    expect(await bodyOf(response)).toMatchObject({ error: "unauthorized", status_code: 401, request_id: origin.request_id })
  })

  test.each(["vk_sandbox_nope", "garbage", "", "a b c", "x".repeat(5_000)])("a wrong key (%#) is an invalid token", async (wrong) => {
    const response = await service.post(wrong, list)
    expect(response.status).toBe(401)
    expect(response.headers.get("www-authenticate")).toBe(`Bearer resource_metadata="${publicUrl}${metadataPath}", error="invalid_token"`)
    expect((await bodyOf(response)).detail).toContain("Authorization: Bearer")
  })

  test("another scheme is no credential of ours", async () => {
    const response = await service.post(null, list, { headers: { authorization: "Basic dTpw" } })
    expect([response.status, response.headers.get("www-authenticate")?.includes("error=")]).toEqual([401, false])
  })

  test("the scheme is read in any case", async () => {
    expect((await service.post(null, list, { headers: { authorization: `bearer ${key}` } })).status).toBe(200)
  })

  test("revoked, expired and misplaced keys are refused", async () => {
    const past = "2020-01-01T00:00:00.000Z"
    expect((await service.post(await service.key(undefined, { revoked_at: past }), list)).status).toBe(401)
    expect((await service.post(await service.key(undefined, { expires_at: past }), list)).status).toBe(401)
    const elsewhere = await service.post(await service.key(undefined, { ip_allowlist: ["198.51.100.0/24"] }), list)
    expect([elsewhere.status, (await bodyOf(elsewhere)).error]).toEqual([403, "ip_not_allowed"])
  })

  test("a publishable key, which anybody can read out of an app, lists no tool and calls none, whatever its scopes", async () => {
    const app = await service.key(undefined, { kind: "publishable" })
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "search_sessions", arguments: {} } }
    for (const message of [list, call, { jsonrpc: "2.0", id: 1, method: "server/discover" }, "not even a message"]) {
      const response = await service.post(app, message)
      const body = await bodyOf(response)
      expect([response.status, body.error, body.detail]).toEqual([403, "forbidden", agentKeyRefusal({ kind: "publishable" })?.detail])
      expect(JSON.stringify(body)).not.toContain("tools")
    }
  })

  test.each(["GET", "DELETE", "PUT"])("%s is not allowed, and needs a key to learn so", async (method) => {
    const ask = (headers: Record<string, string>) => service.handle(new Request(`${publicUrl}/mcp`, { method, headers }), origin)
    expect((await ask({})).status).toBe(401)
    const response = await ask({ authorization: `Bearer ${key}` })
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"])
    expect((await bodyOf(response)).error).toBe("method_not_allowed")
  })

  test("problem details are given to those who ask for them", async () => {
    const response = await service.post(null, list, { headers: { accept: "application/problem+json" } })
    expect(response.headers.get("content-type")).toBe("application/problem+json")
    expect(await bodyOf(response)).toMatchObject({ status: 401, instance: origin.request_id })
  })
})

describe("DNS rebinding", () => {
  const host = (value: string) => service.post(key, list, { headers: { host: value } })
  test.each(["kyc.example", "KYC.EXAMPLE:443", "kyc.example.", "localhost:3000", "127.0.0.1:80", "127.1", "[::1]:3000"])(
    "host %s is ours",
    async (value) => {
      expect((await host(value)).status).toBe(200)
    }
  )
  test.each([
    "evil.example",
    "kyc.example.evil.example",
    "localhost.evil.example",
    "127.0.0.1.nip.io",
    "kyc.example, evil.example",
    "user@kyc.example",
    "kyc.example/x",
    "10.0.0.1",
    "::"
  ])("host %s is not", async (value) => {
    const response = await host(value)
    expect(response.status).toBe(403)
    expect(await bodyOf(response)).toMatchObject({ error: "forbidden", request_id: origin.request_id })
  })
  test.each([publicUrl, "http://localhost:6274", "http://127.0.0.1"])("origin %s is ours", async (value) => {
    expect((await service.post(key, list, { headers: { origin: value } })).status).toBe(200)
  })
  test.each([
    "https://evil.example",
    "null",
    "http://kyc.example",
    "https://kyc.example:8443",
    "https://kyc.example.evil.example",
    "file://localhost"
  ])("origin %s is not", async (value) => {
    expect((await service.post(key, list, { headers: { origin: value } })).status).toBe(403)
  })
})

describe("what cannot be read", () => {
  const rpc = async (body: string) => {
    const response = await service.post(key, body)
    return [response.status, (await bodyOf(response)).error.code]
  }
  test.each(["", "{", '{"a":1,"a":2}', '{"__proto__":1}', "[1e999]", '"\\ud800"', '{"a":"\\u0000"}', "[".repeat(100)])(
    "%j is a parse error",
    async (body) => {
      expect(await rpc(body)).toEqual([400, -32700])
    }
  )
  test.each(["[]", JSON.stringify([list, list]), "1", "null", '"text"'])("%j is an invalid request", async (body) => {
    expect(await rpc(body)).toEqual([400, -32600])
  })
  test("an unknown message shape is refused by the protocol", async () => {
    const response = await service.post(key, { hello: "world" })
    expect(response.status).toBe(400)
    expect((await bodyOf(response)).jsonrpc).toBe("2.0")
  })
  test("broken UTF-8 is a parse error", async () => {
    const request = new Request(`${publicUrl}/mcp`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: new Uint8Array([0x22, 0xff, 0x22])
    })
    expect((await bodyOf(await service.handle(request, origin))).error.code).toBe(-32700)
  })
  test("a body of another type is 415", async () => {
    const response = await service.post(key, "a=1", { headers: { "content-type": "text/plain" } })
    expect([response.status, (await bodyOf(response)).error]).toEqual([415, "unsupported_media_type"])
  })
  test("a body of exactly 1 MB is read, one byte more is 413, with or without a declared length", async () => {
    const frame = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { cursor: "" } })
    const sized = (size: number) => frame.replace('""', `"${"x".repeat(size - frame.length)}"`)
    const limit = 1024 * 1024
    expect((await service.post(key, sized(limit))).status).toBe(200)
    const response = await service.post(key, sized(limit + 1))
    expect([response.status, (await bodyOf(response)).max_bytes]).toEqual([413, limit])
    const chunked = new Request(`${publicUrl}/mcp`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: new Blob([sized(limit + 1)]).stream()
    })
    expect((await service.handle(chunked, origin)).status).toBe(413)
  })
})

describe("the filter of the URL", () => {
  const names = async (path: string) => {
    const fresh = await service.key()
    return (await service.ask(fresh, "tools/list", {}, path)).result.tools.map(({ name }: any) => name)
  }
  test("narrows the list", async () => {
    expect(await names("/mcp?toolsets=cases,workflows")).toEqual(["get_case_counts", "approve_case", "list_workflows"])
    expect(await names("/mcp?read_only=true&toolsets=sessions,privacy")).toEqual(["list_sessions", "get_session"])
  })
  test("may leave nothing, and then the list is empty", async () => {
    expect(await names("/mcp?toolsets=privacy&read_only=true")).toEqual([])
    expect(await names("/mcp?toolsets=links")).toEqual([])
  })
  test("is refused when it names an unknown toolset", async () => {
    const response = await service.post(await service.key(), list, { path: "/mcp?toolsets=cases,nope" })
    expect(response.status).toBe(422)
    expect(await bodyOf(response)).toMatchObject({
      error: "validation_error",
      status_code: 422,
      request_id: origin.request_id,
      errors: [{ loc: ["query", "toolsets"], code: "unknown_toolset" }]
    })
  })
  test("does not depend on the scopes of the key", async () => {
    const powerless = await service.key([])
    const listed = async (bearer: string) =>
      ((await service.ask(bearer, "tools/list")).result.tools as ReadonlyArray<any>).map(({ description: _words, ...tool }) => tool)
    expect(await listed(powerless)).toEqual(await listed(await service.key()))
  })
})

describe("buckets and headers", () => {
  test("every answer carries the request id and the bucket of the key", async () => {
    const fresh = await service.key()
    const first = await service.post(fresh, list)
    const second = await service.post(fresh, "{")
    expect(first.headers.get("x-request-id")).toBe(origin.request_id)
    expect([first, second].map(({ headers }) => [headers.get("ratelimit-limit"), headers.get("ratelimit-remaining")])).toEqual([
      ["120", "119"],
      ["120", "118"]
    ])
    expect(first.headers.get("ratelimit-policy")).toBe('"agent";q=120;w=60')
    expect(first.headers.get("content-type")).toContain("application/json")
    for (const response of [await service.post(null, list), await service.post(fresh, list, { headers: { host: "evil.example" } })]) {
      expect(response.headers.get("x-request-id")).toBe(origin.request_id)
      expect(response.headers.has("ratelimit-limit")).toBe(true)
    }
  })

  test("the 121st request of a minute is refused, and another key's is not", async () => {
    // Windows follow the clock; two keys are enough to see a full one wherever the minute turns.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const [fresh, other] = [await service.key(), await service.key()]
      const started = Math.floor(Date.now() / 60_000)
      const statuses: Array<number> = []
      let last: Response | undefined
      for (let sent = 0; sent < 121; sent += 1) {
        last = await service.post(fresh, "{")
        statuses.push(last.status)
      }
      const elsewhere = await service.post(other, list)
      if (Math.floor(Date.now() / 60_000) !== started) continue
      expect(statuses).toEqual([...Array(120).fill(400), 429])
      expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0)
      expect(last?.headers.get("ratelimit-remaining")).toBe("0")
      expect(await bodyOf(last ?? Response.error())).toMatchObject({
        error: "rate_limited",
        status_code: 429,
        violated_policies: ["agent"]
      })
      expect(elsewhere.status).toBe(200)
      return
    }
    throw new Error("two minutes turned within the test")
  })
})

test("the metadata names the endpoint, its keys in the header and every scope", () => {
  expect(resourceMetadata(publicUrl)).toMatchObject({
    resource: `${publicUrl}/mcp`,
    authorization_servers: [],
    bearer_methods_supported: ["header"]
  })
  const servers = ["https://login.acme.example"]
  expect(resourceMetadata(publicUrl, servers).authorization_servers).toEqual(servers)
  expect(resourceMetadata(publicUrl).scopes_supported).toContain("redact:write")
  expect(resourceMetadata(publicUrl).scopes_supported).not.toContain("consortium:read")
})
