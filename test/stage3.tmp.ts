import { Effect, Schema } from "effect"
import { startService } from "./support/service.ts"
import { authenticate, callerOf } from "@vouchkit/core/access/authenticate"
import { codecOf } from "@vouchkit/http/codec"
import { execute } from "@vouchkit/core/operation/execute"
import { operations } from "@vouchkit/core/operation/registry"
import { Caller, Tenant } from "@vouchkit/core/operation/caller"
import { CurrentQuota } from "@vouchkit/core/operation/quota"
import { newSession } from "@vouchkit/core/sessions/model"
import { makeId } from "@vouchkit/core/foundation/id"
import { now } from "@vouchkit/core/foundation/time"
import { announceSession } from "@vouchkit/core/sessions/change"
import { createLink } from "@vouchkit/core/sessions/link-creation"
import { record } from "@vouchkit/core/audit/log"
import { routeOf } from "@vouchkit/http/routes"
import { parseJsonObject } from "@vouchkit/core/wire/json"
const cpu = async (name: string, f: any, n = 4000) => { for (let i = 0; i < 2000; i++) await f(); let best = 1e9; for (let r = 0; r < 4; r++) { const t = process.cpuUsage(); for (let i = 0; i < n; i++) await f(); const u = process.cpuUsage(t); best = Math.min(best, (u.user + u.system) / n) } console.log(name.padEnd(40), best.toFixed(1)) }
const s = await startService("memory", { limit: 1_000_000_000 })
const context: any = await s.runtime.context()
const run = Effect.runPromiseWith(context) as any
const key = await s.key("all")
const headers = { "X-API-Key": key, "content-type": "application/json" }
const body = JSON.stringify({ external_reference: "customer-1", tags: ["bench"], expected: { first_name: "Ada", last_name: "Lovelace" } })
const url = "http://localhost/api/v1/sessions"
const mk = () => new Request(url, { method: "POST", headers, body })
const origin = { request_id: "r", address: "127.0.0.1", user_agent: null }
const op: any = operations.find((o) => o.contract.name === "sessions.create")
const codec = codecOf(op)
const known: any = await run(Effect.provideService(authenticate(key, origin), CurrentQuota, { readings: [] }))
const wire: any = { version: "2026-01-01", inflection: "snake" }
const caller: any = callerOf(known, origin, wire)
const tenant = { organization: caller.organization, environment: caller.environment }
const incoming = () => ({ request: mk(), params: {}, search: new URLSearchParams(), problems: [], version: "2026-01-01" }) as any
const input = await run(Effect.flatMap(codec.open(incoming()), (x: any) => x.input))
const session: any = newSession({ id: "ses_x", environment: "sandbox", at: "2026-01-01T00:00:00.000Z" })
const as = (e: any) => e.pipe(Effect.provideService(Tenant, tenant), Effect.provideService(Caller, caller))
const bytes = new TextEncoder().encode(body)
await cpu("new Request", () => mk())
await cpu("request.arrayBuffer", async () => await mk().arrayBuffer())
await cpu("parseJsonObject", () => parseJsonObject(bytes))
await cpu("codec input", () => run(Effect.flatMap(codec.open(incoming()), (x: any) => x.input)))
await cpu("makeId", () => run(makeId("ses")))
await cpu("now", () => run(now))
await cpu("announceSession", () => run(as(announceSession(session, "session.created"))))
await cpu("createLink", () => run(as(createLink(session, {}))))
await cpu("record", () => run(as(record({ action: "a", target: null, changes: [], outcome: "succeeded" }))))
await cpu("execute", () => run(Effect.provideService(Effect.provideService(execute(op, { input: Effect.succeed(input) } as any), Caller, caller), CurrentQuota, { readings: [] })))
const route = routeOf(op)
await cpu("route", () => run(route({ ...origin, accept: null, public_url: "x", request: mk(), params: {}, search: new URLSearchParams(), path: "/x" } as any)))
process.exit(0)
