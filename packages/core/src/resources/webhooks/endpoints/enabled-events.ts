import { Schema } from "effect"
import { type EventType, eventTypes } from "../../../kernel/events/catalogue.ts"

/** How many types an endpoint may name. */
const enabledEventsLimit = 100

const all = "*"

/** `enabled_events` as a caller may write it: event types, or `*` for all of them. */
export const EnabledEventsInput = Schema.Array(
  Schema.Literals([all, ...eventTypes]).annotate({ message: "must be an event type as GET /webhooks/event-types lists them, or * for all" })
)
  .annotate({ message: "must be a list of event types" })
  .check(Schema.isMaxLength(enabledEventsLimit))
  .annotate({
    identifier: "EnabledEvents",
    description: 'Event types to deliver; an empty list, or ["*"], means all, also those added later.',
    examples: [["session.approved", "session.declined"]]
  })

/** What is stored: each type once in the order of the catalogue; omitted, `[]` and anything with `*` all become `[]`. */
export const normalizeEnabledEvents = (names: ReadonlyArray<string> = []): ReadonlyArray<EventType> => {
  if (names.includes(all)) return []
  const named: ReadonlySet<string> = new Set(names)
  return eventTypes.filter((type) => named.has(type))
}

/** Whether an endpoint with this stored list receives events of the type: an empty list receives every one. */
export const receives = (enabled: ReadonlyArray<EventType>, type: EventType): boolean => enabled.length === 0 || enabled.includes(type)
