import { Effect } from "effect"
import { Vault } from "../../../kernel/storage/vault.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { alikeKeys, alikeLimits, isAlike } from "./alike.ts"
import { digester, valuePurpose } from "./digests.ts"
import { stands } from "../entries.ts"
import type { EntryType, ListAction, ListKind } from "../kinds.ts"
import { lookUpKeys, spellingsOf } from "./match-keys.ts"
import { ListEntryStore, ListStore, listLimits, type StoredEntry, type StoredList } from "../model.ts"

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
  /** A face that is only possibly the same; false for every other match. */
  readonly possible: boolean
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
      limit: values.length * (listsRead + 1)
    })
    found.push(...entries)
  }
  return found
})

/** Fuzzy entries that a name is alike: fetched by what they share with it, and compared once their values are opened. */
const alikeEntries = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  const digest = yield* digester
  const wanted = names.map((name) => ({ name, keys: new Set(alikeKeys(name).map(digest)) }))
  const values = [...new Set(wanted.flatMap(({ keys }) => [...keys]))]
  if (values.length === 0) return []
  const { open } = yield* Vault
  const entries = yield* (yield* ListEntryStore).list({
    where: [
      { field: "fuzzy_keys", op: "overlaps", values },
      { field: "archived_at", op: "is_null" }
    ],
    limit: alikeLimits.fetched
  })
  const shared = wanted
    .flatMap(({ keys, name }) => entries.map((entry) => ({ entry, name, count: entry.fuzzy_keys.filter((key) => keys.has(key)).length })))
    .filter(({ count }) => count > 0)
    .toSorted((left, right) => right.count - left.count || (left.entry.id < right.entry.id ? -1 : 1))
  const found = new Map<string, StoredEntry>()
  for (const { entry, name } of shared.slice(0, alikeLimits.compared)) {
    if (entry.sealed === null || found.has(entry.id)) continue
    if (isAlike(yield* open(valuePurpose, entry.id, entry.sealed), name)) found.set(entry.id, entry)
  }
  return [...found.values()]
})

/** More than there may be, since two that are created at once may pass the limit together: none is left out in silence. */
const listsRead = 2 * listLimits.lists

/** The lists in use. */
export const listsInUse = Effect.flatMap(ListStore, (store) =>
  store.list({ where: [{ field: "archived_at", op: "is_null" }], limit: listsRead })
)

/** What the lists in use say of an entry that matches; nothing where its list is none of them. */
export const matchesBy = (lists: ReadonlyArray<StoredList>) => {
  const inUse = new Map(lists.map((list) => [list.id, list]))
  return (entry: StoredEntry): ReadonlyArray<ListMatch> => {
    const { entry_type } = entry
    if (entry.list_id === null) return [{ entry, list: null, kind: "block", action: "decline", entry_type, possible: false }]
    const list = inUse.get(entry.list_id)
    return list === undefined ? [] : [{ entry, list, kind: list.kind, action: list.action, entry_type, possible: false }]
  }
}

/** Entries of lists in use, and of the blocklist, that one of the values matches and that still stand; each once, oldest first. */
export const findMatches = Effect.fnUntraced(function* (probes: ReadonlyArray<Probe>, lists: ReadonlyArray<StoredList>) {
  const digest = yield* digester
  const at = yield* tenantNow
  const keys = [...new Set(probes.flatMap(({ type, value }) => lookUpKeys(type, value)))]
  const names = probes.filter(({ type }) => type === "name").flatMap(({ type, value }) => spellingsOf(type, value))
  const entries = [...(yield* withDigests(keys.map(digest))), ...(yield* alikeEntries(names))]
  return entries
    .filter((entry) => stands(entry, at))
    .toSorted((left, right) => (left.id < right.id ? -1 : 1))
    .flatMap(matchesBy(lists))
})
