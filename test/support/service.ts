import * as Blobs from "@vouchkit/adapters/blobs/memory"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import { pagePreviewLayer } from "@vouchkit/adapters/engines/preview/page-preview"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import type { DatabaseOptions } from "@vouchkit/adapters/postgres/database"
import { reportRendererLayer } from "@vouchkit/adapters/report/pdf-report"
import { directScreenerLayer } from "@vouchkit/adapters/screening/direct-screener"
import type { Screener } from "@vouchkit/core/resources/screening/screener"
import type { CustomerListEditions, PublicListEditions } from "@vouchkit/core/resources/watchlists/editions/list-editions"
import { ensureOrganization, provisionKey } from "@vouchkit/core/resources/access/provision"
import { compileNetworks } from "@vouchkit/core/kernel/access/network"
import type { Scope } from "@vouchkit/core/kernel/access/scopes"
import { LivenessDetector } from "@vouchkit/core/verification/faces/liveness/evidence"
import { FaceEngineMissing, FaceMatcher } from "@vouchkit/core/verification/faces/analysis"
import { PublicUrl } from "@vouchkit/core/kernel/foundation/public-url"
import type { AnyOperation } from "@vouchkit/core/kernel/operation/operation"
import { PlanLimit } from "@vouchkit/core/kernel/quota/quota"
import { operations } from "@vouchkit/core/registry"
import { makeApp } from "@vouchkit/http/app"
import { capturePages } from "@vouchkit/http/capture-page"
import { docsRoutes } from "@vouchkit/http/docs"
import { Effect, Layer, ManagedRuntime } from "effect"
import { TestClock } from "effect/testing"
import { type OutsideCalls, outsideRefused } from "./outside-ports.ts"
import { freshDatabase } from "./postgres.ts"

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: any
  readonly text: string
}
export interface CallOptions {
  readonly key?: string
  readonly body?: unknown
  readonly raw?: BodyInit
  readonly headers?: Readonly<Record<string, string>>
}

const base = "http://localhost:3000"

export interface ServiceOptions {
  /** Requests per minute of each key; none are counted unless it says so. */
  readonly limit?: number
  /** When the service's clock stands still at first, as an ISO date-time; it moves by `setTime` alone. Without it, time passes as it does. */
  readonly clock?: string
  /** Where the database is reached, once it is there: a test may listen in between. */
  readonly through?: (connect: DatabaseOptions["connect"]) => Promise<DatabaseOptions["connect"]>
  /** Ports that stand in the place of the usual ones, such as a watchlist of the test's own. */
  readonly beside?: Layer.Layer<any>
  /** Looks into every operation on its way into the service. */
  readonly observe?: (op: AnyOperation) => AnyOperation
  /** How lists are searched; in the thread that asks, unless it says so. */
  readonly screener?: Layer.Layer<Screener, never, PublicListEditions | CustomerListEditions>
  /** Proxies whose `X-Forwarded-For` counts; none unless it says so. Only requests over a socket have an address. */
  readonly trusted_proxies?: ReadonlyArray<string>
  /** How the world calls the service; by plain HTTP on this machine unless it says so. */
  readonly public_url?: string
  /** Where calls of ports that reach outside are noted. They are refused within a transaction in any case. */
  readonly calls?: OutsideCalls
}

/** An installation without the packages that faces need: what asks for them has to say so. */
const missing = Effect.fail(new FaceEngineMissing({ packages: ["none in tests"] }))
const noFaces = Layer.succeed(FaceMatcher)({ analyze: () => missing, compare: () => missing })

