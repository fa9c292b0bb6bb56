import { Effect } from "effect"
import type { Condition } from "../../../kernel/storage/collection.ts"
import { settledWith } from "../../../resources/identities/change.ts"
import { type identities, IdentityStore } from "../../../resources/identities/model.ts"
import { openDetails } from "../../../resources/identities/sealed.ts"
import type { StoredSubject } from "../../../resources/screening/subjects/model.ts"
import { SessionStore } from "../../../resources/sessions/model.ts"
import { withSubject } from "./follow.ts"
import { foldSubject, subjectOfSession, withMonitoringOf } from "./fold.ts"

/** Newest sessions whose subjects are folded with it. */
const mostSessions = 100

/** What a timer looks for: identities of an earlier release, which have no screening subject. */
export const withoutSubject: ReadonlyArray<Condition<keyof typeof identities.columns>> = [{ field: "screening_subject_id", op: "is_null" }]

/**
 * Makes the subject of an identity that has none, and folds those of its sessions into it. Does nothing when someone else did; part of a transaction.
 */
export const makeSubjectIfMissing = Effect.fnUntraced(function* (id: string) {
  const store = yield* IdentityStore
  const found = yield* store.lock(id)
  if (found === undefined || found.screening_subject_id !== undefined) return
  const sessions = yield* (yield* SessionStore).list({ where: [{ field: "identity_id", op: "eq", value: id }], limit: mostSessions })
  const subjects: Array<StoredSubject> = []
  for (const session of sessions) {
    const subject = yield* subjectOfSession(session.id)
    if (subject !== undefined) subjects.push(subject)
  }
  let filled = { row: found, details: yield* openDetails(found) }
  for (const subject of subjects) filled = withMonitoringOf(filled, subject)
  // Nothing that anyone said of the identity changes by this, so that `updated_at` stays.
  const row = yield* withSubject(yield* settledWith(filled.row, filled.details), filled.details)
  for (const subject of subjects) yield* foldSubject(subject, row, false)
  yield* store.save(row)
})
