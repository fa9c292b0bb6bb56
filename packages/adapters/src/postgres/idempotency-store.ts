import { Tenant } from "@vouchkit/core/kernel/access/caller"
import type { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { type Claim, IdempotencyStore, type KeptAnswer, type Reservation } from "@vouchkit/core/kernel/operation/idempotency"
import { Context, Effect, Layer } from "effect"
import { Database } from "./database.ts"
import type { Parameters } from "./statements/statement.ts"

type Owner = Tenant["Service"]

const ownKey = ({ environment, organization }: Owner, scope: string, parameters: Parameters) =>
  `organization = ${parameters.add(organization)} and environment = ${parameters.add(environment)} and scope = ${parameters.add(scope)}`
const heldBy = (owner: Owner, { holder, scope }: Reservation, parameters: Parameters) =>
  `${ownKey(owner, scope, parameters)} and holder = ${parameters.add(holder)}`

/** Keys that are held by a row of their own, committed at once, while something is prepared outside of any transaction. */
const reservations = (
  database: Database["Service"],
  keptAnswer: (scope: string, now: string) => Effect.Effect<KeptAnswer | undefined, StorageUnavailable, Tenant>
): Pick<IdempotencyStore["Service"], "reserve" | "renew" | "confirm" | "release"> => {
  const release = Effect.fnUntraced(function* (reservation: Reservation) {
    const owner = yield* Tenant
    const { holder, scope } = reservation
    yield* Effect.contextWith((context: Context.Context<never>) =>
      Effect.catchTag(
        database.defer(context, {
          record: `idempotency_reservations/${owner.organization}/${owner.environment}/${scope}/${holder}`,
          guarded: false,
          sql: (parameters) => `delete from idempotency_reservations where ${heldBy(owner, reservation, parameters)}`
        }),
        "Conflict",
        (failure) => Effect.die(failure)
      )
    )
  })
  return {
    reserve: Effect.fnUntraced(function* ({ expires_at, now, ...reservation }) {
      const { environment, organization } = yield* Tenant
      const { holder, scope } = reservation
      const [taken] = yield* database.query(
        (parameters) =>
          `insert into idempotency_reservations as held (organization, environment, scope, holder, expires_at) values (${parameters.add(organization)}, ${parameters.add(environment)}, ${parameters.add(scope)}, ${parameters.add(holder)}, ${parameters.add(expires_at)}) on conflict (organization, environment, scope) do update set holder = excluded.holder, expires_at = excluded.expires_at where held.expires_at <= ${parameters.add(now)} returning 1`
      )
      // A statement of its own: its snapshot is newer than the reservation, so that it sees what the last holder committed.
      const answer = yield* keptAnswer(scope, now)
      if (answer !== undefined && taken !== undefined) yield* release(reservation)
      const claim: Claim = answer === undefined ? { state: taken === undefined ? "busy" : "new" } : { state: "finished", answer }
      return claim
    }),
    renew: Effect.fnUntraced(function* ({ expires_at, ...reservation }) {
      const owner = yield* Tenant
      yield* database.query(
        (parameters) =>
          `update idempotency_reservations set expires_at = ${parameters.add(expires_at)} where ${heldBy(owner, reservation, parameters)}`
      )
    }),
    confirm: Effect.fnUntraced(function* (reservation) {
      const owner = yield* Tenant
      const rows = yield* database.query(
        (parameters) => `select 1 from idempotency_reservations where ${heldBy(owner, reservation, parameters)} for update`
      )
      return rows.length > 0
    }),
    release
  }
}

/** A transaction-level advisory lock, or a row for as long as something is prepared, holds the key: each ends however its request ends. */
export const layer = Layer.effect(IdempotencyStore)(
  Effect.map(Database, (database) => {
    const keptAnswer = Effect.fnUntraced(function* (scope: string, now: string) {
      const owner = yield* Tenant
      const [kept] = yield* database.query(
        (parameters) =>
          `select fingerprint, sealed from idempotency_keys where ${ownKey(owner, scope, parameters)} and expires_at > ${parameters.add(now)}`
      )
      const answer: KeptAnswer | undefined = kept === undefined ? undefined : { fingerprint: kept.fingerprint, sealed: kept.sealed }
      return answer
    })
    return {
      ...reservations(database, keptAnswer),
      claim: Effect.fnUntraced(function* (scope: string, now: string) {
        const { environment, organization } = yield* Tenant
        const [lock] = yield* database.query(
          (parameters) =>
            `select pg_try_advisory_xact_lock(hashtextextended(${parameters.add(`${organization}/${environment}/${scope}`)}, 0)) as held`
        )
        // A statement of its own: its snapshot is newer than the lock, so that it sees what the last holder committed.
        const answer = yield* keptAnswer(scope, now)
        // Anyone who holds the lock of a finished request only reads its answer, as may everybody else.
        const claim: Claim = answer !== undefined ? { state: "finished", answer } : { state: lock?.held === true ? "new" : "busy" }
        return claim
      }),
      keep: (entry) =>
        Effect.contextWith((context: Context.Context<Tenant>) => {
          const { environment, organization } = Context.get(context, Tenant)
          return Effect.catchTag(
            database.defer(context, {
              record: `idempotency_keys/${organization}/${environment}/${entry.scope}`,
              guarded: false,
              // An answer past its life may still lie there until the sweep: it gives way.
              sql: (parameters) =>
                `insert into idempotency_keys (organization, environment, scope, fingerprint, sealed, resource_id, expires_at) values (${parameters.add(organization)}, ${parameters.add(environment)}, ${parameters.add(entry.scope)}, ${parameters.add(entry.fingerprint)}, ${parameters.add(entry.sealed)}, ${parameters.add(entry.resource_id)}, ${parameters.add(entry.expires_at)}) on conflict (organization, environment, scope) do update set fingerprint = excluded.fingerprint, sealed = excluded.sealed, resource_id = excluded.resource_id, expires_at = excluded.expires_at`
            }),
            "Conflict",
            (failure) => Effect.die(failure)
          )
        }),
      // No one waits for its answer: of an erasure there are many, and each would be a journey of its own.
      forget: (resource_id) =>
        Effect.contextWith((context: Context.Context<Tenant>) => {
          const { environment, organization } = Context.get(context, Tenant)
          return Effect.catchTag(
            database.defer(context, {
              record: `idempotency_keys_of/${organization}/${environment}/${resource_id}`,
              guarded: false,
              sql: (parameters) =>
                `delete from idempotency_keys where organization = ${parameters.add(organization)} and environment = ${parameters.add(environment)} and resource_id = ${parameters.add(resource_id)}`
            }),
            "Conflict",
            (failure) => Effect.die(failure)
          )
        })
    }
  })
)
