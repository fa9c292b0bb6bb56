import { Effect } from "effect"
import { Conflict, NotFound } from "../../kernel/foundation/failure.ts"
import { ListEntryStore, ListStore } from "./model.ts"

export const findList = Effect.fnUntraced(function* (id: string) {
  const list = yield* (yield* ListStore).find(id)
  if (list === undefined) return yield* new NotFound()
  return list
})

/** The list for a change, locked until the transaction ends; whoever changes its entries holds it, so that they are counted right. */
export const lockList = Effect.fnUntraced(function* (id: string, { archived = false }: { readonly archived?: boolean } = {}) {
  const list = yield* (yield* ListStore).lock(id)
  if (list === undefined) return yield* new NotFound()
  if (list.archived_at !== null && !archived) {
    return yield* new Conflict({ code: "list_archived", detail: "The list was archived and can no longer change. Create a new list." })
  }
  return list
})

/** An entry of this list, or of the blocklist when that is null. */
export const findEntry = Effect.fnUntraced(function* (id: string, list_id: string | null, how: "find" | "lock" = "find") {
  const entry = yield* (yield* ListEntryStore)[how](id)
  if (entry === undefined || entry.list_id !== list_id) return yield* new NotFound()
  return entry
})
