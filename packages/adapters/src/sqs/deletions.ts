import { Effect, Queue } from "effect"
import { batchSize, type Sqs } from "./client.ts"

/** Deletions that wait at once; one that finds no place is left out, and its message is deleted when it comes again. */
const mostWaiting = 10_000
const farewellCalls = 20

/** Deletes messages in the background, as many together as wait. Nothing hangs on it: what is not deleted comes again and finds its row done. */
export const deletions = Effect.fnUntraced(function* (sqs: Pick<Sqs, "remove">) {
  const waiting = yield* Queue.dropping<string>(mostWaiting)
  const batch = Effect.flatMap(Queue.takeBetween(waiting, 1, batchSize), (receipts) => Effect.isSuccess(sqs.remove(receipts)))
  // At the end a few calls are spent on what still waits, after the fiber below has stopped.
  yield* Effect.addFinalizer(() =>
    Effect.gen(function* () {
      for (let left = farewellCalls; left > 0 && (yield* Queue.size(waiting)) > 0; left -= 1) if (!(yield* batch)) return
    })
  )
  yield* Effect.forkScoped(Effect.forever(batch))
  return (receipt: string): void => void Queue.offerUnsafe(waiting, receipt)
})
