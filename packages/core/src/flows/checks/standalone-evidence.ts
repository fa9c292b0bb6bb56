import { Effect } from "effect"
import { JobFailed } from "../../kernel/jobs/job.ts"
import { type JudgedCheck, unavailableCheck } from "../../resources/checks/conclusion.ts"
import type { CheckContext } from "../../resources/checks/context.ts"
import type { StoredCheck } from "../../resources/checks/model.ts"
import type { CheckFinding } from "../../resources/checks/record.ts"
import { readDocument } from "../../resources/documents/read.ts"

/** A document that a standalone check names, read by the person who comes first. */
export const documentOf = Effect.fnUntraced(function* (id: string | undefined) {
  const document = id === undefined ? undefined : yield* readDocument(id)
  return document ?? (yield* new JobFailed({ reason: "a document of the check is missing" }))
})

/** The finding of the wanted type among all that a judge makes of the same evidence. */
export const findingAmong = (checks: ReadonlyArray<JudgedCheck>, type: StoredCheck["type"], context: CheckContext): CheckFinding => {
  const made = checks.find(({ finding }) => finding.type === type)
  return (made ?? unavailableCheck(type, context, { message: "The evidence for this check is missing. A person has to review it." }))
    .finding
}
