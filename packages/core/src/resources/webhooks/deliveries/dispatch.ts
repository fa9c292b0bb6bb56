import { Effect } from "effect"
import type { EventEnvelope } from "../../../kernel/events/announce.ts"
import { UnitOfWork } from "../../../kernel/storage/unit-of-work.ts"
import type { ServiceVersion } from "../../../kernel/wire/versions.ts"
import type { JsonObject } from "../endpoints/attribute-path.ts"
import { keepEvent, openDelivery } from "./store.ts"
import { receives } from "../endpoints/enabled-events.ts"
import { endpointLimit, payloadVersion } from "../endpoints/store.ts"
import { isEventType } from "../../../kernel/events/catalogue.ts"
import { matchesConditions } from "../endpoints/filter.ts"
import { EndpointStore, type StoredEndpoint } from "../model.ts"
import { plainEvent } from "./payload.ts"

/** Whether an endpoint asked for events of this type. A test goes to its one endpoint whatever that asked for. */
const wants = (endpoint: Pick<StoredEndpoint, "id" | "enabled_events">, { resource, type }: EventEnvelope): boolean => {
  if (type === "webhook.test") return resource.id === endpoint.id
  // During an upgrade another process may announce a type that this one does not know yet.
  return isEventType(type) ? receives(endpoint.enabled_events, type) : endpoint.enabled_events.length === 0
}

/**
 * Hands an event to every endpoint that wants it: the event once, a delivery each, and their first attempts, all in one transaction.
 * An endpoint that is switched off gets a skipped delivery, so that what it misses can be sent by hand once it is on again.
 * A second run finds what the first one made and adds nothing. `completed` adds what only those see who want the event.
 */
export const dispatch = Effect.fn("webhooks.dispatch")(function* <E = never, R = never>(
  announced: EventEnvelope,
  completed: (announced: EventEnvelope) => Effect.Effect<EventEnvelope, E, R> = Effect.succeed
) {
  const endpoints = yield* EndpointStore
  const { transaction } = yield* UnitOfWork
  const standing = yield* endpoints.list({
    where: [{ field: "archived_at", op: "is_null" }],
    order: [{ field: "created_at", direction: "asc" }],
    // Two requests at once may each have made the last endpoint that was allowed.
    limit: 2 * endpointLimit
  })
  const interested = standing.filter((endpoint) => wants(endpoint, announced))
  if (interested.length === 0) return
  const envelope = yield* completed(announced)
  const judged = new Map<ServiceVersion, JsonObject>()
  const meets = (endpoint: StoredEndpoint): boolean => {
    const conditions = endpoint.event_filter_conditions
    if (envelope.type === "webhook.test" || Object.keys(conditions).length === 0) return true
    const version = payloadVersion(endpoint)
    const event = judged.get(version) ?? plainEvent(envelope, version)
    judged.set(version, event)
    return matchesConditions(event, conditions)
  }
  yield* transaction(
    Effect.gen(function* () {
      yield* keepEvent(envelope)
      for (const endpoint of interested) {
        yield* openDelivery(envelope, endpoint, meets(endpoint) ? (endpoint.enabled ? null : "disabled") : "filtered")
      }
    })
  )
})
