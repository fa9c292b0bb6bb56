import { Effect, Schema } from "effect"
import { makeId } from "../../kernel/foundation/id.ts"
import { now } from "../../kernel/foundation/time.ts"
import { JobQueue } from "../../kernel/jobs/job.ts"

export const logJob = "erasure.log_receipt"

export const LogPayload = Schema.Struct({ receipt_id: Schema.String.check(Schema.isMaxCodePoints(64)), keeps_sessions: Schema.Boolean })

/** Has a receipt logged once the transaction that issues it is committed. */
export const scheduleLogging = Effect.fnUntraced(function* (receipt_id: string, keeps_sessions: boolean) {
  yield* (yield* JobQueue).enqueue({ id: yield* makeId("log"), name: logJob, payload: { receipt_id, keeps_sessions }, due_at: yield* now })
})
