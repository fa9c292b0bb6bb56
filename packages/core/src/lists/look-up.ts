import { Effect } from "effect"
import { tenantNow } from "../sandbox/clock.ts"
import { digester } from "./digests.ts"
import { stands } from "./entries.ts"
import type { EntryType, ListAction, ListKind } from "./kinds.ts"
import { lookUpKeys } from "./match-keys.ts"
import { ListEntryStore, ListStore, listLimits, type StoredEntry, type StoredList } from "./model.ts"

/** A value to be looked up. */
export interface Probe {
  readonly type: EntryType
  readonly value: string
}

/** An entry that a value matches, with what its list says about it. */
export interface ListMatch {
  readonly entry: StoredEntry
  /** Null for the built-in blocklist. */
  readonly list: StoredList | null
  readonly kind: ListKind
  readonly action: ListAction
  readonly entry_type: EntryType
}

/** Digests per statement. A list holds a value once, so that no statement finds more entries than digests times lists. */
const digestsPerQuery = 100

const withDigests = Effect.fnUntraced(function* (digests: ReadonlyArray<string>) {
  const store = yield* ListEntryStore
  const found: Array<StoredEntry> = []
  for (let start = 0; start < digests.length; start += digestsPerQuery) {
    const values = digests.slice(start, start + digestsPerQuery)
    const entries = yield* store.list({
      where: [
        { field: "digest", op: "in", values },
        { field: "archived_at", op: "is_null" }
      ],
      limit: values.length * (listLimits.lists + 1)
    })
    found.push(...entries)
  }
  return found
})

/** The lists in use, at most as many as there may be. */
export const listsInUse = Effect.flatMap(ListStore, (store) =>
  store.list({ where: [{ field: "archived_at", op: "is_null" }], limit: listLimits.lists })
)

/** Entries of lists in use, and of the blocklist, that one of the values matches and that still stand; each once, oldest first. */
export const findMatches = Effect.fnUntraced(function* (probes: ReadonlyArray<Probe>, lists: ReadonlyArray<StoredList>) {
  const digest = yield* digester
  const at = yield* tenantNow
  const keys = [...new Set(probes.flatMap(({ type, value }) => lookUpKeys(type, value)))]
  const inUse = new Map(lists.map((list) => [list.id, list]))
  const entries = yield* withDigests(keys.map(digest))
  return entries
    .filter((entry) => stands(entry, at))
    .toSorted((left, right) => (left.id < right.id ? -1 : 1))
    .flatMap((entry): ReadonlyArray<ListMatch> => {
      const { entry_type } = entry
      if (entry.list_id === null) return [{ entry, list: null, kind: "block", action: "decline", entry_type }]
      const list = inUse.get(entry.list_id)
      return list === undefined ? [] : [{ entry, list, kind: list.kind, action: list.action, entry_type }]
    })
})
