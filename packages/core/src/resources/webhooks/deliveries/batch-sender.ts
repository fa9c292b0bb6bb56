import { Clock, DateTime, Effect, type Fiber } from "effect"
import type { Conflict, StorageUnavailable } from "../../../kernel/foundation/failure.ts"
import { JobQueue, type JobRun } from "../../../kernel/jobs/job.ts"
import { countSucceeded } from "./metrics.ts"
import { afterBusy, isDue, recordSent, settledBy } from "./deliver.ts"
import type { DeliverPayload } from "./store.ts"
import { openSecrets } from "../endpoints/store.ts"
import { attemptOf, letterOf, type Run } from "./signed-request.ts"
import type { StoredEndpoint } from "../model.ts"
import { RetrySchedule } from "../targets/operator-settings.ts"
import { type Attempt, forgone } from "./outcome.ts"
import { ReceiverBusy, type SendRequest, WebhookSender } from "./sender.ts"
import { type DeliveryRun, type Parcel, SettledDeliveries } from "./settled-deliveries.ts"

type Task = JobRun<DeliverPayload>

/** A delivery that is on its way, with everything that its attempt needs. */
interface Errand {
  readonly task: Task
  readonly of: DeliveryRun
  readonly run: Run
  readonly parcel: Parcel
}

/** The errand of a run, unless something about it is out of the ordinary. */
const errandOf = (task: Task, of: DeliveryRun, parcel: Parcel | undefined, at: string): Errand | undefined => {
  const { attempt, trigger } = task.payload
  const run: Run = { trigger, attempt, id: task.queued.id }
  const due = parcel !== undefined && trigger === "auto" && isDue(parcel.delivery, run)
  return due && forgone(parcel.delivery, parcel.endpoint, { at, erased: false }) === undefined ? { task, of, run, parcel } : undefined
}

interface Letter {
  readonly errand: Errand
  readonly request: SendRequest
}

/** What goes on the wire, before any of it does. The secrets of an endpoint are opened once. */
const lettersOf = Effect.fnUntraced(function* (errands: ReadonlyArray<Errand>, started: DateTime.Utc) {
  const schedule = yield* RetrySchedule
  const opened = new Map<StoredEndpoint, readonly [string, ...ReadonlyArray<string>]>()
  const letters: Array<Letter> = []
  for (const errand of errands) {
    const { endpoint } = errand.parcel
    const secrets = opened.get(endpoint) ?? (yield* errand.task.within(openSecrets(endpoint, DateTime.formatIso(started))))
    opened.set(endpoint, secrets)
    letters.push({ errand, request: letterOf(errand.parcel, { secrets, started, schedule, trigger: "auto" }) })
  }
  return letters
})

/**
 * Makes many attempts at once, each by itself on the wire: what they need is read by one statement, and successes share statements as they
 * come. What is out of the ordinary goes the way of a single run: before anything was sent by not taking it, afterwards by `recordSent`.
 */
export const deliverTogether = Effect.fnUntraced(function* (tasks: ReadonlyArray<Task>) {
  const { rounds } = yield* SettledDeliveries
  if (rounds === null) return
  const schedule = yield* RetrySchedule
  const clock = yield* Clock.Clock
  const queue = yield* JobQueue
  const { post } = yield* WebhookSender
  const started = yield* DateTime.now
  const at = DateTime.formatIso(started)
  const runs = tasks.map(
    ({ payload, queued }): DeliveryRun => ({
      queued,
      delivery_id: payload.delivery_id,
      endpoint_id: payload.endpoint_id
    })
  )
  const parcels = yield* Effect.orElseSucceed(rounds.read(runs), () => [])
  const errands = tasks.flatMap((task, place) => {
    const of = runs[place]
    const errand = of === undefined ? undefined : errandOf(task, of, parcels[place], at)
    if (errand === undefined) task.ended("not_taken")
    return errand ?? []
  })
  // Where a secret cannot be opened or a body not be made, all of them go the way of single runs, on which only that one fails.
  const letters = yield* lettersOf(errands, started).pipe(Effect.catchCause(() => Effect.succeed<ReadonlyArray<Letter>>([])))
  type Writing = Effect.Services<ReturnType<typeof recordSent>> | JobQueue
  const context = yield* Effect.context<Writing>()
  const fork = Effect.runForkWith(context)
  const isoNow = () => new Date(clock.currentTimeMillisUnsafe()).toISOString()

  yield* Effect.callback<void>((resume) => {
    const underWay = new Set<() => void>()
    const writing = new Set<Fiber.Fiber<void>>()
    let open = letters.length
    let succeeded = 0
    const end = ({ task }: Errand, how: "done" | "lost") => {
      task.ended(how)
      open -= 1
      if (open === 0) resume(countSucceeded(succeeded))
    }
    /** What ends an errand with statements of its own; where they cannot be written, the run comes again with its lease. */
    const write = (errand: Errand, written: Effect.Effect<unknown, StorageUnavailable | Conflict, Writing>, how: "done" | "lost") => {
      const fiber = fork(
        Effect.matchCauseEffect(written, {
          onSuccess: () => Effect.sync(() => end(errand, how)),
          onFailure: (cause) =>
            Effect.andThen(
              Effect.logWarning("an attempt could not be written down", cause),
              Effect.sync(() => end(errand, "lost"))
            )
        })
      )
      writing.add(fiber)
      fiber.addObserver(() => writing.delete(fiber))
    }
    /** Whatever else an attempt came to, in a transaction of its own. */
    const record = (errand: Errand, attempt: Attempt) =>
      write(
        errand,
        Effect.andThen(errand.task.within(recordSent(errand.parcel, errand.run, attempt)), queue.complete(errand.of.queued)),
        "done"
      )
    const answered = (errand: Errand, attempt: Attempt) => {
      const settled = settledBy(errand.parcel, errand.run, attempt, schedule)
      if (settled === undefined) return record(errand, attempt)
      rounds.settle(errand.of, settled, (outcome) => {
        if (outcome === "changed") return record(errand, attempt)
        if (outcome === "settled") succeeded += 1
        end(errand, outcome === "settled" ? "done" : "lost")
      })
    }
    for (const { errand, request } of letters) {
      const cancel = post(request, (result) => {
        underWay.delete(cancel)
        if (result instanceof ReceiverBusy) write(errand, queue.postpone(errand.of.queued, afterBusy(isoNow()), null, false), "lost")
        else answered(errand, attemptOf(result, { trigger: "auto", started_at: at, ended_at: isoNow() }))
      })
      underWay.add(cancel)
    }
    if (letters.length === 0) resume(Effect.void)
    return Effect.sync(() => {
      for (const cancel of underWay) cancel()
      for (const fiber of writing) fiber.interruptUnsafe()
    })
  })
})
