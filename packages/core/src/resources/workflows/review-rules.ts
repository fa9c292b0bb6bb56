import { Effect } from "effect"
import { defaultWorkflow } from "./built-in.ts"
import { WorkflowStore } from "./model.ts"

/** What a workflow asks of reviewers, as a case keeps it from when it opens: members are absent where it asks for nothing. */
export interface ReviewRules {
  /** Two people have to agree. */
  readonly four_eyes?: true
  /** Hours until the case is overdue. */
  readonly sla_hours?: number
}

export const reviewRules = Effect.fnUntraced(function* (workflow_id: string) {
  const row = workflow_id === defaultWorkflow.id ? undefined : yield* (yield* WorkflowStore).find(workflow_id)
  const rules: ReviewRules = {
    ...(row?.four_eyes === true ? { four_eyes: true } : {}),
    ...(row === undefined || row.sla_hours === null ? {} : { sla_hours: row.sla_hours })
  }
  return rules
})
