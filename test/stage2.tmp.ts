import { Effect, Context, Schema } from "effect"
import { startService } from "./support/service.ts"
import { authenticate, callerOf, describeAddressQuota } from "@vouchkit/core/access/authenticate"
import { codecOf } from "@vouchkit/http/codec"
import { execute } from "@vouchkit/core/operation/execute"
import { operations } from "@vouchkit/core/operation/registry"
import { Caller, Tenant } from "@vouchkit/core/operation/caller"
import { CurrentQuota, spend, windowsFor } from "@vouchkit/core/operation/quota"
import { SessionStore, present } from "@vouchkit/core/sessions/model"
import { frameHeaders } from "@vouchkit/core/wire/failure-body"
import { Vault } from "@vouchkit/core/foundation/vault"
import { addressOf, frameOf, targetOf } from "@vouchkit/http/edge"
const cpu = async (name: string, f: any, n = 20000) => { for (let i = 0; i < 5000; i++) await f(); let best = 1e9; for (let r = 0; r < 4; r++) { const t = process.cpuUsage(); for (let i = 0; i < n; i++) await f(); const u = process.cpuUsage(t); best = Math.min(best, (u.user + u.system) / n) } console.log(name.padEnd(40), best.toFixed(1)) }
const s = await startService("memory", { limit: 1_000_000_000 })
const context: any = await s.runtime.context()
const run = Effect.runPromiseWith(context) as any
const key = await s.key("all")
const headers = { "X-API-Key": key }
const c = await s.call("POST", "/sessions", { key, body: { external_reference: "c", tags: ["bench"] } })
const request = new Request("http://localhost/api/v1/sessions/" + c.body.id, { headers })
const origin = { request_id: "r", address: "127.0.0.1", user_agent: null }
const op: any = operations.find((o) => o.contract.name === "sessions.get")
const codec = codecOf(op)
const known: any = await run(Effect.provideService(authenticate(key, origin), CurrentQuota, { readings: [] }))
const wire: any = { version: "2026-01-01", inflection: "snake" }
const caller: any = callerOf(known, origin, wire)
const tenant = { organization: caller.organization, environment: caller.environment }
const search = new URLSearchParams()
const incoming: any = { request, params: { session_id: c.body.id }, search, problems: [], version: "2026-01-01" }
const stored: any = await run(Effect.provideService(Effect.flatMap(SessionStore, (x: any) => x.find(c.body.id)), Tenant, tenant))
await cpu("empty run", () => run(Effect.void))
await cpu("frameOf+target+address", () => { frameOf(request, "x"); targetOf(request); addressOf(request, "127.0.0.1", []) })
await cpu("describeAddressQuota", () => run(Effect.provideService(describeAddressQuota("127.0.0.1"), CurrentQuota, { readings: [] })))
await cpu("digest", () => run(Effect.map(Vault, (v: any) => v.digest("api-key", key))))
await cpu("authenticate", () => run(Effect.provideService(authenticate(key, origin), CurrentQuota, { readings: [] })))
await cpu("callerOf", () => callerOf(known, origin, wire))
await cpu("codec.open", () => run(codec.open(incoming)))
await cpu("codec.open+input", () => run(Effect.flatMap(codec.open(incoming), (x: any) => x.input)))
await cpu("spend", () => run(Effect.provideService(spend(windowsFor("k", 1e9, undefined)), CurrentQuota, { readings: [] })))
await cpu("store.find", () => run(Effect.provideService(Effect.flatMap(SessionStore, (x: any) => x.find(c.body.id)), Tenant, tenant)))
await cpu("execute (input given)", () => run(Effect.provideService(Effect.provideService(execute(op, { input: Effect.succeed({ session_id: c.body.id }) } as any), Caller, caller), CurrentQuota, { readings: [] })))
await cpu("present", () => present(stored))
const out = present(stored)
await cpu("encode", () => codec.encode(out, "2026-01-01", "snake"))
await cpu("encode newest", () => codec.encode(out, "2026-08-31", "snake"))
await cpu("stringify", () => JSON.stringify(out))
await cpu("frameHeaders", () => frameHeaders({ request_id: "a", accept: null, public_url: "x" } as any, [{ policy: "default", limit: 10, remaining: 5, reset_seconds: 3, window_seconds: 60, allowed: true }]))

import { routeOf } from "@vouchkit/http/routes"
const route = routeOf(op)
const arrival: any = { ...origin, accept: null, public_url: "x", request, params: { session_id: c.body.id }, search, path: "/x" }

const a1 = Effect.fnUntraced(function* () { yield* describeAddressQuota("127.0.0.1") })
const a2 = Effect.fnUntraced(function* () { yield* describeAddressQuota("127.0.0.1"); const known: any = yield* authenticate(request.headers.get("x-api-key"), origin); return callerOf(known, origin, wire) })
const a3 = Effect.fnUntraced(function* () { yield* describeAddressQuota("127.0.0.1"); const known: any = yield* authenticate(request.headers.get("x-api-key"), origin); const caller = callerOf(known, origin, wire); const { input } = yield* codec.open({ ...arrival, problems: [], version: wire.version }); return input })
const a4 = Effect.fnUntraced(function* () { yield* describeAddressQuota("127.0.0.1"); const known: any = yield* authenticate(request.headers.get("x-api-key"), origin); const caller = callerOf(known, origin, wire); const { input } = yield* codec.open({ ...arrival, problems: [], version: wire.version }); return yield* Effect.provideService(execute(op, { input } as any), Caller, caller) })
const wrap = (e: any) => () => run(Effect.provideService(e(), CurrentQuota, { readings: [] }))
await cpu("a1", wrap(a1)); await cpu("a2", wrap(a2)); await cpu("a3", wrap(a3)); await cpu("a4", wrap(a4))
await cpu("a4+exit", () => run(Effect.exit(Effect.provideService(a4(), CurrentQuota, { readings: [] }))))
await cpu("headers.get x4", () => { const h = request.headers; h.get("service-version"); h.get("key-inflection"); h.get("x-api-key"); h.get("idempotency-key") })
await cpu("spread arrival", () => ({ ...arrival, problems: [], version: "x" }))
await cpu("route effect", () => run(route(arrival)))
await cpu("route effect+signal", () => run(route(arrival), { signal: request.signal }))
await cpu("handle same request", async () => s.app.handle(request))
await cpu("handle new request", async () => s.app.handle(new Request("http://localhost/api/v1/sessions/" + c.body.id, { headers })))
await cpu("handle new request+text", async () => (await s.app.handle(new Request("http://localhost/api/v1/sessions/" + c.body.id, { headers }))).text())
process.exit(0)
