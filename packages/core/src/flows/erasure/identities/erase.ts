import { Effect } from "effect"
import { IdempotencyStore } from "../../../kernel/operation/idempotency.ts"
import { JobQueue } from "../../../kernel/jobs/job.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { addedUp, issueReceipt } from "../../../resources/erasure/receipt.ts"
import type { Erasure } from "../../../resources/erasure/redaction.ts"
import { eraseExportsOf } from "../../../resources/exports/end.ts"
import { announceIdentity, settledWith } from "../../../resources/identities/change.ts"
import { noDetails } from "../../../resources/identities/details.ts"
import { membersOf } from "../../../resources/identities/merging/members.ts"
import { IdentityStore, type StoredIdentity } from "../../../resources/identities/model.ts"
import { eraseRelationships } from "../../../resources/identities/relationships/moving.ts"
import { SessionStore } from "../../../resources/sessions/model.ts"
import { eraseEventsAbout } from "../events.ts"
import { forEvery } from "../every.ts"
import { tombstoneOf } from "../../../resources/identities/tombstone.ts"
import { eraseFieldValues, eraseOwnSubject, erasePairs, eraseSnapshots } from "./belongings.ts"
import { scheduleSessions } from "./sessions.ts"

/** Erases one locked record with what belongs to it alone. */
const eraseRecord = Effect.fnUntraced(function* (identity: StoredIdentity, at: string, keep_sessions: boolean) {
  const { id } = identity
  // Jobs go first: what is queued from here on tells nothing of the person.
  yield* (yield* JobQueue).withdraw([id])
  const screening = yield* eraseOwnSubject(identity)
  const counts = {
    identities: 1,
    custom_field_records: yield* eraseFieldValues(id),
    relationships: yield* eraseRelationships(id),
    merge_snapshots: yield* eraseSnapshots(identity),
    do_not_merge_marks: yield* erasePairs(id),
    events: yield* eraseEventsAbout([id])
  }
  yield* (yield* IdempotencyStore).forget(id)
  yield* eraseExportsOf(identity)
  const receipt = yield* issueReceipt({
    scope: { type: "identity", id },
    counts: addedUp(counts, screening),
    at,
    keeps_sessions: keep_sessions
  })
  const erasure: Erasure = { requested_at: at, files: [], rest: true, receipt }
  const tombstone = yield* settledWith(tombstoneOf(identity, erasure), noDetails)
  yield* (yield* IdentityStore).save(yield* announceIdentity(tombstone, "identity.redacted", {}))
  yield* scheduleSessions(id, keep_sessions)
  return erasure
})

/** Everything that an erasure of the identity reaches and that a legal hold may keep: itself, what was merged into it, and its sessions. */
export const coveredBy = Effect.fnUntraced(function* (identity_id: string, keep_sessions: boolean) {
  const { ids } = yield* membersOf(identity_id)
  if (keep_sessions) return ids
  const covered = [...ids]
  const sessions = yield* SessionStore
  yield* forEvery(sessions, [{ field: "identity_id", op: "in", values: ids }], ({ id }) => Effect.sync(() => covered.push(id)))
  return covered
})

/**
 * Erases what is held of a locked identity that is not erased yet, and of those that were merged into it, since they are the same person; a job goes on
 * with their sessions. All within one transaction.
 */
export const eraseIdentity = Effect.fnUntraced(function* (identity: StoredIdentity, keep_sessions: boolean) {
  const at = yield* tenantNow
  const store = yield* IdentityStore
  const { ids } = yield* membersOf(identity.id)
  const erasure = yield* eraseRecord(identity, at, keep_sessions)
  for (const id of ids.slice(1).toSorted()) {
    const member = yield* store.lock(id)
    if (member !== undefined && member.merged_into_id !== null && member.erasure === undefined)
      yield* eraseRecord(member, at, keep_sessions)
  }
  return erasure
})
