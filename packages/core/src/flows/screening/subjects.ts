import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { mergedMetadata, mergeProblems } from "../../kernel/foundation/metadata.ts"
import { makeId } from "../../kernel/foundation/id.ts"
import { pageFields, pageOf } from "../../kernel/foundation/page.ts"
import { Label } from "../../kernel/foundation/text.ts"
import { now } from "../../kernel/foundation/time.ts"
import { InvalidInput, NotFound } from "../../kernel/foundation/failure.ts"
import { JobQueue } from "../../kernel/jobs/job.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { versionRead } from "../../kernel/resource/version.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { changedMonitoring, chosenMonitoring } from "../../resources/screening/monitoring/cadence.ts"
import { lockSubjectAsRead } from "../../resources/screening/change.ts"
import { changedNameParts, changedSubjectFields, subjectPrint } from "../../resources/screening/fingerprint.ts"
import { monitoringChanges, watchOver } from "../../resources/screening/monitoring/register.ts"
import { makeSubject, newSubjectFields, refuseParts } from "../../resources/screening/subjects/make.ts"
import { rescreenJob } from "./rescreen.ts"
import { ScreeningSubject, type StoredSubject, SubjectId, SubjectStore, subjectFields } from "../../resources/screening/subjects/model.ts"
import { shownSubject } from "../../resources/screening/subjects/sealed.ts"
import { refuseFollowing } from "../../resources/screening/subjects/standing.ts"
import { MonitoringStatus } from "../../verification/screening/cadence.ts"
import { readPage } from "../../kernel/storage/pages.ts"

const params = { subject_id: SubjectId }
const reading = scopes("screening:read", "checks:read")
const writing = scopes("screening:write", "checks:write")

/** A new name takes the place of what was said of the words of the one before. */
const partsBeside = (before: StoredSubject, { name }: { readonly name?: string }): Pick<StoredSubject, "family_name" | "given_name"> =>
  name === undefined || name === before.name ? {} : { given_name: null, family_name: null }

const create = operation(
  {
    summary: "Create a screening subject",
    description: "Stores the subject without searching. Screen it with `POST /screenings`.",
    method: "POST",
    path: "/screening-subjects",
    access: writing,
    effect: "write",
    body: newSubjectFields,
    output: ScreeningSubject,
    status: 201,
    about: ({ id, session_id }) => session_id ?? id
  },
  Effect.fnUntraced(function* (given) {
    const subject = yield* makeSubject(given)
    yield* (yield* SubjectStore).insert(subject)
    yield* watchOver(subject)
    yield* note({ type: "screening_subject", id: subject.id })
    return yield* shownSubject(subject)
  })
)

const list = operation(
  {
    summary: "List screening subjects, newest first",
    method: "GET",
    path: "/screening-subjects",
    access: reading,
    effect: "read",
    query: {
      external_reference: Schema.optionalKey(Label),
      monitoring: Schema.optionalKey(MonitoringStatus),
      ...pageFields()
    },
    output: pageOf(ScreeningSubject)
  },
  Effect.fnUntraced(function* ({ after, external_reference, limit, monitoring, offset }) {
    const where = [
      ...(external_reference === undefined ? [] : [{ field: "external_reference", op: "eq", value: external_reference } as const]),
      ...(monitoring === undefined ? [] : [{ field: "monitoring_status", op: "eq", value: monitoring } as const])
    ]
    const { pagination, rows } = yield* readPage(yield* SubjectStore, { where }, { after, limit, offset })
    return { data: yield* Effect.forEach(rows, shownSubject), pagination }
  })
)

const get = operation(
  {
    summary: "Get a screening subject",
    method: "GET",
    path: "/screening-subjects/{subject_id}",
    access: reading,
    effect: "read",
    params,
    output: ScreeningSubject
  },
  Effect.fnUntraced(function* ({ subject_id }) {
    const subject = yield* (yield* SubjectStore).find(subject_id)
    return subject === undefined ? yield* new NotFound() : yield* shownSubject(subject)
  })
)

const update = operation(
  {
    summary: "Change a screening subject",
    description:
      "Fields that are left out stay unchanged; `metadata` merges by key, and null clears a key. A new `name` without `given_name` and `family_name` clears these. If identifying data changes and the subject was screened before, the service screens it again at once in the background. Of a subject that follows an identity only `metadata` can be changed here; the rest is changed with the identity.",
    method: "PATCH",
    path: "/screening-subjects/{subject_id}",
    access: writing,
    effect: "write",
    params,
    body: { ...versionRead, ...newSubjectFields, name: Schema.optionalKey(subjectFields.name) },
    output: ScreeningSubject,
    conflicts: ["subject_erased", "stale_object", "conflict"]
  },
  Effect.fnUntraced(function* ({ monitoring, subject_id, version, ...given }) {
    const before = yield* lockSubjectAsRead(subject_id, version)
    const { metadata: _own, ...followed } = given
    if (monitoring !== undefined || Object.keys(followed).length > 0) yield* refuseFollowing(before)
    const at = yield* tenantNow
    const chosen = monitoring === undefined ? before.monitoring : chosenMonitoring(subject_id, before.monitoring, monitoring, at)
    const metadata = mergedMetadata(before.metadata ?? {}, given.metadata)
    const problems = mergeProblems(metadata)
    if (problems.length > 0) return yield* new InvalidInput({ code: "validation_error", problems })
    const wanted: StoredSubject = { ...before, ...partsBeside(before, given), ...given, metadata, monitoring: chosen, updated_at: at }
    yield* refuseParts(wanted.entity_type, wanted)
    const changed = [...new Set([...changedSubjectFields(subjectPrint(before), subjectPrint(wanted)), ...changedNameParts(before, wanted)])]
    const after = changed.length === 0 ? wanted : { ...wanted, monitoring: changedMonitoring(chosen, at) }
    // Which fields changed and never what they said: that is personal.
    yield* note({ type: "screening_subject", id: subject_id }, [
      ...changed.map((path) => ({ path, from: "[changed]", to: "[changed]" })),
      // Metadata is the integrator's own and may hold anything: only its name enters the log.
      ...(given.metadata === undefined ? [] : [{ path: "metadata", from: null, to: null }]),
      ...monitoringChanges(before.monitoring, after.monitoring)
    ])
    const saved = yield* (yield* SubjectStore).save(after)
    yield* watchOver(saved)
    if (changed.length > 0 && before.last_screening_id !== null) {
      yield* (yield* JobQueue).enqueue({
        id: yield* makeId("scr"),
        name: rescreenJob,
        payload: { subject_id, trigger: "subject_update" },
        due_at: yield* now
      })
    }
    return yield* shownSubject(saved)
  })
)

export const screeningSubjects = operations("screening_subjects", { create, list, get, update })
