import { afterAll, beforeAll, expect, test } from "bun:test"
import { type Service, startService } from "../support/service.ts"

let service: Service
beforeAll(async () => {
  service = await startService("memory")
})
afterAll(() => service.stop())
const get = (path: string) => service.request("GET", path)

test("the reference page loads its scripts from this service, and may reach no other host", async () => {
  const page = await get("/docs")
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
  const policy = page.headers.get("content-security-policy") ?? ""
  expect(policy).toStartWith("default-src 'none'; script-src 'self';")
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe/)
  const html = page.text
  const loads = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, target = ""]) => target)
  expect(loads).toEqual(["data:,", "/openapi.json", "/docs/assets/reference.js", "/docs/assets/start.js"])
  expect(html).not.toMatch(/<script>|\son[a-z]+=/)
})

test("its scripts are there, and the component knows the function that starts it", async () => {
  const start = await get("/docs/assets/start.js")
  expect([start.status, start.headers.get("content-type")]).toEqual([200, "text/javascript; charset=utf-8"])
  const { text } = start
  expect(text).toContain('url: "/openapi.json"')
  expect(text).not.toMatch(/https?:/)
  const component = await get("/docs/assets/reference.js")
  expect([component.status, component.headers.get("cache-control")]).toEqual([200, "public, max-age=3600"])
  const script = component.text
  for (const setting of ["createApiReference", "withDefaultFonts", "telemetry", "hideTestRequestButton"]) expect(script).toContain(setting)
})

test("no other file is served there", async () => {
  for (const name of ["index.js", "swagger-ui.css", "..%2findex.js", "constructor"]) {
    expect([name, (await get(`/docs/assets/${name}`)).status]).toEqual([name, 404])
  }
})
