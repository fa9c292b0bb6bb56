import { after as later } from "@vouchkit/core/kernel/foundation/time"
import { Conflict } from "@vouchkit/core/kernel/foundation/failure"
import { importTimeoutMs, type ListEditions } from "@vouchkit/core/resources/watchlists/editions/list-editions"
import { Effect } from "effect"
import { type ImportStatements, settledWrite } from "./import-statements.ts"

const retired = new Conflict({ code: "list_archived", detail: "This watchlist was archived. Create one with another key." })
const busy = new Conflict({ code: "conflict", detail: "Another import of this watchlist is running. Wait until it ends and try again." })

/** The part of the port that says who may write to a list. */
export const importTurns = <R>({ cleared, run, scoped, transaction }: ImportStatements<R>): Pick<ListEditions<R>, "sign" | "begin"> => ({
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
    )
})

/** The part of the port by which an import ends without a new edition. */
export const importEnds = <R>({
  alive,
  cleared,
  run,
  scoped,
  transaction
}: ImportStatements<R>): Pick<ListEditions<R>, "confirm" | "abandon"> => ({
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
})
