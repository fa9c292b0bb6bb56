import { Effect } from "effect"
import { NotFound } from "../../../kernel/foundation/failure.ts"
import { makeId } from "../../../kernel/foundation/id.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { findStandingIdentity } from "../../../resources/identities/change.ts"
import { identityArchived, type StoredIdentity } from "../../../resources/identities/model.ts"
import { announceRelationship, lockBoth, lockStanding } from "../../../resources/identities/relationships/change.ts"
import { newRelationship, ownership, RelationshipStore } from "../../../resources/identities/relationships/model.ts"
import type { StoredSession } from "../../../resources/sessions/model.ts"
import { relationshipTypeRows, type StoredRelationshipType } from "../../../resources/settings/relationship-types/model.ts"
import { endProblems, otherIdentity, ownerProblems, typeNamed } from "./given.ts"

export interface Related {
  readonly own: StoredIdentity
  readonly from: StoredIdentity
  readonly to: StoredIdentity
}

/** Locks both ends, and holds the type: what is archived meanwhile is refused. */
export const held = Effect.fnUntraced(function* (
  own_id: string,
  other_id: string,
  named: { readonly key: string; readonly forwards: boolean }
) {
  const { one: own, other } = yield* lockBoth(own_id, other_id)
  if (own === undefined || other === undefined) return yield* new NotFound()
  if (own.archived_at !== null || other.archived_at !== null) return yield* identityArchived()
  const [type] = yield* relationshipTypeRows.held([named.key])
  const related: Related = named.forwards ? { own, from: own, to: other } : { own, from: other, to: own }
  return { type, related }
})

/** What a workflow relates the identity of a session to. */
interface Relation {
  readonly relationship_type: string
  readonly identity_id: string
}

/** Both identities, locked, and the type; or why they cannot be related. */
const heldFor = Effect.fnUntraced(function* (own_id: string, { identity_id, relationship_type }: Relation) {
  const own = yield* findStandingIdentity(own_id)
  const other = yield* otherIdentity(own, identity_id)
  if ("loc" in other) return "identity_not_available" as const
  const named = typeNamed(yield* relationshipTypeRows.inUse, relationship_type)
  if (named === undefined) return "relationship_not_allowed" as const
  const { related, type } = yield* held(own.id, other.id, { key: named.type.key, forwards: named.forwards })
  if (type === undefined) return "relationship_not_allowed" as const
  const given = { type: relationship_type, to_id: other.id }
  const owners = type.key === ownership ? yield* ownerProblems(given, related.to) : []
  const problems = [...(yield* endProblems(type, related)), ...owners]
  return problems.length > 0 ? ("relationship_not_allowed" as const) : { related, type }
})

/** The relationship as the workflow of a session makes it; one that stands is confirmed by that, and one that someone dismissed stays so. */
const related = Effect.fnUntraced(function* (session_id: string, type: StoredRelationshipType, { from, own, to }: Related) {
  const store = yield* RelationshipStore
  const ends = { type: type.key, inverse_type: type.inverse_key, from_id: from.id, to_id: to.id }
  const evidence = { kind: "given" as const, document_ids: [], session_ids: [session_id] }
  const at = yield* tenantNow
  const before = yield* lockStanding(ends)
  if (before?.status === "confirmed" || before?.status === "dismissed") return null
  const said = { status: "confirmed", percent: null, valid_from: null, valid_to: null } as const
  if (before === undefined) {
    const about = { ...said, id: yield* makeId("rel"), environment: own.environment, source: "system", confidence: null } as const
    const row = newRelationship(ends, { ...about, evidence: [evidence] }, at)
    return (yield* store.insertIfAbsent(row)) ? row : null
  }
  const proven = [...before.evidence.filter(({ kind }) => kind !== "given"), evidence]
  return yield* store.save({ ...before, ...said, evidence: proven, updated_at: at })
})

/**
 * Relates the identity of a locked session to another one, as its workflow says. Answers the relationship that this made or confirmed, null where it
 * stands already or was dismissed, and else why it cannot be.
 */
export const relateSession = Effect.fnUntraced(function* ({ id, identity_id }: StoredSession, relation: Relation) {
  if (identity_id === null) return "no_identity" as const
  const both = yield* heldFor(identity_id, relation).pipe(
    Effect.catchTags({
      NotFound: () => Effect.succeed("identity_not_available" as const),
      Conflict: () => Effect.succeed("identity_not_available" as const)
    })
  )
  if (typeof both === "string") return both
  const made = yield* related(id, both.type, both.related)
  if (made !== null) yield* announceRelationship(both.related.own, "identity.relationship-created", made)
  return made
})
