import { Clock, Context, Effect } from "effect"
import type { AuditLog } from "../audit/log.ts"
import type { Unannounced } from "../foundation/announces.ts"
import { limitOf } from "../foundation/plans.ts"
import type { Entropy } from "../foundation/id.ts"
import type { Vault } from "../storage/vault.ts"
import { refusalOf } from "./access.ts"
import { type Answer, audited, statusOf } from "./audited.ts"
import { Caller, Tenant } from "../access/caller.ts"
import type { Failure } from "../foundation/failure.ts"
import { refusingDamaged } from "./damaged-records.ts"
import type { IdempotencyStore } from "./idempotency.ts"
import { preparedThen } from "./leftovers.ts"
import { type KeyedRequest, once } from "./once.ts"
import type { Operation } from "./operation.ts"
import { CurrentQuota, PlanLimit, Quotas, spendLeased, windowsFor } from "../quota/quota.ts"
import { UnitOfWork } from "../storage/unit-of-work.ts"
import { Withheld } from "../access/withheld.ts"
import { withheldFrom, type WithheldStore } from "./withheld-records.ts"
import { askedOf, showsRecords, withholding, worksOnCases } from "./withholding.ts"

/** What a transport knows of one call. Both effects run only when their turn comes. */
export interface Invocation<In> {
  /** Decodes the input; fails with 400, 413, 415 or 422. */
  readonly input: Effect.Effect<In, Failure>
  /** Present when the caller sent an idempotency key with a POST. */
  readonly idempotency?: KeyedRequest
}

/** Quota, access, then decoding and the handler: the order is the contract's, whatever the transport. */
export const execute = <In, Out, R>(
  op: Operation<In, Out, R>,
  invocation: Invocation<In>
): Effect.Effect<
  Answer<Out>,
  Failure,
  Exclude<Unannounced<R>, Tenant> | Caller | Quotas | Vault | IdempotencyStore | UnitOfWork | AuditLog | Entropy | WithheldStore
> =>
  Effect.contextWith((context: Context.Context<Caller | Quotas>) => {
    const caller = Context.get(context, Caller)
    const permitted = (): Effect.Effect<Answer<Out>, Failure, any> => {
      const refusal = refusalOf(op.contract, caller)
      if (refusal !== undefined) return Effect.fail(refusal)
      const { environment, organization } = caller
      const run = (op: Operation<In, Out, R>, invocation: Invocation<In>): Effect.Effect<Answer<Out>, Failure, any> =>
        op.contract.effect === "read" ? read(op, invocation.input) : settled(op, write(op, invocation, caller))
      const answer = worksOnCases(caller) ? withoutWithheld(op, invocation, caller, run) : run(op, invocation)
      return Effect.provideService(refusingDamaged(answer), Tenant, { organization, environment })
    }
    // Agents have buckets of their own, which their endpoint spends.
    if (caller.credential.type !== "api_key" || caller.tool !== null) return permitted()
    const plan = limitOf(caller.credential.plan, Context.get(context, PlanLimit))
    if (plan === 0) return permitted()
    const windows = windowsFor(caller.credential.id, plan, op.contract.quota)
    const now_ms = Context.get(context, Clock.Clock).currentTimeMillisUnsafe()
    const spent = spendLeased(Context.get(context, Quotas), Context.get(context, CurrentQuota), windows, now_ms)
    return Effect.flatMap(spent, permitted)
  })

/** Runs a call of someone from whom something may be withheld: as if that were not there. */
const withoutWithheld = <In, Out, R>(
  op: Operation<In, Out, R>,
  { input, ...invocation }: Invocation<In>,
  { actor }: Caller["Service"],
  run: (op: Operation<In, Out, R>, invocation: Invocation<In>) => Effect.Effect<Answer<Out>, Failure, any>
): Effect.Effect<Answer<Out>, Failure, any> => {
  const looked = withheldFrom(actor.id)
  return Effect.contextWith((context: Context.Context<Tenant | WithheldStore>) => {
    const asked = (withheld: typeof looked) => ({
      ...invocation,
      input: Effect.provideContext(askedOf(op.contract, input, withheld), context)
    })
    if (!showsRecords(op.contract)) return run(op, asked(looked))
    return Effect.flatMap(looked, (withheld) =>
      withheld.size === 0
        ? run(op, { ...invocation, input })
        : Effect.provideService(run(withholding(op, withheld), asked(Effect.succeed(withheld))), Withheld, withheld)
    )
  })
}

const read = <In, Out, R>({ contract, handle, prepare }: Operation<In, Out, R>, input: Effect.Effect<In, Failure>) =>
  Effect.map(
    Effect.flatMap(input, (decoded) =>
      prepare === undefined ? handle(decoded, undefined) : Effect.flatMap(prepare(decoded), (prepared) => handle(decoded, prepared))
    ),
    (output): Answer<Out> => ({ status: statusOf(contract, output), output, replayed: false })
  )

/** Whatever an operation prepares, it prepares before its transaction opens, with an idempotency key and without. */
const write = <In, Out, R>(op: Operation<In, Out, R>, invocation: Invocation<In>, caller: Caller["Service"]) =>
  invocation.idempotency === undefined || op.contract.method !== "POST"
    ? Effect.contextWith((context: Context.Context<UnitOfWork>) =>
        Effect.flatMap(invocation.input, (decoded) => {
          const { transaction } = Context.get(context, UnitOfWork)
          const commit = (prepared: unknown) => transaction(audited(op, decoded, prepared))
          return op.prepare === undefined ? commit(undefined) : preparedThen(op.prepare(decoded), commit, () => true)
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
