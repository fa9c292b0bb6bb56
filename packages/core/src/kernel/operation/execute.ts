import { Cause, Clock, Context, Effect, Exit, Option, Schema } from "effect"
import { type AuditLog, type AuditNote, CurrentAudit, record } from "../audit/log.ts"
import type { Unannounced } from "../foundation/announces.ts"
import type { Entropy } from "../foundation/id.ts"
import { after, now } from "../foundation/time.ts"
import { Vault } from "../storage/vault.ts"
import { refusalOf } from "./access.ts"
import { Caller, Tenant } from "../access/caller.ts"
import { Conflict, type Failure, Gone, InvalidInput, NotFound } from "../foundation/failure.ts"
import { IdempotencyStore, lifetimeMillis, scopeOf } from "./idempotency.ts"
import type { Contract, Operation } from "./operation.ts"
import { CurrentQuota, PlanLimit, Quotas, spendLeased, windowsFor } from "../quota/quota.ts"
import { UnitOfWork } from "../storage/unit-of-work.ts"

/** What a transport knows of one call. Both effects run only when their turn comes. */
export interface Invocation<In> {
  /** Decodes the input; fails with 400, 413, 415 or 422. */
  readonly input: Effect.Effect<In, Failure>
  /** Present when the caller sent an idempotency key with a POST. */
  readonly idempotency?: {
    readonly key: string
    readonly method: string
    readonly path: string
    /** Digest of body, query and resolved version. */
    readonly fingerprint: Effect.Effect<string, Failure>
    /** Runs when the answer, be it a success or a failure, is that of an earlier request. */
    readonly replaying?: Effect.Effect<void>
  }
}

export interface Answer<Out> {
  readonly status: number
  readonly output: Out
  readonly replayed: boolean
}

const statusOf = ({ status }: Contract, output: unknown): number =>
  status === undefined ? 200 : typeof status === "number" ? status : status.of(output)

/** Quota, access, then decoding and the handler: the order is the contract's, whatever the transport. */
export const execute = <In, Out, R>(
  op: Operation<In, Out, R>,
  invocation: Invocation<In>
): Effect.Effect<
  Answer<Out>,
  Failure,
  Exclude<Unannounced<R>, Tenant> | Caller | Quotas | Vault | IdempotencyStore | UnitOfWork | AuditLog | Entropy
> =>
  Effect.contextWith((context: Context.Context<Caller | Quotas>) => {
    const caller = Context.get(context, Caller)
    const permitted = (): Effect.Effect<Answer<Out>, Failure, any> => {
      const refusal = refusalOf(op.contract, caller)
      if (refusal !== undefined) return Effect.fail(refusal)
      const { environment, organization } = caller
      const answer: Effect.Effect<Answer<Out>, Failure, any> = op.contract.effect === "read"
        ? read(op, invocation.input)
        : settled(op, write(op, invocation, caller))
      return Effect.provideService(answer, Tenant, { organization, environment })
    }
    // Agents have buckets of their own, which their endpoint spends.
    const plan = Context.get(context, PlanLimit)
    if (plan === 0 || caller.credential.type !== "api_key" || caller.tool !== null) return permitted()
    const windows = windowsFor(caller.credential.id, plan, op.contract.quota)
    const now_ms = Context.get(context, Clock.Clock).currentTimeMillisUnsafe()
    const spent = spendLeased(Context.get(context, Quotas), Context.get(context, CurrentQuota), windows, now_ms)
    return Effect.flatMap(spent, permitted)
  })

const read = <In, Out, R>({ contract, handle, prepare }: Operation<In, Out, R>, input: Effect.Effect<In, Failure>) =>
  Effect.map(
    Effect.flatMap(input, (decoded) => Effect.flatMap(prepare(decoded), (prepared) => handle(decoded, prepared))),
    (output): Answer<Out> => ({ status: statusOf(contract, output), output, replayed: false })
  )

const write = <In, Out, R>(op: Operation<In, Out, R>, invocation: Invocation<In>, caller: Caller["Service"]) =>
  invocation.idempotency === undefined || op.contract.method !== "POST"
    ? Effect.contextWith((context: Context.Context<UnitOfWork>) =>
        Effect.flatMap(invocation.input, (decoded) => {
          const { transaction } = Context.get(context, UnitOfWork)
          return Effect.flatMap(op.prepare(decoded), (prepared) => transaction(audited(op, decoded, prepared)))
        })
      )
    : once(op, invocation.input, invocation.idempotency, caller)

/** Nothing is open any more while an answer waits for its job. */
const settled = <In, Out, R>(
  { contract, settle }: Operation<In, Out, R>,
  answer: Effect.Effect<Answer<Out>, Failure, any>
): Effect.Effect<Answer<Out>, Failure, any> =>
  settle === undefined
    ? answer
    : Effect.flatMap(answer, (given) =>
        Effect.map(settle(given.output), (output): Answer<Out> => ({ ...given, output, status: statusOf(contract, output) }))
      )

