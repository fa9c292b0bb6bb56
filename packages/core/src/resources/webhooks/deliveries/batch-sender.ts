import { Clock, DateTime, Effect, type Fiber } from "effect"
import type { Conflict, StorageUnavailable } from "../../../kernel/foundation/failure.ts"
import { JobQueue, type JobRun } from "../../../kernel/jobs/job.ts"
import { countSucceeded } from "./metrics.ts"
import { afterBusy, isDue, recordSent, settledBy } from "./deliver.ts"
import type { DeliverPayload } from "./store.ts"
import { legacySecretOf } from "../endpoints/legacy-secret.ts"
import { openSecrets } from "../endpoints/store.ts"
import { attemptOf, signedRequest, type Run } from "./signed-request.ts"
import type { StoredEndpoint } from "../model.ts"
import { RetrySchedule } from "../targets/operator-settings.ts"
import { type Attempt, cancelledInstead } from "./outcome.ts"
import { ReceiverBusy, type SendRequest, WebhookSender } from "./sender.ts"
import { type DeliveryRun, type DueDelivery, SettledDeliveries } from "./settled-deliveries.ts"

type Task = JobRun<DeliverPayload>

/** A delivery that is on its way, with everything that its attempt needs. */
interface BatchedAttempt {
  readonly task: Task
  readonly of: DeliveryRun
  readonly run: Run
  readonly delivery: DueDelivery
}

/** The batched of a run, unless something about it is out of the ordinary. */
const attemptOfRun = (task: Task, of: DeliveryRun, delivery: DueDelivery | undefined, at: string): BatchedAttempt | undefined => {
  const { attempt, trigger } = task.payload
  const run: Run = { trigger, attempt, id: task.queued.id }
  const due = delivery !== undefined && trigger === "auto" && isDue(delivery.delivery, run)
  return due && cancelledInstead(delivery.delivery, delivery.endpoint, { at, erased: false }) === undefined
    ? { task, of, run, delivery }
    : undefined
}

interface SignedAttempt {
  readonly batched: BatchedAttempt
  readonly request: SendRequest
}

const secretsOf = (endpoint: StoredEndpoint, at: string) =>
  Effect.all({ secrets: openSecrets(endpoint, at), legacy_secret: legacySecretOf(endpoint) })

/** What goes on the wire, before any of it does. The secrets of an endpoint are opened once. */
const requestsOf = Effect.fnUntraced(function* (attempts: ReadonlyArray<BatchedAttempt>, started: DateTime.Utc) {
  const schedule = yield* RetrySchedule
  const opened = new Map<StoredEndpoint, Effect.Success<ReturnType<typeof secretsOf>>>()
  const requests: Array<SignedAttempt> = []
  for (const batched of attempts) {
    const { endpoint } = batched.delivery
    const secrets = opened.get(endpoint) ?? (yield* batched.task.within(secretsOf(endpoint, DateTime.formatIso(started))))
    opened.set(endpoint, secrets)
    requests.push({ batched, request: signedRequest(batched.delivery, { ...secrets, started, schedule, trigger: "auto" }) })
  }
  return requests
})

type Writing = Effect.Services<ReturnType<typeof recordSent>> | JobQueue

interface Round {
  readonly at: string
  readonly rounds: NonNullable<SettledDeliveries["Service"]["rounds"]>
  readonly schedule: Effect.Success<typeof RetrySchedule>
}

type HowEnded = "done" | "lost"

/** What ends an attempt with statements of its own; where they cannot be written, the run comes again with its lease. */
const writingEach = (
  fork: (written: Effect.Effect<void, never, Writing>) => Fiber.Fiber<void>,
  end: (batched: BatchedAttempt, how: HowEnded) => void
) => {
  const writing = new Set<Fiber.Fiber<void>>()
  const write = (
    batched: BatchedAttempt,
    written: Effect.Effect<unknown, StorageUnavailable | Conflict<"stale_object" | "conflict">, Writing>,
    how: HowEnded
  ) => {
    const fiber = fork(
      Effect.matchCauseEffect(written, {
        onSuccess: () => Effect.sync(() => end(batched, how)),
        onFailure: (cause) =>
          Effect.andThen(
            Effect.logWarning("an attempt could not be recorded", cause),
            Effect.sync(() => end(batched, "lost"))
          )
      })
    )
    writing.add(fiber)
    fiber.addObserver(() => writing.delete(fiber))
  }
  const stop = () => {
    for (const fiber of writing) fiber.interruptUnsafe()
  }
  return { stop, write }
}

