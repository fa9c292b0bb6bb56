import { after as later } from "@vouchkit/core/kernel/foundation/time"
import { Conflict } from "@vouchkit/core/kernel/foundation/failure"
import { type ImportTicket, importSignMs } from "@vouchkit/core/resources/watchlists/editions/list-editions"
import { Effect } from "effect"
import type { Database } from "../database.ts"
import { type ListOwner, ListScope } from "./owner.ts"
import type { DatabaseFailure } from "../statements/server-failure.ts"
import type { Parameters } from "../statements/statement.ts"

const lost = new Conflict({
  code: "conflict",
  detail: "This import can no longer write: it was silent for too long, and another import took over."
})

export const numberOf = (ticket: ImportTicket, parameters: Parameters) => `${parameters.add(ticket.number)}::int`

export const rowsOf = (name: string, parameters: Parameters, rows: ReadonlyArray<unknown>, columns: string) =>
  `jsonb_to_recordset(${parameters.add(JSON.stringify(rows))}::text::jsonb) as ${name} (${columns})`

/** A write that has nothing to collide with. */
export const settledWrite = <A, R>(effect: Effect.Effect<A, DatabaseFailure, R>) =>
  Effect.catchTag(effect, "Conflict", (failure) => Effect.die(failure))

/** What the statements of every import have in common. */
export const importStatements = <R>({ query, run, transaction }: Database["Service"], owner: Effect.Effect<ListOwner, never, R>) => {
  const scoped = <A, E, R2>(key: string, work: (scope: ListScope) => Effect.Effect<A, E, R2>) =>
    Effect.flatMap(owner, (whose) => work(new ListScope(whose, key)))

  /**
   * Locks the list for this import; anyone who lost it to another one fails here, before it writes. Says that the import is alive where it said so
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

  return { alive, cleared, query, run, scoped, settled, transaction, unhurried }
}
export type ImportStatements<R> = ReturnType<typeof importStatements<R>>
