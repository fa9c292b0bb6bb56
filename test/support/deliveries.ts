import { newEndpoint } from "@vouchkit/core/resources/webhooks/endpoints/store"
import { DeliveryStore, EndpointStore, EventStore, type StoredDelivery } from "@vouchkit/core/resources/webhooks/model"
import { Effect } from "effect"

const at = "2026-01-01T00:00:00.000Z"

/** An endpoint that has failed since then, if at all. */
export const storeEndpoint = Effect.fnUntraced(function* (id: string, failing_since: string | null = null) {
  const endpoint = newEndpoint({ id, environment: "sandbox", url: "https://a.example.com/", created_at: at }, {})
  yield* (yield* EndpointStore).insert({ ...endpoint, failing_since })
  return endpoint
})

/** A pending delivery that no one has attempted; tests say what is different. */
export const aDelivery = (number: number, changes: Pick<StoredDelivery, "endpoint_id"> & Partial<StoredDelivery>): StoredDelivery => ({
  id: `whd_${number}`,
  version: 1,
  environment: "sandbox",
  event_id: `evt_${number}`,
  event_type: "session.approved",
  resource: { type: "session", id: "ses_1" },
  session_id: null,
  status: "pending",
  skip_reason: null,
  attempts: [],
  attempts_made: 0,
  attempts_left: 8,
  next_attempt_at: at,
  first_attempted_at: null,
  succeeded_at: null,
  delivery_key: `key_${number}`,
  manual: null,
  created_at: at,
  updated_at: at,
  ...changes
})

/** The same of an event of its own, stored at an endpoint that is there. */
export const storeDelivery = Effect.fnUntraced(function* (...[number, changes]: Parameters<typeof aDelivery>) {
  const delivery = aDelivery(number, changes)
  yield* (yield* EventStore).insert({ id: delivery.event_id, version: 1, envelope: null, erased_at: null, created_at: at, updated_at: at })
  yield* (yield* DeliveryStore).insert(delivery)
  return delivery
})
