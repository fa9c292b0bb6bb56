import { Effect } from "effect"
import type { Condition } from "../../kernel/storage/collection.ts"
import { Tenant } from "../../kernel/access/caller.ts"
import { record } from "../../kernel/audit/log.ts"
import { eraseBody } from "../../resources/webhooks/deliveries/retention.ts"
import { EventStore, type StoredEvent, type webhookEvents } from "../../resources/webhooks/model.ts"
import { behindPlace, type Place, type RetentionRule } from "./rule.ts"

const dueWhere = (until: string): ReadonlyArray<Condition<keyof typeof webhookEvents.columns>> => [
  { field: "erased_at", op: "is_null" },
  { field: "created_at", op: "lte", value: until }
]
const order = [{ field: "created_at", direction: "asc" }] as const

/** No hold keeps what was sent, as none does after 30 days (resources/webhooks/deliveries/retention.ts): the record that it tells of stays. */
const found = ({ created_at, id }: StoredEvent) => ({
  place: { since: created_at, id },
  covered: [],
  open: false,
  erase: Effect.as(eraseBody(id), true)
})

export const deliveryRule = {
  kind: "deliveries",
  days: ({ deliveries }) => deliveries,
  noted: Effect.fnUntraced(function* (until: string) {
    const { organization } = yield* Tenant
    const changes = [
      { path: "retention", from: null, to: "deliveries" },
      { path: "created_until", from: null, to: until }
    ]
    yield* record({ action: "webhook_events.redact", target: { type: "organization", id: organization }, changes, outcome: "succeeded" })
  }),
  lockNext: Effect.fnUntraced(function* (until: string, behind: Place | null) {
    const where = [...dueWhere(until), ...behindPlace("created_at", behind)]
    const event = yield* (yield* EventStore).lockFirst({ where, order, limit: 1 })
    return event === undefined ? undefined : found(event)
  }),
  look: Effect.fnUntraced(function* (until: string, limit: number) {
    const { rows, total, total_is_lower_bound } = yield* (yield* EventStore).page({ where: dueWhere(until), order, limit })
    return { count: total, count_is_lower_bound: total_is_lower_bound, first: rows.map(found) }
  })
} satisfies RetentionRule<unknown>
