import { Effect } from "effect"
import { note, record } from "../../../kernel/audit/log.ts"
import { because } from "../../../kernel/audit/reason.ts"
import { Conflict } from "../../../kernel/foundation/failure.ts"
import { makeId } from "../../../kernel/foundation/id.ts"
import { after } from "../../../kernel/foundation/time.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { announceIdentity, settled, settledWith } from "../../../resources/identities/change.ts"
import { FieldValueStore } from "../../../resources/identities/custom-fields/model.ts"
import type { Party } from "../../../resources/identities/merging/merged-record.ts"
import { withMerged } from "../../../resources/identities/merging/merged-values.ts"
import { mergeLimits, MergeStore } from "../../../resources/identities/merging/model.ts"
import { type MovedRow, sealSnapshot } from "../../../resources/identities/merging/snapshot.ts"
import { moveRelationships } from "../../../resources/identities/relationships/moving.ts"
import { IdentityStore } from "../../../resources/identities/model.ts"
import { withSubject } from "../monitoring/follow.ts"
import { partiesOf } from "./look-up.ts"
import { lockSessions, moveRows, rowsOfAll } from "./moved-rows.ts"
import { type MergePlan, planOf } from "./plan.ts"
import { type Previewed, provePreview } from "./preview-token.ts"
import { countsOf } from "./shown.ts"

const refuseUnless = Effect.fnUntraced(function* ({ apart, guards }: MergePlan, override_guard: boolean) {
  if (apart.length > 0) {
    return yield* new Conflict({
      code: "do_not_merge" as const,
      detail: "Someone marked two of these identities as not being one. Remove the mark first if it is wrong.",
      context: { pairs: apart.slice(0, 100) }
    })
  }
  if (guards.length > 0 && !override_guard) {
    return yield* new Conflict({
      code: "merge_guarded" as const,
      detail:
        "Sessions verified different document numbers or birth dates of these identities. Send override_guard: true if they are one all the same.",
      context: { guards }
    })
  }
})

const saveValues = Effect.fnUntraced(function* ({ merged_values: { assigned }, target, values }: MergePlan, at: string) {
  if (assigned.length === 0) return { before: values ?? null, after: values ?? null }
  const store = yield* FieldValueStore
  const row = yield* withMerged(target.row.id, values, assigned, at)
  if (values !== undefined) return { before: values, after: yield* store.save(row) }
  yield* store.insert(row)
  return { before: null, after: row }
})

/** Archives a source, and says so in the audit log of its own. */
const closeSource = Effect.fnUntraced(function* ({ details, row }: Party, target_id: string, at: string) {
  const closed = yield* withSubject(settled({ ...row, archived_at: at, merged_into_id: target_id, updated_at: at }), details)
  yield* (yield* IdentityStore).save(yield* announceIdentity(closed, "identity.archived", {}))
  yield* record({
    action: "identities.merge",
    target: { type: "identity", id: row.id },
    changes: [{ path: "merged_into_id", from: null, to: target_id }],
    outcome: "succeeded"
  })
})

const carryOut = Effect.fnUntraced(function* (plan: MergePlan) {
  const at = yield* tenantNow
  const id = yield* makeId("mrg")
  const target_id = plan.target.row.id
  const source_ids = plan.sources.map(({ row }) => row.id)
  const store = yield* IdentityStore
  const values = yield* saveValues(plan, at)
  for (const source of plan.sources) yield* closeSource(source, target_id, at)
  const rows: ReadonlyArray<MovedRow> = yield* moveRows(plan.rows, target_id)
  for (const source_id of source_ids) yield* moveRelationships({ merge_id: id, source_id, target_id })
  const next = yield* settledWith({ ...plan.merged.row, updated_at: at }, plan.merged.details)
  const watched = yield* withSubject(next, plan.merged.details)
  const merged = yield* store.save(yield* announceIdentity(watched, "identity.merged", { merge_id: id, source_ids }))
  const undo_until = after(at, mergeLimits.undo_ms)
  const snapshot = {
    target: { before: plan.target.row, after: merged },
    sources: plan.sources.map(({ row }) => row),
    values,
    rows
  }
  yield* (yield* MergeStore).insert({
    id,
    version: 1,
    target_id,
    source_ids,
    height: plan.height,
    undo_until,
    snapshot_until: undo_until,
    undone_at: null,
    sealed_snapshot: yield* sealSnapshot(id, snapshot),
    created_at: at,
    updated_at: at
  })
  yield* note({ type: "identity", id: target_id }, [
    { path: "merge_id", from: null, to: id },
    { path: "merged_ids", from: null, to: source_ids }
  ])
  return { id, merged, source_ids, undo_until, counts: countsOf(plan) }
})

interface Asked {
  readonly token: string
  readonly reason: string
  readonly override_guard: boolean
}

/**
 * Does what was previewed, or fails with `stale_preview` where that would be something else by now. Decisions lock a session before its identity, and so
 * does this; the plan is worked out once more when everything is locked.
 */
export const mergePreviewed = Effect.fnUntraced(function* ({ at, field_policy, source_ids, target_id }: Previewed, asked: Asked) {
  yield* because(asked.reason)
  const store = yield* IdentityStore
  const known = (yield* Effect.forEach(source_ids, store.find)).filter((row) => row !== undefined)
  yield* lockSessions(yield* rowsOfAll(known, mergeLimits.rows))
  const parties = yield* partiesOf(target_id, source_ids, "lock")
  const plan = yield* planOf(parties, field_policy, at)
  yield* provePreview(asked.token, plan.basis, yield* tenantNow)
  yield* refuseUnless(plan, asked.override_guard)
  return yield* carryOut(plan)
})
