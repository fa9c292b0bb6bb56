import { Effect } from "effect"
import { startService } from "./support/service.ts"
import { operations } from "@vouchkit/core/operation/registry"
import { routeOf } from "@vouchkit/http/routes"
import { observed } from "@vouchkit/http/metrics"
const cpu = async (name: string, f: any, n = 20000) => { for (let i = 0; i < 5000; i++) await f(); let best = 1e9; for (let r = 0; r < 5; r++) { const t = process.cpuUsage(); for (let i = 0; i < n; i++) await f(); const u = process.cpuUsage(t); best = Math.min(best, (u.user + u.system) / n) } console.log(name.padEnd(40), best.toFixed(1)) }
const s = await startService("memory", { limit: 1_000_000_000 })
const context: any = await s.runtime.context()
const run = Effect.runPromiseWith(context) as any
const key = await s.key("all")
const headers = { "X-API-Key": key }
const c = await s.call("POST", "/sessions", { key, body: { external_reference: "c", tags: ["bench"] } })
const url = "http://localhost/api/v1/sessions/" + c.body.id
const request = new Request(url, { headers })
const op: any = operations.find((o) => o.contract.name === "sessions.get")
const route = routeOf(op)
const arrival: any = { request_id: "r", address: "127.0.0.1", user_agent: null, accept: null, public_url: "x", request, params: { session_id: c.body.id }, search: new URLSearchParams(), path: "/x" }
const observe = observed("sessions.get")
await cpu("route", () => run(route(arrival)))
await cpu("observed route", () => run(observe("r", route(arrival))))
await cpu("observed nothing", () => run(observe("r", Effect.succeed({ status: 200 } as any))))
await cpu("handle", async () => (await s.app.handle(new Request(url, { headers }))).text())
process.exit(0)