/** Sends the signed requests and records what each came to; ends when the last of them is recorded. */
const sendAll = Effect.fnUntraced(function* (requests: ReadonlyArray<SignedAttempt>, { at, rounds, schedule }: Round) {
  const clock = yield* Clock.Clock
  const queue = yield* JobQueue
  const { post } = yield* WebhookSender
  const context = yield* Effect.context<Writing>()
  const fork = Effect.runForkWith(context)
  const isoNow = () => new Date(clock.currentTimeMillisUnsafe()).toISOString()

  yield* Effect.callback<void>((resume) => {
    const underWay = new Set<() => void>()
    let open = requests.length
    let succeeded = 0
    const end = ({ task }: BatchedAttempt, how: HowEnded) => {
      task.ended(how)
      open -= 1
      if (open === 0) resume(countSucceeded(succeeded))
    }
    const { stop, write } = writingEach(fork, end)
    /** Whatever else an attempt came to, in a transaction of its own. */
    const record = (batched: BatchedAttempt, attempt: Attempt) =>
      write(
        batched,
        Effect.andThen(batched.task.within(recordSent(batched.delivery, batched.run, attempt)), queue.complete(batched.of.queued)),
        "done"
      )
    const answered = (batched: BatchedAttempt, attempt: Attempt) => {
      const settled = settledBy(batched.delivery, batched.run, attempt, schedule)
      if (settled === undefined) return record(batched, attempt)
      rounds.settle(batched.of, settled, (outcome) => {
        if (outcome === "changed") return record(batched, attempt)
        if (outcome === "settled") succeeded += 1
        end(batched, outcome === "settled" ? "done" : "lost")
      })
    }
    for (const { batched, request } of requests) {
      const cancel = post(request, (result) => {
        underWay.delete(cancel)
        if (result instanceof ReceiverBusy) write(batched, queue.postpone(batched.of.queued, afterBusy(isoNow()), null, false), "lost")
        else answered(batched, attemptOf(result, { trigger: "auto", started_at: at, ended_at: isoNow() }))
      })
      underWay.add(cancel)
    }
    if (requests.length === 0) resume(Effect.void)
    return Effect.sync(() => {
      for (const cancel of underWay) cancel()
      stop()
    })
  })
})

/**
 * Makes many attempts at once, each by itself on the wire: what they need is read by one statement, and successes share statements as they
 * come. What is out of the ordinary goes the way of a single run: before anything was sent by not taking it, afterwards by `recordSent`.
 */
export const deliverBatch = Effect.fnUntraced(function* (tasks: ReadonlyArray<Task>) {
  const { rounds } = yield* SettledDeliveries
  if (rounds === null) return
  const schedule = yield* RetrySchedule
  const started = yield* DateTime.now
  const at = DateTime.formatIso(started)
  const runs = tasks.map(
    ({ payload, queued }): DeliveryRun => ({
      queued,
      delivery_id: payload.delivery_id,
      endpoint_id: payload.endpoint_id
    })
  )
  const due = yield* Effect.orElseSucceed(rounds.read(runs), () => [])
  const attempts = tasks.flatMap((task, place) => {
    const of = runs[place]
    const batched = of === undefined ? undefined : attemptOfRun(task, of, due[place], at)
    if (batched === undefined) task.ended("not_taken")
    return batched ?? []
  })
  // Where a secret cannot be opened or a body not be made, all of them go the way of single runs, on which only that one fails.
  const requests = yield* requestsOf(attempts, started).pipe(Effect.catchCause(() => Effect.succeed<ReadonlyArray<SignedAttempt>>([])))
  yield* sendAll(requests, { at, rounds, schedule })
})
