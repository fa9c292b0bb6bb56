import { Database } from "@vouchkit/adapters/postgres/database"
import { type JobName, jobTable } from "@vouchkit/adapters/postgres/jobs/table"
import type { Sqs } from "@vouchkit/adapters/sqs/client"
import { readWakeUp, strange } from "@vouchkit/adapters/sqs/wake-up"
import { now } from "@vouchkit/core/kernel/foundation/time"
import type { AnyJob } from "@vouchkit/core/kernel/jobs/job"
import { Duration, Effect, Fiber, Result, Semaphore } from "effect"
import { type JobRequirements, leaseSeconds, runJob, type WorkerPorts } from "../jobs/run-job.ts"

/** What is needed of a message that the platform hands over. */
export interface Handed {
  readonly messageId: string
  readonly body: string
}

/** The platform ends a call without a word when its time is up; what still runs is handed back this long before. */
const farewellMillis = 8_000
/** More than the platform ever hands over at once. */
const mostRecords = 10_000
const mostAtOnce = 100

const rowOf = ({ environment, id, name, organization }: JobName) => `${organization}/${environment}/${name}/${id}`

/** The rows that messages name, each once. Messages that are not from this service are dead-lettered, and so have served. */
const readRecords = Effect.fnUntraced(function* (records: ReadonlyArray<Handed>, sqs: Pick<Sqs, "sendDeadLetter">) {
  const served = new Set<string>()
  const rows = new Map<string, { readonly name: JobName; readonly messages: ReadonlyArray<string> }>()
  for (const { body, messageId } of records.slice(0, mostRecords)) {
    const read = readWakeUp(body)
    if (Result.isSuccess(read)) {
      const row = rowOf(read.success)
      rows.set(row, { name: read.success, messages: [...(rows.get(row)?.messages ?? []), messageId] })
      continue
    }
    const taken = yield* Effect.isSuccess(sqs.sendDeadLetter(strange(body, read.failure)))
    yield* Effect.logError("a message of the queue is not from this service", { reason: read.failure, dead_letter: taken })
    if (taken) served.add(messageId)
  }
  return { rows, served }
})

/**
 * Runs the jobs that messages name, each kind up to its own concurrency, and answers the messages that must come again: those of jobs for which
 * the time did not suffice, or whose end could not be written down. All others have served, whatever became of their jobs: the row says when
 * it is due again. Messages may come twice, also at the same time: only who leases the row runs the job.
 */
export const runBatch = Effect.fnUntraced(function* <const Jobs extends ReadonlyArray<AnyJob>>(
  jobs: Jobs,
  records: ReadonlyArray<Handed>,
  { remainingMillis, sqs }: { readonly remainingMillis: number; readonly sqs: Pick<Sqs, "sendDeadLetter"> }
): Effect.fn.Return<ReadonlyArray<string>, never, Database | WorkerPorts | JobRequirements<Jobs>> {
  const table = jobTable(yield* Database, () => undefined)
  const kinds = new Map<string, { readonly declaration: AnyJob; readonly capacity: Semaphore.Semaphore }>()
  for (const declaration of jobs) kinds.set(declaration.name, { declaration, capacity: yield* Semaphore.make(declaration.concurrency) })
  const { rows, served } = yield* readRecords(records, sqs)
  let stopping = remainingMillis <= farewellMillis

  /** Whether the message of a row has served. */
  const runRow = Effect.fnUntraced(function* (name: JobName) {
    const kind = kinds.get(name.name)
    // Another release may know it, and the relay tells of it again.
    if (kind === undefined) return true
    return yield* kind.capacity.withPermit(
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          if (stopping) return false
          const [queued] = yield* table.claimNamed([name], { lease_seconds: leaseSeconds, now: yield* now })
          // Gone, not due any more, or in the hands of another worker.
          if (queued === undefined) return true
          const run: Effect.Effect<string, never, any> = restore(runJob(kind.declaration, queued, () => stopping))
          const outcome = yield* run
          return outcome !== "handed_back" && outcome !== "lost"
        })
      )
    )
  })
  const work = Effect.forEach(
    rows.values(),
    ({ messages, name }) =>
      Effect.map(
        Effect.catchTag(runRow(name), "StorageUnavailable", (failure) =>
          Effect.as(Effect.logWarning("a job could not be claimed", failure.cause), false)
        ),
        (done) => {
          if (done) for (const message of messages) served.add(message)
        }
      ),
    { concurrency: mostAtOnce, discard: true }
  )

  const working = yield* Effect.forkChild(work)
  const timeIsUp = Effect.sleep(Duration.millis(remainingMillis - farewellMillis))
  yield* Effect.raceFirst(Fiber.await(working), stopping ? Effect.never : timeIsUp)
  stopping = true
  yield* Fiber.interrupt(working)
  return records.map(({ messageId }) => messageId).filter((messageId) => !served.has(messageId))
})
