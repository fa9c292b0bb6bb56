import { Context, Schema } from "effect"
import { InflectionName, ServiceVersionName } from "../../kernel/authentication/api-keys.ts"
import type { EventEnvelope } from "../../kernel/events/announce.ts"
import { idSchema } from "../../kernel/foundation/id.ts"
import { Description, Label, Timestamp, Url } from "../../kernel/foundation/text.ts"
import { MailAddress } from "../../kernel/foundation/mail-address.ts"
import { resource, type Stored } from "../../kernel/resource/resource.ts"
import { Version } from "../../kernel/resource/version.ts"
import { type CollectionOf, shape } from "../../kernel/storage/collection.ts"
import { type EventType, eventTypes } from "../../kernel/events/catalogue.ts"
import { EventFilterConditions } from "./endpoints/filter.ts"
import { SendFailureCode } from "./deliveries/sender.ts"
import { EnvironmentName } from "../../kernel/foundation/environment.ts"

export const EndpointId = idSchema("whe")
export const DeliveryId = idSchema("whd")
const short = (max: number) => Schema.String.check(Schema.isMaxCodePoints(max))

/** A webhook endpoint. */
export const WebhookEndpoint = Schema.Struct({
  id: EndpointId,
  object: Schema.Literal("webhook_endpoint"),
  environment: EnvironmentName,
  url: Url,
  label: Schema.NullOr(Label),
  description: Schema.NullOr(Description),
  enabled: Schema.Boolean,
  /** Why it is not enabled, when the service switched it off. */
  disabled_reason: Schema.NullOr(Schema.Literals(["by_request", "gone", "failing"])),
  enabled_events: Schema.Array(Schema.Literals(eventTypes)).check(Schema.isMaxLength(100)),
  attribute_blocklist: Schema.Array(short(255)).check(Schema.isMaxLength(100)),
  event_filter_conditions: EventFilterConditions,
  api_version: Schema.NullOr(ServiceVersionName),
  key_inflection: InflectionName,
  /** Who is mailed when deliveries keep failing or the endpoint was disabled; null for no one. */
  alarm_email: Schema.NullOr(MailAddress.annotate({ "x-personal": true })),
  /** Shown at creation and rotation; absent otherwise. */
  secret: Schema.optionalKey(short(128)),
  version: Version,
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "WebhookEndpoint" })
export interface WebhookEndpoint extends Schema.Schema.Type<typeof WebhookEndpoint> {}

/** A signing secret as it is kept: sealed, and until when it still signs; null for the newest, which has no end. */
export interface SealedSecret {
  readonly sealed: string
  readonly until: string | null
}

export interface StoredEndpoint extends Stored<WebhookEndpoint, "secret" | "enabled_events" | "alarm_email"> {
  readonly enabled_events: ReadonlyArray<EventType>
  readonly sequence: number
  readonly archived_at: string | null
  /** Newest first; those with an end are from before a rotation. */
  readonly secrets: ReadonlyArray<SealedSecret>
  /** Since when every attempt has failed, and how many have. */
  readonly failing_since: string | null
  readonly failures: number
  /** Absent from endpoints of before there were alarms by mail. */
  readonly alarm_email?: string | null
  /** `failing_since` of the outage that was announced last: each is announced once, however many deliveries fail in it. */
  readonly announced_since?: string
  /** When the last mail about failures was queued. */
  readonly alarm_mailed_at?: string
}
/** What is said of an endpoint that fails: the last delivery that did. */
const lastFailure = {
  delivery_id: DeliveryId.annotate({ description: "The delivery whose failure brought it about" }),
  event_id: short(64).annotate({ description: "The event that was to be delivered" }),
  event_type: short(64).annotate({ description: "The type of that event" }),
  attempts_made: Schema.Int.annotate({ description: "Attempts of that delivery so far" }),
  response_status: Schema.NullOr(Schema.Int).annotate({
    description: "The status that the endpoint answered last; null where it did not answer"
  }),
  error_code: Schema.NullOr(SendFailureCode).annotate({ description: "How the last attempt failed" })
}
export type LastFailure = Schema.Struct.Type<typeof lastFailure>
export const webhookEndpoints = resource<StoredEndpoint>()({
  object: "webhook_endpoint",
  schema: WebhookEndpoint,
  table: "webhook_endpoints",
  columns: { enabled: { type: "boolean" }, archived_at: { type: "text" }, created_at: { type: "text" } },
  derived: { alarm_email: ({ alarm_email = null }) => alarm_email },
  // Not its URL: some hold a password of the receiver, and other endpoints get this event.
  snapshot: ["id", "object", "environment", "label", "enabled", "disabled_reason", "created_at", "updated_at"],
  adds: { "webhook-endpoint.failing": lastFailure, "webhook-endpoint.disabled": lastFailure },
  absent: ({ archived_at }) => archived_at !== null
})
export class EndpointStore extends Context.Service<EndpointStore, CollectionOf<typeof webhookEndpoints>>()(
  "@vouchkit/core/webhooks/EndpointStore"
) {}

