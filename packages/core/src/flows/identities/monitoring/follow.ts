import { Effect } from "effect"
import { makeId } from "../../../kernel/foundation/id.ts"
import { now } from "../../../kernel/foundation/time.ts"
import { JobQueue } from "../../../kernel/jobs/job.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import type { SealedDetails } from "../../../resources/identities/details.ts"
import type { StoredIdentity } from "../../../resources/identities/model.ts"
import { notMonitored } from "../../../resources/identities/monitoring/model.ts"
import { changedSubjectFields, subjectPrint } from "../../../resources/screening/fingerprint.ts"
import { changedMonitoring, chosenMonitoring } from "../../../resources/screening/monitoring/cadence.ts"
import { watchOver } from "../../../resources/screening/monitoring/register.ts"
import { makeSubject } from "../../../resources/screening/subjects/make.ts"
import { type StoredSubject, SubjectStore } from "../../../resources/screening/subjects/model.ts"
import { withSealedFacts } from "../../../resources/screening/subjects/sealed.ts"
import { identityTypeRows } from "../../../resources/settings/identity-types/model.ts"
import { canonical } from "../../../resources/watchlists/editions/edition.ts"
import { rescreenJob } from "../../screening/rescreen.ts"
import { subjectFacts } from "./subject-facts.ts"

/** The subject of a locked identity, locked; undefined where it has none yet. No one else can make one meanwhile. */
const ownSubject = Effect.fnUntraced(function* ({ id, screening_subject_id }: StoredIdentity, fresh: boolean) {
  if (fresh) return undefined
  const store = yield* SubjectStore
  if (screening_subject_id !== undefined) return yield* store.lock(screening_subject_id)
  const [found] = yield* store.list({ where: [{ field: "subject_of", op: "eq", value: id }], limit: 1 })
  return found === undefined ? undefined : yield* store.lock(found.id)
})

const kindOf = (key: string) =>
  Effect.map(
    Effect.catchTag(identityTypeRows.find(key), "NotFound", () => Effect.succeed(null)),
    (type) => type?.kind ?? "individual"
  )

/** The subject as it has to be, by its identity. */
const following = Effect.fnUntraced(function* (subject: StoredSubject, row: StoredIdentity, details: SealedDetails) {
  const at = yield* tenantNow
  const { cadence, resume_at, status } = row.monitoring ?? notMonitored
  const facts = subjectFacts(row, details, yield* kindOf(row.identity_type))
  const said = yield* withSealedFacts(subject, facts)
  const monitored_lists = row.monitored_lists ?? []
  const changed = changedSubjectFields(subjectPrint(subject), subjectPrint(said)).length > 0
  const chosen = chosenMonitoring(subject.id, subject.monitoring, { status, cadence }, at)
  const timed = { ...chosen, resume_at: status === "paused" ? resume_at : null, paused_reason: null }
  const searched = changed || monitored_lists.join() !== subject.monitored_lists.join()
  const monitoring = searched ? changedMonitoring(timed, at) : timed
  const next: StoredSubject = { ...said, external_reference: row.external_reference, monitored_lists, monitoring }
  return { at, changed, next }
})

const made = Effect.fnUntraced(function* (row: StoredIdentity, details: SealedDetails) {
  const bare: StoredSubject = { ...(yield* makeSubject({ name: "" })), name: null, identity_id: row.id, subject_of: row.id }
  const { next } = yield* following(bare, row, details)
  yield* (yield* SubjectStore).insert(next)
  if (next.monitoring.status === "active") yield* watchOver(next)
  return next
})

/** Saves the subject where it differs, and screens it at once where it is monitored and was known by other data. */
const broughtInLine = Effect.fnUntraced(function* (subject: StoredSubject, row: StoredIdentity, details: SealedDetails) {
  const { at, changed, next } = yield* following(subject, row, details)
  if (canonical(next) === canonical(subject)) return subject
  const saved = yield* (yield* SubjectStore).save({ ...next, updated_at: at })
  if (changed || saved.monitoring.status !== subject.monitoring.status) yield* watchOver(saved)
  if (changed && saved.monitoring.status === "active" && saved.last_screening_id !== null) {
    yield* (yield* JobQueue).enqueue({
      id: yield* makeId("scr"),
      name: rescreenJob,
      payload: { subject_id: saved.id, trigger: "subject_update" },
      due_at: yield* now
    })
  }
  return saved
})

/**
 * Brings the one screening subject of an identity in line with it, and makes it where there is none; answers the identity with what it notes of the
 * subject. To be called with each locked identity that is about to be saved, once `settled` has brought the rest of it in line.
 */
export const withSubject = Effect.fnUntraced(function* (
  row: StoredIdentity,
  details: SealedDetails,
  /** Whether the identity was made by this transaction, and has no subject yet. */
  fresh = false
) {
  const found = yield* ownSubject(row, fresh)
  // Whoever erases the subject of an identity erases the identity.
  if (found !== undefined && found.erased_at !== null) return row
  const subject = found === undefined ? yield* made(row, details) : yield* broughtInLine(found, row, details)
  const noted: StoredIdentity = { ...row, screening_subject_id: subject.id, monitoring_due_at: subject.monitoring.next_run_at }
  return noted
})
