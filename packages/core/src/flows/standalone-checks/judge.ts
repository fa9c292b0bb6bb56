import { Effect } from "effect"
import { JobFailed } from "../../kernel/jobs/job.ts"
import type { CheckContext } from "../../resources/checks/context.ts"
import type { StoredCheck } from "../../resources/checks/model.ts"
import type { StandaloneInput } from "../../resources/checks/standalone-input.ts"
import { judgesOf } from "../check-runs/judges.ts"

const contextOf = ({ created_at, environment, id }: StoredCheck, input: StandaloneInput): CheckContext => ({
  id,
  environment,
  expected: input.expected ?? {},
  identity_id: null,
  external_reference: null,
  policy: input.proof_of_address_policy ?? null,
  ...(input.identity_policy === undefined ? {} : { identity_policy: input.identity_policy }),
  // No one is asked again: where a verdict would lead a session plays no part.
  resubmission_count: 0,
  max_resubmissions: 0,
  updated_at: created_at
})

/**
 * Makes a check that stands alone, outside of any transaction, by the rules of the same check in a session. Answers what has to run in the
 * transaction that ends it, for its result: counting a match and recording a screening stand or fall with the check.
 */
export const judgeStandalone = Effect.fnUntraced(function* (check: StoredCheck) {
  const { input } = check
  const conclude =
    input === undefined ? null : yield* judgesOf(check.environment).standalone({ check, context: contextOf(check, input), input })
  return conclude ?? (yield* new JobFailed({ reason: "the evidence of the check was erased" }))
})
