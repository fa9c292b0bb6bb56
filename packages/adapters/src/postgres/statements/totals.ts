import type { Tenant } from "@vouchkit/core/kernel/access/caller"
import { type Condition, countedOneByOne, type Shape } from "@vouchkit/core/kernel/storage/collection"
import { keptCounts } from "@vouchkit/core/kernel/storage/position"
import { tenantClause } from "./conditions.ts"
import { keptTable } from "./kept.ts"
import type { Parameters } from "./statement.ts"

type Counted = Pick<Shape<any>, "columns" | "table"> & { readonly counted?: Shape<any>["counted"] | undefined }
type Where = ReadonlyArray<Condition<string>> | undefined

/** The sum of the counts that are kept for these conditions (0030_record_counts.sql, 0141_deliveries_by_status.sql), as a query; null where none are. */
export const keptClause = (shape: Counted, tenant: Tenant["Service"], where: Where, parameters: Parameters): string | null => {
  const kept = keptCounts(shape, where)
  if (kept === null) return null
  const text = (value: unknown) => parameters.add(String(value))
  const of = (counted: string) =>
    `select coalesce(sum(count), 0)::int from record_counts where ${tenantClause(tenant, parameters)} and counted = '${counted}'`
  if (kept === "all") return of(shape.table)
  if ("holding" in kept) return `${of(keptTable(shape, kept.field))} and value = ${text(kept.holding)}`
  if ("within" in kept) {
    const pairs = kept.values.map((value) => text(`${kept.within} ${value}`))
    return pairs.length === 0 ? "select 0" : `${of(keptTable(shape, kept.and))} and value in (${pairs.join(", ")})`
  }
  if ("except" in kept) return `${of(shape.table)} and value <> ${text(kept.except)}`
  return kept.values.length === 0 ? "select 0" : `${of(shape.table)} and value in (${kept.values.map(text).join(", ")})`
}

/** How many rows a query finds, as a query, one by one up to the bound and one more. */
export const boundedCount = (rows: string): string => `select count(*)::int from (${rows} limit ${countedOneByOne + 1}) as counted`
