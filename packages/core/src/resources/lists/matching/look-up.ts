import { Effect } from "effect"
import { Vault } from "../../../kernel/storage/vault.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { alikeKeys, alikeLimits, isAlike } from "./alike.ts"
import { digester, valuePurpose } from "./digests.ts"
import { stands } from "../entries.ts"
import type { SaidAt } from "../../../verification/evidence/evidence.ts"
import type { PersonSource } from "../../../verification/person-source.ts"
import type { EntryType, ListAction, ListKind } from "../kinds.ts"
import { lookUpKeys, spellingsOf } from "./match-keys.ts"
import { ListEntryStore, ListStore, listLimits, type StoredEntry, type StoredList } from "../model.ts"

/** A value to be looked up. */
export interface Probe {
  readonly type: EntryType
  readonly value: string
  /** Who says so, of the person of a session; left out for a value that was sent by itself. */
  readonly source?: PersonSource
  /** Where it was said or read; left out for a value that was sent by itself. */
  readonly at?: SaidAt
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
  /** Who says what matched; empty for faces and for values that were sent by themselves. */
  readonly sources: ReadonlyArray<PersonSource>
  /** Where what matched was said or read; empty where the sources are. */
  readonly said_at: ReadonlyArray<SaidAt>
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

/** A look-up of one probe: an entry that stands under the key matches. */
interface Sought extends Pick<Probe, "at" | "source"> {
  readonly key: string
}

/** An entry with who says what matched it, and where. */
interface FoundEntry extends Pick<ListMatch, "said_at" | "sources"> {
  readonly entry: StoredEntry
}

/** Fuzzy entries that a name is alike: fetched by what they share with it, and compared once their values are opened. */
const alikeEntries = Effect.fnUntraced(function* (names: ReadonlyArray<Sought>) {
  const digest = yield* digester
  const wanted = [...new Set(names.map(({ key }) => key))].map((name) => ({ name, keys: new Set(alikeKeys(name).map(digest)) }))
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
  const found = new Map<string, FoundEntry>()
  for (const { entry, name } of shared.slice(0, alikeLimits.compared)) {
    if (entry.sealed === null || found.has(entry.id)) continue
    if (isAlike(yield* open(valuePurpose, entry.id, entry.sealed), name)) found.set(entry.id, { entry, ...saidAs(names, name) })
  }
  return [...found.values()]
})

const saidAs = (sought: ReadonlyArray<Sought>, key: string): Pick<ListMatch, "said_at" | "sources"> => {
  const saying = sought.filter((one) => one.key === key)
  return { sources: [...new Set(saying.flatMap(({ source }) => source ?? []))], said_at: saying.flatMap(({ at }) => at ?? []) }
}

/** More than there may be, since two that are created at once may pass the limit together: none is left out in silence. */
const listsRead = 2 * listLimits.lists

/** The lists in use. */
export const listsInUse = Effect.flatMap(ListStore, (store) =>
  store.list({ where: [{ field: "archived_at", op: "is_null" }], limit: listsRead })
)

const unsaid = { sources: [], said_at: [] } as const

/** What the lists in use say of an entry that matches; nothing where its list is none of them. */
export const matchesBy = (lists: ReadonlyArray<StoredList>) => {
  const inUse = new Map(lists.map((list) => [list.id, list]))
  return (entry: StoredEntry): ReadonlyArray<ListMatch> => {
    const { entry_type } = entry
    if (entry.list_id === null) return [{ entry, list: null, kind: "block", action: "decline", entry_type, possible: false, ...unsaid }]
    const list = inUse.get(entry.list_id)
    return list === undefined ? [] : [{ entry, list, kind: list.kind, action: list.action, entry_type, possible: false, ...unsaid }]
  }
}

/** Entries of lists in use, and of the blocklist, that one of the values matches and that still stand; each once, oldest first. */
export const findMatches = Effect.fnUntraced(function* (probes: ReadonlyArray<Probe>, lists: ReadonlyArray<StoredList>) {
  const digest = yield* digester
  const at = yield* tenantNow
  const sought = (keysOf: typeof lookUpKeys, among: ReadonlyArray<Probe>): ReadonlyArray<Sought> =>
    among.flatMap(({ type, value, ...said }) => keysOf(type, value).map((key): Sought => ({ ...said, key })))
  const exact = sought(lookUpKeys, probes)
  const digests = exact.map((one) => ({ ...one, key: digest(one.key) }))
  const entries = (yield* withDigests([...new Set(digests.map(({ key }) => key))])).map(
    (entry): FoundEntry => ({
      entry,
      ...saidAs(digests, entry.digest)
    })
  )
  const names = sought(
    spellingsOf,
    probes.filter(({ type }) => type === "name")
  )
  const matches = matchesBy(lists)
  return [...entries, ...(yield* alikeEntries(names))]
    .filter(({ entry }) => stands(entry, at))
    .toSorted((left, right) => (left.entry.id < right.entry.id ? -1 : 1))
    .flatMap(({ entry, ...said }) => matches(entry).map((match): ListMatch => ({ ...match, ...said })))
})
