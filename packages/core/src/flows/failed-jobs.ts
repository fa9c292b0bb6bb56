import { Context, Effect } from "effect"
import { asSystem } from "../kernel/access/system-caller.ts"
import { record } from "../kernel/audit/log.ts"
import { now } from "../kernel/foundation/time.ts"
import type { StorageUnavailable } from "../kernel/foundation/failure.ts"
import { UnitOfWork } from "../kernel/storage/unit-of-work.ts"
import type { Environment } from "../kernel/foundation/environment.ts"

export const jobStates = ["queued", "running", "failed"] as const
export type JobState = (typeof jobStates)[number]

/** A job as an operator may see it. Its payload is never shown: it may hold personal data. */
export interface ListedJob {
  readonly id: string
  readonly name: string
  readonly organization: string
  readonly environment: Environment
  readonly state: JobState
  /** Runs so far; 0 again once a failed job was retried. */
  readonly attempts: number
  /** Why its last run failed; null while none has. */
  readonly reason: string | null
  /** When it may run, or might when it ran last. */
  readonly due_at: string
  readonly created_at: string
}

/** Which jobs are meant; members that are there must all hold. */
export interface JobSelection {
  readonly id?: string | undefined
  readonly name?: string | undefined
  readonly organization?: string | undefined
}

/** The jobs of every organization, for an operator: what waits, what runs, and what failed for good. */
export class FailedJobs extends Context.Service<
  FailedJobs,
  {
    /** The latest due first. */
    readonly list: (
      query: JobSelection & { readonly state?: JobState | undefined; readonly limit: number; readonly now: string }
    ) => Effect.Effect<ReadonlyArray<ListedJob>, StorageUnavailable>
    /**
     * Puts up to `limit` failed jobs that were due before `now` back into the queue, due at `now` and with all their retries, and answers
     * them as they were. One that fails again meanwhile is not met twice.
     */
    readonly retry: (
      query: JobSelection & { readonly limit: number; readonly now: string }
    ) => Effect.Effect<ReadonlyArray<ListedJob>, StorageUnavailable>
  }
>()("@vouchkit/core/operation/FailedJobs") {}

const batchSize = 500
const maximumBatches = 100

/** Puts failed jobs back into the queue for an operator, each with an entry in its tenant's audit log; answers them as they were. */
export const retryFailedJobs = Effect.fnUntraced(function* (selection: JobSelection) {
  const jobs = yield* FailedJobs
  const { transaction } = yield* UnitOfWork
  const instant = yield* now
  const batch = Effect.gen(function* () {
    const retried = yield* jobs.retry({ ...selection, limit: batchSize, now: instant })
    for (const { environment, id, name, organization } of retried) {
      const entry = { action: "jobs.retry", target: { type: "job", id }, changes: [{ path: "name", from: name, to: name }] }
      yield* asSystem({ organization, environment }, "operator")(record({ ...entry, outcome: "succeeded" }))
    }
    return retried
  })
  const all: Array<ListedJob> = []
  for (let count = 0; count < maximumBatches; count += 1) {
    const retried = yield* transaction(batch)
    all.push(...retried)
    if (retried.length < batchSize) break
  }
  return all
})
