import { after as later } from "@vouchkit/core/kernel/foundation/time"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { Conflict } from "@vouchkit/core/kernel/foundation/failure"
import {
  CustomerListEditions,
  importTimeoutMs,
  type ImportTicket,
  keptEditions,
  type ListEditions,
  PublicListEditions
} from "@vouchkit/core/resources/watchlists/editions/list-editions"
import { Effect, Layer } from "effect"
import { freshList, type MemoryList, type MemoryLists, memoryLists, type MemoryVersion, type Importing } from "./list-records.ts"
import { State } from "./state.ts"

const retired = new Conflict<"conflict" | "list_archived">({
  code: "list_archived",
  detail: "This watchlist was archived. Create one with another key."
})
const busy = new Conflict<"conflict" | "list_archived">({
  code: "conflict",
  detail: "Another import of this watchlist is running. Wait until it ends and try again."
})

const standingAt = (number: number) => (version: MemoryVersion) =>
  version.since <= number && (version.until === null || version.until > number)
const versionsOf = (list: MemoryList | undefined): ReadonlyArray<MemoryVersion> =>
  list === undefined ? [] : [...list.past, ...list.standing.values()]
const byUid = (left: { readonly uid: string }, right: { readonly uid: string }): number =>
  Buffer.compare(Buffer.from(left.uid), Buffer.from(right.uid))
const paged = <A extends { readonly uid: string }>(rows: ReadonlyArray<A>, after: string | null, limit: number): ReadonlyArray<A> =>
  [...rows]
    .sort(byUid)
    .filter((row) => after === null || byUid(row, { uid: after }) > 0)
    .slice(0, limit)

const leaves = ({ mode }: ImportTicket, { received }: Importing, uid: string): boolean =>
  mode === "delta" ? received.get(uid) === null : !received.has(uid)

const countsOf = (list: MemoryList, importing: Importing, ticket: ImportTicket) => {
  const changed = [...importing.own.keys()].filter((uid) => list.standing.has(uid)).length
  const removed = [...list.standing.keys()].filter((uid) => leaves(ticket, importing, uid)).length
  const added = importing.own.size - changed
  return { previous: list.standing.size, removed, changed, added, total: list.standing.size - removed + added }
}
const nothing = { previous: 0, removed: 0, changed: 0, added: 0, total: 0 }

/** The part of the port that begins a list and takes it out of use. */
const listLife = <R>({ owner, place, rows, state, store }: MemoryLists<R>): Pick<ListEditions<R>, "open" | "retire" | "eraseRetired"> => ({
  open: (list) =>
    Effect.flatMap(owner, (whose) =>
      Effect.suspend(() =>
        rows().has(place(whose, list.key))
          ? Effect.succeed(false)
          : Effect.as(store(place(whose, list.key), freshList({ ...list, sample: false })), true)
      )
    ),
  retire: (key, at) =>
    Effect.flatMap(owner, (whose) =>
      Effect.suspend(() => {
        const list = rows().get(place(whose, key))
        if (list === undefined || list.status.retired_at !== null) return Effect.void
        return store(place(whose, key), { ...list, importing: null, status: { ...list.status, retired_at: at } })
      })
    ),
  eraseRetired: (retired_until) =>
    state.transaction(
      Effect.suspend(() => {
        const over = [...rows()].filter(
          ([, { past, standing, status }]) =>
            status.retired_at !== null && status.retired_at <= retired_until && past.length + standing.size > 0
        )
        return Effect.as(
          Effect.forEach(over, ([where, list]) => store(where, { ...list, standing: new Map(), past: [] } satisfies MemoryList)),
          over.reduce((sum, [, { past, standing }]) => sum + past.length + standing.size, 0)
        )
      })
    )
})

/** The part of the port that says who may write to a list, and how an import ends without a new edition. */
const importTurns = <R>({
  looked,
  owner,
  place,
  rows,
  state,
  store,
  written
}: MemoryLists<R>): Pick<ListEditions<R>, "sign" | "begin" | "confirm" | "abandon"> => ({
  sign: (ticket, at) =>
    looked(ticket.key, (list) => {
      if (list?.importing?.number !== ticket.number) return false
      list.importing.seen_at = at
      return true
    }),
  begin: ({ at, format, key, mode, sample, title }) =>
    Effect.flatMap(owner, (whose) =>
      state.transaction(
        Effect.suspend(() => {
          const list: MemoryList = rows().get(place(whose, key)) ?? freshList({ at, format, key, sample, title })
          if (list.status.retired_at !== null) return Effect.fail(retired)
          if (list.importing !== null && later(list.importing.seen_at, importTimeoutMs) > at) return Effect.fail(busy)
          const number = list.next
          const begun: MemoryList = {
            ...list,
            status: { ...list.status, format, title, sample, last_attempt_at: at },
            next: number + 1,
            importing: { number, seen_at: at, received: new Map(), own: new Map() }
          }
          return Effect.as(store(place(whose, key), begun), { key, mode, number })
        })
      )
    ),
  confirm: (ticket, { at, published }) =>
    Effect.asVoid(
      written(ticket, (list) => {
        const status = { ...list.status, published: published ?? list.status.published, confirmed_at: at, stale: null }
        return [{ ...list, importing: null, status }, undefined]
      })
    ),
  abandon: (ticket, { at, code, detail }) =>
    Effect.catchTag(
      Effect.asVoid(
        written(ticket, (list) => {
          const stale = { since: list.status.stale?.since ?? at, code, detail: detail.slice(0, 500) }
          return [{ ...list, importing: null, status: { ...list.status, stale } }, undefined]
        })
      ),
      "Conflict",
      () => Effect.void
    )
})

