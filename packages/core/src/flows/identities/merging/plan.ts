import { Effect } from "effect"
import { InvalidInput, type Problem } from "../../../kernel/foundation/failure.ts"
import { findValues } from "../../../resources/identities/custom-fields/values.ts"
import { type Guard, guardsOf } from "../../../resources/identities/merging/guards.ts"
import { membersOf, pairsApart } from "../../../resources/identities/merging/members.ts"
import { type FieldConflict, type MergedRecord, mergedRecord, type Party } from "../../../resources/identities/merging/merged-record.ts"
import { type MergedValues, mergedValues } from "../../../resources/identities/merging/merged-values.ts"
import { mergeLimits } from "../../../resources/identities/merging/model.ts"
import type { FieldPolicy } from "../../../resources/identities/merging/policy.ts"
import { mostMerges, type StoredIdentity } from "../../../resources/identities/model.ts"
import { RelationshipStore } from "../../../resources/identities/relationships/model.ts"
import { openDetails } from "../../../resources/identities/sealed.ts"
import type { StoredFieldValues } from "../../../resources/identities/custom-fields/model.ts"
import { type RowOf, rowsOfAll } from "./moved-rows.ts"

/** Everything that a merge would do, worked out and not written. */
export interface MergePlan {
  readonly target: Party
  readonly sources: ReadonlyArray<Party>
  readonly values: StoredFieldValues | undefined
  readonly merged: MergedRecord
  readonly merged_values: MergedValues
  readonly conflicts: ReadonlyArray<FieldConflict>
  readonly guards: ReadonlyArray<Guard>
  /** Pairs among them that must not come together. */
  readonly apart: ReadonlyArray<ReadonlyArray<string>>
  readonly rows: ReadonlyArray<RowOf>
  /** Ids of relationships that move, or that are set aside since they would relate the target to itself. */
  readonly relationships: ReadonlyArray<string>
  readonly height: number
  /** What it rests on, in one text: two plans with the same text do the same. */
  readonly basis: string
}

const partyOf = Effect.fnUntraced(function* (row: StoredIdentity) {
  const party: Party = { row, details: yield* openDetails(row) }
  return party
})

const refused = (code: string, message: string) =>
  new InvalidInput({
    code: "validation_error" as const,
    problems: [{ loc: ["body", "source_ids"], code, message } satisfies Problem]
  })

/** Who is part of each of them, and which pairs of members of two of them must not come together. */
const membership = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
  const groups = yield* Effect.forEach(ids, membersOf)
  const all = groups.flatMap((group) => group.ids)
  const groupOf = (id: string) => groups.findIndex((group) => group.ids.includes(id))
  const pairs = yield* pairsApart(all)
  const apart = pairs.filter((pair) => {
    const [one = -1, other = -1] = pair.map(groupOf)
    return one >= 0 && other >= 0 && one !== other
  })
  return { apart, members: all.length - 1, height: 1 + Math.max(...groups.slice(1).map(({ height }) => height)) }
})

/** Relationships of these identities that were not deleted, up to one more than a merge moves. */
const relationshipsOf = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
  const found = yield* (yield* RelationshipStore).list({
    where: [{ field: "ends", op: "overlaps", values: ids }],
    order: [{ field: "id", direction: "asc" }],
    limit: mergeLimits.rows + 1
  })
  return { ids: found.filter(({ status }) => status !== "deleted").map(({ id }) => id), all: found.length }
})

/**
 * What a merge of these identities would do at this time. Fails with `InvalidInput` where it would be too large for one transaction, or would join too
 * many identities.
 */
export const planOf = Effect.fnUntraced(function* (
  rows: { readonly target: StoredIdentity; readonly sources: ReadonlyArray<StoredIdentity> },
  policy: FieldPolicy,
  at: string
) {
  const source_ids = rows.sources.map(({ id }) => id)
  const { apart, height, members } = yield* membership([rows.target.id, ...source_ids])
  if (members > mergeLimits.members || height > mostMerges) {
    return yield* refused(
      "too_many_identities",
      `must not bring more than ${mergeLimits.members} identities together, or more than ${mostMerges} merges one after the other`
    )
  }
  const moving = yield* rowsOfAll(rows.sources, mergeLimits.rows)
  const relationships = yield* relationshipsOf(source_ids)
  if (moving.length + relationships.all > mergeLimits.rows) {
    return yield* refused(
      "too_many_rows",
      `must not have more than ${mergeLimits.rows} sessions, documents, cases, screening records and relationships together; merge fewer sources at once, or merge the other way round`
    )
  }
  const target = yield* partyOf(rows.target)
  const sources = yield* Effect.forEach(rows.sources, partyOf)
  const merged = mergedRecord(target, sources, policy, at)
  const owned = (row: StoredIdentity) => Effect.map(findValues(row.id), (values) => ({ row, values }))
  const owner = yield* owned(rows.target)
  const owners = yield* Effect.forEach(rows.sources, owned)
  const values = yield* mergedValues([owner, ...owners], policy)
  const guards = guardsOf([target, ...sources])
  const { sealed_details: _sealed, ...result } = merged.row
  const plan: MergePlan = {
    target,
    sources,
    values: owner.values,
    merged,
    merged_values: values,
    conflicts: [...merged.conflicts, ...values.conflicts],
    guards,
    apart,
    rows: moving,
    relationships: relationships.ids,
    height,
    basis: JSON.stringify([
      [rows.target, ...rows.sources].map(({ id, version }) => [id, version]),
      [owner, ...owners].map(({ values: of }) => of?.version ?? 0),
      moving.map(({ from, id, kind }) => [kind, id, from]),
      relationships.ids,
      result,
      merged.details,
      values.assigned.map(({ field, value }) => [field.key, field.version, value]),
      guards,
      apart
    ])
  }
  return plan
})
