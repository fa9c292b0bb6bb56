import { Effect } from "effect"
import { NotFound } from "../../../kernel/foundation/failure.ts"
import { makeId } from "../../../kernel/foundation/id.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { findStandingIdentity } from "../../../resources/identities/change.ts"
import { identityArchived, type StoredIdentity } from "../../../resources/identities/model.ts"
import { announceRelationship, lockBoth, lockStanding } from "../../../resources/identities/relationships/change.ts"
import {
  newRelationship,
  ownership,
  RelationshipStore,
  type StoredRelationship
} from "../../../resources/identities/relationships/model.ts"
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

/** What makes a relationship, or confirms one. */
interface Stated extends Pick<StoredRelationship, "percent" | "source" | "valid_from" | "valid_to" | "evidence"> {}

/**
 * The relationship that stands between two identities, locked, and as it is once it is confirmed: a new one, or the one that was proposed or dismissed
 * with what else is stated. `next` is null where it is confirmed already.
 */
export const asConfirmed = Effect.fnUntraced(function* (type: StoredRelationshipType, { from, own, to }: Related, stated: Stated) {
  const ends = { type: type.key, inverse_type: type.inverse_key, from_id: from.id, to_id: to.id }
  const { evidence, percent, source, valid_from, valid_to } = stated
  const said = { status: "confirmed", percent, valid_from, valid_to } as const
  const at = yield* tenantNow
  const before = yield* lockStanding(ends)
  if (before?.status === "confirmed") return { before, next: null }
  if (before === undefined) {
    const id = yield* makeId("rel")
    return { before, next: newRelationship(ends, { ...said, id, environment: own.environment, source, confidence: null, evidence }, at) }
  }
  const proven = [...before.evidence.filter(({ kind }) => kind !== "given"), ...evidence]
  const next: StoredRelationship = { ...before, ...said, evidence: proven, updated_at: at }
  return { before, next }
})

/** The relationship as the workflow of a session makes it; one that stands is confirmed by that, and one that someone dismissed stays so. */
const related = Effect.fnUntraced(function* (session_id: string, type: StoredRelationshipType, both: Related) {
  const evidence = [{ kind: "given" as const, document_ids: [], session_ids: [session_id] }]
  const stated: Stated = { percent: null, valid_from: null, valid_to: null, source: "system", evidence }
  const { before, next } = yield* asConfirmed(type, both, stated)
  if (next === null || before?.status === "dismissed") return null
  const store = yield* RelationshipStore
  if (before !== undefined) return yield* store.save(next)
  return (yield* store.insertIfAbsent(next)) ? next : null
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
