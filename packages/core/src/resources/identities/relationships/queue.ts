import { Effect } from "effect"
import { makeId } from "../../../kernel/foundation/id.ts"
import { now } from "../../../kernel/foundation/time.ts"
import { JobQueue } from "../../../kernel/jobs/job.ts"

/** Name of the job that looks for identities with which the identity of a session shares something. */
export const proposeJob = "identities.propose_relationships"

/** Has the relationships that an approved session shows proposed, once its approval is committed. */
export const proposeRelationships = Effect.fnUntraced(function* (session_id: string) {
  yield* (yield* JobQueue).enqueue({ id: yield* makeId("rel"), name: proposeJob, payload: { session_id }, due_at: yield* now })
})
