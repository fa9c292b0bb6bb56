import { Cause, Duration, Effect, Exit, Option, Schema } from "effect"
import type { Caller } from "../access/caller.ts"
import { Conflict, type Failure, Gone, InvalidInput, NotFound } from "../foundation/failure.ts"
import { makeId } from "../foundation/id.ts"
import { after, now } from "../foundation/time.ts"
import { UnitOfWork } from "../storage/unit-of-work.ts"
import { Vault } from "../storage/vault.ts"
import { type Answer, audited } from "./audited.ts"
import { type Claim, IdempotencyStore, lifetimeMillis, renewedMillis, reservedMillis, scopeOf } from "./idempotency.ts"
import { preparedThen } from "./leftovers.ts"
import type { Contract, Operation } from "./operation.ts"

/** A request that carries an idempotency key. */
export interface KeyedRequest {
  readonly key: string
  readonly method: string
  readonly path: string
  /** Digest of body, query and resolved version. */
  readonly fingerprint: Effect.Effect<string, Failure>
  /** Runs when the answer, be it a success or a failure, is that of an earlier request. */
  readonly replaying?: Effect.Effect<void>
}

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
  return { ...kept, output: Object.fromEntries(Object.entries(kept.output).filter(([name]) => !secrets.includes(name))) }
}

const inProgress = new Conflict<"idempotency_in_progress">({
  code: "idempotency_in_progress",
  detail: "A request with this Idempotency-Key is still running. Send it again in a second.",
  context: { retry_after: 1 }
})
const reused = new InvalidInput<"idempotency_key_reused">({
  code: "idempotency_key_reused",
  problems: [
    {
      loc: ["header", "Idempotency-Key"],
      code: "idempotency_key_reused",
      message: "This key was used for another request. Use a new key for a new request."
    }
  ]
})

interface Outcome {
  readonly kept: Kept
  readonly replayed: boolean
}

/** What is done under one key: where its answer is kept, and when it was first used. */
interface Keyed {
  readonly scope: string
  readonly fingerprint: string
  readonly instant: string
}

/** The answer that a claim found; undefined when the request has to run. */
const found = Effect.fnUntraced(function* (contract: Contract, claim: Claim, { fingerprint, scope }: Keyed) {
  if (claim.state === "new") return undefined
  if (claim.state === "busy") return yield* inProgress
  if (claim.answer.fingerprint !== fingerprint) return yield* reused
  const { open } = yield* Vault
  const kept = yield* Effect.orDie(Effect.flatMap(open(purpose, scope, claim.answer.sealed), decodeKept))
  // Answers of before an upgrade were kept with null in the place of their secrets.
  return { kept: withoutSecrets(contract, kept), replayed: true } satisfies Outcome
})

/** Runs the handler within the open transaction, and keeps what came of it. */
const handled = Effect.fnUntraced(function* <In, Out, R>(op: Operation<In, Out, R>, decoded: In, prepared: unknown, keyed: Keyed) {
  const { fingerprint, instant, scope } = keyed
  const { transaction } = yield* UnitOfWork
  const { seal } = yield* Vault
  const kept = yield* keepable(yield* Effect.exit(transaction(audited(op, decoded, prepared))))
  const sealed = yield* seal(purpose, scope, yield* Effect.orDie(encodeKept(withoutSecrets(op.contract, kept))))
  // So that erasing a resource can find the answers that tell of it.
  const resource_id = kept.kind === "output" ? (op.contract.about?.(kept.output, decoded) ?? null) : null
  yield* (yield* IdempotencyStore).keep({ scope, fingerprint, sealed, resource_id, expires_at: after(instant, lifetimeMillis) })
  return { kept, replayed: false } satisfies Outcome
})

/** The key is held by the transaction itself, and so by no one once that ends. */
const inTransaction = Effect.fnUntraced(function* <In, Out, R>(op: Operation<In, Out, R>, input: Effect.Effect<In, Failure>, keyed: Keyed) {
  const store = yield* IdempotencyStore
  const { transaction } = yield* UnitOfWork
  return yield* transaction(
    Effect.gen(function* () {
      const known = yield* found(op.contract, yield* store.claim(keyed.scope, keyed.instant), keyed)
      return known ?? (yield* handled(op, yield* input, undefined, keyed))
    })
  )
})

/**
 * The key is reserved by a row while the operation prepares, so that neither a transaction nor a lock is open meanwhile. A reservation ends by
 * itself when its process dies. The transaction that follows begins by locking it: a request that lost its key to another commits nothing.
 */
const reserved = Effect.fnUntraced(function* <In, Out, R>(
  op: Operation<In, Out, R>,
  prepare: NonNullable<Operation<In, Out, R>["prepare"]>,
  input: Effect.Effect<In, Failure>,
  keyed: Keyed
) {
  const store = yield* IdempotencyStore
  const { transaction } = yield* UnitOfWork
  const held = { scope: keyed.scope, holder: yield* makeId("req") }
  const expires_at = Effect.map(now, (instant) => after(instant, reservedMillis))
  const renewing = Effect.forever(
    Effect.andThen(
      Effect.sleep(Duration.millis(renewedMillis)),
      // What cannot be renewed now is renewed the next time, or was lost: the transaction finds out.
      Effect.ignore(Effect.flatMap(expires_at, (until) => store.renew({ ...held, expires_at: until })))
    )
  )
  const claim = yield* store.reserve({ ...held, now: keyed.instant, expires_at: yield* expires_at })
  const known = yield* found(op.contract, claim, keyed)
  if (known !== undefined) return known
  return yield* Effect.gen(function* () {
    const decoded = yield* input
    return yield* preparedThen(
      Effect.raceFirst(prepare(decoded), renewing),
      (prepared) =>
        transaction(
          Effect.gen(function* () {
            if (!(yield* store.confirm(held))) return yield* inProgress
            const outcome = yield* handled(op, decoded, prepared, keyed)
            yield* store.release(held)
            return outcome
          })
        ),
      ({ kept }) => kept.kind === "output"
    )
  }).pipe(Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : Effect.ignore(store.release(held)))))
})

/** Runs an operation once for its key; a repeated request gets the answer that was kept. */
export const once = Effect.fnUntraced(function* <In, Out, R>(
  op: Operation<In, Out, R>,
  input: Effect.Effect<In, Failure>,
  request: KeyedRequest,
  { actor, credential }: Caller["Service"]
) {
  const holder = credential.type === "api_key" ? credential.id : credential.type === "capture" ? credential.link : actor.id
  const scope = scopeOf({ credential: holder, method: request.method, path: request.path, key: request.key })
  const keyed: Keyed = { scope, fingerprint: yield* request.fingerprint, instant: yield* now }
  const outcome = yield* op.prepare === undefined ? inTransaction(op, input, keyed) : reserved(op, op.prepare, input, keyed)
  if (outcome.replayed) yield* request.replaying ?? Effect.void
  if (outcome.kept.kind === "failure") return yield* outcome.kept.failure
  const answer: Answer<Out> = { status: outcome.kept.status, output: outcome.kept.output as Out, replayed: outcome.replayed }
  return answer
})
