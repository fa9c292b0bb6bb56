import { Effect, Equal } from "effect"
import { note, record } from "../../../kernel/audit/log.ts"
import { Conflict, NotFound } from "../../../kernel/foundation/failure.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { announceIdentity, lockIdentity, settledWith } from "../../../resources/identities/change.ts"
import { FieldValueStore } from "../../../resources/identities/custom-fields/model.ts"
import { standingMerges } from "../../../resources/identities/merging/members.ts"
import { undoneValues } from "../../../resources/identities/merging/merged-values.ts"
import type { Party } from "../../../resources/identities/merging/merged-record.ts"
import { MergeStore, type StoredMerge } from "../../../resources/identities/merging/model.ts"
import { openSnapshot, type Snapshot } from "../../../resources/identities/merging/snapshot.ts"
import { returnRelationships } from "../../../resources/identities/relationships/moving.ts"
import { undoneTarget } from "../../../resources/identities/merging/undone.ts"
import { IdentityStore, sourcedFields, type StoredIdentity } from "../../../resources/identities/model.ts"
import { openDetails } from "../../../resources/identities/sealed.ts"
import { withSubject } from "../monitoring/follow.ts"
import { lockSessions, moveBack } from "./moved-rows.ts"

const passed = new Conflict({
  code: "undo_window_passed",
  detail: "A merge can be undone for 30 days, and while the data of none of its sources was erased. This one can no longer be."
})

/** The merge, locked, and everything that undoing it needs. */
const undoable = Effect.fnUntraced(function* (id: string, target_id: string, at: string) {
  const merge = yield* (yield* MergeStore).lock(id)
  if (merge === undefined || merge.target_id !== target_id) return yield* new NotFound()
  if (merge.undone_at !== null) {
    return yield* new Conflict({
      code: "conflict" as const,
      detail: "This merge was undone already.",
      context: { undone_at: merge.undone_at }
    })
  }
  if (merge.sealed_snapshot === null || merge.undo_until <= at) return yield* passed
  const [newest] = yield* standingMerges([target_id])
  if (newest !== undefined && newest.id !== id && newest.sealed_snapshot !== null && newest.created_at >= merge.created_at) {
    return yield* new Conflict({
      code: "conflict" as const,
      detail: `The identity was merged again since. Undo the merge ${newest.id} first.`,
      context: { merge_id: newest.id }
    })
  }
  return { merge, snapshot: yield* openSnapshot(id, merge.sealed_snapshot) }
})

/** A row as it was, with the counters that only rise. */
const asBefore = (before: StoredIdentity, { sequence, version }: StoredIdentity): StoredIdentity => ({ ...before, sequence, version })

const targetBack = Effect.fnUntraced(function* (current: StoredIdentity, snapshot: Snapshot, at: string) {
  const { after, before } = snapshot.target
  if (Equal.equals(asBefore(after, current), current)) return { row: asBefore(before, current), changed: [] }
  const party = (row: StoredIdentity) => Effect.map(openDetails(row), (details) => ({ row, details }))
  const turn = { before: yield* party(before), after: yield* party(after), current: yield* party(current) }
  const { changed, details, row } = undoneTarget(turn)
  const left = leftBySessions({ row, details }, turn.before, snapshot)
  return { row: yield* settledWith({ ...row, updated_at: at }, details), changed: [...new Set([...changed, ...left])] }
})

/**
 * What the target took since the merge from sessions that go back to a source: it stays, as everything that was said since, and is named as such. A
 * session may have waited for its decision when it moved.
 */
const leftBySessions = (after: Party, before: Party, { rows }: Snapshot): ReadonlyArray<string> => {
  const back = new Set(rows.flatMap(({ id, kind }) => (kind === "session" ? [id] : [])))
  const isTheirs = (session_id: string | null | undefined) => typeof session_id === "string" && back.has(session_id)
  const fields = sourcedFields.filter((field) => {
    const [source, former] = [after.row.sources[field], before.row.sources[field]]
    return isTheirs(source?.session_id) && source?.session_id !== former?.session_id
  })
  const lists = (["addresses", "identification_numbers", "conflicts"] as const).filter((list) => {
    const former: ReadonlyArray<unknown> = before.details[list]
    return after.details[list].some(
      (one) => isTheirs("source" in one ? one.source.session_id : one.session_id) && !former.some((other) => Equal.equals(one, other))
    )
  })
  const { session_id } = after.row.assurance
  const assured = isTheirs(session_id) && session_id !== before.row.assurance.session_id
  return [...fields, ...lists, ...(assured ? ["assurance"] : [])]
}

const sourceBack = Effect.fnUntraced(function* (before: StoredIdentity, target_id: string) {
  const store = yield* IdentityStore
  const current = yield* store.lock(before.id)
  if (current === undefined || current.merged_into_id !== target_id) return yield* passed
  yield* record({
    action: "identities.unmerge",
    target: { type: "identity", id: before.id },
    changes: [{ path: "merged_into_id", from: target_id, to: null }],
    outcome: "succeeded"
  })
  const back = asBefore(before, current)
  return yield* store.save(yield* announceIdentity(yield* withSubject(back, yield* openDetails(back)), "identity.restored", {}))
})

const valuesBack = Effect.fnUntraced(function* (identity_id: string, { values }: Snapshot) {
  const store = yield* FieldValueStore
  const current = yield* store.lock(identity_id)
  if (current === undefined || Equal.equals(values.before, values.after)) return []
  const { changed, row } = yield* undoneValues(current, values)
  if (row === null) yield* store.remove(identity_id)
  else yield* store.save(row)
  return changed
})

const closed = (merge: StoredMerge, at: string): StoredMerge => ({
  ...merge,
  undone_at: at,
  sealed_snapshot: null,
  snapshot_until: null,
  updated_at: at
})

/**
 * Undoes a merge: the sources stand again as they were, and so do the rows that moved. Of the target goes back what the merge changed and no one changed
 * since. Of several merges the last is undone first.
 */
export const undoMerge = Effect.fnUntraced(function* (reference: string, merge_id: string) {
  const at = yield* tenantNow
  const merges = yield* MergeStore
  const known = yield* merges.find(merge_id)
  if (known?.sealed_snapshot !== null && known !== undefined) {
    const { rows } = yield* openSnapshot(merge_id, known.sealed_snapshot)
    yield* lockSessions(rows)
  }
  const target = yield* lockIdentity(reference)
  const { merge, snapshot } = yield* undoable(merge_id, target.id, at)
  const { changed, row } = yield* targetBack(target, snapshot, at)
  const fields = [...changed, ...(yield* valuesBack(target.id, snapshot))]
  const sources: Array<StoredIdentity> = []
  for (const before of snapshot.sources) sources.push(yield* sourceBack(before, target.id))
  const rows = yield* moveBack(snapshot.rows, target.id)
  yield* returnRelationships(merge_id)
  const extras = { merge_id, source_ids: merge.source_ids, changed: fields }
  const watched = yield* withSubject(row, yield* openDetails(row))
  const identity = yield* (yield* IdentityStore).save(yield* announceIdentity(watched, "identity.unmerged", extras))
  yield* merges.save(closed(merge, at))
  yield* note({ type: "identity", id: target.id }, [
    { path: "merge_id", from: merge_id, to: null },
    { path: "merged_ids", from: merge.source_ids, to: null }
  ])
  return { identity, sources, conflicts: [...fields.map((field) => ({ object: "identity" as const, id: target.id, field })), ...rows] }
})
