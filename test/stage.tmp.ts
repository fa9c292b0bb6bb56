import { Elysia } from "elysia"
import { Effect, Context } from "effect"
import { startService } from "./support/service.ts"
const cpu = async (name: string, f: any, n = 30000) => { for (let i = 0; i < 5000; i++) await f(); let best = 1e9; for (let r = 0; r < 4; r++) { const t = process.cpuUsage(); for (let i = 0; i < n; i++) await f(); const u = process.cpuUsage(t); best = Math.min(best, (u.user + u.system) / n) } console.log(name.padEnd(40), best.toFixed(1)) }
const s = await startService("memory", { limit: 1_000_000_000 })
const key = await s.key("all")
const headers = { "X-API-Key": key }
const c = await s.call("POST", "/sessions", { key, body: { external_reference: "c", tags: ["bench"] } })
const url = "http://localhost/api/v1/sessions/" + c.body.id
const text = c.text
const bare = new Elysia({ precompile: true }).get("/api/v1/sessions/:id", () => new Response(text, { headers: { "content-type": "application/json" } }))
await cpu("request only", async () => new Request(url, { headers }))
await cpu("elysia bare", async () => (await bare.handle(new Request(url, { headers }))).text())
const many = { "X-Request-Id": "a", "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store", "RateLimit-Limit": "1", "RateLimit-Remaining": "1", "RateLimit-Reset": "1", "RateLimit-Policy": "1", RateLimit: "1", "Service-Version": "1", "Content-Type": "application/json" }
const heads = new Elysia({ precompile: true }).get("/api/v1/sessions/:id", () => new Response(text, { headers: many }))
await cpu("elysia + 10 headers", async () => (await heads.handle(new Request(url, { headers }))).text())
const run = Effect.runPromiseWith(Context.empty())
const eff = new Elysia({ precompile: true }).get("/api/v1/sessions/:id", ({ request }) => run(Effect.succeed(new Response(text, { headers: many })), { signal: request.signal }))
await cpu("elysia + headers + runPromise signal", async () => (await eff.handle(new Request(url, { headers }))).text())
const eff2 = new Elysia({ precompile: true }).get("/api/v1/sessions/:id", () => run(Effect.succeed(new Response(text, { headers: many }))))
await cpu("elysia + headers + runPromise nosignal", async () => (await eff2.handle(new Request(url, { headers }))).text())
await cpu("full", async () => (await s.app.handle(new Request(url, { headers }))).text())
process.exit(0)
