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

/** What a node of a workflow says of the reviews that it asks for, before what its workflow says. */
export interface AskedOfReviewers {
  readonly four_eyes?: boolean
  readonly sla_hours?: number
}

export const reviewRules = Effect.fnUntraced(function* (workflow_id: string, asked: AskedOfReviewers = {}) {
  const row = workflow_id === defaultWorkflow.id ? undefined : yield* (yield* WorkflowStore).find(workflow_id)
  const sla_hours = asked.sla_hours ?? row?.sla_hours ?? null
  const rules: ReviewRules = {
    ...((asked.four_eyes ?? row?.four_eyes) === true ? { four_eyes: true } : {}),
    ...(sla_hours === null ? {} : { sla_hours })
  }
  return rules
})
