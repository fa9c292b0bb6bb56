import { Effect } from "effect"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { FieldValueStore, type StoredFieldValues } from "../../../resources/identities/custom-fields/model.ts"
import { noValues, withValue } from "../../../resources/identities/custom-fields/values.ts"
import { ApartStore, MergeStore } from "../../../resources/identities/merging/model.ts"
import type { StoredIdentity } from "../../../resources/identities/model.ts"
import type { Counts } from "../../../resources/erasure/receipt.ts"
import { SubjectStore } from "../../../resources/screening/subjects/model.ts"
import { eraseEventsAbout } from "../events.ts"
import { forEvery } from "../every.ts"
import { customFieldRows } from "../../../resources/settings/custom-fields/model.ts"
import { blankSubject } from "../subjects.ts"

/**
 * The custom values of an identity, with the key under which they were encrypted and the digests by which they were found. Values of fields that are to
 * be kept stay in a record of their own key.
 */
export const eraseFieldValues = Effect.fnUntraced(function* (identity_id: string) {
  const store = yield* FieldValueStore
  const before = yield* store.lock(identity_id)
  if (before === undefined) return 0
  const fields = (yield* customFieldRows.inUse).filter(({ redaction }) => redaction === "keep")
  let after: StoredFieldValues = { ...(yield* noValues(identity_id)), version: before.version, created_at: before.created_at }
  for (const field of fields) after = yield* withValue(after, field, before.values[field.key] ?? null)
  if (after.plain_fields.length === 0) yield* store.remove(identity_id)
  else yield* store.save(after)
  return 1
})

/** What undoing a merge would need of an identity: no merge that it took part in can be undone any more. */
export const eraseSnapshots = Effect.fnUntraced(function* ({ id, merged_into_id }: StoredIdentity) {
  const store = yield* MergeStore
  const at = yield* tenantNow
  let count = 0
  yield* forEvery(store, [{ field: "target_id", op: "in", values: merged_into_id === null ? [id] : [id, merged_into_id] }], (found) =>
    Effect.gen(function* () {
      const merge = yield* store.lock(found.id)
      if (merge === undefined || merge.sealed_snapshot === null) return
      if (merge.target_id !== id && !merge.source_ids.includes(id)) return
      yield* store.save({ ...merge, sealed_snapshot: null, snapshot_until: null, updated_at: at })
      count += 1
    })
  )
  return count
})

/** That someone said of the identity that it is not another one. */
export const erasePairs = Effect.fnUntraced(function* (identity_id: string) {
  const store = yield* ApartStore
  return yield* forEvery(store, [{ field: "identity_ids", op: "overlaps", values: [identity_id] }], ({ id }) => store.remove(id))
})

/** The subject that follows the identity, with its hits, cases and remembered decisions. */
export const eraseOwnSubject = Effect.fnUntraced(function* ({ id, screening_subject_id }: StoredIdentity) {
  const store = yield* SubjectStore
  const [found] = yield* store.list({ where: [{ field: "subject_of", op: "eq", value: id }], limit: 1 })
  const subject = yield* store.lock(screening_subject_id ?? found?.id ?? "")
  const nothing: Counts = {}
  if (subject === undefined || subject.erased_at !== null) return nothing
  const { about, counts } = yield* blankSubject(subject)
  yield* eraseEventsAbout(about)
  return counts
})
