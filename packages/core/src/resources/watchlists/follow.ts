import { Effect } from "effect"
import { makeId } from "../../kernel/foundation/id.ts"
import { now } from "../../kernel/foundation/time.ts"
import { JobQueue } from "../../kernel/jobs/job.ts"

/** Name of the job that goes through what changed in the lists of a tenant, and screens those again whom it may concern. */
export const followListsJob = "screening.follow_lists"

/** Queues that job once the open transaction commits, so that a new edition is followed at once. It does nothing where no one is monitored. */
export const followLists = Effect.gen(function* () {
  yield* (yield* JobQueue).enqueue({ id: yield* makeId("scr"), name: followListsJob, payload: {}, due_at: yield* now })
})
