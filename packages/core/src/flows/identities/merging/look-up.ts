import { Effect } from "effect"
import { InvalidInput, NotFound, type Problem } from "../../../kernel/foundation/failure.ts"
import { identityArchived, identityMerged, IdentityStore, type StoredIdentity } from "../../../resources/identities/model.ts"

/** Fails where an identity cannot take part in a merge any more. */
const standing = Effect.fnUntraced(function* (row: StoredIdentity) {
  if (row.merged_into_id !== null) return yield* identityMerged(row.merged_into_id)
  if (row.archived_at !== null) return yield* identityArchived()
  return row
})

/** Target and sources of a merge, read or locked in the order of their ids. Lists every source that does not exist. */
export const partiesOf = Effect.fnUntraced(function* (target_id: string, source_ids: ReadonlyArray<string>, how: "find" | "lock") {
  const store = yield* IdentityStore
  const found = new Map<string, StoredIdentity>()
  for (const id of [target_id, ...source_ids].toSorted()) {
    const row = yield* store[how](id)
    if (row !== undefined) found.set(id, row)
  }
  const target = found.get(target_id)
  if (target === undefined) return yield* new NotFound()
  const problems = source_ids.flatMap((id, index): ReadonlyArray<Problem> => {
    const loc = ["body", "source_ids", index]
    if (id === target_id) return [{ loc, code: "is_target", message: "must be another identity than the target" }]
    return found.has(id) ? [] : [{ loc, code: "unknown_identity", message: "names no identity of this organization and environment" }]
  })
  if (problems.length > 0) return yield* new InvalidInput({ code: "validation_error" as const, problems })
  yield* standing(target)
  const sources = yield* Effect.forEach(
    source_ids.flatMap((id) => found.get(id) ?? []),
    standing
  )
  return { target, sources }
})
