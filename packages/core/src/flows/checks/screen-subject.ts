import { Effect } from "effect"
import { JobFailed } from "../../kernel/jobs/job.ts"
import { unavailableCheck } from "../../resources/checks/conclusion.ts"
import type { StoredCheck } from "../../resources/checks/model.ts"
import type { StandaloneInput } from "../../resources/checks/standalone-input.ts"
import { lockSubject } from "../../resources/screening/change.ts"
import { recordScreening, searchFor } from "../../resources/screening/screen.ts"
import { SubjectStore } from "../../resources/screening/subjects/model.ts"
import { lockSessionOf } from "../screening/cases.ts"
import { followScreening } from "../screening/settle.ts"
import { findingOfScreening } from "./aml-screening.ts"

/** Screens the subject of a standalone check: searches now, and records within the transaction that ends the check. */
export const screenSubject = Effect.fnUntraced(function* (check: StoredCheck, { categories, subject_id, threshold }: StandaloneInput) {
  const subject = subject_id === null ? undefined : yield* (yield* SubjectStore).find(subject_id)
  const erased = unavailableCheck("aml_screening", check, {
    message: "The data of the subject was erased, so it cannot be screened."
  }).finding
  if (subject === undefined || subject.erased_at !== null) return Effect.succeed(erased)
  const searched = yield* searchFor(subject)
  return Effect.gen(function* () {
    yield* lockSessionOf(subject.id)
    const locked = yield* lockSubject(subject.id)
    if (locked.erased_at !== null) return erased
    const screened = yield* recordScreening(locked, searched, {
      trigger: "manual",
      session_id: locked.session_id,
      again: null,
      run_key: `check/${check.id}/${check.attempt}`,
      ...(categories === undefined ? {} : { categories }),
      ...(threshold === undefined ? {} : { threshold })
    })
    yield* followScreening(locked, screened)
    return findingOfScreening(screened)
  }).pipe(
    Effect.catchIf(
      (failure) => failure._tag === "Conflict" && failure.code === "stale_object",
      // The subject changed meanwhile: it is searched for again.
      () => Effect.fail(new JobFailed({ reason: "the subject changed during the screening" }))
    )
  )
})
