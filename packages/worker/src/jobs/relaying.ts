import { Database } from "@vouchkit/adapters/postgres/database"
import { jobTable } from "@vouchkit/adapters/postgres/jobs/table"
import { connectSqs, type SqsQueue } from "@vouchkit/adapters/sqs/client"
import { relay } from "@vouchkit/adapters/sqs/relay"
import { now } from "@vouchkit/core/kernel/foundation/time"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { Duration, Effect } from "effect"

const lookEverySeconds = 1
const afterTroubleSeconds = 5

/** What the relay needs to tell a queue of due jobs. */
const partsOf = Effect.fnUntraced(function* (queue: SqsQueue) {
  return { sqs: yield* connectSqs(queue), table: jobTable(yield* Database, () => undefined) }
})

/** Tells the queue of everything that is due now; answers how many messages were sent. */
export const relayAll = Effect.fnUntraced(function* (queue: SqsQueue) {
  const { sqs, table } = yield* partsOf(queue)
  let total = 0
  for (;;) {
    const { failure, more, sent } = yield* relay(table, sqs, yield* now)
    total += sent
    if (failure !== null) yield* Effect.logWarning("due jobs were not sent to SQS", { reason: failure.message })
    if (!more || failure !== null) return total
  }
}, Effect.scoped)

/** Tells the queue of jobs as they become due, for a process that runs none itself, until the scope ends. */
export const relayOn = Effect.fnUntraced(function* (queue: SqsQueue) {
  const { sqs, table } = yield* partsOf(queue)
  const { awaitWork } = yield* JobQueue
  const pause = (reason: string) =>
    Effect.andThen(Effect.logWarning("due jobs were not sent to SQS", { reason }), Effect.sleep(Duration.seconds(afterTroubleSeconds)))
  const turn = Effect.gen(function* () {
    const { failure, more } = yield* relay(table, sqs, yield* now)
    if (failure !== null) yield* pause(failure.message)
    else if (!more) yield* awaitWork(lookEverySeconds)
  })
  yield* Effect.forkScoped(Effect.forever(Effect.catchTag(turn, "StorageUnavailable", () => pause("the database does not answer"))))
})
