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

/**
 * Erases the contents of events that happened before a moment, or of all of these, and what receivers answered to them; that they were delivered, and when,
 * stays known. Answers how many had a content. Runs in a transaction.
 */
export const eraseBodies = Effect.fnUntraced(function* (event_ids: ReadonlyArray<string>, before: string | null = null) {
  const [events, deliveries] = [yield* EventStore, yield* DeliveryStore]
  const [erased_at, at] = [yield* tenantNow, yield* now]
  let count = 0
  for (let from = 0; from < event_ids.length; from += batch) {
    const values = event_ids.slice(from, from + batch)
    const order = [{ field: "id", direction: "asc" }] as const
    const found = yield* events.lockAll({ where: [{ field: "id", op: "in", values }], order, limit: batch })
    const full = found.filter(
      ({ envelope, erased_at: gone }) => gone === null && (before === null || envelope === null || envelope.timestamp < before)
    )
    if (full.length === 0) continue
    for (const event of full) yield* events.save({ ...event, envelope: null, erased_at, updated_at: erased_at })
    const of = full.map(({ id }) => id)
    for (let last = ""; ; ) {
      const page = yield* deliveries.lockAll({
        where: [
          { field: "event_id", op: "in", values: of },
          { field: "id", op: "gt", value: last }
        ],
        order,
        limit: batch
      })
      for (const delivery of page) {
        const attempts = delivery.attempts.map((attempt) => ({ ...attempt, response_excerpt: null }))
        yield* deliveries.save({ ...delivery, attempts, updated_at: at })
      }
      last = page.at(-1)?.id ?? ""
      if (page.length < batch) break
    }
    count += full.length
  }
  return count
})

/** As `eraseBodies`, of one event. */
export const eraseBody = (event_id: string) => eraseBodies([event_id])