/** The handler and its audit entry. */
const audited = <In, Out, R>({ contract, handle }: Operation<In, Out, R>, decoded: In, prepared: unknown) =>
  Effect.suspend(() => {
    const note: AuditNote = { target: null, changes: [] }
    return Effect.provideService(
      Effect.flatMap(handle(decoded, prepared), (output) => {
        const answer: Answer<Out> = { status: statusOf(contract, output), output, replayed: false }
        const entry = {
          action: contract.action ?? contract.name,
          target: note.target,
          changes: note.changes,
          outcome: "succeeded"
        } as const
        return Effect.as(record(entry), answer)
      }),
      CurrentAudit,
      note
    )
  })

/**
 * Failures of the domain, which a repeated request gets again. What precedes the handler, what may pass by itself and what the caller may
 * not do (403, which a change of its rights turns) is never kept.
 */
const Keepable = Schema.Union([Conflict, Gone, InvalidInput, NotFound])
const Kept = Schema.fromJsonString(
  Schema.Union([
    Schema.Struct({ kind: Schema.Literal("output"), status: Schema.Int, output: Schema.Unknown }),
    Schema.Struct({ kind: Schema.Literal("failure"), failure: Keepable })
  ])
)
type Kept = typeof Kept.Type
const encodeKept = Schema.encodeEffect(Kept)
const decodeKept = Schema.decodeEffect(Kept)
const isKeepable = Schema.is(Keepable)
const purpose = "idempotency"

const once = Effect.fnUntraced(function* <In, Out, R>(
  op: Operation<In, Out, R>,
  input: Effect.Effect<In, Failure>,
  request: NonNullable<Invocation<In>["idempotency"]>,
  caller: Caller["Service"]
) {
  const store = yield* IdempotencyStore
  const vault = yield* Vault
  const { transaction } = yield* UnitOfWork
  const { credential } = caller
  const holder = credential.type === "api_key" ? credential.id : credential.type === "capture" ? credential.link : caller.actor.id
  const scope = scopeOf({ credential: holder, method: request.method, path: request.path, key: request.key })
  const fingerprint = yield* request.fingerprint

  const outcome = yield* transaction(
    Effect.gen(function* () {
      const instant = yield* now
      const claim = yield* store.claim(scope, instant)
      if (claim.state === "busy") {
        return yield* new Conflict({
          code: "idempotency_in_progress",
          detail: "A request with this Idempotency-Key is still running. Send it again in a second.",
          context: { retry_after: 1 }
        })
      }
      if (claim.state === "finished") {
        if (claim.answer.fingerprint !== fingerprint) {
          return yield* new InvalidInput({
            code: "idempotency_key_reused",
            problems: [
              {
                loc: ["header", "Idempotency-Key"],
                code: "idempotency_key_reused",
                message: "This key was used for another request. Use a new key for a new request."
              }
            ]
          })
        }
        return yield* Effect.orDie(Effect.flatMap(vault.open(purpose, scope, claim.answer.sealed), decodeKept)).pipe(
          Effect.map((kept) => ({ kept, replayed: true as const }))
        )
      }
      const decoded = yield* input
      const prepared = yield* op.prepare(decoded)
      const exit = yield* Effect.exit(transaction(audited(op, decoded, prepared)))
      const kept = yield* keepable(exit)
      const sealed = yield* vault.seal(purpose, scope, yield* Effect.orDie(encodeKept(withoutSecrets(op.contract, kept))))
      // So that erasing a resource can find the answers that tell of it.
      const resource_id = kept.kind === "output" ? (op.contract.about?.(kept.output, decoded) ?? null) : null
      yield* store.keep({ scope, fingerprint, sealed, resource_id, expires_at: after(instant, lifetimeMillis) })
      return { kept, replayed: false as const }
    })
  )
  if (outcome.replayed) yield* request.replaying ?? Effect.void
  if (outcome.kept.kind === "failure") return yield* outcome.kept.failure
  const answer: Answer<Out> = { status: outcome.kept.status, output: outcome.kept.output as Out, replayed: outcome.replayed }
  return answer
})

/** Turns what a repeated request would see again into data; anything else fails on and rolls everything back. */
const keepable = <Out, E, R>(exit: Exit.Exit<Answer<Out>, E>): Effect.Effect<Kept, E, R> => {
  if (Exit.isSuccess(exit)) return Effect.succeed({ kind: "output", status: exit.value.status, output: exit.value.output })
  const failure = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  return isKeepable(failure) && !(failure._tag === "Conflict" && failure.code === "stale_object")
    ? Effect.succeed({ kind: "failure", failure })
    : Effect.failCause(exit.cause)
}

const withoutSecrets = ({ secrets = [] }: Contract, kept: Kept): Kept => {
  if (kept.kind === "failure" || secrets.length === 0 || typeof kept.output !== "object" || kept.output === null) return kept
  const hidden = Object.fromEntries(secrets.filter((name) => name in Object(kept.output)).map((name) => [name, null]))
  return { ...kept, output: { ...kept.output, ...hidden } }
}
