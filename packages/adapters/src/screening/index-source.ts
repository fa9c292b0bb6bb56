import { now } from "@vouchkit/core/kernel/foundation/time"
import type { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import type { ListEntry } from "@vouchkit/core/resources/watchlists/editions/entry"
import type { EntryChange, ListEditions, ListStatus } from "@vouchkit/core/resources/watchlists/editions/list-editions"
import { type LoadedEditions, onIndex, type PlacedHit, recordOf } from "@vouchkit/core/resources/screening/list-index"
import type { ListRecord } from "@vouchkit/core/verification/screening/record"
import { sampleList } from "@vouchkit/core/resources/screening/sample-list"
import { seenOf } from "@vouchkit/core/resources/screening/tenant-editions"
import type { FoundEntry } from "@vouchkit/core/resources/screening/screener"
import { Effect } from "effect"
import type { Environment } from "@vouchkit/core/kernel/foundation/environment"

/** Where the lists of one index are read. */
export interface IndexSource<R> {
  /** The lists in the index. */
  readonly statuses: Effect.Effect<ReadonlyArray<ListStatus>, StorageUnavailable, R>
  /** What their owner's lists are at, with those that are in other indexes (`seenOf`). */
  readonly seen: Effect.Effect<string, StorageUnavailable, R>
  readonly lists: Pick<ListEditions<R>, "entries" | "changes" | "find">
}

export const publicSource = (lists: ListEditions<never>): IndexSource<never> => ({
  statuses: Effect.map(lists.statuses, (statuses) => onIndex("public", statuses)),
  seen: Effect.map(lists.current, seenOf),
  lists
})

export const ownSource = <R>(lists: ListEditions<R>, environment: Environment): IndexSource<R> => ({
  statuses: Effect.map(lists.statuses, (statuses) => onIndex("own", statuses, environment)),
  seen: Effect.map(lists.current, seenOf),
  lists
})

const held = (entry: ListEntry) => ({ hash: "", entry })
const shipped: ReadonlyArray<ListEntry> = [...sampleList.entries].sort((one, other) => (one.uid < other.uid ? -1 : 1))

/** The sample list that ships with the product, and those that an operator marked as samples. A stored list with the key of the shipped one is ignored. */
export const sampleSource = (lists: ListEditions<never>): IndexSource<never> => ({
  statuses: Effect.gen(function* () {
    const others = onIndex("sample", yield* lists.statuses).filter(({ key }) => key !== sampleList.key)
    return [...others, sampleList.statusAt(yield* now)]
  }),
  seen: Effect.map(lists.current, seenOf),
  lists: {
    entries: (key, number, page) =>
      key === sampleList.key
        ? Effect.succeed(
            shipped
              .filter(({ uid }) => page.after === null || uid > page.after)
              .slice(0, page.limit)
              .map(held)
          )
        : lists.entries(key, number, page),
    changes: (key, between, page) => (key === sampleList.key ? Effect.succeed([]) : lists.changes(key, between, page)),
    find: (key, number, uids) =>
      key === sampleList.key ? Effect.succeed(shipped.filter(({ uid }) => uids.includes(uid)).map(held)) : lists.find(key, number, uids)
  }
})

/** Entries that are read at a time: reading more at once would hold up the requests of the process. */
export const pageSize = 200
/** Entries of one list at most; a list that goes on after them is not taken for whole. */
const mostEntries = 5_000_000

/** Walks pages along uids to their end. Dies when there is no end. */
const paged = <A, E, R, E2, R2>(
  read: (after: string | null) => Effect.Effect<ReadonlyArray<A>, E, R>,
  uidOf: (row: A) => string,
  each: (rows: ReadonlyArray<A>) => Effect.Effect<void, E2, R2>
): Effect.Effect<void, E | E2, R | R2> =>
  Effect.gen(function* () {
    let after: string | null = null
    for (let count = 0; count < mostEntries; count += pageSize) {
      const rows: ReadonlyArray<A> = yield* read(after)
      const last = rows.at(-1)
      if (last === undefined) return
      yield* each(rows)
      if (rows.length < pageSize) return
      after = uidOf(last)
    }
    return yield* Effect.die(new Error("A watchlist has no end"))
  })

/** Passes on all records of the editions, page by page. */
export const eachRecord = <R, E2, R2>(
  source: IndexSource<R>,
  editions: LoadedEditions,
  each: (records: ReadonlyArray<ListRecord>) => Effect.Effect<void, E2, R2>
): Effect.Effect<void, StorageUnavailable | E2, R | R2> =>
  Effect.forEach(
    Object.entries(editions),
    ([key, { number }]) =>
      paged(
        (after) => source.lists.entries(key, number, { after, limit: pageSize }),
        ({ entry }) => entry.uid,
        (rows) => each(rows.map(({ entry }) => recordOf(key, number, entry)))
      ),
    { discard: true }
  )

/** Passes on what changed in a list between two editions, page by page. */
export const eachChange = <R, E2, R2>(
  source: IndexSource<R>,
  { from, key, to }: { readonly key: string; readonly from: number; readonly to: number },
  each: (changes: ReadonlyArray<EntryChange>) => Effect.Effect<void, E2, R2>
): Effect.Effect<void, StorageUnavailable | E2, R | R2> =>
  paged(
    (after) => source.lists.changes(key, { from, to }, { after, limit: pageSize }),
    ({ uid }) => uid,
    each
  )

/**
 * The hits with their records, read in the edition that was searched. A record is only missing where its whole list was deleted in the
 * meantime; its hits are then left out, as the next search would.
 */
export const withRecords = <R>(
  placed: ReadonlyArray<PlacedHit>,
  sourceOf: (index_name: PlacedHit["index_name"]) => IndexSource<R>
): Effect.Effect<ReadonlyArray<FoundEntry>, StorageUnavailable, R> =>
  Effect.gen(function* () {
    const lists = Map.groupBy(placed, ({ key, number, index_name }) => `${index_name} ${number} ${key}`)
    const records = new Map<PlacedHit, ListRecord>()
    for (const hits of lists.values()) {
      const [first] = hits
      if (first === undefined) continue
      const uids = hits.map(({ hit }) => hit.uid)
      const found = yield* sourceOf(first.index_name).lists.find(first.key, first.number, uids)
      const byUid = new Map(found.map(({ entry }) => [entry.uid, entry]))
      for (const each of hits) {
        const entry = byUid.get(each.hit.uid)
        if (entry !== undefined) records.set(each, recordOf(each.hit.list, each.number, entry))
      }
    }
    return placed.flatMap((each) => {
      const record = records.get(each)
      return record === undefined ? [] : [{ ...each.hit, record }]
    })
  })
