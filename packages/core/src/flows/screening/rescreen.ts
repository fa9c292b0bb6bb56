import { Effect, Schema } from "effect"
import { after, minutes, now } from "../../kernel/foundation/time.ts"
import { JobFailed, JobPostponed, job } from "../../kernel/jobs/job.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"
import { lockSessionOf } from "./cases.ts"
import { followScreening } from "./settle.ts"
import { lockSubject } from "../../resources/screening/change.ts"
import { bringsNews, recordScreening, searchFor } from "../../resources/screening/screen.ts"
import type { SearchAnswer } from "../../resources/screening/screener.ts"
import { Trigger } from "../../resources/screening/screening-model.ts"
import { type StoredSubject, SubjectId, SubjectStore } from "../../resources/screening/subjects/model.ts"

/** Name of the job that screens a subject again. */
export const rescreenJob = "screening.rescreen"

/** An edition that the search has to be made in; after `until` it is made in whatever there is. */
const WantedEdition = Schema.Struct({
  /** As results name the list. */
  key: Schema.String,
  number: Schema.Int,
  until: Schema.String
})
export type WantedEdition = typeof WantedEdition.Type

const Payload = Schema.Struct({ subject_id: SubjectId, trigger: Trigger, edition: Schema.optionalKey(WantedEdition) })
type Payload = typeof Payload.Type

const askAgainAfter = 5_000

/** A monitored subject is screened by hand and then once more by its monitoring, which follows within minutes of its beginning. */
const justScreened = minutes(15)

/** Whether this process still holds an older edition: it takes up new ones some seconds after they became current. */
const isBehind = ({ lists }: SearchAnswer, { key, number }: WantedEdition): boolean => {
  const searched = lists.find((list) => list.key === key)
  return searched === undefined || Number(searched.version) < number
}

/** Whether monitoring screens the subject still; what someone asked for is screened in any case. */
const isWanted = ({ erased_at, monitoring }: StoredSubject, trigger: Trigger): boolean =>
  erased_at === null && (monitoring.status === "active" || (trigger !== "monitoring" && trigger !== "list_update"))

/**
 * Searches outside of any transaction and records in one; a job that runs twice records once. What a change of a list brought about is
 * recorded only where it brings news, and so is the screening of monitoring that follows another one within minutes.
 */
const rescreen = Effect.fnUntraced(function* ({ edition, subject_id, trigger }: Payload, delivery: { readonly id: string }) {
  const { transaction } = yield* UnitOfWork
  const subject = yield* (yield* SubjectStore).find(subject_id)
  if (subject === undefined || !isWanted(subject, trigger)) return
  const searched = yield* searchFor(subject)
  const at = yield* now
  if (edition !== undefined && at < edition.until && isBehind(searched.answer, edition)) {
    return yield* new JobPostponed({ due_at: after(at, askAgainAfter) })
  }
  yield* transaction(
    Effect.gen(function* () {
      yield* lockSessionOf(subject_id)
      const locked = yield* lockSubject(subject_id)
      if (!isWanted(locked, trigger)) return
      const cause = { trigger, session_id: locked.session_id, again: "screening.rescreened", run_key: `job/${delivery.id}` } as const
      const soon = locked.last_screened_at !== null && after(locked.last_screened_at, justScreened) > (yield* tenantNow)
      const onlyNews = trigger === "list_update" || (trigger === "monitoring" && soon)
      if (onlyNews && !(yield* bringsNews(locked, searched, cause))) return
      yield* followScreening(locked, yield* recordScreening(locked, searched, cause))
    })
  ).pipe(
    Effect.catchIf(
      (failure) => failure._tag === "Conflict" && failure.code === "stale_object",
      // The subject changed meanwhile: it is searched for again.
      () => Effect.fail(new JobFailed({ reason: "the subject changed during the screening" }))
    )
  )
})

export const rescreening = job({
  name: rescreenJob,
  payload: Payload,
  retry_seconds: [1, 10, 60, 600],
  timeout_seconds: 60,
  concurrency: 4,
  handle: rescreen
})
