import { Effect } from "effect"
import { startService } from "./support/service.ts"
import { operations } from "@vouchkit/core/operation/registry"
import { routeOf } from "@vouchkit/http/routes"
const s = await startService("memory", { limit: 1_000_000_000 })
const context: any = await s.runtime.context()
const run = Effect.runPromiseWith(context) as any
const key = await s.key("all")
const c = await s.call("POST", "/sessions", { key, body: { external_reference: "c", tags: ["bench"] } })
const request = new Request("http://localhost/api/v1/sessions/" + c.body.id, { headers: { "X-API-Key": key } })
const op: any = operations.find((o) => o.contract.name === "sessions.get")
const route = routeOf(op)
const arrival: any = { request_id: "r", address: "127.0.0.1", user_agent: null, accept: null, public_url: "x", request, params: { session_id: c.body.id }, search: new URLSearchParams(), path: "/x" }
for (let i = 0; i < 300000; i++) await run(route(arrival))
process.exit(0)
