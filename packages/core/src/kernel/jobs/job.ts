import { Context, type Effect, Schema } from "effect"
import type { Unannounced } from "../foundation/announces.ts"
import type { Caller, Tenant } from "../access/caller.ts"
import type { Failure, StorageUnavailable } from "../foundation/failure.ts"
import type { Environment } from "../foundation/environment.ts"

/** The job could not be done now; it is tried again after the next wait of its rule. `reason` never holds personal data. */
export class JobFailed extends Schema.TaggedError<JobFailed>()("JobFailed", { reason: Schema.String }) {}

/** The job asks to run again at a time of its own, without that counting as a failure. */
export class JobPostponed extends Schema.TaggedError<JobPostponed>()("JobPostponed", { due_at: Schema.String }) {}

/**
 * How one process shares the runs of a job among its partitions. A partition begins with `first` runs at once, earns one more with each that is
 * prompt, up to `most`, and loses them with one that is slow. Runs of slow partitions have capacity of their own, so that they take none from others.
 */
export interface PartitionPolicy {
  readonly first: number
  readonly most: number
  readonly slow_after_ms: number
  /** How many runs all slow partitions have together, and each of them. */
  readonly slow: number
  readonly slow_each: number
  /** How many runs a partition has at once at most while another organization has work here: what runs beside a run slows it down. */
  readonly beside_others?: number
}

/** A background task, declared once like an operation. Its handler may run twice, out of order, or be killed at any line. */
export interface Job<in In, out R> {
  readonly name: `${string}.${string}`
  readonly payload: Schema.Codec<any, any>
  /** Seconds to wait after each failure; as many retries as waits. */
  readonly retry_seconds: ReadonlyArray<number>
  /** The handler is interrupted and counted as failed after this long. */
  readonly timeout_seconds: number
  /** How many of this job one process runs at once. */
  readonly concurrency: number
  /** Present when the jobs of one partition must not hold up those of another. */
  readonly partitions?: PartitionPolicy
  readonly handle: (payload: In, delivery: JobDelivery) => Effect.Effect<void, JobFailed | JobPostponed | Failure, R>
  /**
   * Takes many due runs at once, where a fiber, a lease to watch and reads of its own would cost each more than its work does. Every run is told
   * of by its own `ended`; what is not when this ends is run by `handle`. It has to be done with each well within the time of a lease.
   */
  readonly batched?: (runs: ReadonlyArray<JobRun<In>>) => Effect.Effect<void, never, R>
  /** What to do when the last retry has failed, so that nothing that waits for this job is left waiting. */
  readonly abandon?: (payload: In, reason: string) => Effect.Effect<void, Failure, R>
}
export type AnyJob = Job<any, any>

/** One of many runs that are taken together. */
export interface JobRun<Payload> {
  readonly queued: QueuedJob
  readonly payload: Payload
  /**
   * Called once: `done` when the work is written down and the job is out of the queue, `not_taken` when nothing was done, so that the run goes
   * the way of every other, `lost` when it was done and could not be written down, so that it comes again with its lease.
   */
  readonly ended: (how: "done" | "not_taken" | "lost") => void
  /** Runs something in the name of the job's tenant. */
  readonly within: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, Exclude<Unannounced<R>, Caller | Tenant>>
}

export interface JobDelivery {
  readonly id: string
  /** 1 for the first run. */
  readonly attempt: number
}

export const job = <P extends Schema.Codec<any, any>, R>(
  declaration: Omit<Job<P["Type"], R>, "payload"> & { readonly payload: P }
): Job<P["Type"], R> => declaration

export interface QueuedJob {
  readonly id: string
  readonly name: string
  readonly organization: string
  readonly environment: Environment
  readonly payload: unknown
  /** Whose turn it is, as it was enqueued; empty for jobs that are dealt out in one row. */
  readonly partition: string
  /** Runs so far, this one included. */
  readonly attempt: number
  /** How many runs before this one ended without a word: their worker died, or could not write down how they ended. */
  readonly lost: number
  /** Names this claim: a worker that lost its lease cannot finish the job of another. */
  readonly lease: string
  /** The `traceparent` under which it was enqueued; null where nothing was traced. */
  readonly trace: string | null
}

/** How many jobs of each partition a claim takes at most: those that are named in `slots`, and `each` of every other. */
export interface PartitionSlots {
  readonly each: number
  readonly slots: Readonly<Record<string, number>>
}

