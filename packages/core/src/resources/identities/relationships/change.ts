import { Effect } from "effect"
import { lookUps } from "../../../kernel/resource/locks.ts"
import { announceIdentity } from "../change.ts"
import { IdentityStore, type StoredIdentity } from "../model.ts"
import { type Ends, pairKeyOf, RelationshipStore, relationships, type StoredRelationship } from "./model.ts"

export const { lock: lockRelationship } = lookUps(RelationshipStore, relationships)

/** What events of an identity say of a relationship. */
const snapshotOf = ({ confidence, from_id, id, inverse_type, source, status, to_id, type }: StoredRelationship) => ({
  id,
  type,
  inverse_type,
  from_id,
  to_id,
  status,
  source,
  confidence
})

/** Announces what became of a relationship as an event of one of its identities, which has to be locked, and answers that identity as saved. */
export const announceRelationship = Effect.fnUntraced(function* <
  const Type extends "identity.relationship-created" | "identity.relationship-deleted"
>(identity: StoredIdentity, type: Type, relationship: StoredRelationship) {
  return yield* (yield* IdentityStore).save(yield* announceIdentity(identity, type, { relationship: snapshotOf(relationship) }))
})

/** Locks two identities, always in the order of their ids, so that no two transactions wait for one another. */
export const lockBoth = Effect.fnUntraced(function* (one: string, other: string) {
  const store = yield* IdentityStore
  const [first, second] = one < other ? [one, other] : [other, one]
  const rows = [yield* store.lock(first), yield* store.lock(second)]
  return { one: rows.find((row) => row?.id === one), other: rows.find((row) => row?.id === other) }
})

/** The relationship of this type that two identities have, or had as a proposal; locked. */
export const lockStanding = Effect.fnUntraced(function* (ends: Ends) {
  const store = yield* RelationshipStore
  const pair_key = pairKeyOf(ends)
  const [found] = yield* store.list({ where: [{ field: "pair_key", op: "eq", value: pair_key }], limit: 1 })
  const row = found === undefined ? undefined : yield* store.lock(found.id)
  return row?.pair_key === pair_key ? row : undefined
})
