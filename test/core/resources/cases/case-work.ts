import { expect } from "bun:test"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Memory from "@vouchkit/adapters/memory"
import type { Permission } from "@vouchkit/core/kernel/access/roles"
import { allScopes, type Scope } from "@vouchkit/core/kernel/access/scopes"
import type { StoredCase } from "@vouchkit/core/resources/cases/model"
import { openCase } from "@vouchkit/core/resources/cases/open"
import { operations } from "@vouchkit/core/registry"
import { recordCheck, type CheckFinding } from "@vouchkit/core/resources/checks/record"
import { dispatchJob, type EventEnvelope } from "@vouchkit/core/kernel/events/announce"
import type { ReasonCode } from "@vouchkit/core/kernel/foundation/reason-codes"
import { Caller, Tenant } from "@vouchkit/core/kernel/access/caller"
import { execute } from "@vouchkit/core/kernel/operation/execute"
import { codeOf, type Failure, InvalidInput } from "@vouchkit/core/kernel/foundation/failure"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import type { AnyOperation } from "@vouchkit/core/kernel/operation/operation"
import { PlanLimit } from "@vouchkit/core/kernel/quota/quota"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { resolvePolicy } from "@vouchkit/core/verification/proof-of-address/resolve"
import { move } from "@vouchkit/core/resources/sessions/change"
import { SessionStore, type StoredSession } from "@vouchkit/core/resources/sessions/model"
import { formatIssues, inputParseOptions } from "@vouchkit/core/kernel/wire/schema-issues"
import { Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { aSession } from "../../../support/sessions.ts"

export const start = Date.parse("2026-03-01T09:00:00.000Z")
/** Everything a case needs, in memory, on a clock that stands until a test moves it. */
export const world = Layer.mergeAll(Memory.layer, Crypto.layer(new Uint8Array(32).fill(7)), Layer.succeed(PlanLimit)(0), TestClock.layer())

export const key = (id = "key_one", scopes: ReadonlyArray<Scope> = allScopes): Caller["Service"] => ({
  organization: "org_acme",
  environment: "sandbox",
  actor: { type: "api_key", id },
  credential: { type: "api_key", id, kind: "secret", scopes: new Set(scopes) },
  request_id: "req_test",
  address: null,
  user_agent: null,
  version: "2026-08-31",
  inflection: "snake",
  tool: null
})
export const person = (id: string, ...permissions: ReadonlyArray<Permission>): Caller["Service"] => ({
  ...key(id),
  actor: { type: "user", id },
  credential: { type: "dashboard", user: id, permissions: new Set(permissions) }
})

/** Runs an effect as this caller and within the caller's tenant. */
export const as =
  (caller: Caller["Service"]) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    effect.pipe(
      Effect.provideService(Caller, caller),
      Effect.provideService(Tenant, { organization: caller.organization, environment: caller.environment })
    )

export const run = <A, E>(program: Effect.Effect<A, E, any>, layer: Layer.Layer<any, any> = world): Promise<A> =>
  Effect.runPromise(
    Effect.andThen(TestClock.setTime(start), program).pipe(Effect.provide(layer as Layer.Layer<any>)) as Effect.Effect<A, E>
  )

const byName = new Map<string, AnyOperation>(operations.map((op) => [op.contract.name, op]))

/** Decodes the input as a transport does: from JSON, with every problem at once. */
const decoded = (op: AnyOperation, input: object): Effect.Effect<any, Failure> => {
  const { body = {}, params = {}, query = {} } = op.contract
  const fields = Schema.Struct({ ...params, ...query, ...body })
  return Schema.decodeUnknownEffect(
    Schema.toCodecJson(fields),
    inputParseOptions
  )(input).pipe(
    Effect.mapError(({ issue }) => new InvalidInput({ code: "validation_error", problems: formatIssues(issue, "body") }))
  ) as Effect.Effect<any, Failure>
}

/** What a contract promises about failures: every one that happens must be among them. */
const declares = ({ contract }: AnyOperation, failure: Failure): boolean => {
  switch (failure._tag) {
    case "Conflict":
      return contract.conflicts?.includes(failure.code) ?? false
    case "Forbidden":
      return contract.forbidden?.includes(failure.code) ?? false
    default:
      return true
  }
}

/**
 * Calls an operation by its name and holds it to its contract: the answer has the declared members and no others, every event announced and
 * every failure is one that it declares.
 */
export const call = (name: string, input: object = {}, caller = key()): Effect.Effect<any, Failure, any> =>
  Effect.gen(function* () {
    const op = byName.get(name)
    if (op === undefined) throw new Error(`no operation ${name}`)
    const queue = yield* JobQueue
    const announced: Array<string> = []
    const watched = {
      ...queue,
      enqueue: (entry: Parameters<typeof queue.enqueue>[0]) => {
        if (entry.name === dispatchJob) announced.push((entry.payload as EventEnvelope).type)
        return queue.enqueue(entry)
      }
    }
    const { output } = yield* execute(op, { input: decoded(op, input) }).pipe(
      Effect.provideService(JobQueue, watched),
      Effect.tapError((failure) => Effect.sync(() => expect([name, codeOf(failure), declares(op, failure)]).toContain(true)))
    )
    for (const type of announced) expect([name, op.contract.emits ?? []]).toEqual([name, expect.arrayContaining([type])])
    Schema.decodeUnknownSync(Schema.toCodecJson(op.contract.output), { onExcessProperty: "error" })(output)
    return output
  }).pipe(as(caller)) as Effect.Effect<any, Failure, any>

/** The failure of a call, as its code and itself. */
export const refused = (effect: Effect.Effect<any, Failure, any>) =>
  Effect.map(Effect.flip(effect), (failure) => ({ code: codeOf(failure), failure }))

export const reviewFinding = (part = "test"): CheckFinding => ({
  type: "proof_of_address",
  status: "completed",
  outcome: "review",
  score: 0.8,
  threshold: 0.9,
  reasons: [{ code: "name_below_pass", severity: "review", message: "Close but not the same." }],
  details: {
    outcome: "review",
    action_override: "review",
    reasons: [{ code: "name_below_pass", severity: "review", message: "Close but not the same." }],
    policy: resolvePolicy([]),
    document_type_detected: "utility_bill",
    issuing_country: "DE",
    issuer: "Stadtwerke",
    address_type: "residential",
    period_start: "2026-01-01",
    period_end: "2026-01-31",
    holder_names: ["Ada Lovelace"],
    extracted_address: ["Musterweg 1", "10115 Berlin"],
    forensics: null,
    cross_reference: {
      name_score: 0.8,
      address_score: 1,
      component_scores: { postal_code: null, street: null, city: null, house_number: null, region: null, country: null, unit: null },
      partial: false,
      partial_reasons: []
    }
  },
  policy: resolvePolicy([]),
  input_document_ids: [],
  simulated: false,
  part
})

export interface Review {
  readonly session?: Partial<StoredSession>
  readonly reason_codes?: ReadonlyArray<ReasonCode>
  readonly case?: Partial<Parameters<typeof openCase>[0]>
  readonly without_case?: true
}

/** A session that waits in review with its check and its case, by the same steps as the engine takes. */
export const givenReview = ({ case: asked = {}, reason_codes = ["poa_review"], session = {}, without_case }: Review = {}) =>
  Effect.gen(function* () {
    const { transaction } = yield* UnitOfWork
    return yield* transaction(
      Effect.gen(function* () {
        const store = yield* SessionStore
        const processing = aSession({
          status: "processing",
          run: 1,
          expires_at: null,
          submitted_at: "2026-02-28T00:00:00.000Z",
          ...session
        })
        yield* store.insert(processing)
        const check = yield* recordCheck(processing, reviewFinding())
        const opened = without_case ? undefined : yield* openCase({ session: processing, checks: [check], reason_codes, ...asked })
        const review = yield* store.save(yield* move(processing, "send_to_review", { reason_codes }))
        return { session: review, check, row: opened as StoredCase, case_id: opened?.id ?? "" }
      })
    )
  }).pipe(as(key())) as Effect.Effect<{ session: StoredSession; check: { id: string }; row: StoredCase; case_id: string }, unknown, any>

/** Events announced since the last look, in the order they were announced. */
export const events = Effect.gen(function* () {
  const queue = yield* JobQueue
  const jobs = yield* queue.claim({ limits: { [dispatchJob]: 10_000 }, lease_seconds: 60, now: "2999-01-01T00:00:00.000Z" })
  yield* Effect.forEach(jobs, (job) => queue.complete(job), { discard: true })
  return jobs.map(({ payload }) => payload as EventEnvelope).sort((a, b) => (a.id < b.id ? -1 : 1))
})
export const eventTypes = Effect.map(events, (found) => found.map(({ type }) => type))

export const storedSession = (id: string) =>
  SessionStore.use((store) => store.find(id)).pipe(as(key())) as Effect.Effect<StoredSession, unknown, any>
