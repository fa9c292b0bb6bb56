import { afterAll, describe, expect, test } from "bun:test"
import { type Answer, startService } from "../support/service.ts"

const service = await startService("memory")
const limited = await startService("memory", { limit: 4 })
afterAll(async () => {
  await service.stop()
  await limited.stop()
})
const key = await service.key("all")
const aSession = async () => (await service.call("POST", "/sessions", { key, body: {} })).body
const absent = "ses_01jgfjjz00e8r4v2m9k3txqwpn"

const idOf = (answer: Answer) => answer.headers.get("x-request-id") as string

describe("the one error shape", () => {
  const unauthorized = {
    error: "unauthorized",
    detail:
      "API key missing or invalid. Send a valid key in the X-API-Key header (agents: as a bearer token). Keys are created with `bun run keys create` or POST /api-keys.",
    status_code: 401
  }
  test("401 says the same of a missing and of a wrong key, and how to authenticate", async () => {
    for (const credential of [undefined, "", "vk_sandbox_wrong", "x".repeat(5000), "Bearer x"]) {
      const answer = await service.call("GET", "/sessions", { ...(credential === undefined ? {} : { key: credential }) })
      expect([answer.status, answer.body]).toEqual([401, { ...unauthorized, request_id: idOf(answer) }])
      expect(answer.headers.get("www-authenticate")).toBe('ApiKey realm="http://localhost:3000", header="X-API-Key"')
    }
  })

  test("403 names every scope that would have done, in the words of the contract", async () => {
    const answer = await service.call("POST", "/cases/x/approve", { key: await service.key(["sessions:read"]), body: {} })
    expect([answer.status, answer.body]).toEqual([
      403,
      {
        error: "forbidden",
        detail: "API key missing required scope: cases:decide or cases:write",
        status_code: 403,
        request_id: idOf(answer),
        required_scopes: ["cases:decide", "cases:write"]
      }
    ])
  })

  test("404 is one text for absent, malformed and foreign identifiers", async () => {
    const session = await aSession()
    const others = [
      service.call("GET", `/sessions/${absent}`, { key }),
      service.call("GET", "/sessions/nonsense", { key }),
      service.call("GET", `/sessions/${session.id}`, { key: await service.key("all", { environment: "live" }) }),
      service.call("GET", `/sessions/${session.id}`, { key: await service.key("all", { organization: "org_other" }) })
    ]
    for (const answer of await Promise.all(others)) {
      expect([answer.status, answer.body]).toEqual([
        404,
        {
          error: "not_found",
          detail:
            "No such resource in this organization and environment. Check the identifier and that the key belongs to the same environment.",
          status_code: 404,
          request_id: idOf(answer)
        }
      ])
    }
  })

  test("a path that does not exist is 404, with or without a key", async () => {
    for (const path of ["/", "/nope", "/api", "/api/v1", "/api/v1/", "/api/v1/sessions//checks", "/api/v2/sessions", "/healthz/x"]) {
      const answer = await service.request("GET", path, { key })
      expect([answer.status, answer.body]).toEqual([
        404,
        {
          error: "not_found",
          detail: "This path does not exist. /openapi.json lists all paths.",
          status_code: 404,
          request_id: idOf(answer)
        }
      ])
    }
  })

  test("405 lists the methods of the path, in its words and in Allow", async () => {
    for (const [method, path, allow] of [
      ["PATCH", "/sessions", "GET, HEAD, POST"],
      ["PATCH", "/sessions/", "GET, HEAD, POST"],
      ["OPTIONS", "/sessions", "GET, HEAD, POST"],
      ["PURGE", `/sessions/${absent}`, "GET, HEAD, PATCH"],
      ["PUT", "/cases/search", "POST"],
      ["GET", "/cases/search", "POST"],
      ["PATCH", "/cases/counts", "GET, HEAD"],
      ["DELETE", `/lists/${absent}/entries/import`, "POST"]
    ] as const) {
      const answer = await service.call(method, path, { key })
      expect([answer.status, answer.headers.get("allow"), answer.body]).toEqual([
        405,
        allow,
        {
          error: "method_not_allowed",
          detail: `This path accepts ${allow}, not ${method}.`,
          status_code: 405,
          request_id: idOf(answer)
        }
      ])
    }
  })

  test("409 tells what would fit", async () => {
    const session = await aSession()
    await service.call("POST", `/sessions/${session.id}/expire`, { key })
    const answer = await service.call("POST", `/sessions/${session.id}/expire`, { key })
    expect([answer.status, answer.body]).toEqual([
      409,
      {
        error: "invalid_state_transition",
        detail: "The session is expired and cannot expire.",
        status_code: 409,
        request_id: idOf(answer),
        current_status: "expired",
        allowed: ["resume"]
      }
    ])
    expect(answer.headers.get("retry-after")).toBeNull()
  })

  test("413 comes for a declared and for a chunked body alike, and says how much would do", async () => {
    const megabyte = new Uint8Array(1024 * 1024 + 1).fill(0x20)
    const chunked = () =>
      new ReadableStream({
        start: (controller) => {
          for (let sent = 0; sent < 5; sent += 1) controller.enqueue(megabyte.subarray(0, 256 * 1024))
          controller.close()
        }
      })
    for (const raw of [megabyte, chunked()]) {
      const answer = await service.call("POST", "/sessions", { key, raw, headers: { "Content-Type": "application/json" } })
      expect([answer.status, answer.body]).toEqual([
        413,
        {
          error: "payload_too_large",
          detail: "The body is larger than the 1048576 bytes this path accepts.",
          status_code: 413,
          request_id: idOf(answer),
          max_bytes: 1024 * 1024
        }
      ])
    }
  })

  test("a body that declares less than it is does not get past the limit", async () => {
    const raw = new Uint8Array(1024 * 1024 + 1).fill(0x20)
    const answer = await service.call("POST", "/sessions", {
      key,
      raw,
      headers: { "Content-Type": "application/json", "Content-Length": "2" }
    })
    expect(answer.status).toBe(413)
  })

  test("415 says what the path reads", async () => {
    const answer = await service.call("POST", "/sessions", { key, raw: "{}", headers: { "Content-Type": "text/plain" } })
    expect([answer.status, answer.body]).toEqual([
      415,
      {
        error: "unsupported_media_type",
        detail: "This path reads application/json. Set the headers of the body accordingly.",
        status_code: 415,
        request_id: idOf(answer)
      }
    ])
  })

  test("422 lists every problem of body, query and headers at once, each with its place and a code", async () => {
    const body = { nope: 1, redirect_url: 5, tags: ["fine", "x".repeat(65)], expected: { country: "ZZ", address: { city: "" } } }
    const answer = await service.call("POST", "/sessions?page=2", {
      key,
      body,
      headers: { "Key-Inflection": "SNAKE", "Service-Version": "2020-01-01" }
    })
    expect(answer.status).toBe(422)
    const { errors, ...rest } = answer.body
    expect(rest).toEqual({
      error: "validation_error",
      detail: expect.stringMatching(/^header\.Service-Version: No such version\. .* \(and 7 more, see errors\)$/),
      status_code: 422,
      request_id: idOf(answer)
    })
    expect(errors.map(({ code, loc }: { code: string; loc: unknown }) => [loc, code])).toEqual([
      [["header", "Service-Version"], "invalid_service_version"],
      [["header", "Key-Inflection"], "enum"],
      [["query", "page"], "unexpected_key"],
      [["body", "nope"], "unexpected_key"],
      [["body", "expected", "address", "city"], "too_short"],
      [["body", "expected", "country"], "unknown_country"],
      [["body", "redirect_url"], "type"],
      [["body", "tags", 1], "too_long"]
    ])
    for (const { message } of errors) expect(message).toEqual(expect.stringMatching(/^\S.{5,}/))
  })

  test("limits, offsets, tags and labels are refused under precise codes", async () => {
    const codes = async (method: string, path: string, body?: unknown) =>
      (await service.call(method, path, { key, ...(body === undefined ? {} : { body }) })).body.errors.map(
        ({ code, loc }: { code: string; loc: ReadonlyArray<unknown> }) => `${loc.join(".")} ${code}`
      )
    expect(await codes("GET", "/sessions?limit=0&offset=-1")).toEqual(["query.limit too_small", "query.offset too_small"])
    expect(await codes("GET", "/sessions?limit=101")).toEqual(["query.limit too_large"])
    expect(await codes("GET", "/sessions?limit=ten&offset=1.5")).toEqual(["query.limit type", "query.offset type"])
    expect(await codes("GET", "/sessions?limit=1&limit=2")).toEqual(["query.limit type"])
    expect(await codes("POST", "/cases/search", { limit: 101, offset: -1 })).toEqual(["body.limit too_large", "body.offset too_small"])
    const { id } = await aSession()
    const tag = (value: unknown) => codes("POST", `/sessions/${id}/add-tag`, { tag: value })
    expect(await tag("")).toEqual(["body.tag too_short"])
    expect(await tag("x".repeat(65))).toEqual(["body.tag too_long"])
    expect(await tag(" \t ")).toEqual(["body.tag pattern"])
    expect(await tag(1)).toEqual(["body.tag type"])
    expect(await codes("PUT", `/sessions/${id}/tags`, { tags: ["a", "a"] })).toEqual(["body.tags.1 not_unique"])
    expect(await codes("PUT", `/sessions/${id}/tags`, { tags: Array.from({ length: 51 }, (_, one) => `t${one}`) })).toEqual([
      "body.tags too_many"
    ])
    expect(await codes("POST", "/webhooks/endpoints", { url: "https://example.com/in", label: "x".repeat(256) })).toEqual([
      "body.label too_long"
    ])
    expect(await codes("POST", `/sessions/${id}/add-tag`, {})).toEqual(["body.tag missing"])
  })

  test("a problem never repeats the value that was sent", async () => {
    const secret = "Zacharias-4711"
    const answer = await service.call("POST", "/sessions", {
      key,
      body: { tags: secret, expected: { country: secret }, redirect_url: secret }
    })
    expect(answer.status).toBe(422)
    expect(answer.text).not.toContain(secret)
  })

  test("429 says when to come back and which policies refused, and is no shorter than the reset", async () => {
    const caller = await limited.key("all")
    for (let sent = 0; sent < 4; sent += 1) expect((await limited.call("GET", "/sessions", { key: caller })).status).toBe(200)
    const answer = await limited.call("GET", "/sessions", { key: caller })
    const wait = answer.body.retry_after
    expect([answer.status, answer.body]).toEqual([
      429,
      {
        error: "rate_limited",
        detail: `Rate limit exceeded (default). Try again in ${wait} seconds.`,
        status_code: 429,
        request_id: idOf(answer),
        retry_after: wait,
        violated_policies: ["default"]
      }
    ])
    expect(answer.headers.get("retry-after")).toBe(String(wait))
    expect(wait).toBeGreaterThanOrEqual(Number(answer.headers.get("ratelimit-reset")))
    expect(answer.headers.get("ratelimit-remaining")).toBe("0")
  })

  test("a narrower policy refuses under its own name, and the answer lists all that count the request", async () => {
    const caller = await limited.key("all", { organization: "org_narrow" })
    const create = () => limited.call("POST", "/sessions", { key: caller, body: {} })
    const first = await create()
    expect(first.headers.get("ratelimit-policy")).toBe('"default";q=4;w=60, "sessions-create";q=2;w=60')
    expect(first.headers.get("ratelimit")).toMatch(/^"default";r=3;t=\d+, "sessions-create";r=1;t=\d+$/)
    await create()
    const third = await create()
    expect([third.status, third.body.violated_policies]).toEqual([429, ["sessions-create"]])
    expect(third.headers.get("ratelimit")).toMatch(/^"default";r=1;t=\d+, "sessions-create";r=0;t=\d+$/)
    expect(third.headers.get("ratelimit-limit")).toBe("2")
  })
})

