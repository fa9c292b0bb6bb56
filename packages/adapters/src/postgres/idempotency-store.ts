import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { type Claim, IdempotencyStore } from "@vouchkit/core/kernel/operation/idempotency"
import { Context, Effect, Layer } from "effect"
import { Database } from "./database.ts"

/** A transaction-level advisory lock holds the key: it ends with the transaction, however that ends. */
export const layer = Layer.effect(IdempotencyStore)(
  Effect.map(Database, (database) => ({
    claim: Effect.fnUntraced(function* (scope: string, now: string) {
      const { environment, organization } = yield* Tenant
      const [lock] = yield* database.query(
        (parameters) =>
          `select pg_try_advisory_xact_lock(hashtextextended(${parameters.add(`${organization}/${environment}/${scope}`)}, 0)) as held`
      )
      // A statement of its own: its snapshot is newer than the lock, so that it sees what the last holder committed.
      const [kept] = yield* database.query(
        (parameters) =>
          `select fingerprint, sealed from idempotency_keys where organization = ${parameters.add(organization)} and environment = ${parameters.add(environment)} and scope = ${parameters.add(scope)} and expires_at > ${parameters.add(now)}`
      )
      // Anyone who holds the lock of a finished request only reads its answer, as may everybody else.
      const claim: Claim =
        kept !== undefined
          ? { state: "finished", answer: { fingerprint: kept.fingerprint, sealed: kept.sealed } }
          : { state: lock?.held === true ? "new" : "busy" }
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
    forget: Effect.fnUntraced(function* (resource_id: string) {
      const { environment, organization } = yield* Tenant
      yield* database.query(
        (parameters) =>
          `delete from idempotency_keys where organization = ${parameters.add(organization)} and environment = ${parameters.add(environment)} and resource_id = ${parameters.add(resource_id)}`
      )
    })
  }))
)
