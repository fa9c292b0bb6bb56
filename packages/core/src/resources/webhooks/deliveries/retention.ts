import { Effect } from "effect"
import { after, days, now } from "../../../kernel/foundation/time.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import type { Condition } from "../../../kernel/storage/collection.ts"
import { DeliveryStore, EventStore, type webhookEvents } from "../model.ts"

/** How long the content of an event is kept, and a delivery of it may be sent again. */
export const bodyLifetime = days(30)

const batch = 100

/** Which events a timer has to erase at this moment. */
export const expiredBodies = (at: string): ReadonlyArray<Condition<keyof typeof webhookEvents.columns>> => [
  { field: "erased_at", op: "is_null" },
  { field: "created_at", op: "lt", value: after(at, -bodyLifetime) }
]

/** Erases the content of an event and what receivers answered to it; that it was delivered, and when, stays known. Runs in a transaction. */
export const eraseBody = Effect.fnUntraced(function* (event_id: string) {
  const events = yield* EventStore
  const deliveries = yield* DeliveryStore
  const erased_at = yield* tenantNow
  const event = yield* events.lock(event_id)
  if (event === undefined || event.erased_at !== null) return
  yield* events.save({ ...event, envelope: null, erased_at, updated_at: erased_at })
  for (let offset = 0; ; offset += batch) {
    const page = yield* deliveries.list({
      where: [{ field: "event_id", op: "eq", value: event_id }],
      order: [{ field: "created_at", direction: "asc" }],
      limit: batch,
      offset
    })
    for (const { id } of page) {
      const delivery = yield* deliveries.lock(id)
      if (delivery === undefined) continue
      const attempts = delivery.attempts.map((attempt) => ({ ...attempt, response_excerpt: null }))
      yield* deliveries.save({ ...delivery, attempts, updated_at: yield* now })
    }
    if (page.length < batch) return
  }
})
