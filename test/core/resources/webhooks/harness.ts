import { test } from "bun:test"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Memory from "@vouchkit/adapters/memory"
import { allScopes, type Scope } from "@vouchkit/core/kernel/access/scopes"
import { AuditLog } from "@vouchkit/core/kernel/audit/log"
import { announce } from "@vouchkit/core/kernel/events/announce"
import { now } from "@vouchkit/core/kernel/foundation/time"
import { Caller, Tenant } from "@vouchkit/core/kernel/access/caller"
import { execute, type Invocation } from "@vouchkit/core/kernel/operation/execute"
import type { Failure } from "@vouchkit/core/kernel/foundation/failure"
import { type AnyJob, JobPostponed, JobQueue } from "@vouchkit/core/kernel/jobs/job"
import type { AnyOperation } from "@vouchkit/core/kernel/operation/operation"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import type { EventType } from "@vouchkit/core/kernel/events/catalogue"
import { jobs } from "@vouchkit/core/flows/webhooks/jobs"
import {
  DeliveryStore,
  EndpointStore,
  EventStore,
  type WebhookDelivery,
  type WebhookEndpoint
} from "@vouchkit/core/resources/webhooks/model"
import { operations } from "@vouchkit/core/registry"
import { InsecureTargets, RetrySchedule } from "@vouchkit/core/resources/webhooks/targets/operator-settings"
import { defaultRetrySchedule } from "@vouchkit/core/resources/webhooks/deliveries/schedule"
import {
  ReceiverBusy,
  SendFailure,
  type SendFailureCode,
  type SendRequest,
  WebhookSender,
  postBy
} from "@vouchkit/core/resources/webhooks/deliveries/sender"
import { Context, Effect, Layer, Logger, Schema } from "effect"
import { TestClock } from "effect/testing"

/** What a receiver does with one request. */
export interface Script {
  readonly status?: number
  readonly retry_after?: string
  readonly body?: string
  readonly fails?: SendFailureCode
  /** It has no connection to spare, so that nothing reaches it. */
  readonly busy?: boolean
}

/** Receivers that keep what they got and answer by script: the next line of it, or its default. */
export class Receivers extends Context.Service<
  Receivers,
  /** `healthy` is the host of a receiver that answers well whatever the script says. */
  { readonly requests: Array<SendRequest>; readonly script: Array<Script>; standard: Script; healthy?: string; onSend: Effect.Effect<void> }
>()("test/Receivers") {}

const receivers = Layer.sync(Receivers)(() => ({ requests: [], script: [], standard: {}, onSend: Effect.void }))
const sender = Layer.effect(WebhookSender)(
  Effect.map(Receivers, (state) => {
    const send: WebhookSender["Service"]["send"] = (request) =>
      Effect.andThen(
        Effect.suspend(() => state.onSend),
        Effect.suspend((): ReturnType<typeof send> => {
          const {
            body = "ok",
            busy = false,
            fails,
            retry_after = null,
            status = 200
          } = state.healthy === new URL(request.url).host ? {} : (state.script.shift() ?? state.standard)
          if (busy) return Effect.fail(new ReceiverBusy())
          state.requests.push(request)
          return fails === undefined
            ? Effect.succeed({ status, retry_after, response_excerpt: body, duration_ms: 12.4 })
            : Effect.fail(new SendFailure({ code: fails, duration_ms: 15_000 }))
        })
      )
    return { send, post: postBy(send) }
  })
)

export const edges = Layer.mergeAll(Crypto.layer(new Uint8Array(32).fill(9)), sender.pipe(Layer.provideMerge(receivers)))
const memory = Layer.mergeAll(Memory.layer, edges)
export type Ports = Layer.Success<typeof memory>
export type Storage = typeof Memory.layer

export interface WorldOptions {
  readonly schedule?: ReadonlyArray<number>
  readonly insecure?: ReadonlyArray<string>
  /** Where everything is kept; in memory, unless a test is about another store. */
  readonly storage?: Storage
}

/** A test in a world of its own: its storage, scripted receivers, and a clock that moves only when told. */
export const world = (name: string, body: () => Effect.Effect<unknown, unknown, any>, options: WorldOptions = {}) =>
  test(name, async () => {
    const { insecure = [], schedule = defaultRetrySchedule, storage = Memory.layer } = options
    const layer = Layer.provideMerge(Layer.mergeAll(edges, Logger.layer([])), TestClock.layer())
    const program = Effect.andThen(TestClock.setTime(Date.parse("2026-03-01T12:00:00.000Z")), Effect.suspend(body)) as Effect.Effect<
      unknown,
      unknown,
      Ports
    >
    await Effect.scoped(program).pipe(
      Effect.provide(layer),
      // Storage keeps the real clock: what it does by itself every moment would be done for every moment the clock is moved over.
      Effect.provide(storage),
      Effect.provideService(RetrySchedule, schedule),
      Effect.provideService(InsecureTargets, new Set(insecure)),
      Effect.runPromise
    )
  }, 300_000)

export interface As {
  readonly organization?: string
  readonly environment?: "sandbox" | "live"
  readonly scopes?: ReadonlyArray<Scope>
  readonly idempotency?: string
}

