import type { Tenant } from "@vouchkit/core/kernel/access/caller"
import type { Condition, Shape } from "@vouchkit/core/kernel/storage/collection"
import { keptCounts } from "@vouchkit/core/kernel/storage/position"
import { tenantClause } from "./conditions.ts"
import type { Bounds } from "./bounds.ts"
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

/** How many rows a query finds, as a query, one by one up to a bound. */
export const countOf = (rows: string, bound: number): string => `select count(*)::int from (${rows} limit ${bound}) as counted`

/** How a total that no kept count answers is counted. */
export interface Counting {
  /** So many at most, which is more than a total shows. */
  readonly most: number
  /** A count that is not made where the list is known to be beyond the bound. */
  readonly unlessBeyond: (count: string) => string
  /** How many records have left lists of the table, as a query; null where it is not asked. */
  readonly left: string | null
}

/** Every record up to the bound and one more. */
export const plainCounting = ({ counted }: Bounds): Counting => ({ most: counted + 1, unlessBeyond: (count) => count, left: null })

/** The same but for lists that are known to be beyond the bound while no more than `until` have left (beyond.ts). */
export const countingBeyond = (table: string, { counted, spare }: Bounds, own: string, until: string): Counting => {
  const left = `select coalesce(sum(count), 0)::float8 from record_counts as c where ${own} and c.counted = '${table}_left' and c.value = ''`
  return {
    most: counted + 1 + spare,
    unlessBeyond: (count) => `select case when (${left}) <= ${until}::float8 then ${counted + 1} else (${count}) end`,
    left
  }
}
