import { Effect } from "effect"
import { eraseBodies } from "../../resources/webhooks/deliveries/retention.ts"
import { EventStore } from "../../resources/webhooks/model.ts"
import { forEvery } from "./every.ts"

/** Records of one look. */
const atOnce = 100

/** The bodies of the events about these records that happened before a moment, or of all of them, and what receivers answered to them. */
export const eraseEventsAbout = Effect.fnUntraced(function* (ids: ReadonlyArray<string>, before: string | null = null) {
  const store = yield* EventStore
  const found: Array<string> = []
  for (let from = 0; from < ids.length; from += atOnce) {
    const values = ids.slice(from, from + atOnce)
    yield* forEvery(store, [{ field: "resource_id", op: "in", values }], ({ id }) => Effect.sync(() => void found.push(id)))
  }
  return yield* eraseBodies(found.toSorted(), before)
})
