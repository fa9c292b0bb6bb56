import type { EditionCounts } from "@vouchkit/core/resources/watchlists/editions/edition"
import type { ImportTicket } from "@vouchkit/core/resources/watchlists/editions/list-editions"
import type { ListScope } from "./owner.ts"
import type { Parameters } from "../statements/statement.ts"

/** Rows that are current while the import with this number writes: those of no later edition, which the import's own would be. */
export const current = (alias: string, number: string) => `${alias}.since < ${number} and ${alias}.until is null`

/**
 * Counts what an import would change, in one pass over what either table says of each uid: a join of two tables that were filled a moment ago,
 * and of which no statistics know anything, may go through the one for every row of the other.
 */
export const countingSql = (scope: ListScope, ticket: ImportTicket, parameters: Parameters): string => {
  const number = `${parameters.add(ticket.number)}::int`
  const entries = `select entry.uid, entry.since = ${number} as written, entry.since < ${number} as standing, false as arrived, false as leaving from screening_list_entries as entry where ${scope.own("entry", parameters)} and (entry.since = ${number} or (${current("entry", number)}))`
  const received = `select arrival.uid, false, false, true, arrival.hash is null from screening_list_arrivals as arrival where ${scope.own("arrival", parameters)} and arrival.number = ${number}`
  const byUid = `select bool_or(written) as written, bool_or(standing) as standing, bool_or(arrived) as arrived, bool_or(leaving) as leaving from (${entries} union all ${received}) as each group by uid`
  const leaves = ticket.mode === "delta" ? "leaving" : "not arrived"
  return `select (count(*) filter (where standing))::int as previous, (count(*) filter (where standing and ${leaves}))::int as removed, (count(*) filter (where written))::int as written, (count(*) filter (where written and standing))::int as changed from (${byUid}) as met`
}

export const countsOf = (row: Readonly<Record<string, any>> | undefined): EditionCounts => {
  const [previous = 0, removed = 0, changed = 0, written = 0]: ReadonlyArray<number> = [
    row?.previous,
    row?.removed,
    row?.changed,
    row?.written
  ]
  const added = written - changed
  return { previous, removed, changed, added, total: previous - removed + added }
}
