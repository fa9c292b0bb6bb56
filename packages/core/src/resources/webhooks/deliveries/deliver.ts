import { DateTime, Effect, Random, Result } from "effect"
import { after, now } from "../../../kernel/foundation/time.ts"
import { type JobDelivery, JobPostponed } from "../../../kernel/jobs/job.ts"
import { UnitOfWork } from "../../../kernel/storage/unit-of-work.ts"
import { mailAlarm } from "../alarms/raise.ts"
import { countEnd } from "./metrics.ts"
import { cancelWaiting, type DeliverPayload, queueAttempt } from "./store.ts"
import { legacySecretOf } from "../endpoints/legacy-secret.ts"
import { announceEndpoint, judged, openSecrets } from "../endpoints/store.ts"
import { attemptOf, signedRequest, type Run } from "./signed-request.ts"
import {
  DeliveryStore,
  EndpointStore,
  EventStore,
  isWaiting,
  type StoredDelivery,
  type LastFailure,
  type StoredEndpoint
} from "../model.ts"
import { RetrySchedule } from "../targets/operator-settings.ts"
import type { RetrySchedule as Waits } from "./schedule.ts"
import { type Attempt, afterCounted, afterManual, cancelledInstead, signOf } from "./outcome.ts"
import { ReceiverBusy, WebhookSender } from "./sender.ts"
import { type DueDelivery, SettledDeliveries } from "./settled-deliveries.ts"

/** Whether the attempt is still to be recorded: the job may run twice, and the delivery may have ended meanwhile. */
const isPending = (delivery: StoredDelivery, run: Run): boolean =>
  run.trigger === "manual" ? delivery.manual?.run === run.id : delivery.attempts_made + 1 === run.attempt

/** Whether the attempt is to be made at all. */
export const isDue = (delivery: StoredDelivery, run: Run): boolean =>
  isPending(delivery, run) && (run.trigger === "manual" || isWaiting(delivery))

/** When to come back to a receiver that had no connection to spare. */
export const afterBusy = (at: string): string => after(at, 1_000)

/** One attempt on the wire, outside of any transaction. */
const send = Effect.fnUntraced(function* (due: DueDelivery, run: Run) {
  const started = yield* DateTime.now
  const started_at = DateTime.formatIso(started)
  const secrets = yield* openSecrets(due.endpoint, started_at)
  const legacy_secret = yield* legacySecretOf(due.endpoint)
  const request = signedRequest(due, { secrets, legacy_secret, started, schedule: yield* RetrySchedule, trigger: run.trigger })
  const sent = yield* Effect.result((yield* WebhookSender).send(request))
  const result = Result.isSuccess(sent) ? sent.success : sent.failure
  if (result instanceof ReceiverBusy) return yield* new JobPostponed({ due_at: afterBusy(yield* now) })
  return attemptOf(result, { trigger: run.trigger, started_at, ended_at: yield* now })
})

/** A delivery about a failing endpoint raises no alarm of its own: two endpoints that tell of each other would never end. */
const mayAlarm = ({ event_type }: StoredDelivery): boolean => !event_type.startsWith("webhook-endpoint.")

/** The endpoint with its outage announced, unless a delivery that failed before has announced it. */
const withAlarm = Effect.fnUntraced(function* (endpoint: StoredEndpoint, facts: LastFailure) {
  const { announced_since, failing_since } = endpoint
  if (failing_since === null || announced_since === failing_since) return endpoint
  return yield* announceEndpoint({ ...endpoint, announced_since: failing_since }, "webhook-endpoint.failing", facts)
})

