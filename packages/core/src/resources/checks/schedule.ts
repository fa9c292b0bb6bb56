import { Effect } from "effect"
import { makeId } from "../../kernel/foundation/id.ts"
import { now } from "../../kernel/foundation/time.ts"
import { JobQueue } from "../../kernel/jobs/job.ts"
import { partitionFor } from "../../kernel/jobs/turns.ts"
import type { StoredCheck } from "./model.ts"

/** Name of the job that makes one check: one that stands alone, or one of a session again. */
export const runCheckJob = "checks.run"

/** Hands the check's current attempt to the workers. */
export const scheduleCheck = Effect.fnUntraced(function* ({ attempt, id }: StoredCheck) {
  yield* (yield* JobQueue).enqueue({
    id: yield* makeId("wfr"),
    name: runCheckJob,
    payload: { check_id: id, attempt },
    due_at: yield* now,
    // The request that asks for a check waits a while for it.
    partition: yield* partitionFor("person")
  })
})