/** The part of the port by which an import writes its entries and looks at them. */
const importContents = <R>({ looked, written }: MemoryLists<R>): Pick<ListEditions<R>, "add" | "remove" | "weigh" | "contents"> => ({
  add: (ticket, entries, at) =>
    written(ticket, (list, importing) => {
      importing.seen_at = at
      const taken: Array<string> = []
      for (const { entry, hash, uid } of entries) {
        const met = importing.received.get(uid)
        if (ticket.mode === "full" && met !== undefined) {
          if (met !== hash) taken.push(uid)
          continue
        }
        importing.received.set(uid, hash)
        if (list.standing.get(uid)?.hash === hash) importing.own.delete(uid)
        else importing.own.set(uid, { uid, since: ticket.number, until: null, hash, entry })
      }
      return [list, taken]
    }),
  remove: (ticket, uids, at) =>
    written(ticket, (list, importing) => {
      importing.seen_at = at
      const absent = uids.filter((uid) => !list.standing.has(uid) && !importing.own.has(uid))
      for (const uid of uids) {
        importing.received.set(uid, null)
        importing.own.delete(uid)
      }
      return [list, absent]
    }),
  weigh: (ticket) =>
    looked(ticket.key, (list) => (list?.importing?.number === ticket.number ? countsOf(list, list.importing, ticket) : nothing)),
  contents: (ticket, { after, limit }) =>
    looked(ticket.key, (list) => {
      const received = list?.importing?.received ?? new Map<string, string | null>()
      const arrived = [...received].flatMap(([uid, hash]) => (hash === null ? [] : [{ uid, hash }]))
      const untouched = ticket.mode === "full" ? [] : [...(list?.standing.values() ?? [])].filter(({ uid }) => !received.has(uid))
      return paged([...arrived, ...untouched.map(({ hash, uid }) => ({ uid, hash }))], after, limit)
    })
})

/** The end of an import: its entries become the next edition, and what no kept edition shows is dropped. */
const activation = <R>({ written }: MemoryLists<R>): Pick<ListEditions<R>, "activate"> => ({
  activate: (ticket, edition) =>
    Effect.asVoid(
      written(ticket, (list, importing) => {
        const standing = new Map<string, MemoryVersion>(importing.own)
        const past: Array<MemoryVersion> = []
        for (const [uid, version] of list.standing) {
          if (leaves(ticket, importing, uid) || importing.own.has(uid)) past.push({ ...version, until: ticket.number })
          else standing.set(uid, version)
        }
        const oldest = ticket.number - keptEditions
        const kept = [...list.past, ...past].filter(({ until }) => until === null || until > oldest)
        const status = { ...list.status, edition, published: edition.published, confirmed_at: edition.activated_at, stale: null }
        const editions = [...list.editions.filter(({ number }) => number >= oldest), edition]
        return [{ ...list, importing: null, standing, past: kept, status, editions }, undefined]
      })
    )
})

const inUse = <R>({ owner, rows, state }: Pick<MemoryLists<R>, "owner" | "rows" | "state">) =>
  Effect.flatMap(owner, (whose) =>
    state.read(() =>
      [...rows()]
        .filter(([key]) => key.startsWith(`${whose}/`))
        .map(([, { status }]) => status)
        .filter(({ retired_at }) => retired_at === null)
        .sort((left, right) => (left.key < right.key ? -1 : 1))
    )
  )

/** The part of the port that looks at editions. */
const listReading = <R>({
  looked,
  owner,
  rows,
  state
}: MemoryLists<R>): Pick<ListEditions<R>, "current" | "statuses" | "status" | "editions" | "entries" | "find" | "changes"> => ({
  current: Effect.map(inUse({ owner, rows, state }), (statuses) =>
    statuses.map(({ edition, key }) => ({ key, number: edition?.number ?? null }))
  ),
  statuses: inUse({ owner, rows, state }),
  status: (key) => looked(key, (list) => list?.status),
  editions: (key, limit) => looked(key, (list) => [...(list?.editions ?? [])].reverse().slice(0, limit)),
  entries: (key, number, { after, limit }) =>
    looked(key, (list) => paged(versionsOf(list).filter(standingAt(number)), after, limit).map(({ entry, hash }) => ({ hash, entry }))),
  find: (key, number, uids) =>
    looked(key, (list) =>
      paged(
        versionsOf(list).filter((version) => standingAt(number)(version) && uids.includes(version.uid)),
        null,
        uids.length
      ).map(({ entry, hash }) => ({ hash, entry }))
    ),
  changes: (key, { from, to }, { after, limit }) =>
    looked(key, (list) => {
      const [older, newer] = [standingAt(from), standingAt(to)]
      const versions = versionsOf(list)
      const gone = new Map(versions.filter((version) => older(version) && !newer(version)).map(({ entry, uid }) => [uid, entry]))
      const come = new Map(versions.filter((version) => newer(version) && !older(version)).map(({ entry, uid }) => [uid, entry]))
      const uids = [...new Set([...gone.keys(), ...come.keys()])]
      return paged(
        uids.map((uid) => ({ uid, before: gone.get(uid) ?? null, after: come.get(uid) ?? null })),
        after,
        limit
      )
    })
})

const editionsOf = <R>(state: State["Service"], owner: Effect.Effect<string, never, R>): ListEditions<R> => {
  const lists = memoryLists(state, owner)
  return { ...listReading(lists), ...listLife(lists), ...importTurns(lists), ...importContents(lists), ...activation(lists) }
}

const tenant = Effect.map(Tenant, ({ environment, organization }) => `${organization}/${environment}`)

export const layer = Layer.mergeAll(
  Layer.effect(PublicListEditions)(Effect.map(State, (state) => editionsOf(state, Effect.succeed("/")))),
  Layer.effect(CustomerListEditions)(Effect.map(State, (state) => editionsOf(state, tenant)))
)
