import { afterAll, describe, expect, test } from "bun:test"
import { type Answer, startService } from "../support/service.ts"

const service = await startService("memory")
const limited = await startService("memory", { limit: 4 })
afterAll(async () => {
  await service.stop()
  await limited.stop()
})
const key = await service.key("all")
const absent = "ses_01jgfjjz00e8r4v2m9k3txqwpn"

const idOf = (answer: Answer) => answer.headers.get("x-request-id") as string
const generated = /^req_[0-9a-f]{32}$/

describe("headers of every answer", () => {
  const oneOfEach: ReadonlyArray<
    readonly [string, string, { readonly raw?: string; readonly headers?: Record<string, string>; readonly key?: string }]
  > = [
    ["GET", "/api/v1/sessions", { key }],
    ["HEAD", "/api/v1/sessions", { key }],
    ["POST", "/api/v1/sessions", { key, raw: "{" }],
    ["POST", "/api/v1/sessions", { key, raw: "{}", headers: { "Content-Type": "text/xml" } }],
    ["POST", "/api/v1/sessions", { key, raw: '{"tags":1}', headers: { "Content-Type": "application/json" } }],
    ["POST", "/api/v1/documents", { key, raw: "garbage", headers: { "Content-Type": "multipart/form-data; boundary=x" } }],
    ["GET", "/api/v1/sessions", {}],
    ["GET", "/api/v1/nope", {}],
    ["HEAD", "/nope", {}],
    ["DELETE", "/api/v1/sessions", { key }],
    ["GET", "/openapi.json", {}],
    ["GET", "/docs", {}],
    ["GET", "/docs/errors/nope", {}],
    ["GET", "/api/v1/verify/nope", {}],
    ["GET", "/api/v1/sessions/%ff", { key }]
  ]

  for (const [method, path, options] of oneOfEach) {
    test(`${method} ${path} ${options.raw ?? ""} echoes the request id and shows the limits`, async () => {
      const headers = { ...options.headers, "X-Request-Id": "order-66/b" }
      const answer = await service.request(method, path, { ...options, headers })
      expect(answer.headers.get("x-request-id")).toBe("order-66/b")
      for (const name of ["limit", "remaining", "reset"]) expect(answer.headers.get(`ratelimit-${name}`)).toMatch(/^\d+$/)
      expect(answer.headers.get("ratelimit-policy")).toMatch(/^"[a-z-]+";q=\d+;w=\d+/)
      expect(answer.headers.get("ratelimit")).toMatch(/^"[a-z-]+";r=\d+;t=\d+/)
      if (answer.status >= 400 && method !== "HEAD") expect(answer.body.request_id).toBe("order-66/b")
    })
  }

  test("a request id that is empty, too long or not printable is replaced", async () => {
    const echoed = async (value: string) => idOf(await service.call("GET", "/sessions", { key, headers: { "X-Request-Id": value } }))
    const longest = "x".repeat(128)
    for (const kept of ["a", longest, '{"a":1}', "two words", "'; drop table"]) expect(await echoed(kept)).toBe(kept)
    for (const refused of ["", `${longest}x`, "caf\u00e9", "tab\there", "\u007f"]) expect(await echoed(refused)).toMatch(generated)
  })

  test("two requests without one get different ids", async () => {
    const [left, right] = await Promise.all([service.call("GET", "/sessions"), service.call("GET", "/sessions")])
    expect(idOf(left)).toMatch(generated)
    expect(idOf(left)).not.toBe(idOf(right))
  })

  test("the limits count down with each request, and those of an unknown caller are of its address", async () => {
    const caller = await limited.key("all", { organization: "org_count" })
    const remaining = async () => Number((await limited.call("GET", "/sessions", { key: caller })).headers.get("ratelimit-remaining"))
    expect([await remaining(), await remaining(), await remaining()]).toEqual([3, 2, 1])
    expect((await limited.call("GET", "/sessions")).headers.get("ratelimit-policy")).toBe('"unauthenticated";q=600;w=60')
  })

  test("HEAD answers as GET does, with its length and without its body", async () => {
    const got = await service.call("GET", "/sessions", { key })
    const head = await service.call("HEAD", "/sessions", { key })
    expect([head.status, head.text]).toEqual([200, ""])
    expect(head.headers.get("content-type")).toBe("application/json")
    expect(head.headers.get("content-length")).toBe(String(new TextEncoder().encode(got.text).length))
    for (const [path, status] of [
      [`/sessions/${absent}`, 404],
      ["/nope", 404]
    ] as const) {
      const answer = await service.call("HEAD", path, { key })
      expect([answer.status, answer.text]).toEqual([status, ""])
    }
    expect((await service.call("HEAD", "/sessions/x/submit", { key })).status).toBe(405)
  })
})

test("the pages of a link show the windows of the link, or of the address where there is none", async () => {
  const { body } = await limited.call("POST", "/sessions", { key: await limited.key("all", { organization: "org_page" }), body: {} })
  const page = await limited.request("GET", new URL(body.verification_url).pathname)
  expect([page.status, page.headers.get("ratelimit-policy")]).toEqual([200, '"capture-link";q=120;w=60, "capture-address";q=300;w=60'])
  const none = await limited.request("GET", "/verify/nonsense", { headers: { "X-Request-Id": "here" } })
  expect([none.status, none.headers.get("ratelimit-policy"), idOf(none)]).toEqual([404, '"unauthenticated";q=600;w=60', "here"])
})
