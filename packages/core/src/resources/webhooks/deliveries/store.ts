import { Effect, Schema } from "effect"
import type { EventEnvelope } from "../../../kernel/events/announce.ts"
import { isId, makeId } from "../../../kernel/foundation/id.ts"
import { now } from "../../../kernel/foundation/time.ts"
import { Tenant } from "../../../kernel/access/caller.ts"
import { JobQueue } from "../../../kernel/jobs/job.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import type { Condition } from "../../../kernel/storage/collection.ts"
import {
  DeliveryId,
  DeliveryStore,
  EndpointId,
  EventStore,
  type StoredDelivery,
  type StoredEndpoint,
  type StoredEvent,
  waiting
} from "../model.ts"
import { RetrySchedule } from "../targets/operator-settings.ts"
import { attemptsLeft } from "./schedule.ts"

/** Name of the job that makes one attempt. */
export const deliverJob = "webhooks.deliver"
/** Name of the job that ends what an endpoint still had to receive. */
export const cancelJob = "webhooks.cancel"

/** One attempt to be made. The endpoint is named so that a queue can deal out its turns by endpoint. */
export const DeliverPayload = Schema.Struct({
  delivery_id: DeliveryId,
  endpoint_id: EndpointId,
  trigger: Schema.Literals(["auto", "manual"]),
  /** Which counted attempt this is, from 1: an attempt that was recorded is not made again. Null for one by hand. */
  attempt: Schema.NullOr(Schema.Int)
})
export type DeliverPayload = typeof DeliverPayload.Type

/** The endpoint whose waiting deliveries are to end. */
export const CancelPayload = Schema.Struct({ endpoint_id: EndpointId })
export type CancelPayload = typeof CancelPayload.Type

/** The session an event is about, or belongs to. */
const sessionOf = ({ data, resource }: EventEnvelope): string | null => {
  if (resource.type === "session") return resource.id
  const named = data.session_id
  return typeof named === "string" && isId("ses", named) ? named : null
}

/** Keeps the event for its deliveries; however often it is dispatched, it is kept once. */
export const keepEvent = Effect.fnUntraced(function* (envelope: EventEnvelope) {
  const at = yield* tenantNow
  const event: StoredEvent = { id: envelope.id, version: 1, envelope, erased_at: null, created_at: at, updated_at: at }
  yield* (yield* EventStore).insertIfAbsent(event)
})

const attemptJob = (delivery: Pick<StoredDelivery, "id" | "endpoint_id">, attempt: number) => ({
  id: `${delivery.id}_${attempt}`,
  name: deliverJob,
  payload: { delivery_id: delivery.id, endpoint_id: delivery.endpoint_id, trigger: "auto", attempt } satisfies DeliverPayload
})

/** Queues a counted attempt; its name tells it from every other, so that it is queued once. */
export const queueAttempt = Effect.fnUntraced(function* (
  delivery: Pick<StoredDelivery, "id" | "endpoint_id">,
  { attempt, due_at }: { readonly attempt: number; readonly due_at: string }
) {
  yield* (yield* JobQueue).enqueue({ ...attemptJob(delivery, attempt), due_at, partition: delivery.endpoint_id })
})

/** Queues an attempt by hand, due at once, and answers the name of its run. */
export const queueManualAttempt = Effect.fnUntraced(function* (delivery: Pick<StoredDelivery, "id" | "endpoint_id">, at: string) {
  const run = `${delivery.id}_${yield* makeId("att")}`
  const payload: DeliverPayload = { delivery_id: delivery.id, endpoint_id: delivery.endpoint_id, trigger: "manual", attempt: null }
  yield* (yield* JobQueue).enqueue({ id: run, name: deliverJob, payload, due_at: at, partition: delivery.endpoint_id })
  return run
})

/**
 * The delivery of a kept event to one endpoint, with its first attempt queued; undefined when there is one already.
 * Skipped ones are kept without an attempt, so that an endpoint's list tells why nothing came.
 */
export const openDelivery = Effect.fnUntraced(function* (
  envelope: EventEnvelope,
  endpoint: Pick<StoredEndpoint, "id">,
  skip_reason: StoredDelivery["skip_reason"] = null
) {
  const at = yield* now
  const { environment } = yield* Tenant
  const delivery: StoredDelivery = {
    id: yield* makeId("whd"),
    version: 1,
    environment,
    endpoint_id: endpoint.id,
    event_id: envelope.id,
    event_type: envelope.type,
    resource: envelope.resource,
    session_id: sessionOf(envelope),
    status: skip_reason === null ? "pending" : "skipped",
    skip_reason,
    attempts: [],
    attempts_made: 0,
    attempts_left: attemptsLeft(yield* RetrySchedule, 0),
    next_attempt_at: skip_reason === null ? at : null,
    first_attempted_at: null,
    succeeded_at: null,
    delivery_key: `${endpoint.id}_${envelope.id}`,
    manual: null,
    created_at: at,
    updated_at: at
  }
  if (!(yield* (yield* DeliveryStore).insertIfAbsent(delivery))) return undefined
  if (skip_reason === null) yield* queueAttempt(delivery, { attempt: 1, due_at: at })
  return delivery
})

/** How many deliveries one transaction cancels; a job goes on with the rest. */
const cancelBatch = 100

/** Ends what an endpoint still had to receive. Deliveries whose attempt is being recorded right now see the endpoint's state themselves. */
export const cancelWaiting = Effect.fnUntraced(function* (endpoint_id: string) {
  const deliveries = yield* DeliveryStore
  const at = yield* now
  const due: Condition<"status"> = { field: "status", op: "in", values: waiting }
  const found = yield* deliveries.list({
    where: [{ field: "endpoint_id", op: "eq", value: endpoint_id }, due],
    order: [{ field: "created_at", direction: "asc" }],
    limit: cancelBatch
  })
  for (const { id } of found) {
    const delivery = yield* deliveries.lockFirst({ where: [{ field: "id", op: "eq", value: id }, due], limit: 1 })
    if (delivery === undefined) continue
    yield* deliveries.save({ ...delivery, status: "cancelled", next_attempt_at: null, updated_at: at })
  }
  if (found.length < cancelBatch) return
  const payload: CancelPayload = { endpoint_id }
  yield* (yield* JobQueue).enqueue({ id: yield* makeId("req"), name: cancelJob, payload, due_at: at })
})
