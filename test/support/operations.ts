import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Memory from "@vouchkit/adapters/memory"
import { newOrganization, Organizations } from "@vouchkit/core/kernel/tenancy/organizations"
import type { Permission } from "@vouchkit/core/kernel/access/roles"
import { allScopes, type Scope } from "@vouchkit/core/kernel/access/scopes"
import { PublicUrl } from "@vouchkit/core/kernel/foundation/public-url"
import { Caller, type Credential } from "@vouchkit/core/kernel/access/caller"
import type { Answer } from "@vouchkit/core/kernel/operation/audited"
import { execute } from "@vouchkit/core/kernel/operation/execute"
import { codeOf, type Failure } from "@vouchkit/core/kernel/foundation/failure"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import type { AnyOperation, Operation } from "@vouchkit/core/kernel/operation/operation"
import { Cause, Effect, Exit, Layer, ManagedRuntime, Schema } from "effect"
import { TestClock } from "effect/testing"
import type { Environment } from "@vouchkit/core/kernel/foundation/environment"

export const organization = "org_acme"
export const start = "2026-03-01T12:00:00.000Z"

export interface Who {
  readonly organization?: string
  readonly environment?: Environment
  readonly scopes?: ReadonlyArray<Scope>
  readonly permissions?: ReadonlyArray<Permission>
  readonly id?: string
  readonly kind?: "secret" | "publishable"
}

const credentialOf = ({ id = "key_test", kind = "secret", permissions, scopes = allScopes }: Who): Credential =>
  permissions === undefined
    ? { type: "api_key", id, kind, scopes: new Set(scopes) }
    : { type: "dashboard", user: "usr_test", permissions: new Set(permissions) }

export const callerOf = (who: Who = {}): Caller["Service"] => ({
  organization: who.organization ?? organization,
  environment: who.environment ?? "sandbox",
  actor: { type: who.permissions === undefined ? "api_key" : "user", id: who.id ?? "key_test" },
  credential: credentialOf(who),
  request_id: "req_test",
  address: "203.0.113.9",
  user_agent: "test",
  version: "2026-08-31",
  inflection: "snake",
  tool: null
})

/** Whether an output says exactly what its contract declares: no member missing, none beside. */
const conforms = ({ contract }: AnyOperation, output: unknown): void => {
  Schema.decodeUnknownSync(Schema.toCodecJson(contract.output), { onExcessProperty: "error", errors: "all" })(
    JSON.parse(JSON.stringify(output))
  )
}

/**
 * Every port in memory on a clock that a test moves, and operations run as a transport runs them, their answers held to their contracts.
 * `beside` adds ports that most tests do without, or puts others in the place of those in memory.
 */
export const aCore = async (beside: Layer.Layer<any> = Layer.empty as Layer.Layer<any>) => {
  const layer = Layer.mergeAll(
    Memory.layer,
    Crypto.layer(new Uint8Array(32).fill(7)),
    Layer.succeed(PublicUrl)({ base: "http://localhost:3000" }),
    TestClock.layer(),
    beside
  )
  const runtime = ManagedRuntime.make(layer)
  const run = <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> => runtime.runPromise(effect as Effect.Effect<A, E, never>)
  const setTime = (instant: string) => run(TestClock.setTime(Date.parse(instant)))
  await setTime(start)
  for (const id of [organization, "org_other"]) {
    await run(Effect.flatMap(Organizations, (all) => all.ensure(newOrganization(id, id, start))))
  }

  const call = <In, Out, R>(
    op: Operation<In, Out, R>,
    raw: object = {},
    who: Who = {},
    idempotencyKey?: string
  ): Effect.Effect<Answer<Out>, Failure, any> => {
    const { body = {}, method, params = {}, path, query = {} } = op.contract
    const fields = { ...params, ...query, ...body }
    const decode = Schema.decodeUnknownEffect(Schema.toCodecJson(Schema.Struct(fields)), { onExcessProperty: "error", errors: "all" })
    const input = Object.keys(fields).length === 0 ? Effect.succeed({}) : Effect.orDie(decode(raw))
    const idempotency = { key: idempotencyKey ?? "", method, path, fingerprint: Effect.succeed(JSON.stringify(raw)) }
    const invocation = { input: input as Effect.Effect<any, Failure>, ...(idempotencyKey === undefined ? {} : { idempotency }) }
    return execute(op, invocation).pipe(
      Effect.provideService(Caller, callerOf(who)),
      Effect.tap(({ output }) => Effect.sync(() => conforms(op, output)))
    ) as Effect.Effect<Answer<Out>, Failure, any>
  }
  const ask = async <In, Out, R>(op: Operation<In, Out, R>, raw: object = {}, who: Who = {}, idempotencyKey?: string) =>
    await run(call(op, raw, who, idempotencyKey))
  /** The failure of a call that must not succeed, with its code. */
  const refusal = async (op: AnyOperation, raw: object = {}, who: Who = {}) => {
    const exit = await run(Effect.exit(call(op, raw, who)))
    if (Exit.isSuccess(exit)) throw new Error("the call succeeded")
    const found = Cause.findErrorOption(exit.cause)
    if (found._tag === "None") throw Cause.squash(exit.cause)
    return { code: codeOf(found.value), failure: found.value as Failure & { problems?: ReadonlyArray<any> } }
  }
  /** Types and payloads of the events that were announced since the last look. */
  const events = () =>
    run(
      Effect.gen(function* () {
        const queue = yield* JobQueue
        const jobs = yield* queue.claim({ limits: { "webhooks.dispatch": 1_000 }, lease_seconds: 60, now: "9999-01-01T00:00:00.000Z" })
        for (const job of jobs) yield* queue.complete(job)
        return jobs.map(({ environment, organization, payload }) => ({ organization, environment, ...(payload as any) }))
      })
    ) as Promise<ReadonlyArray<any>>
  return { run, setTime, ask, refusal, events, dispose: () => runtime.dispose() }
}
