import { keptEditions, type ListEditions } from "@vouchkit/core/resources/watchlists/editions/list-editions"
import { Effect } from "effect"
import { current } from "./counts.ts"
import { type ImportStatements, numberOf } from "./import-statements.ts"

/** The end of an import: its entries become the next edition, and what no kept edition shows is deleted. */
export const activation = <R>({ alive, run, scoped, transaction, unhurried }: ImportStatements<R>): Pick<ListEditions<R>, "activate"> => ({
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
    )
})
