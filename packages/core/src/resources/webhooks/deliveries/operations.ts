import { Effect, Schema } from "effect"
import { note } from "../../../kernel/audit/log.ts"
import type { EventEnvelope } from "../../../kernel/events/announce.ts"
import { makeId } from "../../../kernel/foundation/id.ts"
import { pageFields, pageOf } from "../../../kernel/foundation/page.ts"
import { after, between, minutes, now } from "../../../kernel/foundation/time.ts"
import { Caller, Tenant } from "../../../kernel/access/caller.ts"
import { Conflict, NotFound } from "../../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../../kernel/operation/operation.ts"
import { operations } from "../../../kernel/operation/record.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { SessionId, SessionStore } from "../../sessions/model.ts"
import type { Condition } from "../../../kernel/storage/collection.ts"
import { newest } from "../../../kernel/wire/versions.ts"
import { keepEvent, openDelivery, queueManualAttempt } from "./store.ts"
import { lockEndpoint } from "../endpoints/store.ts"
import {
  DeliveryId,
  DeliveryStatus,
  DeliveryStore,
  EndpointId,
  EndpointStore,
  EventStore,
  presentDelivery,
  type StoredDelivery,
  type StoredEndpoint,
  WebhookDelivery,
  type webhookDeliveries as stored,
  webhookEndpoints as describedEndpoints
} from "../model.ts"
import { bodyLifetime } from "./retention.ts"
import { readPage } from "../../../kernel/storage/pages.ts"

/** A queued attempt by hand counts as lost after this, and another may be asked for. */
const queuedTime = minutes(10)

type Conditions = Array<Condition<keyof typeof stored.columns>>

const filters = {
  ...pageFields(),
  status: Schema.optionalKey(Schema.Array(DeliveryStatus).check(Schema.isMaxLength(10))).annotateKey({
    description: "Any of these states"
  }),
  event_type: Schema.optionalKey(
    Schema.Array(Schema.String.check(Schema.isBetweenCodePoints(1, 64))).check(Schema.isMaxLength(100))
  ).annotateKey({ description: "Any of these event types" })
}
const Filters = Schema.Struct(filters)

const pageOfDeliveries = Effect.fnUntraced(function* (where: Conditions, query: typeof Filters.Type) {
  const { after, event_type, limit, offset, status } = query
  if (status !== undefined) where.push({ field: "status", op: "in", values: status })
  if (event_type !== undefined) where.push({ field: "event_type", op: "in", values: event_type })
  const { pagination, rows } = yield* readPage(yield* DeliveryStore, { where }, { after, limit, offset })
  return { data: rows.map(presentDelivery), pagination }
})

const tool = {
  name: "list_webhook_deliveries",
  title: "List webhook deliveries",
  toolset: "operations",
  description:
    "List deliveries of the events of a session, or of a webhook endpoint, with their states. Use it to find out why a system heard nothing. Not for who did what: search_audit_log. Next: retry_webhook_delivery."
} as const
const listedBy = ["session_id", "endpoint_id"] as const

const listOfEndpoint = operation(
  {
    summary: "List the deliveries of a webhook endpoint, newest first",
    description: "A deleted endpoint keeps its history.",
    method: "GET",
    path: "/webhooks/endpoints/{endpoint_id}/deliveries",
    access: scopes("webhooks:read"),
    effect: "read",
    params: { endpoint_id: EndpointId },
    query: filters,
    output: pageOf(WebhookDelivery),
    tool: { ...tool, choice: { argument: null, value: "endpoint_id", of: listedBy } }
  },
  Effect.fnUntraced(function* ({ endpoint_id, ...query }) {
    if ((yield* (yield* EndpointStore).find(endpoint_id)) === undefined) return yield* new NotFound()
    return yield* pageOfDeliveries([{ field: "endpoint_id", op: "eq", value: endpoint_id }], query)
  })
)

const listOfSession = operation(
  {
    summary: "List the deliveries of events of a session, newest first",
    method: "GET",
    path: "/sessions/{session_id}/webhook-deliveries",
    access: scopes("webhooks:read"),
    effect: "read",
    params: { session_id: SessionId },
    query: filters,
    output: pageOf(WebhookDelivery),
    tool: { ...tool, choice: { argument: null, value: "session_id", of: listedBy } }
  },
  Effect.fnUntraced(function* ({ session_id, ...query }) {
    if ((yield* (yield* SessionStore).find(session_id)) === undefined) return yield* new NotFound()
    return yield* pageOfDeliveries([{ field: "session_id", op: "eq", value: session_id }], query)
  })
)

