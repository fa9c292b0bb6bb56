import type { Tenant } from "@vouchkit/core/kernel/access/caller"
import type { Columns, Condition, Query, StoredRecord } from "@vouchkit/core/kernel/storage/collection"
import { inOrder, matches } from "@vouchkit/core/kernel/storage/matching"
import type { Rows } from "../transaction.ts"
import type { PendingWrite } from "./statement.ts"

/** How a read of one table takes writes into account that its transaction has not sent yet. */
export interface Unsent {
  /** What the server answered, as it would be behind the writes; undefined where only the server can tell. */
  readonly seenIn: (answer: Rows, writes: ReadonlyArray<PendingWrite>) => Rows | undefined
}

/** The records that writes leave, of one tenant; the last state of each. Undefined where a write is of no record. */
const leftBy = (table: string, tenant: Tenant["Service"], writes: ReadonlyArray<PendingWrite>) => {
  const own = `${table}/${tenant.organization}/${tenant.environment}/`
  const rows = new Map<string, StoredRecord>()
  for (const { record, row } of writes) {
    if (row === undefined) return undefined
    if (record.startsWith(own)) rows.set(row.id, row)
  }
  return rows
}

/** Conditions that text meets or does not whatever its order is: the server alone knows that of all characters. */
const compared: ReadonlySet<Condition<string>["op"]> = new Set<Condition<string>["op"]>(["eq", "ne", "in", "is_null", "not_null"])

const isOrdered = (columns: Columns, field: string): boolean =>
  field === "id" || field === "created_at" || field === "updated_at" || columns[field]?.type === "number"

const isSimple = (columns: Columns, { after, offset = 0, order = [], where = [] }: Query<string>): boolean =>
  after === undefined && offset === 0 && where.every(({ op }) => compared.has(op)) && order.every(({ field }) => isOrdered(columns, field))

/** One record by its id. */
export const unsentOf = (table: string, tenant: Tenant["Service"], id: string): Unsent => ({
  seenIn: (answer, writes) => {
    const rows = leftBy(table, tenant, writes)
    if (rows === undefined) return undefined
    const row = rows.get(id)
    return row === undefined ? answer : [{ data: row }]
  }
})

/** The beginning of a list. None where the order or the conditions are not simple enough to be sure of. */
export const unsentIn = (table: string, columns: Columns, tenant: Tenant["Service"], query: Query<string>): Unsent | undefined =>
  isSimple(columns, query)
    ? {
        seenIn: (answer, writes) => {
          const rows = leftBy(table, tenant, writes)
          if (rows === undefined) return undefined
          const kept = answer.map(({ data }) => data as StoredRecord).filter(({ id }) => !rows.has(id))
          // A record behind the end of the answer may have moved up.
          if (kept.length < answer.length && answer.length >= query.limit) return undefined
          const { where = [] } = query
          const found = [...rows.values()].filter((row) => where.every((one) => matches(columns, row, one)))
          return inOrder(columns, [...kept, ...found], query)
            .slice(0, query.limit)
            .map((data) => ({ data }))
        }
      }
    : undefined