/** The endpoint as the API shows it; its secrets are no part of that. */
export const presentEndpoint = (stored: StoredEndpoint): WebhookEndpoint => {
  const { alarm_email, object, ...shown } = webhookEndpoints.present(stored)
  return { ...shown, alarm_email, object }
}

/** An event that at least one endpoint was to get, kept for retries. */
export interface StoredEvent {
  readonly id: string
  readonly version: number
  /** Null once its content was erased: with the data of its session, or after the time that bodies are kept. */
  readonly envelope: EventEnvelope | null
  readonly erased_at: string | null
  readonly created_at: string
  readonly updated_at: string
}
export const webhookEvents = shape<StoredEvent>()({
  table: "webhook_events",
  columns: {
    created_at: { type: "text" },
    erased_at: { type: "text" },
    resource_id: { type: "text", path: ["envelope", "resource", "id"] }
  }
})
export class EventStore extends Context.Service<EventStore, CollectionOf<typeof webhookEvents>>()("@vouchkit/core/webhooks/EventStore") {}

export const DeliveryStatus = Schema.Literals([
  "pending",
  "succeeded",
  "retrying",
  "failing",
  "exhausted",
  "cancelled",
  "skipped"
]).annotate({
  identifier: "DeliveryStatus"
})
export const DeliveryAttempt = Schema.Struct({
  number: Schema.Int,
  trigger: Schema.Literals(["auto", "manual"]),
  started_at: Timestamp,
  duration_ms: Schema.Int,
  response_status: Schema.NullOr(Schema.Int),
  /** Null for an attempt that succeeded; `http_error` when the answer was no 2xx, or not HTTP at all. */
  error_code: Schema.NullOr(SendFailureCode),
  /** A stranger's words, which may repeat what was sent: agents and logs never see them. */
  response_excerpt: Schema.NullOr(short(4096).annotate({ "x-personal": true }))
}).annotate({ identifier: "DeliveryAttempt" })
export type DeliveryAttempt = typeof DeliveryAttempt.Type
/** How many attempts a delivery shows: the newest; by hand there may be any number. */
export const shownAttempts = 100

/** What became of one event at one endpoint. */
export const WebhookDelivery = Schema.Struct({
  id: DeliveryId,
  object: Schema.Literal("webhook_delivery"),
  environment: EnvironmentName,
  endpoint_id: EndpointId,
  event_id: short(64),
  event_type: short(64),
  resource: Schema.Struct({ type: short(64), id: short(64) }),
  session_id: Schema.NullOr(short(64)),
  status: DeliveryStatus,
  skip_reason: Schema.NullOr(Schema.Literals(["filtered", "disabled"])),
  attempts: Schema.Array(DeliveryAttempt).check(Schema.isMaxLength(shownAttempts)),
  attempts_made: Schema.Int,
  attempts_left: Schema.Int,
  next_attempt_at: Schema.NullOr(Timestamp),
  first_attempted_at: Schema.NullOr(Timestamp),
  succeeded_at: Schema.NullOr(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "WebhookDelivery" })
export interface WebhookDelivery extends Schema.Schema.Type<typeof WebhookDelivery> {}
export interface StoredDelivery extends Stored<WebhookDelivery> {
  /** Endpoint and event: an event reaches an endpoint by one delivery, however often it is dispatched. */
  readonly delivery_key: string | null
  /** The attempt by hand that is queued: the job that makes it, and since when. */
  readonly manual: { readonly run: string; readonly at: string } | null
}
/** The statuses of a delivery that a counted attempt is still due for. */
export const waiting = ["pending", "retrying", "failing"] as const
/** Whether a counted attempt of the delivery is still due. */
export const isWaiting = ({ status }: Pick<StoredDelivery, "status">): boolean => waiting.some((one) => one === status)

export const webhookDeliveries = resource<StoredDelivery>()({
  object: "webhook_delivery",
  schema: WebhookDelivery,
  table: "webhook_deliveries",
  counted: { by: "endpoint_id", and: "status", left: ["endpoint_id", "session_id", "event_type"] },
  columns: {
    endpoint_id: { type: "text", filtered: true },
    event_id: { type: "text" },
    session_id: { type: "text", filtered: true },
    status: { type: "text" },
    event_type: { type: "text", filtered: true },
    delivery_key: { type: "text" },
    created_at: { type: "text" }
  },
  unique: [["delivery_key"]]
})
export class DeliveryStore extends Context.Service<DeliveryStore, CollectionOf<typeof webhookDeliveries>>()(
  "@vouchkit/core/webhooks/DeliveryStore"
) {}

/** The delivery as the API shows it. */
export const { present: presentDelivery } = webhookDeliveries