/** The event of a test, which is about the endpoint itself and goes to it alone. */
const testEvent = Effect.fnUntraced(function* (endpoint: StoredEndpoint) {
  const { actor, request_id } = yield* Caller
  const { environment, organization } = yield* Tenant
  const event: EventEnvelope = {
    id: yield* makeId("evt"),
    type: "webhook.test",
    api_version: newest,
    timestamp: yield* tenantNow,
    environment,
    organization_id: organization,
    sequence: endpoint.sequence,
    resource: { type: "webhook_endpoint", id: endpoint.id },
    actor,
    data: describedEndpoints.snapshot(endpoint),
    request_id
  }
  return event
})

const test = operation(
  {
    summary: "Send a test event to a webhook endpoint",
    description:
      "Sends a `webhook.test` event to this endpoint, whatever its event types and conditions are. The event is signed and retried like any other. The answer is the delivery; its attempts show the answers of the receiver.",
    method: "POST",
    path: "/webhooks/endpoints/{endpoint_id}/test",
    access: scopes("webhooks:write"),
    effect: "write",
    params: { endpoint_id: EndpointId },
    output: WebhookDelivery,
    status: 202,
    conflicts: ["endpoint_disabled"],
    emits: ["webhook.test"],
    about: ({ id, session_id }) => session_id ?? id
  },
  Effect.fnUntraced(function* ({ endpoint_id }) {
    const endpoint = yield* lockEndpoint(endpoint_id)
    if (!endpoint.enabled) {
      return yield* new Conflict({
        code: "endpoint_disabled",
        detail: "The endpoint is disabled, so the service sends nothing to it. Set enabled to true first.",
        context: { disabled_reason: endpoint.disabled_reason }
      })
    }
    const counted = yield* (yield* EndpointStore).save({ ...endpoint, sequence: endpoint.sequence + 1 })
    const event = yield* testEvent(counted)
    yield* keepEvent(event)
    const delivery = yield* openDelivery(event, endpoint)
    yield* note({ type: "webhook_endpoint", id: endpoint_id })
    // A new event has no delivery yet, so that there is always one to answer with.
    return delivery === undefined ? yield* Effect.die(new Error("a test event that was delivered before")) : presentDelivery(delivery)
  })
)

const notRetryable = (delivery: StoredDelivery, detail: string) =>
  new Conflict({ code: "delivery_not_retryable", detail, context: { status: delivery.status } })

/** Why a delivery cannot be tried again by hand. */
const refusalOf = Effect.fnUntraced(function* (delivery: StoredDelivery) {
  if (delivery.status === "pending") return "Its first attempt is still pending. Wait for it."
  const endpoint = yield* (yield* EndpointStore).find(delivery.endpoint_id)
  if (endpoint === undefined || endpoint.archived_at !== null) return "Its endpoint was deleted."
  if (!endpoint.enabled) return "Its endpoint is disabled. Set enabled to true first."
  const event = yield* (yield* EventStore).find(delivery.event_id)
  if (event === undefined || event.envelope === null) return "The content of its event was erased."
  return between(event.created_at, yield* tenantNow) > bodyLifetime ? "Its event is more than 30 days old." : undefined
})

const retry = operation(
  {
    summary: "Send a delivery again",
    description:
      "Makes one attempt at once, with the same event id and a new signature. The attempt is separate from the retry schedule of the delivery and not counted in it. Possible for 30 days, whatever the state of the delivery. While such an attempt is queued, another request adds none.",
    method: "POST",
    path: "/webhooks/deliveries/{delivery_id}/retry",
    access: scopes("webhooks:write"),
    effect: "write",
    params: { delivery_id: DeliveryId },
    output: WebhookDelivery,
    status: 202,
    conflicts: ["delivery_not_retryable"],
    tool: {
      name: "retry_webhook_delivery",
      title: "Retry a webhook delivery",
      toolset: "operations",
      openWorld: true,
      description:
        "Send a failed delivery again, at once. Use it when the receiver is repaired. Not for those that are due: they repeat by themselves. Next: list_webhook_deliveries."
    },
    about: ({ id, session_id }) => session_id ?? id
  },
  Effect.fnUntraced(function* ({ delivery_id }) {
    const deliveries = yield* DeliveryStore
    const delivery = yield* deliveries.lock(delivery_id)
    if (delivery === undefined) return yield* new NotFound()
    const at = yield* now
    const refusal = yield* refusalOf(delivery)
    if (refusal !== undefined) return yield* notRetryable(delivery, `This delivery cannot be sent again. ${refusal}`)
    yield* note({ type: "webhook_delivery", id: delivery_id })
    if (delivery.manual !== null && after(delivery.manual.at, queuedTime) > at) return presentDelivery(delivery)
    const run = yield* queueManualAttempt(delivery, at)
    const next_attempt_at = delivery.next_attempt_at ?? at
    return presentDelivery(yield* deliveries.save({ ...delivery, manual: { run, at }, next_attempt_at, updated_at: at }))
  })
)

export const webhookEndpointTest = operations("webhook_endpoints", { test })
export const webhookDeliveries = operations("webhook_deliveries", { list: listOfEndpoint, listForSession: listOfSession, retry })
