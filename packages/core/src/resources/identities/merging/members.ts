import { Effect } from "effect"
import { ApartStore, mergeLimits, MergeStore } from "./model.ts"

/** Merges into these identities that stand, newest first. */
export const standingMerges = Effect.fnUntraced(function* (target_ids: ReadonlyArray<string>) {
  return yield* (yield* MergeStore).list({
    where: [
      { field: "target_id", op: "in", values: target_ids },
      { field: "undone_at", op: "is_null" }
    ],
    order: [{ field: "created_at", direction: "desc" }],
    limit: mergeLimits.members + 1
  })
})

/** Everyone who is part of an identity over all merges that stand, itself first; and how many merges lie one below the other on the longest way. */
export const membersOf = Effect.fnUntraced(function* (id: string) {
  const ids = [id]
  let height = 0
  for (let level: ReadonlyArray<string> = ids; level.length > 0; ) {
    const merges = yield* standingMerges(level)
    if (ids.length === 1) height = Math.max(0, ...merges.map((merge) => merge.height))
    level = merges.flatMap(({ source_ids }) => source_ids).filter((one) => !ids.includes(one))
    ids.push(...level)
    // More than a merge lets come together never do; the bound holds this loop whatever is stored.
    if (ids.length > mergeLimits.members * 2) break
  }
  return { ids, height }
})

export const apartLimits = { pairs: 1_000 } as const

/** Of which pairs with any of these identities someone said that they are not one. */
export const pairsApart = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
  const found = yield* (yield* ApartStore).list({
    where: [{ field: "identity_ids", op: "overlaps", values: ids }],
    limit: apartLimits.pairs
  })
  return found.map(({ identity_ids }) => identity_ids)
})

/** One id for two identities, whichever is named first. */
export const pairId = (one: string, other: string): string => [one, other].toSorted().join(".")
