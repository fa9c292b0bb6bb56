import { Effect, Schema } from "effect"
import { JobFailed, job } from "../operation/job.ts"
import { UnitOfWork } from "../operation/unit-of-work.ts"
import { lockSubject } from "./change.ts"
import { lockSessionOf, routeToCase } from "./cases.ts"
import { recordScreening, searchFor } from "./screen.ts"
import { Trigger } from "./screening-model.ts"
import { SubjectId, SubjectStore } from "./subject-model.ts"

/** Name of the job that screens a subject again. */
export const rescreenJob = "screening.rescreen"

const Payload = Schema.Struct({ subject_id: SubjectId, trigger: Trigger })

/** Searches outside of any transaction and records in one; a job that runs twice records once. */
const rescreen = Effect.fnUntraced(function* ({ subject_id, trigger }: typeof Payload.Type, delivery: { readonly id: string }) {
  const { transaction } = yield* UnitOfWork
  const subject = yield* (yield* SubjectStore).find(subject_id)
  if (subject === undefined || subject.erased_at !== null) return
  const searched = yield* searchFor(subject)
  yield* transaction(
    Effect.gen(function* () {
      yield* lockSessionOf(subject_id)
      const locked = yield* lockSubject(subject_id)
      if (locked.erased_at !== null) return
      const cause = { trigger, session_id: locked.session_id, again: true, run_key: `job/${delivery.id}` }
      const { alerts } = yield* recordScreening(locked, searched, cause)
      if (locked.session_id !== null) yield* routeToCase(locked.session_id, alerts)
    })
  ).pipe(
    Effect.catchIf(
      (failure) => failure._tag === "Conflict" && failure.code === "stale_object",
      // The subject changed meanwhile: it is searched for anew.
      () => Effect.fail(new JobFailed({ reason: "the subject changed while it was searched for" }))
    )
  )
})

export const jobs = [
  job({
    name: rescreenJob,
    payload: Payload,
    retry_seconds: [1, 10, 60, 600],
    timeout_seconds: 60,
    concurrency: 4,
    handle: rescreen
  })
] as const
