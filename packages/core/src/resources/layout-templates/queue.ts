import { Effect } from "effect"
import { makeId } from "../../kernel/foundation/id.ts"
import { type Environment, isSimulated } from "../../kernel/foundation/environment.ts"
import { now } from "../../kernel/foundation/time.ts"
import { Caller } from "../../kernel/access/caller.ts"
import { JobQueue } from "../../kernel/jobs/job.ts"

/** Name of the job that brings what was learnt of layouts in line with the decision of a session. */
export const followDecisionJob = "layout_templates.follow_decision"

const enqueue = Effect.fnUntraced(function* (session_id: string) {
  yield* (yield* JobQueue).enqueue({ id: yield* makeId("doc"), name: followDecisionJob, payload: { session_id }, due_at: yield* now })
})

/**
 * Has the layouts of a session's documents follow its decision, once that is committed. Only the decisions of people teach: those of the service
 * itself rest on what it has learnt already, and an agent has not compared anything with its eyes.
 */
export const followDecision = Effect.fnUntraced(function* (session_id: string) {
  const { actor, environment } = yield* Caller
  if (isSimulated(environment) || !teaches(actor.type)) return
  yield* enqueue(session_id)
})

/** The same where the service declines a session that was decided before: what it taught then is taken back. */
export const followDecline = Effect.fnUntraced(function* ({
  environment,
  id,
  run
}: {
  readonly environment: Environment
  readonly id: string
  readonly run: number
}) {
  if (run > 1 && !isSimulated(environment)) yield* enqueue(id)
})

/** A key decides in the name of the people who work in the system that holds it. */
export const teaches = (actor: string): boolean => actor === "user" || actor === "api_key"
