import type { ListEditions } from "@vouchkit/core/resources/watchlists/editions/list-editions"
import { Effect } from "effect"
import { type ImportStatements, settledWrite } from "./import-statements.ts"

/** Entries that one statement erases: few enough that it is done in moments. */
const erasedAtOnce = 5_000

/** The part of the port that begins a list and takes it out of use. */
export const listLife = <R>({ run, scoped }: ImportStatements<R>): Pick<ListEditions<R>, "open" | "retire" | "eraseRetired"> => ({
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
    )
})
