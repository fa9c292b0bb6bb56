import { Effect } from "effect"
import { Caller, Tenant } from "../../kernel/access/caller.ts"
import { asSystem } from "../../kernel/access/system-caller.ts"
import { type AuditNote, CurrentAudit, note, record } from "../../kernel/audit/log.ts"
import { because, sealReason } from "../../kernel/audit/reason.ts"
import { invalid, NotFound } from "../../kernel/foundation/failure.ts"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"
import { Organizations } from "../../kernel/tenancy/organizations.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { HoldStore, openHoldReason, sealHoldReason, stands, type StoredHold } from "../../resources/erasure/holds.ts"
import { lockAnyIdentity } from "../../resources/identities/change.ts"
import { identityArchived } from "../../resources/identities/model.ts"
import { lockWritable } from "../../resources/sessions/change.ts"

interface WantedHold {
  readonly held: boolean
  readonly reason: string
  readonly until?: string | null | undefined
}

const shown = ({ created_at, ends_at, id, scope }: StoredHold) => ({ id, object: scope, held: true, until: ends_at, set_at: created_at })

/** Sets or releases the hold of a locked record; saying the same again changes nothing but the reason and the end. */
const keepHold = Effect.fnUntraced(function* (scope: StoredHold["scope"], id: string, { held, reason, until = null }: WantedHold) {
  const store = yield* HoldStore
  const at = yield* tenantNow
  if (held && until !== null && until <= at) return yield* invalid(["body", "until"], "past", "must lie in the future")
  yield* because(reason)
  const before = yield* store.lock(id)
  yield* note({ type: scope, id }, [
    { path: "legal_hold", from: before !== undefined, to: held },
    ...(held ? [{ path: "legal_hold.until", from: before?.ends_at ?? null, to: until }] : [])
  ])
  if (!held) {
    if (before !== undefined) yield* store.remove(id)
    return { id, object: scope, held: false, until: null, set_at: null }
  }
  const { actor } = yield* Caller
  const wanted = { scope, sealed_reason: yield* sealHoldReason(id, reason), ends_at: until, set_by: { type: actor.type, id: actor.id } }
  if (before !== undefined) return shown(yield* store.save({ ...before, ...wanted, updated_at: at }))
  const hold: StoredHold = { id, version: 1, ...wanted, created_at: at, updated_at: at }
  yield* store.insert(hold)
  return shown(hold)
})

export const holdSession = Effect.fnUntraced(function* (session_id: string, wanted: WantedHold) {
  const { id } = yield* lockWritable(session_id)
  return yield* keepHold("session", id, wanted)
})

export const holdIdentity = Effect.fnUntraced(function* (identity_id: string, wanted: WantedHold) {
  const identity = yield* lockAnyIdentity(identity_id)
  if (identity.erasure !== undefined) return yield* identityArchived(identity)
  return yield* keepHold("identity", identity.id, wanted)
})

/** Sets or releases a hold for the operator, audited as the request is. */
export const provisionHold = Effect.fnUntraced(function* (tenant: Tenant["Service"], id: string, wanted: WantedHold) {
  if ((yield* (yield* Organizations).find(tenant.organization)) === undefined) return yield* new NotFound()
  const { transaction } = yield* UnitOfWork
  const noted: AuditNote = { target: null, changes: [] }
  const isIdentity = id.startsWith("idn_")
  const set = Effect.gen(function* () {
    const hold = yield* isIdentity ? holdIdentity(id, wanted) : holdSession(id, wanted)
    const action = isIdentity ? "identities.set_legal_hold" : "sessions.set_legal_hold"
    const entry = { action, target: noted.target, changes: noted.changes, outcome: "succeeded" as const }
    yield* record({ ...entry, reason: yield* sealReason(entry, wanted.reason) })
    return hold
  })
  return yield* transaction(set).pipe(Effect.provideService(CurrentAudit, noted), asSystem(tenant, "operator"))
})

/** The holds of a tenant that stand, newest first, with their reasons. */
export const standingHolds = Effect.fnUntraced(function* (tenant: Tenant["Service"], limit: number) {
  return yield* Effect.gen(function* () {
    const at = yield* tenantNow
    const found = yield* (yield* HoldStore).list({ order: [{ field: "created_at", direction: "desc" }], limit })
    return yield* Effect.forEach(
      found.filter((hold) => stands(hold, at)),
      (hold) => Effect.map(openHoldReason(hold), (reason) => ({ ...shown(hold), reason }))
    )
  }).pipe(Effect.provideService(Tenant, tenant))
})
