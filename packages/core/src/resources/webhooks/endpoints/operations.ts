import { Effect, Schema } from "effect"
import { note } from "../../../kernel/audit/log.ts"
import { makeId } from "../../../kernel/foundation/id.ts"
import { pageFields, pageOf } from "../../../kernel/foundation/page.ts"
import { Url } from "../../../kernel/foundation/text.ts"
import { now } from "../../../kernel/foundation/time.ts"
import { Tenant } from "../../../kernel/access/caller.ts"
import { Conflict } from "../../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../../kernel/operation/operation.ts"
import { operations } from "../../../kernel/operation/record.ts"
import { versionRead } from "../../../kernel/resource/version.ts"
import { cancelWaiting } from "../deliveries/store.ts"
import {
  changed,
  cloned,
  endpointLimit,
  endpointSettings,
  findEndpoint,
  issueSecret,
  lockEndpoint,
  lockEndpointAsRead,
  newEndpoint,
  permitTarget,
  rotated,
  rotationOverlap
} from "./store.ts"
import { eventCatalogue, eventTypes } from "../../../kernel/events/catalogue.ts"
import { EndpointId, EndpointStore, presentEndpoint, type StoredEndpoint, WebhookEndpoint } from "../model.ts"
import { readPage, takePage } from "../../../kernel/storage/pages.ts"

const endpointParam = { endpoint_id: EndpointId }
const reading = scopes("webhooks:read")
const writing = scopes("webhooks:write")
const secrets = ["secret"] as const

const noted = (id: string, paths: ReadonlyArray<string> = []) =>
  // Names what changed; a URL may hold a password of the receiver.
  note(
    { type: "webhook_endpoint", id },
    paths.map((path) => ({ path, from: null, to: null }))
  )

const withinLimit = Effect.fnUntraced(function* () {
  const count = yield* (yield* EndpointStore).count([{ field: "archived_at", op: "is_null" }])
  if (count < endpointLimit) return
  return yield* new Conflict({
    code: "endpoint_limit_reached",
    detail: `You already have ${endpointLimit} webhook endpoints. Delete one that you no longer need.`
  })
})

/** Keeps a new endpoint with its first secret, and answers it with that secret. */
const keep = Effect.fnUntraced(function* (endpoint: StoredEndpoint) {
  const { sealed, secret } = yield* issueSecret(endpoint.id)
  const stored: StoredEndpoint = { ...endpoint, secrets: [{ sealed, until: null }] }
  yield* (yield* EndpointStore).insert(stored)
  yield* noted(stored.id)
  return { ...presentEndpoint(stored), secret }
})

const create = operation(
  {
    summary: "Create a webhook endpoint",
    description:
      'Its environment is that of the key. The answer shows the signing secret, which no later answer repeats, a replayed one neither. Leave `enabled_events` out, or send `["*"]`, to receive every event.',
    method: "POST",
    path: "/webhooks/endpoints",
    access: writing,
    effect: "write",
    body: { url: Url, ...endpointSettings },
    output: WebhookEndpoint,
    status: 201,
    conflicts: ["endpoint_limit_reached"],
    secrets,
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ url, ...settings }) {
    yield* permitTarget(url)
    yield* withinLimit()
    const { environment } = yield* Tenant
    return yield* keep(newEndpoint({ id: yield* makeId("whe"), environment, url, created_at: yield* now }, settings))
  })
)

const list = operation(
  {
    summary: "List webhook endpoints, newest first",
    method: "GET",
    path: "/webhooks/endpoints",
    access: reading,
    effect: "read",
    query: pageFields(),
    output: pageOf(WebhookEndpoint)
  },
  Effect.fnUntraced(function* ({ after, limit, offset }) {
    const { pagination, rows } = yield* readPage(
      yield* EndpointStore,
      { where: [{ field: "archived_at", op: "is_null" }] },
      { after, limit, offset }
    )
    return { data: rows.map(presentEndpoint), pagination }
  })
)

const get = operation(
  {
    summary: "Get a webhook endpoint",
    method: "GET",
    path: "/webhooks/endpoints/{endpoint_id}",
    access: reading,
    effect: "read",
    params: endpointParam,
    output: WebhookEndpoint
  },
  Effect.fnUntraced(function* ({ endpoint_id }) {
    return presentEndpoint(yield* findEndpoint(endpoint_id))
  })
)

