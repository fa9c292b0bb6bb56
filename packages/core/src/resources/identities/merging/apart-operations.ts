import { Effect, Schema } from "effect"
import { note } from "../../../kernel/audit/log.ts"
import { because } from "../../../kernel/audit/reason.ts"
import { Conflict, invalid } from "../../../kernel/foundation/failure.ts"
import { Timestamp } from "../../../kernel/foundation/text.ts"
import { operation, scopes } from "../../../kernel/operation/operation.ts"
import { operations } from "../../../kernel/operation/record.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { findStandingIdentity, lockIdentity } from "../change.ts"
import { MarkReason } from "../details.ts"
import { IdentityId, IdentityReference } from "../model.ts"
import { apartLimits, pairId } from "./members.ts"
import { ApartStore } from "./model.ts"

const path = "/identities/{identity_id}/do-not-merge/{other_identity_id}"
const access = scopes("identities:write")
const params = {
  identity_id: IdentityReference,
  other_identity_id: IdentityReference.annotate({ description: "The other identity, by its id or external reference" })
}
const Apart = Schema.Struct({
  identity_id: IdentityId,
  other_identity_id: IdentityId,
  do_not_merge: Schema.Boolean,
  marked_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "IdentitiesApart" })

/** Both identities of a pair; the first is locked, so that of two who mark at once one waits. */
const pairOf = Effect.fnUntraced(function* (reference: string, other_reference: string) {
  const { id } = yield* lockIdentity(reference)
  const other = yield* findStandingIdentity(other_reference)
  if (other.id === id) return yield* invalid(["path", "other_identity_id"], "same_identity", "must be another identity")
  return { id, other_id: other.id }
})

const mark = operation(
  {
    summary: "Mark two identities as not being one",
    description:
      "They are not merged and not suggested as duplicates while the mark stands, and neither are identities that they are part of. Marking them again changes nothing. The reason goes to the audit log alone, encrypted.",
    method: "PUT",
    path,
    access,
    effect: "write",
    params,
    body: { reason: Schema.optionalKey(MarkReason) },
    output: Apart,
    conflicts: ["identity_merged", "row_limit_reached"]
  },
  Effect.fnUntraced(function* ({ identity_id, other_identity_id, reason }) {
    const { id, other_id } = yield* pairOf(identity_id, other_identity_id)
    yield* because(reason)
    const store = yield* ApartStore
    const before = yield* store.find(pairId(id, other_id))
    if (before !== undefined) {
      yield* note({ type: "identity", id })
      return { identity_id: id, other_identity_id: other_id, do_not_merge: true, marked_at: before.created_at }
    }
    if ((yield* store.count([{ field: "identity_ids", op: "overlaps", values: [id] }])) >= apartLimits.pairs) {
      return yield* new Conflict({ code: "row_limit_reached", detail: `An identity has at most ${apartLimits.pairs} such marks.` })
    }
    const at = yield* tenantNow
    const pair = { id: pairId(id, other_id), version: 1, identity_ids: [id, other_id].toSorted(), created_at: at, updated_at: at }
    yield* store.insertIfAbsent(pair)
    yield* note({ type: "identity", id }, [{ path: "do_not_merge", from: null, to: other_id }])
    return { identity_id: id, other_identity_id: other_id, do_not_merge: true, marked_at: at }
  })
)

const unmark = operation(
  {
    summary: "Remove the mark that two identities are not one",
    description: "Removing a mark that does not exist changes nothing.",
    method: "DELETE",
    path,
    access,
    effect: "write",
    params,
    output: Apart,
    conflicts: ["identity_merged"]
  },
  Effect.fnUntraced(function* ({ identity_id, other_identity_id }) {
    const { id, other_id } = yield* pairOf(identity_id, other_identity_id)
    const store = yield* ApartStore
    const found = (yield* store.find(pairId(id, other_id))) !== undefined
    if (found) yield* store.remove(pairId(id, other_id))
    yield* note({ type: "identity", id }, found ? [{ path: "do_not_merge", from: other_id, to: null }] : [])
    return { identity_id: id, other_identity_id: other_id, do_not_merge: false, marked_at: null }
  })
)

export const identitiesApart = operations("identities", { markApart: mark, unmarkApart: unmark })