describe("problem details", () => {
  const accepting = { Accept: "application/problem+json" }

  test("carry the same data as RFC 9457 for who asks", async () => {
    const answer = await service.call("GET", `/sessions/${absent}`, { key, headers: { ...accepting, "X-Request-Id": "a/b" } })
    expect(answer.headers.get("content-type")).toBe("application/problem+json")
    expect(answer.body).toEqual({
      type: "http://localhost:3000/docs/errors/not_found",
      title: "Not found",
      status: 404,
      detail: expect.any(String),
      instance: "a%2Fb",
      error: "not_found",
      status_code: 404,
      request_id: "a/b"
    })
    expect((await service.request("GET", new URL(answer.body.type).pathname)).status).toBe(200)
  })

  test("use the registered type for an exceeded quota", async () => {
    const caller = await limited.key("all", { organization: "org_problem" })
    for (let sent = 0; sent < 4; sent += 1) await limited.call("GET", "/sessions", { key: caller })
    const { body } = await limited.call("GET", "/sessions", { key: caller, headers: accepting })
    expect(body).toMatchObject({
      type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
      title: "Request cannot be satisfied as assigned quota has been exceeded",
      status: 429,
      "violated-policies": ["default"]
    })
  })

  test("stand on answers that no operation gives, too", async () => {
    for (const [method, path] of [
      ["GET", "/nope"],
      ["DELETE", "/api/v1/sessions"]
    ] as const) {
      const answer = await service.request(method, path, { headers: accepting })
      expect(answer.headers.get("content-type")).toBe("application/problem+json")
      expect(answer.body.status).toBe(answer.status)
    }
  })
})
