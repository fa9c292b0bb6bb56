import { after as later } from "@vouchkit/core/kernel/foundation/time"
import { Conflict } from "@vouchkit/core/kernel/foundation/failure"
import {
  CustomerListEditions,
  type ImportTicket,
  importTimeoutMs,
  importSignMs,
  keptEditions,
  type ListEditions,
  PublicListEditions
} from "@vouchkit/core/resources/watchlists/editions/list-editions"
import { Effect, Layer } from "effect"
import { Database } from "../database.ts"
import { countingSql, countsOf, current } from "./counts.ts"
import { installation, type ListOwner, ListScope, tenant } from "./owner.ts"
import { listReading } from "./reading.ts"
import type { DatabaseFailure } from "../statements/server-failure.ts"
import type { Parameters } from "../statements/statement.ts"

const lost = new Conflict({
  code: "conflict",
  detail: "This import can no longer write: it was silent for too long, and another import took over."
})
const retired = new Conflict({ code: "list_archived", detail: "This watchlist was archived. Create one with another key." })
const busy = new Conflict({ code: "conflict", detail: "Another import of this watchlist is running. Wait until it ends and try again." })

/** Entries that one statement erases: few enough that it is done in moments. */
const erasedAtOnce = 5_000

const editionsOf = <R>(database: Database["Service"], owner: Effect.Effect<ListOwner, never, R>): ListEditions<R> => {
  const { query, run, transaction } = database
  const scoped = <A, E, R2>(key: string, work: (scope: ListScope) => Effect.Effect<A, E, R2>) =>
    Effect.flatMap(owner, (whose) => work(new ListScope(whose, key)))
  const numberOf = (ticket: ImportTicket, parameters: Parameters) => `${parameters.add(ticket.number)}::int`

  /**
   * Locks the list for this import; whoever lost it to another one fails here, before it writes. Says that the import is alive where it said so
   * a while ago: within one transaction every mark is another version of the row that each new entry has to pass on the way to its list.
   */
  const alive = Effect.fnUntraced(function* (scope: ListScope, ticket: ImportTicket, at: string | null) {
    const mine = (parameters: Parameters) => scope.taken("list", ticket, parameters)
    const [held] = yield* run(
      (parameters) => `select list.importing_seen_at from screening_lists as list where ${mine(parameters)} for update`
    )
    if (held === undefined) return yield* lost
    if (at === null || later(held.importing_seen_at, importSignMs) > at) return
    yield* run((parameters) => `update screening_lists as list set importing_seen_at = ${parameters.add(at)} where ${mine(parameters)}`)
  })

  /** The usual bound on a statement is for requests; one that settles a whole edition of a few million entries may take minutes. */
  const unhurried = run(() => "set local statement_timeout = '600s'")

  const settled = (build: (parameters: Parameters) => string) =>
    Effect.catchTag(transaction(Effect.andThen(unhurried, query(build))), "Conflict", (failure) => Effect.die(failure))

  /** A write that has nothing to collide with. */
  const settledWrite = <A>(effect: Effect.Effect<A, DatabaseFailure>) =>
    Effect.catchTag(effect, "Conflict", (failure) => Effect.die(failure))

  /** Removes what an import wrote. */
  const cleared = (scope: ListScope, number: number) =>
    Effect.all([
      unhurried,
      run(
        (parameters) =>
          `delete from screening_list_entries as entry where ${scope.own("entry", parameters)} and entry.since = ${parameters.add(number)}::int`
      ),
      run((parameters) => `delete from screening_list_arrivals as arrival where ${scope.own("arrival", parameters)}`)
    ])

  const rowsOf = (name: string, parameters: Parameters, rows: ReadonlyArray<unknown>, columns: string) =>
    `jsonb_to_recordset(${parameters.add(JSON.stringify(rows))}::text::jsonb) as ${name} (${columns})`

  return {
    ...listReading(database, owner),
    open: ({ at, format, key, title }) =>
      scoped(key, (scope) =>
        settledWrite(
          Effect.map(
            run(
              (parameters) =>
                `insert into screening_lists (organization, environment, key, format, title, sample, next_number, created_at) values (${scope.values(parameters)}, ${parameters.add(format)}, ${parameters.add(title)}, false, 1, ${parameters.add(at)}) on conflict do nothing returning 1`
            ),
            (rows) => rows.length > 0
          )
        )
      ),
    retire: (key, at) =>
      scoped(key, (scope) =>
        settledWrite(
          Effect.asVoid(
            run(
              (parameters) =>
                `update screening_lists as list set retired_at = ${parameters.add(at)}, importing_number = null, importing_mode = null, importing_seen_at = null where ${scope.list("list", parameters)} and list.retired_at is null`
            )
          )
        )
      ),
    eraseRetired: (retired_until) =>
      settledWrite(
        Effect.map(
          run((parameters) => {
            const over = `select entry.ctid from screening_lists as list join screening_list_entries as entry on entry.organization = list.organization and entry.environment = list.environment and entry.list = list.key where list.retired_at <= ${parameters.add(retired_until)} limit ${erasedAtOnce} for update of entry skip locked`
            return `delete from screening_list_entries where ctid in (${over}) returning 1`
          }),
          (rows) => rows.length
        )
      ),
    sign: (ticket, at) =>
      scoped(ticket.key, (scope) =>
        settledWrite(
          Effect.map(
            run(
              (parameters) =>
                `update screening_lists as list set importing_seen_at = ${parameters.add(at)} where ${scope.taken("list", ticket, parameters)} returning 1`
            ),
            (rows) => rows.length > 0
          )
        )
      ),
    begin: ({ at, format, key, mode, sample, title }) =>
      scoped(key, (scope) =>
        transaction(
          Effect.gen(function* () {
            yield* run(
              (parameters) =>
                `insert into screening_lists (organization, environment, key, format, title, sample, next_number, created_at) values (${scope.values(parameters)}, ${parameters.add(format)}, ${parameters.add(title)}, ${parameters.add(sample)}, 1, ${parameters.add(at)}) on conflict do nothing`
            )
            const [list] = yield* run(
              (parameters) =>
                `select list.importing_number, list.importing_seen_at, list.next_number, list.retired_at from screening_lists as list where ${scope.list("list", parameters)} for update`
            )
            if (list?.retired_at !== null) return yield* retired
            const before: number | null = list?.importing_number ?? null
            if (before !== null && later(list?.importing_seen_at, importTimeoutMs) > at) return yield* busy
            if (before !== null) yield* cleared(scope, before)
            const number: number = list?.next_number
            yield* run(
              (parameters) =>
                `update screening_lists as list set next_number = list.next_number + 1, importing_number = list.next_number, importing_mode = ${parameters.add(mode)}, importing_seen_at = ${parameters.add(at)}, last_attempt_at = ${parameters.add(at)}, format = ${parameters.add(format)}, title = ${parameters.add(title)}, sample = ${parameters.add(sample)} where ${scope.list("list", parameters)}`
            )
            return { key, mode, number }
          })
        )
      ),
    add: (ticket, entries, at) =>
      scoped(ticket.key, (scope) =>
        transaction(
          Effect.gen(function* () {
            yield* alive(scope, ticket, at)
            if (ticket.mode === "delta") {
              const uids = entries.map(({ uid }) => uid)
              yield* run(
                (parameters) =>
                  `delete from screening_list_entries as entry where ${scope.own("entry", parameters)} and entry.since = ${numberOf(ticket, parameters)} and entry.uid = any(${parameters.add(uids)}::text[])`
              )
            }
            const met = yield* run((parameters) => {
              const arriving = rowsOf(
                "arriving",
                parameters,
                entries.map(({ hash, uid }) => ({ uid, hash })),
                "uid text, hash text"
              )
              const replaced = ticket.mode === "delta" ? "do update set hash = excluded.hash" : "do nothing"
              return `insert into screening_list_arrivals (organization, environment, list, number, uid, hash) select ${scope.values(parameters)}, ${numberOf(ticket, parameters)}, arriving.uid, arriving.hash from ${arriving} on conflict (organization, environment, list, number, uid) ${replaced} returning uid`
            })
            const fresh = new Set(met.map(({ uid }) => uid))
            const written = entries.filter(({ uid }) => fresh.has(uid))
            yield* run((parameters) => {
              const arriving = rowsOf("arriving", parameters, written, "uid text, hash text, entry jsonb")
              // What stands as it arrives is met in an index. Without statistics a planner that is asked for it reads the whole list for every batch.
              return `insert into screening_list_entries (organization, environment, list, uid, since, hash, entry) select ${scope.values(parameters)}, arriving.uid, ${numberOf(ticket, parameters)}, arriving.hash, arriving.entry from ${arriving} on conflict (organization, environment, list, uid, hash) where until is null do nothing`
            })
            if (fresh.size === entries.length) return []
            const others = entries.filter(({ uid }) => !fresh.has(uid)).map(({ hash, uid }) => ({ uid, hash }))
            const taken = yield* run(
              (parameters) =>
                `select arriving.uid from ${rowsOf("arriving", parameters, others, "uid text, hash text")} join screening_list_arrivals as arrival on ${scope.own("arrival", parameters)} and arrival.number = ${numberOf(ticket, parameters)} and arrival.uid = arriving.uid collate "C" where arrival.hash is distinct from arriving.hash collate "C"`
            )
            return taken.map(({ uid }): string => uid)
          })
        )
      ),
    remove: (ticket, uids, at) =>
      scoped(ticket.key, (scope) =>
        transaction(
          Effect.gen(function* () {
            yield* alive(scope, ticket, at)
            const own = yield* run(
              (parameters) =>
                `delete from screening_list_entries as entry where ${scope.own("entry", parameters)} and entry.since = ${numberOf(ticket, parameters)} and entry.uid = any(${parameters.add([...uids])}::text[]) returning entry.uid`
            )
            const held = yield* run(
              (parameters) =>
                `select entry.uid from screening_list_entries as entry where ${scope.own("entry", parameters)} and ${current("entry", numberOf(ticket, parameters))} and entry.uid = any(${parameters.add([...uids])}::text[])`
            )
            yield* run(
              (parameters) =>
                `insert into screening_list_arrivals (organization, environment, list, number, uid, hash) select ${scope.values(parameters)}, ${numberOf(ticket, parameters)}, uid, null from unnest(${parameters.add([...new Set(uids)])}::text[]) as leaving (uid) on conflict (organization, environment, list, number, uid) do update set hash = null`
            )
            const known = new Set([...own, ...held].map(({ uid }) => uid))
            return uids.filter((uid) => !known.has(uid))
          })
        )
      ),
    weigh: (ticket) =>
      scoped(ticket.key, (scope) =>
        Effect.map(
          settled((parameters) => countingSql(scope, ticket, parameters)),
          ([row]) => countsOf(row)
        )
      ),
    contents: (ticket, { after, limit }) =>
      scoped(ticket.key, (scope) =>
        Effect.map(
          query((parameters) => {
            const number = numberOf(ticket, parameters)
            const beyond = (alias: string) => (after === null ? "true" : `${alias}.uid > ${parameters.add(after)}`)
            const arrived = `select arrival.uid, arrival.hash from screening_list_arrivals as arrival where ${scope.own("arrival", parameters)} and arrival.number = ${number} and arrival.hash is not null and ${beyond("arrival")}`
            if (ticket.mode === "full") return `${arrived} order by arrival.uid limit ${parameters.add(limit)}`
            const untouched = `select entry.uid, entry.hash from screening_list_entries as entry where ${scope.own("entry", parameters)} and ${current("entry", number)} and ${beyond("entry")} and not exists (select 1 from screening_list_arrivals as arrival where ${scope.own("arrival", parameters)} and arrival.number = ${number} and arrival.uid = entry.uid)`
            return `select uid, hash from (${arrived} union all ${untouched}) as content order by uid limit ${parameters.add(limit)}`
          }),
          (rows) => rows.map(({ hash, uid }) => ({ uid, hash }))
        )
      ),
    activate: (ticket, edition) =>
      scoped(ticket.key, (scope) =>
        transaction(
          Effect.gen(function* () {
            yield* unhurried
            yield* alive(scope, ticket, null)
            yield* run((parameters) => {
              const number = numberOf(ticket, parameters)
              // Lists of uids are hashed once; a look for each row may go through all others, as there are no statistics of them yet.
              const arrived = `select arrival.uid from screening_list_arrivals as arrival where ${scope.own("arrival", parameters)} and arrival.number = ${number}`
              const gone = ticket.mode === "delta" ? `entry.uid in (${arrived} and arrival.hash is null)` : `entry.uid not in (${arrived})`
              const replaced = `entry.uid in (select own.uid from screening_list_entries as own where ${scope.own("own", parameters)} and own.since = ${number})`
              return `update screening_list_entries as entry set until = ${number} where ${scope.own("entry", parameters)} and ${current("entry", number)} and (${gone} or ${replaced})`
            })
            yield* run(
              (parameters) =>
                `insert into screening_list_editions (organization, environment, list, number, data) values (${scope.values(parameters)}, ${numberOf(ticket, parameters)}, ${parameters.add(edition)}::jsonb)`
            )
            yield* run(
              (parameters) =>
                `update screening_lists as list set current_number = ${numberOf(ticket, parameters)}, published = ${parameters.add(edition.published)}, confirmed_at = ${parameters.add(edition.activated_at)}, stale_since = null, stale_code = null, stale_detail = null, importing_number = null, importing_mode = null, importing_seen_at = null where ${scope.list("list", parameters)}`
            )
            yield* run((parameters) => `delete from screening_list_arrivals as arrival where ${scope.own("arrival", parameters)}`)
            const oldest = ticket.number - keptEditions
            yield* run(
              (parameters) =>
                `delete from screening_list_entries as entry where ${scope.own("entry", parameters)} and entry.until <= ${parameters.add(oldest)}::int`
            )
            yield* run(
              (parameters) =>
                `delete from screening_list_editions as edition where ${scope.own("edition", parameters)} and edition.number < ${parameters.add(oldest)}::int`
            )
          })
        )
      ),
    confirm: (ticket, { at, published }) =>
      scoped(ticket.key, (scope) =>
        transaction(
          Effect.gen(function* () {
            yield* alive(scope, ticket, null)
            yield* cleared(scope, ticket.number)
            yield* run(
              (parameters) =>
                `update screening_lists as list set published = coalesce(${parameters.add(published)}, list.published), confirmed_at = ${parameters.add(at)}, stale_since = null, stale_code = null, stale_detail = null, importing_number = null, importing_mode = null, importing_seen_at = null where ${scope.list("list", parameters)}`
            )
          })
        )
      ),
    abandon: (ticket, { at, code, detail }) =>
      scoped(ticket.key, (scope) =>
        Effect.catchTag(
          transaction(
            Effect.gen(function* () {
              const [mine] = yield* run(
                (parameters) =>
                  `update screening_lists as list set stale_since = coalesce(list.stale_since, ${parameters.add(at)}), stale_code = ${parameters.add(code)}, stale_detail = ${parameters.add(detail.slice(0, 500))}, importing_number = null, importing_mode = null, importing_seen_at = null where ${scope.taken("list", ticket, parameters)} returning 1`
              )
              if (mine !== undefined) yield* cleared(scope, ticket.number)
            })
          ),
          "Conflict",
          (failure) => Effect.die(failure)
        )
      )
  }
}

export const layer = Layer.mergeAll(
  Layer.effect(PublicListEditions)(Effect.map(Database, (database) => editionsOf(database, installation))),
  Layer.effect(CustomerListEditions)(Effect.map(Database, (database) => editionsOf(database, tenant)))
)
