import { Effect } from "effect"
import { record } from "../../../kernel/audit/log.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { IdentityStore } from "../../../resources/identities/model.ts"
import { SubjectStore } from "../../../resources/screening/subjects/model.ts"
import { resumeIfDue } from "../../screening/monitoring.ts"
import { choiceChanges, choiceOf, keepChoice } from "./change-monitoring.ts"

/** Ends a pause of an identity that is over, as the service's doing. Does nothing when someone else did; part of a transaction. */
const resumeIdentityIfDue = Effect.fnUntraced(function* (identity_id: string) {
  const row = yield* (yield* IdentityStore).lock(identity_id)
  if (row === undefined || row.archived_at !== null) return
  const before = choiceOf(row)
  if (before.status !== "paused" || before.resume_at === null || before.resume_at > (yield* tenantNow)) return
  const after = { status: "active", cadence: before.cadence, resume_at: null } as const
  yield* keepChoice(row, after, { reason: null, type: "identity.monitoring-resumed" })
  yield* record({
    action: "identities.resume_monitoring",
    target: { type: "identity", id: identity_id },
    changes: choiceChanges(before, after),
    outcome: "succeeded"
  })
})

/** Ends a pause that is over, of a subject or of the identity that it follows; an identity is always locked before its subject. */
export const resumeMonitoringIfDue = Effect.fnUntraced(function* (subject_id: string) {
  const identity_id = (yield* (yield* SubjectStore).find(subject_id))?.subject_of
  if (identity_id === undefined) yield* resumeIfDue(subject_id)
  else yield* resumeIdentityIfDue(identity_id)
})