/** The endpoint as the attempt leaves it, with what is announced of it; and whether it was switched off just now. */
const settleEndpoint = Effect.fnUntraced(function* (endpoint: StoredEndpoint, attempt: Attempt, delivery: StoredDelivery, alarm: boolean) {
  const after = judged(endpoint, signOf(attempt), attempt.ended_at)
  const disabled = endpoint.enabled && !after.enabled
  const facts = {
    delivery_id: delivery.id,
    event_id: delivery.event_id,
    event_type: delivery.event_type,
    attempts_made: delivery.attempts_made,
    response_status: attempt.response_status,
    error_code: delivery.attempts.at(-1)?.error_code ?? null
  }
  const alarmed = alarm ? yield* withAlarm(after, facts) : after
  const announced = disabled ? yield* announceEndpoint(alarmed, "webhook-endpoint.disabled", facts) : alarmed
  // Of both at once, people are told the one that ends it.
  const settled =
    disabled || alarm
      ? yield* mailAlarm(announced, { ...facts, alarm: disabled ? "disabled" : "failing", at: attempt.ended_at })
      : announced
  if (settled !== endpoint) yield* (yield* EndpointStore).save(settled)
  if (disabled) yield* cancelWaiting(endpoint.id)
  return disabled
})

interface Recorded {
  /** The delivery's status as the attempt left it. */
  readonly status: StoredDelivery["status"]
  readonly alarm: boolean
  readonly disabled: boolean
}

/**
 * Writes down one attempt and what follows from it. The endpoint is locked before the delivery, as everywhere, and only where the
 * attempt may change it: successes of a healthy endpoint do not wait for one another.
 */
const recordAttempt = Effect.fnUntraced(function* (due: DueDelivery, run: Run, made: Attempt) {
  const endpoints = yield* EndpointStore
  const deliveries = yield* DeliveryStore
  const schedule = yield* RetrySchedule
  const random = yield* Random.next
  const sign = signOf(made)
  const current = yield* endpoints.find(due.endpoint.id)
  const healthy = sign === "succeeded" && current?.failing_since === null
  const endpoint = healthy ? current : yield* endpoints.lock(due.endpoint.id)
  const before = yield* deliveries.lock(due.delivery.id)
  const nothing: Recorded = { status: due.delivery.status, alarm: false, disabled: false }
  if (endpoint === undefined || before === undefined || !isPending(before, run)) return nothing
  // The receiver may repeat what it was sent, and that was erased while it answered.
  const erased = ((yield* (yield* EventStore).find(before.event_id))?.envelope ?? null) === null
  const attempt = erased ? { ...made, response_excerpt: null } : made
  const circumstances = { endpoint: judged(endpoint, sign, attempt.ended_at), schedule, random }
  const outcome =
    run.trigger === "manual"
      ? { delivery: afterManual(before, attempt, circumstances), alarm: false, due_at: null }
      : afterCounted(before, attempt, circumstances)
  const { delivery, due_at } = outcome
  const alarm = outcome.alarm && mayAlarm(delivery)
  yield* deliveries.save(delivery)
  if (due_at !== null) yield* queueAttempt(delivery, { attempt: delivery.attempts_made + 1, due_at })
  const disabled = healthy ? false : yield* settleEndpoint(endpoint, attempt, delivery, alarm)
  const recorded: Recorded = { status: delivery.status, alarm, disabled }
  return recorded
})

/** The delivery after nearly every attempt: a success from which nothing follows. Undefined when there is more to it. */
export const settledBy = ({ delivery, endpoint }: DueDelivery, run: Run, attempt: Attempt, schedule: Waits): StoredDelivery | undefined =>
  run.trigger === "manual" || signOf(attempt) !== "succeeded" || endpoint.failing_since !== null
    ? undefined
    : // There is no wait to spread after a success.
      afterCounted(delivery, attempt, { endpoint, schedule, random: 0 }).delivery

/** Writes down an attempt with all that may follow from it. */
export const recordSent = Effect.fnUntraced(function* (due: DueDelivery, run: Run, attempt: Attempt) {
  const { transaction } = yield* UnitOfWork
  const { delivery, endpoint } = due
  const { alarm, disabled, status } = yield* transaction(recordAttempt(due, run, attempt))
  yield* countEnd(delivery.status, status)
  if (alarm)
    yield* Effect.logWarning("a webhook delivery keeps failing").pipe(Effect.annotateLogs({ endpoint: endpoint.id, delivery: delivery.id }))
  if (disabled) yield* Effect.logWarning("a webhook endpoint was disabled").pipe(Effect.annotateLogs({ endpoint: endpoint.id }))
})

