import { Effect } from "effect"
import { IdempotencyStore } from "../../../kernel/operation/idempotency.ts"
import type { Condition } from "../../../kernel/storage/collection.ts"
import { lockStanding } from "./change.ts"
import { RelationshipStore, type relationships, settledRelationship, type StoredRelationship } from "./model.ts"

/** Rows that are looked through at a time. */
const atOnce = 100

const idsWhere = Effect.fnUntraced(function* (where: Condition<keyof typeof relationships.columns>) {
  const store = yield* RelationshipStore
  const ids: Array<string> = []
  for (let page = yield* store.page({ where: [where], limit: atOnce }); ; ) {
    ids.push(...page.rows.map(({ id }) => id))
    if (page.next === null) return ids
    page = yield* store.page({ where: [where], limit: atOnce, after: page.next })
  }
})

const aside = (row: StoredRelationship, merge_id: string): StoredRelationship =>
  settledRelationship({ ...row, status: "deleted", set_aside: row.set_aside ?? { merge_id, status: row.status } })

/** What people said weighs more than what the service proposed, and that more than what was dismissed. */
const weights = { confirmed: 2, proposed: 1, dismissed: 0, deleted: 0 } as const satisfies Record<StoredRelationship["status"], number>

interface Merge {
  readonly merge_id: string
  readonly source_id: string
  readonly target_id: string
}

const moved = (row: StoredRelationship, { merge_id, source_id, target_id }: Merge): StoredRelationship => {
  const ends = (["from_id", "to_id"] as const).filter((end) => row[end] === source_id)
  return {
    ...row,
    ...Object.fromEntries(ends.map((end) => [end, target_id])),
    moves: [...row.moves, ...ends.map((end) => ({ merge_id, end, identity_id: source_id }))]
  }
}

/**
 * Gives the relationships of an identity to the one that it is merged into; both are locked. What would relate an identity to itself is set aside, and
 * so is the lighter one of two that are alike afterwards. Deleted ones stay, as they are only for the audit log of the source.
 */
export const moveRelationships = Effect.fnUntraced(function* (merge: Merge) {
  const store = yield* RelationshipStore
  for (const id of yield* idsWhere({ field: "ends", op: "overlaps", values: [merge.source_id] })) {
    const before = yield* store.lock(id)
    if (before === undefined || (before.status === "deleted" && before.set_aside === null)) continue
    const row = moved(before, merge)
    const other = before.status === "deleted" ? undefined : yield* lockStanding(row)
    const loses = row.from_id === row.to_id || (other !== undefined && weights[other.status] >= weights[row.status])
    if (other !== undefined && !loses) {
      yield* store.save(aside(other, merge.merge_id))
      // A read writes what waits, so that the place of the other one is free.
      yield* store.find(other.id)
    }
    yield* store.save(loses ? aside(row, merge.merge_id) : settledRelationship(row))
  }
})

/** The relationship with its ends as they were before a merge, whatever moved them after it. */
const returned = (row: StoredRelationship, merge_id: string): StoredRelationship => {
  let next = row
  for (const end of ["from_id", "to_id"] as const) {
    const own = next.moves.filter((move) => move.end === end)
    const first = own.find((move) => move.merge_id === merge_id)
    if (first === undefined) continue
    const gone = new Set(own.slice(own.indexOf(first)))
    next = { ...next, [end]: first.identity_id, moves: next.moves.filter((move) => !gone.has(move)) }
  }
  return next
}

/** Undoes what `moveRelationships` did for a merge, and brings back what was set aside where nothing stands in its place. */
export const returnRelationships = Effect.fnUntraced(function* (merge_id: string) {
  const store = yield* RelationshipStore
  const ids = yield* idsWhere({ field: "merge_ids", op: "overlaps", values: [merge_id] })
  for (const id of ids) {
    const row = yield* store.lock(id)
    if (row !== undefined) yield* store.save(settledRelationship(returned(row, merge_id)))
  }
  const rows = yield* Effect.forEach(ids, store.find)
  // What this merge set aside comes back before what an earlier one did: the latter was the lighter of two, and its place is taken.
  const ordered = ids.toSorted((one, other) => {
    const mine = (id: string) => rows.some((row) => row?.id === id && row.set_aside?.merge_id === merge_id)
    return Number(mine(other)) - Number(mine(one))
  })
  for (const id of ordered) {
    const row = yield* store.lock(id)
    if (row === undefined || row.set_aside === null || row.from_id === row.to_id) continue
    const back: StoredRelationship = { ...row, status: row.set_aside.status, set_aside: null }
    if ((yield* lockStanding(back)) === undefined) yield* store.save(settledRelationship(back))
  }
})

/** Erases every relationship of an identity that is redacted, whoever made it, and answers how many there were. */
export const eraseRelationships = Effect.fnUntraced(function* (identity_id: string) {
  const store = yield* RelationshipStore
  const answers = yield* IdempotencyStore
  const ids = yield* idsWhere({ field: "ends", op: "overlaps", values: [identity_id] })
  for (const id of ids) {
    yield* store.remove(id)
    yield* answers.forget(id)
  }
  return ids.length
})
