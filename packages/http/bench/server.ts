import * as Blobs from "@vouchkit/adapters/blobs/memory"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import { faceMatcherLayer, livenessDetectorLayer } from "@vouchkit/adapters/engines/faces/face-engine"
import { pagePreviewLayer } from "@vouchkit/adapters/engines/preview/page-preview"
import { reportRendererLayer } from "@vouchkit/adapters/report/pdf-report"
import * as Postgres from "@vouchkit/adapters/postgres"
import { directScreenerLayer } from "@vouchkit/adapters/screening/direct-screener"
import { ensureOrganization, provisionKey } from "@vouchkit/core/resources/access/provision"
import { FastPaths } from "@vouchkit/core/kernel/foundation/fast-paths"
import { PublicUrl } from "@vouchkit/core/kernel/foundation/public-url"
import { PlanLimit } from "@vouchkit/core/kernel/quota/quota"
import { operations } from "@vouchkit/core/registry"
import { makeApp } from "@vouchkit/http/app"
import { Effect, Layer, ManagedRuntime } from "effect"
import { Elysia } from "elysia"
import postgres from "postgres"

/** One of the servers that the benchmark compares; prints its port, and for our own a key and a session to ask for. */
const [kind = "", path = "", user = "", database = ""] = process.argv.slice(2)
const connect = { path, user, database }
const say = (ready: object) => console.log(JSON.stringify(ready))

const service = async (shared_statements: boolean) => {
  const crypto = Crypto.layer(new Uint8Array(32))
  const faces = faceMatcherLayer()
  const layer = Layer.mergeAll(
    Layer.provideMerge(directScreenerLayer(), Postgres.layer({ connect })).pipe(
      Layer.provide(Layer.succeed(FastPaths)({ shared_statements, batched_jobs: true }))
    ),
    crypto,
    Blobs.layer.pipe(Layer.provide(crypto)),
    Layer.succeed(PublicUrl)({ base: "http://127.0.0.1" }),
    Layer.succeed(PlanLimit)(1_000_000_000),
    faces,
    livenessDetectorLayer.pipe(Layer.provide(faces)),
    pagePreviewLayer(),
    reportRendererLayer()
  )
  const runtime = ManagedRuntime.make(layer)
  const context = await runtime.context()
  const provisioned = await runtime.runPromise(
    Effect.gen(function* () {
      yield* ensureOrganization("org_bench")
      return yield* provisionKey({ organization: "org_bench", environment: "sandbox", scopes: "all", name: "bench", kind: "secret" })
    })
  )
  const app = makeApp({ operations, auxiliary_routes: [], context, public_url: "http://127.0.0.1", trusted_proxies: [], quota_off: false })
  app.listen({ port: 0, hostname: "127.0.0.1", reusePort: false })
  say({ port: app.server?.port, key: provisioned.issued?.key })
}

const bare = (answer: (sql: postgres.Sql, request: Request, id: string) => Promise<unknown>) => {
  const sql = postgres({ ...connect, host: "localhost", max: 10, onnotice: () => {} })
  const app = new Elysia()
    .get("/sessions/:id", ({ params, request }) => answer(sql, request, params.id))
    .post("/sessions", ({ request }) => answer(sql, request, ""), { parse: "none" })
    .listen({ port: 0, hostname: "127.0.0.1", reusePort: false })
  say({ port: app.server?.port })
}

let made = 0
const rowOf = (id: string) => ({
  id,
  object: "session",
  status: "created",
  tags: [],
  metadata: {},
  expected: {},
  created_at: new Date().toISOString(),
  updated_at: new Date().toISOString()
})

if (kind === "service" || kind === "plain") await service(kind === "service")
if (kind === "select")
  bare(
    async (sql, _request, id) =>
      (await sql`select id, data from bench_sessions where organization = 'org' and environment = 'sandbox' and id = ${id}`)[0]
  )
if (kind === "cte") {
  bare(async (sql, request) => {
    await request.json()
    made += 1
    const id = `ses_${process.pid}_${made}`
    const row = rowOf(id)
    await sql`with s as (insert into bench_sessions (organization, environment, id, data) values ('org', 'sandbox', ${id}, ${sql.json(row)})),
      a as (insert into bench_audit (organization, environment, id, data) values ('org', 'sandbox', ${id}, ${sql.json({ action: "sessions.create", target: id })}))
      insert into bench_jobs (organization, environment, id, name, payload) values ('org', 'sandbox', ${id}, 'webhooks.dispatch', ${sql.json(row)})`
    return row
  })
}
