import { describe, expect, test } from "bun:test"
import { auxiliaryRoutes } from "@vouchkit/http/auxiliary-routes"
import { Context, Effect } from "effect"
import { makeApp } from "@vouchkit/http/app"
import { openApiDocument } from "@vouchkit/http/openapi"

const public_url = "https://verify.example.com"
const serviceThat = (database: boolean) => {
  const app = makeApp({
    operations: [],
    context: Context.empty() as Context.Context<any>,
    public_url,
    trusted_proxies: [],
    quota_off: true,
    auxiliary_routes: auxiliaryRoutes({
      operations: [],
      public_url,
      quota_off: true,
      ready: [{ name: "database", check: Effect.succeed(database) }],
      engines: [],
      metrics_token: null,
      agents: async () => new Response(),
      documents: {},
      run: (effect) => Effect.runPromise(effect as Effect.Effect<any>)
    })
  })
  return (accept?: string, method = "GET") =>
    app.handle(new Request("http://localhost/", { method, headers: accept === undefined ? {} : { accept } }))
}
const ready = serviceThat(true)

describe("the page at the root of the service", () => {
  test("says what runs here, and leads to the documents, the health and the agent endpoint", async () => {
    const answer = await ready("text/html,application/xhtml+xml,*/*;q=0.8")
    const page = await answer.text()
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
    for (const part of ["<h1>Vouchkit</h1>", "version 0.1.0", "ready to work", `${public_url}/mcp`, `${public_url}/api/v1/sessions`]) {
      expect(page).toContain(part)
    }
    expect([...page.matchAll(/href="([^"]+)"/g)].map(([, target]) => target)).toEqual(["/docs", "/openapi.json", "/healthz", "/readyz"])
  })

  test("loads nothing, runs no script and is shown in no frame", async () => {
    const answer = await ready()
    expect(answer.headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
    expect([answer.headers.get("x-content-type-options"), answer.headers.get("referrer-policy")]).toEqual(["nosniff", "no-referrer"])
    expect(await answer.text()).not.toMatch(/<script|<link|<img|src=/)
  })

  test("is JSON for a client that asks for JSON, and HTML for any other", async () => {
    const types = ["application/json", "application/json, text/html;q=0.5", "text/html, application/json;q=0.9", "*/*", undefined]
    const answers = await Promise.all(types.map((accept) => ready(accept)))
    expect(answers.map(({ headers }) => headers.get("content-type")?.split(";")[0])).toEqual([
      "application/json",
      "application/json",
      "text/html",
      "text/html",
      "text/html"
    ])
    expect(answers.every(({ headers }) => headers.get("vary") === "Accept")).toBe(true)
    expect(await answers[0]?.json()).toEqual({
      name: "Vouchkit",
      version: "0.1.0",
      description: "Open, self-hosted identity verification and compliance service",
      status: "ready",
      missing: [],
      links: {
        docs: `${public_url}/docs`,
        openapi: `${public_url}/openapi.json`,
        api: `${public_url}/api/v1`,
        mcp: `${public_url}/mcp`,
        health: `${public_url}/healthz`,
        readiness: `${public_url}/readyz`
      }
    })
  })

  test("names what the service does not reach, and is still a page", async () => {
    const broken = serviceThat(false)
    expect(await (await broken()).text()).toContain("It does not reach: database.")
    const answer = await broken("application/json")
    expect([answer.status, await answer.json()]).toMatchObject([200, { status: "unavailable", missing: ["database"] }])
  })

  test("answers HEAD without a body and refuses to be written to", async () => {
    expect(await (await ready(undefined, "HEAD")).text()).toBe("")
    const refused = await ready(undefined, "POST")
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD"])
  })

  test("is no path of the API description", () => {
    expect(Object.keys(openApiDocument([], public_url).paths ?? {})).not.toContain("/")
  })
})