/** The whole service in process, over the memory adapters or a database of its own; nothing runs in the background. */
export const startService = async (
  storage: "memory" | "postgres" = "memory",
  {
    beside = Layer.empty as Layer.Layer<any>,
    calls,
    clock,
    limit = 0,
    observe = (op) => op,
    public_url = base,
    screener = directScreenerLayer(),
    through = async (connect) => connect,
    trusted_proxies = []
  }: ServiceOptions = {}
) => {
  const crypto = Crypto.layer(new Uint8Array(32).fill(7))
  const stored =
    storage === "memory"
      ? Layer.provideMerge(screener, Memory.layer)
      : Layer.provideMerge(screener, Postgres.layer({ connect: await through(await freshDatabase()), maximumConnections: 8 }))
  const layer = outsideRefused(
    Layer.mergeAll(
      stored,
      crypto,
      Blobs.layer.pipe(Layer.provide(crypto)),
      Layer.succeed(PublicUrl)({ base }),
      Layer.succeed(PlanLimit)(limit),
      pagePreviewLayer(),
      reportRendererLayer(),
      noFaces,
      // Captures are begun by requests; what came of them is looked at by jobs, which do not run here.
      Layer.succeed(LivenessDetector)({ assess: () => Effect.die(new Error("nothing runs in the background")) }),
      beside
    ),
    calls
  )
  // Set before anything is built on it: else whatever runs by the clock would live through all the time since 1970.
  const time = ManagedRuntime.make(TestClock.layer())
  const setTime = (instant: string) => time.runPromise(TestClock.setTime(Date.parse(instant)))
  if (clock !== undefined) await setTime(clock)
  const runtime = ManagedRuntime.make(clock === undefined ? layer : Layer.provideMerge(layer, Layer.succeedContext(await time.context())))
  const context = await runtime.context()
  const quota_off = limit === 0
  const run = Effect.runPromiseWith(context)
  const app = makeApp({
    operations: operations.map(observe) as unknown as typeof operations,
    auxiliary_routes: [
      ...docsRoutes(operations, base, quota_off),
      ...capturePages((effect) => run(effect as Effect.Effect<any, never, never>))
    ],
    context,
    public_url,
    trusted_proxies: compileNetworks(trusted_proxies),
    quota_off
  })

  const key = async (
    scopes: "all" | "default" | ReadonlyArray<Scope> = "all",
    {
      environment = "sandbox",
      kind = "secret",
      organization = "org_acme"
    }: { readonly environment?: "sandbox" | "live"; readonly kind?: "secret" | "publishable"; readonly organization?: string } = {}
  ): Promise<string> => {
    await runtime.runPromise(ensureOrganization(organization))
    const { issued } = await runtime.runPromise(provisionKey({ organization, environment, scopes, name: "test", kind }))
    return issued.key
  }

  const request = async (method: string, path: string, { body, headers = {}, key: credential, raw }: CallOptions = {}): Promise<Answer> => {
    const response = await app.handle(
      new Request(`${base}${path}`, {
        method,
        headers: {
          ...(credential === undefined ? {} : { "X-API-Key": credential }),
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          ...headers
        },
        ...(raw !== undefined ? { body: raw } : body === undefined ? {} : { body: JSON.stringify(body) })
      })
    )
    const text = await response.text()
    const json = response.headers.get("content-type")?.includes("json") === true && text !== ""
    return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : undefined }
  }

  return {
    runtime,
    app,
    setTime,
    key,
    request,
    /** An operation's path under /api/v1. */
    call: (method: string, path: string, options?: CallOptions) => request(method, `/api/v1${path}`, options),
    stop: () => runtime.dispose()
  }
}
export type Service = Awaited<ReturnType<typeof startService>>

/** Sends requests that have to succeed, and answers their bodies. */
export const succeeding =
  (service: Pick<Service, "call">, key: string) =>
  async (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<any> => {
    const answer = await service.call(method, path, { key, headers, ...(body === undefined ? {} : { body }) })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }

/** A small PDF that says nothing; enough for an upload. */
export const smallPdf = new TextEncoder().encode(
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
)

export const aForm = (fields: Readonly<Record<string, string>> = {}, file: Uint8Array = smallPdf): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set("file", new Blob([new Uint8Array(file)], { type: "application/pdf" }), "bill.pdf")
  return form
}
