import { Effect } from "effect"
import { makeId } from "../../../kernel/foundation/id.ts"
import { now } from "../../../kernel/foundation/time.ts"
import { JobQueue } from "../../../kernel/jobs/job.ts"

/** Name of the job that encrypts the stored values of a field, some records at a time. */
export const sealFieldJob = "custom_fields.seal"

/** Has the values of a field encrypted that are stored in clear. */
export const scheduleSealing = Effect.fnUntraced(function* (field: string) {
  yield* (yield* JobQueue).enqueue({ id: yield* makeId("cfs"), name: sealFieldJob, payload: { field }, due_at: yield* now })
})
