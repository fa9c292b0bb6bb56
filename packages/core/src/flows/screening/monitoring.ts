import { Effect, Schema } from "effect"
import { record } from "../../kernel/audit/log.ts"
import { makeId } from "../../kernel/foundation/id.ts"
import { after, minutes, now } from "../../kernel/foundation/time.ts"
import { JobQueue, job } from "../../kernel/jobs/job.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import type { Condition } from "../../kernel/storage/collection.ts"
import { nextRun } from "../../verification/screening/cadence.ts"
import { chosenMonitoring } from "../../resources/screening/monitoring/cadence.ts"
import { behind, followLists } from "./list-changes.ts"
import { MonitorStore, monitorId, type screeningMonitors } from "../../resources/screening/monitoring/model.ts"
import { monitoringChanges, watchOver } from "../../resources/screening/monitoring/register.ts"
import { followListsJob } from "../../resources/watchlists/follow.ts"
import { rescreenJob } from "./rescreen.ts"
import { SubjectStore, type screeningSubjects } from "../../resources/screening/subjects/model.ts"
import { tenantEditions } from "../../resources/screening/tenant-editions.ts"

type SubjectConditions = ReadonlyArray<Condition<keyof typeof screeningSubjects.columns>>

/** What a timer looks for: monitored subjects whose time to be screened again has come. */
export const dueForRescreening = (instant: string): SubjectConditions => [
  { field: "monitoring_status", op: "eq", value: "active" },
  { field: "next_run_at", op: "lte", value: instant }
]

/** Queues the screening of a subject that is due, and sets its next time. Does nothing when someone else did; part of a transaction. */
export const rescreenIfDue = Effect.fnUntraced(function* (id: string) {
  const store = yield* SubjectStore
  const subject = yield* store.lock(id)
  if (subject === undefined || subject.monitoring.status !== "active" || subject.erased_at !== null) return
  const { cadence, next_run_at } = subject.monitoring
  const at = yield* tenantNow
  if (next_run_at === null || next_run_at > at) return
  yield* (yield* JobQueue).enqueue({
    id: yield* makeId("scr"),
    name: rescreenJob,
    payload: { subject_id: id, trigger: "monitoring" },
    due_at: yield* now
  })
  // Nothing about the subject changes by this, so that `updated_at` stays.
  yield* store.save({ ...subject, monitoring: { ...subject.monitoring, next_run_at: nextRun(id, cadence, at) } })
})

/** What a timer looks for: subjects whose pause has come to its end. */
export const dueForResumption = (instant: string): SubjectConditions => [
  { field: "monitoring_status", op: "eq", value: "paused" },
  { field: "resume_at", op: "lte", value: instant }
]

/** Ends a pause that is over, as the service's doing; part of a transaction. */
export const resumeIfDue = Effect.fnUntraced(function* (id: string) {
  const store = yield* SubjectStore
  const subject = yield* store.lock(id)
  const at = yield* tenantNow
  if (subject === undefined || subject.erased_at !== null || subject.monitoring.status !== "paused") return
  const { cadence, resume_at } = subject.monitoring
  if (resume_at === null || resume_at > at) return
  const monitoring = chosenMonitoring(id, subject.monitoring, { status: "active", cadence }, at)
  const saved = yield* store.save({ ...subject, monitoring, updated_at: at })
  yield* watchOver(saved)
  yield* record({
    action: "screening_subjects.resume_monitoring",
    target: { type: "screening_subject", id },
    changes: monitoringChanges(subject.monitoring, monitoring),
    outcome: "succeeded"
  })
})

/** An organization's own lists are looked after so often; those of the installation as soon as one is current. */
const lookAfter = minutes(15)

/** What a timer looks for: tenants who have not taken note of the installation's editions, and those whose own lists are to be looked at. */
export const dueForLook = (seen: string, instant: string): ReadonlyArray<Condition<keyof typeof screeningMonitors.columns>> => [
  {
    op: "any",
    of: [
      { field: "seen", op: "ne", value: seen },
      { field: "next_look_at", op: "lte", value: instant }
    ]
  }
]

/** Takes note of the editions, and queues the run that goes through their changes where there are any; part of a transaction. */
export const lookAtEditions = Effect.fnUntraced(function* (seen: string) {
  const store = yield* MonitorStore
  const monitor = yield* store.lock(monitorId)
  const at = yield* now
  if (monitor === undefined || (monitor.seen === seen && monitor.next_look_at > at)) return
  const editions = yield* tenantEditions
  if (monitor.marks === null || monitor.walk !== null || monitor.everybody === true || behind(monitor, editions) !== undefined) {
    yield* (yield* JobQueue).enqueue({ id: yield* makeId("scr"), name: followListsJob, payload: {}, due_at: at })
  }
  yield* store.save({ ...monitor, seen, next_look_at: after(at, lookAfter), updated_at: at })
})

export const following = job({
  name: followListsJob,
  payload: Schema.Struct({}),
  retry_seconds: [1, 10, 60, 600],
  timeout_seconds: 1_800,
  concurrency: 1,
  handle: () => followLists
})
