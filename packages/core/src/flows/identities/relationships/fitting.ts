import { Effect } from "effect"
import type { Problem } from "../../../kernel/foundation/failure.ts"
import { IdentityStore, type StoredIdentity } from "../../../resources/identities/model.ts"
import { RelationshipStore, type StoredRelationship } from "../../../resources/identities/relationships/model.ts"
import { liveStatuses } from "../../../resources/identities/relationships/status.ts"
import { relationshipTypeRows, type StoredRelationshipType } from "../../../resources/settings/relationship-types/model.ts"

const allows = (types: ReadonlyArray<string>, { identity_type }: StoredIdentity): boolean =>
  types.length === 0 || types.includes(identity_type)

/** Whether a type of relationships relates identities of these types; one that reads alike from both ends does so in either direction. */
export const fits = ({ from_types, symmetric, to_types }: StoredRelationshipType, from: StoredIdentity, to: StoredIdentity): boolean =>
  (allows(from_types, from) && allows(to_types, to)) || (symmetric && allows(from_types, to) && allows(to_types, from))

/** How many relationships are looked at in one read, and for one change; and how many are named in a refusal. */
const [atOnce, mostLooked, mostNamed] = [200, 1_000, 20]

/** The relationships of an identity of some types that hold, or may, behind one in the order of their ids. */
const liveBehind = Effect.fnUntraced(function* (identity_id: string, types: ReadonlyArray<string>, last: string) {
  return yield* (yield* RelationshipStore).list({
    where: [
      { field: "ends", op: "overlaps", values: [identity_id] },
      { field: "type", op: "in", values: types },
      { field: "status", op: "in", values: liveStatuses },
      { field: "id", op: "gt", value: last }
    ],
    order: [{ field: "id", direction: "asc" }],
    limit: atOnce
  })
})

/**
 * The relationship where it does not fit its ends any more once one of them is of another type. It is locked, so that of two identities which change
 * their types at once the second is judged by what became of the first.
 */
const unfitting = Effect.fnUntraced(function* (id: string, types: ReadonlyArray<StoredRelationshipType>, changed: StoredIdentity) {
  const row = yield* (yield* RelationshipStore).lock(id)
  const type = types.find(({ key }) => key === row?.type)
  if (row === undefined || type === undefined || !liveStatuses.some((status) => status === row.status)) return []
  const other = yield* (yield* IdentityStore).find(row.from_id === changed.id ? row.to_id : row.from_id)
  if (other === undefined) return []
  return (row.from_id === changed.id ? fits(type, changed, other) : fits(type, other, changed)) ? [] : [row]
})

const named = ({ id, type }: StoredRelationship): Problem => ({
  loc: ["body", "identity_type"],
  code: "identity_type_not_allowed",
  message: `is not one that the relationship ${id} (${type}) relates; delete that relationship first`
})

const tooMany: Problem = {
  loc: ["body", "identity_type"],
  code: "identity_type_not_allowed",
  message: `may not change for an identity with more than ${mostLooked} relationships of types that relate certain identities; make another identity of that type`
}

/**
 * A problem for each relationship of a locked identity, up to a number, that does not relate identities of the type it changes to. Each is locked meanwhile,
 * so that there is a bound to how many are.
 */
export const fittingProblems = Effect.fnUntraced(function* (before: StoredIdentity, after: StoredIdentity) {
  if (before.identity_type === after.identity_type) return []
  const types = (yield* relationshipTypeRows.inUse).filter(({ from_types, to_types }) => from_types.length + to_types.length > 0)
  if (types.length === 0) return []
  const problems: Array<Problem> = []
  const keys = types.map(({ key }) => key)
  let last = ""
  for (let looked = 0; looked < mostLooked; looked += atOnce) {
    const rows = yield* liveBehind(before.id, keys, last)
    for (const { id } of rows) {
      problems.push(...(yield* unfitting(id, types, after)).map(named))
      if (problems.length === mostNamed) return problems
    }
    last = rows.at(-1)?.id ?? ""
    if (rows.length < atOnce) return problems
  }
  const more = yield* liveBehind(before.id, keys, last)
  return more.length === 0 ? problems : [...problems, tooMany]
})
