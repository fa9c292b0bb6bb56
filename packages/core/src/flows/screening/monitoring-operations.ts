import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { TimestampInput } from "../../kernel/foundation/text.ts"
import { Conflict, InvalidInput, NotFound, invalid } from "../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { changedMonitoring, chosenMonitoring } from "../../resources/screening/monitoring/cadence.ts"
import { lockWritableSubject } from "../../resources/screening/change.ts"
import { monitoringChanges, watchOver } from "../../resources/screening/monitoring/register.ts"
import {
  type Monitoring,
  MonitoredLists,
  PauseReason,
  ScreeningSubject,
  type StoredSubject,
  SubjectId,
  SubjectStore
} from "../../resources/screening/subjects/model.ts"
import { shownSubject } from "../../resources/screening/subjects/sealed.ts"
import { refuseFollowing } from "../../resources/screening/subjects/standing.ts"

const params = { subject_id: SubjectId }
const reading = scopes("screening:read", "checks:read")
const writing = scopes("screening:write", "checks:write")

/** A subject whose monitoring is its own; one that follows an identity is refused. */
const lockOwnSubject = (subject_id: string) => Effect.flatMap(lockWritableSubject(subject_id), refuseFollowing)

const keepMonitoring = Effect.fnUntraced(function* (before: StoredSubject, monitoring: Monitoring) {
  yield* note({ type: "screening_subject", id: before.id }, monitoringChanges(before.monitoring, monitoring))
  const saved = yield* (yield* SubjectStore).save({ ...before, monitoring, updated_at: yield* tenantNow })
  yield* watchOver(saved)
  return yield* shownSubject(saved)
})

const offNow = (action: string) =>
  new Conflict({
    code: "invalid_state_transition",
    detail: `The subject is not monitored, so you cannot ${action} its monitoring. Set its monitoring to active first.`,
    context: { current_status: "off", allowed: ["active"] }
  })

const pause = operation(
  {
    summary: "Pause the monitoring of a screening subject",
    description:
      "While monitoring is paused, neither time nor changed watchlists trigger a screening. You can still screen the subject by hand. With `resume_at` the pause ends automatically. Pausing again replaces reason and end.",
    method: "POST",
    path: "/screening-subjects/{subject_id}/pause-monitoring",
    access: writing,
    effect: "write",
    params,
    body: { reason: PauseReason, resume_at: Schema.optionalKey(Schema.NullOr(TimestampInput)) },
    output: ScreeningSubject,
    conflicts: ["subject_erased", "invalid_state_transition", "conflict"],
    about: ({ id, session_id }) => session_id ?? id
  },
  Effect.fnUntraced(function* ({ reason, resume_at = null, subject_id }) {
    const before = yield* lockOwnSubject(subject_id)
    if (before.monitoring.status === "off") return yield* offNow("pause")
    if (resume_at !== null && resume_at <= (yield* tenantNow)) {
      return yield* invalid(["body", "resume_at"], "invalid", "must be in the future")
    }
    const { cadence } = before.monitoring
    return yield* keepMonitoring(before, { status: "paused", cadence, next_run_at: null, paused_reason: reason, resume_at })
  })
)

const resume = operation(
  {
    summary: "Resume the monitoring of a screening subject",
    description: "The subject is screened within minutes, because watchlists may have changed. Resuming active monitoring changes nothing.",
    method: "POST",
    path: "/screening-subjects/{subject_id}/resume-monitoring",
    access: writing,
    effect: "write",
    params,
    output: ScreeningSubject,
    conflicts: ["subject_erased", "invalid_state_transition", "conflict"],
    about: ({ id, session_id }) => session_id ?? id
  },
  Effect.fnUntraced(function* ({ subject_id }) {
    const before = yield* lockOwnSubject(subject_id)
    const { cadence, status } = before.monitoring
    if (status === "off") return yield* offNow("resume")
    if (status === "active") {
      yield* note({ type: "screening_subject", id: subject_id })
      return yield* shownSubject(before)
    }
    return yield* keepMonitoring(before, chosenMonitoring(subject_id, before.monitoring, { status: "active", cadence }, yield* tenantNow))
  })
)

const Lists = Schema.Struct({
  object: Schema.Literal("monitored_lists"),
  subject_id: SubjectId,
  lists: MonitoredLists.annotate({ description: "Keys of watchlists; empty means that every watchlist is searched" })
}).annotate({ identifier: "MonitoredLists" })

const listsOf = ({ id, monitored_lists }: StoredSubject): typeof Lists.Type => ({
  object: "monitored_lists",
  subject_id: id,
  lists: monitored_lists
})

const most = 100

/** Another choice of lists finds other entries: a monitored subject is screened again within minutes. */
const keepLists = Effect.fnUntraced(function* (before: StoredSubject, lists: ReadonlyArray<string>) {
  const monitored_lists = [...new Set(lists)].sort()
  const target = { type: "screening_subject", id: before.id }
  if (monitored_lists.join() === before.monitored_lists.join()) {
    yield* note(target)
    return listsOf(before)
  }
  if (monitored_lists.length > most) {
    return yield* new InvalidInput({
      code: "validation_error",
      problems: [{ loc: ["body", "lists"], code: "too_many", message: `would exceed the limit of ${most} watchlists for one subject` }]
    })
  }
  yield* note(target, [{ path: "monitored_lists", from: before.monitored_lists, to: monitored_lists }])
  const at = yield* tenantNow
  const { monitoring } = before
  return listsOf(
    yield* (yield* SubjectStore).save({
      ...before,
      monitored_lists,
      monitoring: changedMonitoring(monitoring, at),
      updated_at: at
    })
  )
})

const path = "/screening-subjects/{subject_id}/monitored-lists" as const

const get = operation(
  {
    summary: "Get the watchlists that a screening subject is screened against",
    method: "GET",
    path,
    access: reading,
    effect: "read",
    params,
    output: Lists
  },
  Effect.fnUntraced(function* ({ subject_id }) {
    const subject = yield* (yield* SubjectStore).find(subject_id)
    return subject === undefined ? yield* new NotFound() : listsOf(subject)
  })
)

const add = operation(
  {
    summary: "Add watchlists to those that a screening subject is screened against",
    description:
      "A subject without chosen watchlists is screened against all of them. After you add the first one, it is screened only against that one. If a chosen watchlist is not loaded, each screening reports a gap.",
    method: "POST",
    path,
    access: writing,
    effect: "write",
    params,
    body: { lists: MonitoredLists.check(Schema.isMinLength(1)) },
    output: Lists,
    conflicts: ["subject_erased", "conflict"],
    about: ({ subject_id }) => subject_id
  },
  Effect.fnUntraced(function* ({ lists, subject_id }) {
    const before = yield* lockOwnSubject(subject_id)
    return yield* keepLists(before, [...before.monitored_lists, ...lists])
  })
)

const replace = operation(
  {
    summary: "Replace the watchlists that a screening subject is screened against",
    description:
      "An empty array of keys means every watchlist. Hits on a watchlist that you leave out are `removed` in the next screening.",
    method: "PUT",
    path,
    access: writing,
    effect: "write",
    params,
    body: { lists: MonitoredLists },
    output: Lists,
    conflicts: ["subject_erased", "conflict"]
  },
  Effect.fnUntraced(function* ({ lists, subject_id }) {
    return yield* keepLists(yield* lockOwnSubject(subject_id), lists)
  })
)

export const screeningMonitoring = operations("screening_subjects", {
  pauseMonitoring: pause,
  resumeMonitoring: resume,
  getMonitoredLists: get,
  addMonitoredLists: add,
  replaceMonitoredLists: replace
})
