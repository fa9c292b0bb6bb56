import { Schema } from "effect"
import { Timestamp } from "../../kernel/foundation/text.ts"
import { days } from "../../kernel/foundation/time.ts"
import { PoaPolicyFlag } from "../../verification/proof-of-address/policy.ts"

/** What a policy asks for after a session was approved, and when; a case is opened once it falls due. */
export const FollowUp = Schema.Struct({
  kind: PoaPolicyFlag,
  due_at: Timestamp,
  case_id: Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(64))).annotate({
    description: "The case that was opened for it; null before"
  })
}).annotate({ identifier: "SessionFollowUp" })
export interface FollowUp extends Schema.Schema.Type<typeof FollowUp> {}

/** Milliseconds from the checks until each falls due. */
export const followUpAfter = { ovd_followup_90d: days(90) } as const satisfies Record<FollowUp["kind"], number>