export interface QueueDepth {
  readonly name: string
  readonly state: "queued" | "running" | "failed"
  readonly count: number
  readonly oldest_seconds: number
}

/** How the names of jobs begin that erase what is gone already, or prove it. */
export const erasingJobs = "erasure."

/** Prefixes of identifiers that lead to no person, by which no job is withdrawn; most jobs name nothing else. */
export const impersonal: ReadonlySet<string> = new Set(["evt", "whd", "whe", "org", "req"])
const isRecord = (text: string): boolean => text.length === 30 && /^[a-z]{3}_[0-9a-z]{26}$/u.test(text) && !impersonal.has(text.slice(0, 3))

const collect = (value: unknown, found: Set<string>): void => {
  if (typeof value === "string") {
    if (isRecord(value)) found.add(value)
  } else if (typeof value === "object" && value !== null) {
    for (const each of Object.values(value)) collect(each, found)
  }
}
/** The identifiers, anywhere in its payload, by which a job is withdrawn. */
export const recordsOf = ({ name, payload }: { readonly name: string; readonly payload: unknown }): ReadonlyArray<string> => {
  const found = new Set<string>()
  if (!name.startsWith(erasingJobs)) collect(payload, found)
  return [...found]
}

/** Queue and outbox at once: what is enqueued in a transaction exists exactly when the transaction commits. */
export class JobQueue extends Context.Service<
  JobQueue,
  {
    readonly enqueue: (entry: {
      readonly id: string
      readonly name: string
      readonly payload: unknown
      readonly due_at: string
      /** Jobs of one name and partition take turns with those of other partitions, where the job declares partitions. */
      readonly partition?: string
      /** A `traceparent` (W3C Trace Context) that the runs of the job go on from. */
      readonly trace?: string
    }) => Effect.Effect<void, StorageUnavailable, Tenant>
    /**
     * Takes up to `limit` due jobs of the named kinds for `lease_seconds`; jobs whose lease ran out are due again. Of a kind that `partitions`
     * names, partition after partition gets its turn, going on where the claim before ended, and each no more than its capacity.
     */
    readonly claim: (request: {
      readonly limits: Readonly<Record<string, number>>
      readonly partitions?: Readonly<Record<string, PartitionSlots>>
      readonly lease_seconds: number
      readonly now: string
    }) => Effect.Effect<ReadonlyArray<QueuedJob>, StorageUnavailable>
    /** Each answers false when the lease was lost meanwhile. */
    readonly complete: (job: QueuedJob) => Effect.Effect<boolean, StorageUnavailable>
    /** `counts` false gives the attempt back. */
    readonly postpone: (
      job: QueuedJob,
      due_at: string,
      reason: string | null,
      counts: boolean
    ) => Effect.Effect<boolean, StorageUnavailable>
    /** Sets the job aside with its reason: visible, and retried only by hand. */
    readonly deadLetter: (job: QueuedJob, reason: string, now: string) => Effect.Effect<boolean, StorageUnavailable>
    readonly extend: (job: QueuedJob, lease_seconds: number, now: string) => Effect.Effect<boolean, StorageUnavailable>
    /**
     * Removes the tenant's jobs whose payload has one of these identifiers anywhere in it, waiting, running and failed ones, and answers how many there
     * were. One that runs has lost its lease and ends without a trace in the queue. What erases, or proves an erasure, stays (`erasingJobs`): it names
     * what is gone, and of many erasures at once there is much of it. Identifiers that lead to no person (`recordsOf`) withdraw nothing.
     */
    readonly withdraw: (ids: ReadonlyArray<string>) => Effect.Effect<number, StorageUnavailable, Tenant>
    /** Completes when new work may be there, at the latest after `seconds`. */
    readonly awaitWork: (seconds: number) => Effect.Effect<void>
    readonly depth: (now: string) => Effect.Effect<ReadonlyArray<QueueDepth>, StorageUnavailable>
    /** Fails while the queue cannot be reached. */
    readonly ping: Effect.Effect<void, StorageUnavailable>
  }
>()("@vouchkit/core/operation/JobQueue") {}

/** A failure as a job's log and row may show it: its code and text, never its cause. */
export const reasonOf = (failure: JobFailed | JobPostponed | Failure): string =>
  failure._tag === "JobFailed" ? failure.reason : failure._tag === "JobPostponed" ? "postponed" : `${failure._tag}: ${failure.message}`
