import { now as currentTime } from "@vouchkit/core/kernel/foundation/time"
import { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { JobQueue, type QueuedJob } from "@vouchkit/core/kernel/jobs/job"
import { Effect, Layer } from "effect"
import { Database } from "../postgres/database.ts"
import { jobBell } from "../postgres/jobs/bell.ts"
import { jobTable } from "../postgres/jobs/table.ts"
import { type CheckWait, connectSqs, type Credentials, type SqsQueue } from "./client.ts"
import { openClaims } from "./claiming.ts"
import { deletions } from "./deletions.ts"
import { receiptBook } from "./receipts.ts"
import { handBack } from "./sorting.ts"
import { setAside } from "./wake-up.ts"

/**
 * The jobs table with SQS in front of it. A message only wakes: it names a row, and the row alone says whether there is anything to do and
 * who does it. So messages may be lost, come twice or late, and while SQS fails, workers take jobs from the table.
 */
export const layer = (queue: SqsQueue, timeout?: CheckWait, credentials?: Credentials) =>
  Layer.effect(JobQueue)(
    Effect.gen(function* () {
      const bell = yield* jobBell
      const table = jobTable(yield* Database, bell.announce)
      const sqs = yield* connectSqs(queue, timeout, credentials)
      const discard = yield* deletions(sqs)
      const receipts = receiptBook()
      const { claim, inbox, awaitsMessages } = yield* openClaims({ bell, discard, receipts, sqs, table })

      const ended = (job: QueuedJob) =>
        Effect.sync(() => {
          const receipt = receipts.release(job)
          if (receipt !== undefined) discard(receipt)
        })

      // What arrived after the last claim is told of again at once.
      yield* Effect.addFinalizer(() => Effect.ignore(Effect.suspend(() => handBack(inbox.take(), { table, discard }))))

      return {
        enqueue: table.enqueue,
        claim,
        complete: (job) => Effect.tap(table.complete(job), ended(job)),
        postpone: (job, due_at, reason, counts) => Effect.tap(table.postpone(job, due_at, reason, counts), ended(job)),
        deadLetter: Effect.fnUntraced(function* (job, reason, now) {
          const deadLettered = yield* table.deadLetter(job, reason, now)
          yield* ended(job)
          if (deadLettered) {
            const reported = yield* Effect.result(sqs.sendDeadLetter(setAside(job, reason)))
            if (reported._tag === "Failure") {
              yield* Effect.logWarning("a dead-lettered job was not sent to the dead-letter queue", { reason: reported.failure.message })
            }
          }
          return deadLettered
        }),
        extend: Effect.fnUntraced(function* (job, lease_seconds, now) {
          const extended = yield* table.extend(job, lease_seconds, now)
          const receipt = receipts.of(job)
          if (!extended) yield* ended(job)
          else if (receipt !== undefined) yield* Effect.ignore(sqs.hide(receipt))
          return extended
        }),
        // A message about a row that is gone names nothing, and is discarded when it arrives.
        withdraw: table.withdraw,
        awaitWork: (seconds) =>
          Effect.flatMap(currentTime, (now) => Effect.andThen(awaitsMessages(now) ? inbox.watch : Effect.void, bell.wait(seconds))),
        depth: table.depth,
        ping: Effect.mapError(sqs.ping, (cause) => new StorageUnavailable({ cause }))
      }
    })
  )
