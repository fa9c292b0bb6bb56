import type { ArrivingEntry, ImportTicket, ListEditions } from "@vouchkit/core/resources/watchlists/editions/list-editions"
import { Effect } from "effect"
import { countingSql, countsOf, current } from "./counts.ts"
import { type ImportStatements, numberOf, rowsOf } from "./import-statements.ts"
import type { ListScope } from "./owner.ts"
import type { Parameters } from "../statements/statement.ts"

/** Notes which entries arrived, and answers the uids that this import had not met. In a delta the later of two entries stands. */
const receivedSql = (scope: ListScope, ticket: ImportTicket, entries: ReadonlyArray<ArrivingEntry>, parameters: Parameters): string => {
  const arriving = rowsOf(
    "arriving",
    parameters,
    entries.map(({ hash, uid }) => ({ uid, hash })),
    "uid text, hash text"
  )
  const replaced = ticket.mode === "delta" ? "do update set hash = excluded.hash" : "do nothing"
  return `insert into screening_list_arrivals (organization, environment, list, number, uid, hash) select ${scope.values(parameters)}, ${numberOf(ticket, parameters)}, arriving.uid, arriving.hash from ${arriving} on conflict (organization, environment, list, number, uid) ${replaced} returning uid`
}

/** The part of the port by which an import writes its entries. */
export const importBatches = <R>({ alive, run, scoped, transaction }: ImportStatements<R>): Pick<ListEditions<R>, "add" | "remove"> => ({
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
          const met = yield* run((parameters) => receivedSql(scope, ticket, entries, parameters))
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
    )
})

/** The part of the port that looks at what an import has written so far. */
export const importContents = <R>({ query, scoped, settled }: ImportStatements<R>): Pick<ListEditions<R>, "weigh" | "contents"> => ({
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
    )
})
