import { Effect } from "effect"
import { batchSize, type Received, type Sqs, type SqsFailure } from "./client.ts"

/** As long as SQS lets one call wait. */
const longPollSeconds = 20

/**
 * Waits for messages in the background, one call at a time: a call that is broken off may lose what was on its way, until SQS shows it again,
 * so no one who merely stops waiting breaks it off. It ends with the scope.
 */
export const openInbox = Effect.fnUntraced(function* (
  sqs: Pick<Sqs, "receive">,
  arrived: () => void,
  failed: (failure: SqsFailure) => Effect.Effect<void>
) {
  const scope = yield* Effect.scope
  const waiting = new Set<() => void>()
  let held: ReadonlyArray<Received> = []
  let watching = false

  const settle = () => {
    watching = false
    for (const wake of [...waiting]) wake()
  }
  const poll = sqs.receive(batchSize, longPollSeconds).pipe(
    Effect.flatMap((messages) =>
      Effect.sync(() => {
        held = messages
        if (messages.length > 0) arrived()
      })
    ),
    Effect.catch(failed),
    Effect.ensuring(Effect.sync(settle))
  )

  return {
    /** Starts to wait, unless it does already or something lies here. */
    watch: Effect.suspend(() => {
      if (watching || held.length > 0) return Effect.void
      watching = true
      return Effect.asVoid(Effect.forkIn(poll, scope))
    }),
    isWatching: () => watching,
    /** Completes when the waiting call has ended, at the latest after `milliseconds`. */
    settled: (milliseconds: number) =>
      Effect.callback<void>((resume) => {
        const wake = () => {
          clearTimeout(timer)
          waiting.delete(wake)
          resume(Effect.void)
        }
        const timer = setTimeout(wake, milliseconds)
        if (!watching) wake()
        else waiting.add(wake)
        return Effect.sync(() => {
          clearTimeout(timer)
          waiting.delete(wake)
        })
      }),
    /** What has arrived, which is the caller's from now on. */
    take: (): ReadonlyArray<Received> => {
      const taken = held
      held = []
      return taken
    }
  }
})
