import { Effect } from "effect"
import { NotFound } from "../../kernel/foundation/failure.ts"
import { lookUps } from "../../kernel/resource/locks.ts"
import { customerLists, ListEntryStore, ListStore } from "./model.ts"

/** Anyone who changes the entries of a list locks it, so that they are counted right. `lockLiveList` refuses archived ones. */
export const { find: findList, lock: lockList, lockWritable: lockLiveList, lockAsRead: lockListAsRead } = lookUps(ListStore, customerLists)

/** An entry of this list, or of the blocklist when that is null. */
export const findEntry = Effect.fnUntraced(function* (id: string, list_id: string | null, how: "find" | "lock" = "find") {
  const entry = yield* (yield* ListEntryStore)[how](id)
  if (entry === undefined || entry.list_id !== list_id) return yield* new NotFound()
  return entry
})
