import { Schema } from "effect"
import { prose, Timestamp } from "../../kernel/foundation/text.ts"
import { SessionStep } from "../../verification/steps.ts"

/** What a reviewer writes to the person. */
export const RequestMessage = prose(1_000, { "x-personal": true, description: "What is asked for, in words for the person" })

/** What a reviewer asked the person for; it stands until the session is back in review. */
export const InformationRequest = Schema.Struct({
  steps: Schema.Array(SessionStep).check(Schema.isMaxLength(SessionStep.literals.length)),
  message: RequestMessage,
  requested_at: Timestamp
}).annotate({ identifier: "InformationRequest" })
export interface InformationRequest extends Schema.Schema.Type<typeof InformationRequest> {}
