import { Effect } from "effect"
import { makeId } from "../../../kernel/foundation/id.ts"
import { now } from "../../../kernel/foundation/time.ts"
import { JobQueue } from "../../../kernel/jobs/job.ts"
import { partitionFor } from "../../../kernel/jobs/turns.ts"

/** Name of the job that brings the run of a submitted session on. */
export const runChecksJob = "sessions.run_checks"

/** An event about a session that its run waits for, and when it was. */
export interface AwaitedEvent {
  readonly type: string
  readonly at: string
  /** Its place among the events of the session. */
  readonly sequence: number
}

/** A check of a run whose outcome a person gave. */
export interface OverriddenCheck {
  readonly check_id: string
  /** Its place among the events of the check. */
  readonly sequence: number
}

/** What brings a run on; nothing where its time has come. */
interface Cause {
  readonly event?: AwaitedEvent
  readonly overridden?: OverriddenCheck
}

/** Hands the run of a session to the workers again: something that it waited for came, or what it went by has changed. */
export const wakeRun = Effect.fnUntraced(function* (
  { id: session_id, run }: { readonly id: string; readonly run: number },
  cause: Cause = {}
) {
  yield* (yield* JobQueue).enqueue({
    id: yield* makeId("wfr"),
    name: runChecksJob,
    payload: { session_id, run, ...cause },
    due_at: yield* now,
    partition: yield* partitionFor("batch")
  })
})
