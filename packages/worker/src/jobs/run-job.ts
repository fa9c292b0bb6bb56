import { type AuditLog, record } from "@vouchkit/core/kernel/audit/log"
import type { Entropy } from "@vouchkit/core/kernel/foundation/id"
import { after, now } from "@vouchkit/core/kernel/foundation/time"
import type { Unannounced } from "@vouchkit/core/kernel/foundation/announces"
import type { Caller, Tenant } from "@vouchkit/core/kernel/access/caller"
import { type AnyJob, type Job, JobFailed, type JobPostponed, JobQueue, type QueuedJob, reasonOf } from "@vouchkit/core/kernel/jobs/job"
import { JobStopwatch, JobTime } from "@vouchkit/core/kernel/jobs/job-time"
import { inTurnOf, turnOf } from "@vouchkit/core/kernel/jobs/turns"
import type { Failure, StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { Cause, Clock, Duration, Effect, Exit, Option, Schema, SchemaIssue } from "effect"
import { type JobOutcome, jobEnded } from "./metrics.ts"
import { asSystem } from "./system-caller.ts"
import { tracedRun } from "../telemetry/traced-ports.ts"

/** A worker that dies loses its jobs to others after this long. */
export const leaseSeconds = 30
const extendEveryMillis = 10_000
/** Seconds to wait after the retries of a job for storage that still fails it: with them an outage of minutes sends no one's session to a person. */
const storageRetries = [120, 300] as const
/**
 * A worker that is killed takes all of its jobs with it, and none of them is to blame; a job that kills its worker does so each time. A job that lost
 * this many workers is of the second kind: while half of all runs lose theirs, one of a million jobs is mistaken for it.
 */
const mostLost = 20
const abandonAgainSeconds = 60
const triesToAbandon = 5
const longestReason = 500
const everyWorkerEnded = "every worker that took this job ended while it ran"

/** The ports that a list of jobs needs. */
export type JobRequirements<Jobs extends ReadonlyArray<AnyJob>> = Exclude<
  Unannounced<Jobs[number] extends Job<any, infer R> ? R : never>,
  Caller | Tenant
>

/** What a worker needs beside them: a job that failed for good is entered in the audit log of its tenant. */
export type WorkerPorts = JobQueue | AuditLog | Entropy

class LeaseLost {
  readonly _tag = "LeaseLost"
}
type Ended = JobFailed | JobPostponed | Failure | LeaseLost

const format = SchemaIssue.makeFormatterStandardSchemaV1()
/** Where a payload does not fit; never what stands there. */
const misfit = (issue: SchemaIssue.Issue): string =>
  `the payload does not fit its schema at ${format(issue)
    .issues.slice(0, 10)
    .map(({ path = [] }) => path.map(String).join(".") || "its root")
    .join(", ")}`

/** Watches over a running handler: extends its lease, and ends when the job was given to someone else or its time is over, waits for a turn aside. */
const watch = (
  queue: JobQueue["Service"],
  queued: QueuedJob,
  { stopwatch, timeout_seconds }: { readonly stopwatch: JobStopwatch; readonly timeout_seconds: number }
): Effect.Effect<never, LeaseLost | JobFailed> =>
  Effect.gen(function* () {
    const timeout = timeout_seconds * 1000
    for (;;) {
      const left = timeout - stopwatch.elapsed(yield* Clock.currentTimeMillis)
      if (left <= 0) break
      yield* Effect.sleep(Duration.millis(stopwatch.isWaiting ? extendEveryMillis : Math.min(extendEveryMillis, left)))
      if (stopwatch.elapsed(yield* Clock.currentTimeMillis) >= timeout) break
      // Storage that cannot be reached for a moment does not end a lease; it runs out by itself.
      const extended = Effect.orElseSucceed(queue.extend(queued, leaseSeconds, yield* now), () => true)
      const held = yield* Effect.timeoutOrElse(extended, {
        duration: Duration.millis(extendEveryMillis),
        orElse: () => Effect.succeed(true)
      })
      if (!held) return yield* Effect.fail(new LeaseLost())
    }
    return yield* Effect.fail(new JobFailed({ reason: `it took longer than ${timeout_seconds} seconds` }))
  })

const decoders = new WeakMap<AnyJob["payload"], (payload: unknown) => Effect.Effect<unknown, Schema.SchemaError, any>>()
/** Made once for each kind of job. */
export const decoderOf = ({ payload }: AnyJob) => {
  const made = decoders.get(payload) ?? Schema.decodeUnknownEffect(Schema.toCodecJson(payload), { errors: "all" })
  decoders.set(payload, made)
  return made
}

/** Without NUL, which PostgreSQL refuses. */
const shortened = (reason: string): string => reason.slice(0, longestReason).replaceAll("\0", "\uFFFD")

/** What the handler came to, in words for the job's row, or undefined when it was interrupted. */
const failureReason = (cause: Cause.Cause<Ended>): string => {
  const failure = Option.getOrUndefined(Cause.findErrorOption(cause))
  if (failure === undefined) {
    const defect = Cause.squash(cause)
    return `unexpected failure: ${defect instanceof Error ? defect.name : "unknown"}`
  }
  return failure._tag === "LeaseLost" ? "the lease was lost" : shortened(reasonOf(failure))
}

/** What lies behind a failure that says no more than that storage failed: a file that does not open is mended otherwise than a server that is away. */
const causesOf = (failure: Ended): ReadonlyArray<unknown> => (failure._tag === "StorageUnavailable" ? [failure.cause] : [])

interface RunningJob {
  readonly declaration: AnyJob
  readonly queue: JobQueue["Service"]
  readonly queued: QueuedJob
  readonly stopping: () => boolean
  readonly within: ReturnType<typeof asSystem>
}

/** Sets a job aside: in the queue, in the log, and in the audit log of its tenant. */
const deadLettering = ({ queue, queued, within }: RunningJob) => {
  const { id, name } = queued

  /** No event reports it, because the tenant did not cause it; the audit log and the operator's log do. */
  const recordFailure = (reason: string) =>
    record({
      action: "jobs.failed",
      target: { type: "job", id },
      changes: [
        { path: "name", from: null, to: name },
        { path: "reason", from: null, to: shortened(reason) }
      ],
      outcome: "failed"
    }).pipe(
      within,
      Effect.catchCause((cause) => Effect.logError("the failure of a job is missing in the audit log", cause))
    )

  return Effect.fnUntraced(function* (reason: string) {
    yield* Effect.logError("job set aside", { reason })
    if (yield* queue.deadLetter(queued, shortened(reason), yield* now)) yield* recordFailure(reason)
    return "failed" as const
  })
}

/** How a run ends: each writes its outcome to the queue and returns it. */
const endings = (running: RunningJob) => {
  const { declaration, queue, queued, stopping, within } = running
  const { attempt, lost } = queued
  /** Runs that told how they failed, and this one. */
  const tries = attempt - lost

  const deadLetter = deadLettering(running)

  /** Nothing more is tried: what waits for the job is notified, then the job is set aside. */
  const giveUp = Effect.fnUntraced(function* (payload: unknown, reason: string) {
    const { abandon, timeout_seconds } = declaration
    if (abandon === undefined) return yield* deadLetter(reason)
    const exit = yield* Effect.exit(Effect.timeout(within(abandon(payload, reason)), Duration.seconds(timeout_seconds)))
    if (Exit.isSuccess(exit)) return yield* deadLetter(reason)
    yield* Effect.logError("the final step of a failed job failed too", exit.cause)
    if (tries >= declaration.retry_seconds.length + 1 + triesToAbandon) return yield* deadLetter(reason)
    yield* queue.postpone(queued, after(yield* now, abandonAgainSeconds * 1000), shortened(reason), true)
    return "retried" as const
  })

  const settle = Effect.fnUntraced(function* (
    payload: unknown,
    exit: Exit.Exit<void, Ended>
  ): Effect.fn.Return<JobOutcome, StorageUnavailable, any> {
    if (Exit.isSuccess(exit)) return (yield* queue.complete(queued)) ? "completed" : "lost"
    const failure = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
    if (failure?._tag === "LeaseLost") return "lost"
    if (failure?._tag === "JobPostponed") {
      yield* queue.postpone(queued, failure.due_at, null, false)
      return "postponed"
    }
    if (stopping() && Cause.hasInterrupts(exit.cause)) {
      yield* queue.postpone(queued, yield* now, "the worker was stopped", false)
      return "handed_back"
    }
    const reason = failureReason(exit.cause)
    yield* failure === undefined
      ? Effect.logError("job died", exit.cause)
      : Effect.logWarning("job failed", { reason }, ...causesOf(failure))
    const { retry_seconds } = declaration
    const again = failure?._tag === "StorageUnavailable" ? [...retry_seconds, ...storageRetries] : retry_seconds
    const wait = again[tries - 1]
    if (wait === undefined) return yield* giveUp(payload, reason)
    yield* queue.postpone(queued, after(yield* now, wait * 1000), reason, true)
    return "retried"
  })

  return { deadLetter, giveUp, settle }
}

/** Runs one claimed job to its end and reports its outcome to the queue. `stopping` says whether an interruption is the worker's own. */
export const runJob = Effect.fnUntraced(function* (declaration: AnyJob, queued: QueuedJob, stopping: () => boolean) {
  const queue = yield* JobQueue
  const startedAt = yield* Clock.currentTimeMillis
  const within = asSystem(queued, `job_${queued.id}`)
  const { attempt, id, lost, name } = queued

  const { deadLetter, giveUp, settle } = endings({ declaration, queue, queued, stopping, within })

  const work = Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const decoded = yield* Effect.exit(decoderOf(declaration)(queued.payload))
      if (Exit.isFailure(decoded)) {
        const error = Option.getOrUndefined(Cause.findErrorOption(decoded.cause))
        return yield* deadLetter(error === undefined ? "the payload cannot be read" : misfit(error.issue))
      }
      const payload: unknown = decoded.value
      // Giving it up may be what ends a worker.
      if (lost > mostLost + triesToAbandon) return yield* deadLetter(everyWorkerEnded)
      if (lost > mostLost) return yield* giveUp(payload, everyWorkerEnded)
      const stopwatch = new JobStopwatch(yield* Clock.currentTimeMillis)
      const handled: Effect.Effect<void, Ended, any> = within(declaration.handle(payload, { id, attempt })).pipe(
        inTurnOf(turnOf(queued)),
        Effect.provideService(JobTime, stopwatch)
      )
      const { timeout_seconds } = declaration
      const exit = yield* Effect.exit(restore(Effect.raceFirst(handled, watch(queue, queued, { stopwatch, timeout_seconds }))))
      return yield* settle(payload, exit)
    })
  )

  const outcome = yield* Effect.catchTag(work, "StorageUnavailable", (failure) =>
    // Whatever was not written down is done again when the lease has run out.
    Effect.as(Effect.logWarning("the outcome of a job was not written to the queue", failure.cause), "lost" as const)
  ).pipe(
    Effect.tap((ended) => Effect.logDebug("job ended", { outcome: ended })),
    (run) => tracedRun(run, queued),
    Effect.annotateLogs({ job: name, job_id: id, attempt })
  )
  yield* jobEnded(name, outcome, ((yield* Clock.currentTimeMillis) - startedAt) / 1000)
  return outcome
})