const update = operation(
  {
    summary: "Update, disable or enable a webhook endpoint",
    description:
      "Fields that you send replace the stored ones. Enabling an endpoint clears its record of failures. While it is disabled, its deliveries are listed as skipped; you can send them by hand after you enable it.",
    method: "PATCH",
    path: "/webhooks/endpoints/{endpoint_id}",
    access: writing,
    effect: "write",
    params: endpointParam,
    body: { ...versionRead, url: Schema.optionalKey(Url), enabled: Schema.optionalKey(Schema.Boolean), ...endpointSettings },
    output: WebhookEndpoint,
    conflicts: ["stale_object"]
  },
  Effect.fnUntraced(function* ({ endpoint_id, version, ...changes }) {
    if (changes.url !== undefined) yield* permitTarget(changes.url)
    const before = yield* lockEndpointAsRead(endpoint_id, version)
    const after = changed(before, changes, yield* now)
    yield* noted(endpoint_id, Object.keys(changes))
    return presentEndpoint(after === before ? before : yield* (yield* EndpointStore).save(after))
  })
)

/** The answer to the deletion of an endpoint. */
const DeletedEndpoint = Schema.Struct({ deleted: Schema.Boolean, id: EndpointId }).annotate({ identifier: "DeletedWebhookEndpoint" })

const archive = operation(
  {
    summary: "Delete a webhook endpoint",
    description:
      "Archives the endpoint: it receives no more events, its pending deliveries are cancelled, and the history of its deliveries is kept.",
    method: "DELETE",
    path: "/webhooks/endpoints/{endpoint_id}",
    access: writing,
    effect: "write",
    params: endpointParam,
    output: DeletedEndpoint
  },
  Effect.fnUntraced(function* ({ endpoint_id }) {
    const endpoint = yield* lockEndpoint(endpoint_id)
    const at = yield* now
    // Nothing is signed for it any more, so its secrets go with it.
    yield* (yield* EndpointStore).save({ ...endpoint, archived_at: at, secrets: [], updated_at: at })
    yield* cancelWaiting(endpoint_id)
    yield* noted(endpoint_id)
    return { deleted: true, id: endpoint_id }
  })
)

const rotateSecret = operation(
  {
    summary: "Replace the signing secret of a webhook endpoint",
    description:
      "The answer shows the new secret, which signs at once. The old secret also signs for `overlap_seconds`, so that receivers can change over; 0 ends it now.",
    method: "POST",
    path: "/webhooks/endpoints/{endpoint_id}/rotate-secret",
    access: writing,
    effect: "write",
    params: endpointParam,
    body: {
      overlap_seconds: Schema.Int.check(
        Schema.isBetween(rotationOverlap, {
          message: `must be a whole number from ${rotationOverlap.minimum} to ${rotationOverlap.maximum}`
        })
      )
        .annotate({ default: rotationOverlap.standard, description: "How long the old secret still signs, in seconds" })
        .pipe(Schema.withDecodingDefaultKey(Effect.succeed<number>(rotationOverlap.standard)))
    },
    output: WebhookEndpoint,
    secrets,
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ endpoint_id, overlap_seconds }) {
    const endpoint = yield* lockEndpoint(endpoint_id)
    const at = yield* now
    const { sealed, secret } = yield* issueSecret(endpoint_id)
    const rotation = rotated(endpoint.secrets, { sealed, overlap_seconds, at })
    const saved = yield* (yield* EndpointStore).save({ ...endpoint, secrets: rotation, updated_at: at })
    yield* noted(endpoint_id, ["secret"])
    return { ...presentEndpoint(saved), secret }
  })
)

const clone = operation(
  {
    summary: "Copy a webhook endpoint",
    description: "The copy has all settings of the original, including the URL, and its own secret, which the answer shows.",
    method: "POST",
    path: "/webhooks/endpoints/{endpoint_id}/clone",
    access: writing,
    effect: "write",
    params: endpointParam,
    output: WebhookEndpoint,
    status: 201,
    conflicts: ["endpoint_limit_reached"],
    secrets,
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ endpoint_id }) {
    const endpoint = yield* findEndpoint(endpoint_id)
    yield* withinLimit()
    return yield* keep(cloned(endpoint, { id: yield* makeId("whe"), at: yield* now }))
  })
)

/** One entry of the catalogue of event types. */
const EventTypeEntry = Schema.Struct({
  type: Schema.String.check(Schema.isMaxCodePoints(64)),
  resource_type: Schema.String.check(Schema.isMaxCodePoints(64)),
  description: Schema.String.check(Schema.isMaxCodePoints(255))
}).annotate({ identifier: "WebhookEventType" })

const listEventTypes = operation(
  {
    summary: "List the event types that an endpoint can receive",
    method: "GET",
    path: "/webhooks/event-types",
    access: reading,
    effect: "read",
    query: pageFields({ defaultLimit: 100 }),
    output: pageOf(EventTypeEntry)
  },
  (page) =>
    takePage(
      eventTypes.map((type) => ({ type, ...eventCatalogue[type] })),
      page
    )
)

export const webhookEndpoints = operations("webhook_endpoints", { create, list, get, update, archive, rotateSecret, clone })
export const webhookEventTypes = operations("webhook_event_types", { list: listEventTypes })