/** Ends a delivery whose attempt is not to be made any more, if that is still so once it is locked. */
const forgo = Effect.fnUntraced(function* (delivery_id: string, run: Run) {
  const deliveries = yield* DeliveryStore
  const delivery = yield* deliveries.lock(delivery_id)
  if (delivery === undefined || !isDue(delivery, run)) return
  const endpoint = yield* (yield* EndpointStore).find(delivery.endpoint_id)
  const event = yield* (yield* EventStore).find(delivery.event_id)
  const stopped = cancelledInstead(delivery, endpoint, { at: yield* now, erased: (event?.envelope ?? null) === null })
  if (stopped !== undefined) yield* deliveries.save(stopped)
})

/**
 * Makes one attempt: reads what is to be sent, sends it, and records it with its consequences in one transaction. Killed in between, it
 * sends again, since no one can know what arrived; the attempt is counted once.
 */
export const deliver = Effect.fn("webhooks.deliver")(function* (payload: DeliverPayload, { id }: Pick<JobDelivery, "id">) {
  const { transaction } = yield* UnitOfWork
  const run: Run = { trigger: payload.trigger, attempt: payload.attempt, id }
  const delivery = yield* (yield* DeliveryStore).find(payload.delivery_id)
  if (delivery === undefined || !isDue(delivery, run)) return
  const endpoint = yield* (yield* EndpointStore).find(delivery.endpoint_id)
  const envelope = (yield* (yield* EventStore).find(delivery.event_id))?.envelope ?? null
  if (
    endpoint === undefined ||
    envelope === null ||
    cancelledInstead(delivery, endpoint, { at: yield* now, erased: false }) !== undefined
  ) {
    return yield* transaction(forgo(delivery.id, run))
  }
  const due: DueDelivery = { delivery, endpoint, envelope }
  const attempt = yield* send(due, run)
  const settled = settledBy(due, run, attempt, yield* RetrySchedule)
  if (settled !== undefined && (yield* (yield* SettledDeliveries).settle(settled))) return yield* countEnd(delivery.status, "succeeded")
  yield* recordSent(due, run, attempt)
})

/** Ends a delivery whose attempt could not even be made, so that it does not wait for ever. */
export const abandonAttempt = Effect.fnUntraced(function* (payload: DeliverPayload) {
  const { transaction } = yield* UnitOfWork
  const deliveries = yield* DeliveryStore
  yield* transaction(
    Effect.gen(function* () {
      const delivery = yield* deliveries.lock(payload.delivery_id)
      if (delivery === undefined) return
      const updated_at = yield* now
      if (payload.trigger === "manual") {
        if (delivery.manual !== null) {
          yield* deliveries.save({
            ...delivery,
            manual: null,
            next_attempt_at: isWaiting(delivery) ? delivery.next_attempt_at : null,
            updated_at
          })
        }
        return
      }
      if (isWaiting(delivery) && delivery.attempts_made + 1 === payload.attempt) {
        yield* deliveries.save({ ...delivery, status: "exhausted", next_attempt_at: null, updated_at })
      }
    })
  )
})

/** Goes on ending what an endpoint still had to receive, unless it was switched on again meanwhile. */
export const cancelRest = Effect.fnUntraced(function* (endpoint_id: string) {
  const { transaction } = yield* UnitOfWork
  yield* transaction(
    Effect.gen(function* () {
      const endpoint = yield* (yield* EndpointStore).lock(endpoint_id)
      const receives = endpoint?.enabled === true && endpoint.archived_at === null
      if (!receives) yield* cancelWaiting(endpoint_id)
    })
  )
})