export const aCaller = ({ environment = "sandbox", organization = "org_acme", scopes }: As = {}): Caller["Service"] => ({
  organization,
  environment,
  actor: { type: "api_key", id: "key_1" },
  credential: { type: "api_key", id: "key_1", kind: "secret", scopes: new Set(scopes ?? allScopes) },
  request_id: "req_1",
  address: "203.0.113.7",
  user_agent: "test",
  version: "2026-08-31",
  inflection: "snake",
  tool: null
})
const system = (tenant: Tenant["Service"]): Caller["Service"] => ({
  ...aCaller(),
  ...tenant,
  actor: { type: "system", id: "worker" },
  credential: { type: "none" },
  request_id: "job_1"
})

export const contractOf = (name: string): AnyOperation => {
  const found = operations.find(({ contract }) => contract.name === name)
  if (found === undefined) throw new Error(`no operation ${name}`)
  return found
}

/** Calls an operation as a transport does: the input is decoded, and the answer must be exactly what the contract says. */
export const call = (name: string, input: Record<string, unknown> = {}, as: As = {}): Effect.Effect<any, Failure, any> => {
  const op = contractOf(name)
  const { body = {}, method, output, params = {}, path, query = {} } = op.contract
  const decoded = Effect.orDie(
    Schema.decodeUnknownEffect(Schema.toCodecJson(Schema.Struct({ ...params, ...query, ...body })), { onExcessProperty: "error" })(input)
  )
  const invocation: Invocation<any> =
    as.idempotency === undefined
      ? { input: decoded }
      : { input: decoded, idempotency: { key: as.idempotency, method, path, fingerprint: Effect.succeed(JSON.stringify(input)) } }
  return execute(op, invocation).pipe(
    Effect.tap(({ output: answer }) =>
      Effect.orDie(Schema.decodeUnknownEffect(output, { onExcessProperty: "error", errors: "all" })(JSON.parse(JSON.stringify(answer))))
    ),
    Effect.provideService(Caller, aCaller(as))
  )
}

export const failing = (name: string, input: Record<string, unknown> = {}, as: As = {}): Effect.Effect<any, never, any> =>
  Effect.orDie(Effect.flip(call(name, input, as))) as Effect.Effect<any, never, any>

export const anEndpoint = (
  input: Record<string, unknown> = {},
  as: As = {}
): Effect.Effect<WebhookEndpoint & { secret: string }, Failure, any> =>
  Effect.map(call("webhook_endpoints.create", { url: "https://hooks.example.com/in", ...input }, as), ({ output }) => output)

const tenant = { organization: "org_acme", environment: "sandbox" } as const
export const inside = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provideService(effect, Tenant, tenant)

/** An event of identities, which this build knows the earlier shape of and does not announce yet. */
type Later = "identity.created" | "identity.flagged"

/** A change somewhere in the service announces an event, within its transaction. */
export const happens = (
  type: EventType | Later,
  data: Record<string, unknown> = {},
  resource = { type: "session", id: `ses_${"0".repeat(26)}` }
) =>
  Effect.flatMap(UnitOfWork, ({ transaction }) => transaction(announce({ type: type as EventType, resource, sequence: 1, data }))).pipe(
    inside,
    Effect.provideService(Caller, aCaller())
  )

/** Runs every job that is due, and those that become due by them, as a worker does; answers how many ran. */
export const work = Effect.gen(function* () {
  const queue = yield* JobQueue
  let ran = 0
  for (;;) {
    const limits = Object.fromEntries(jobs.map(({ name }) => [name, 1000]))
    const claimed = yield* queue.claim({ limits, lease_seconds: 60, now: yield* now })
    if (claimed.length === 0) return ran
    for (const found of claimed) {
      ran += 1
      const declared = jobs.find(({ name }) => name === found.name) as AnyJob | undefined
      if (declared === undefined) throw new Error(`no job ${found.name}`)
      const own = { organization: found.organization, environment: found.environment }
      const payload = yield* Schema.decodeUnknownEffect(declared.payload)(JSON.parse(JSON.stringify(found.payload)))
      const handled = declared.handle(payload, found) as Effect.Effect<void, unknown, any>
      yield* handled.pipe(
        Effect.provideService(Tenant, own),
        Effect.provideService(Caller, system(own)),
        Effect.andThen(queue.complete(found)),
        Effect.catchIf(
          (failure) => failure instanceof JobPostponed,
          ({ due_at }) => queue.postpone(found, due_at, null, false)
        )
      )
    }
  }
})

export const deliveriesOf = (
  endpoint: { readonly id: string },
  query: Record<string, unknown> = {}
): Effect.Effect<ReadonlyArray<WebhookDelivery>, Failure, any> =>
  Effect.map(call("webhook_deliveries.list", { endpoint_id: endpoint.id, ...query }), ({ output }) => output.data)

export const theDelivery = (endpoint: { readonly id: string }): Effect.Effect<WebhookDelivery, Failure, any> =>
  Effect.map(deliveriesOf(endpoint), ([first]) => {
    if (first === undefined) throw new Error("no delivery")
    return first
  })

/** Everything that is stored of webhooks, jobs and the audit log of the tenant, as text. */
export const storedText = inside(
  Effect.gen(function* () {
    const all = { limit: 1000 }
    const rows = yield* Effect.all([
      Effect.flatMap(EndpointStore, (store) => store.list(all)),
      Effect.flatMap(EventStore, (store) => store.list(all)),
      Effect.flatMap(DeliveryStore, (store) => store.list(all)),
      Effect.flatMap(AuditLog, (store) => store.list(all))
    ])
    return JSON.stringify(rows)
  })
)

export const receiver = Effect.map(Receivers, (state) => state)
/** Bodies that were received, parsed. */
export const received = Effect.map(Receivers, ({ requests }) => requests.map(({ body }) => JSON.parse(body)))
