import type { Tenant } from "@vouchkit/core/kernel/access/caller"
import { type Condition, countedOneByOne, type Shape } from "@vouchkit/core/kernel/storage/collection"
import { keptCounts } from "@vouchkit/core/kernel/storage/position"
import type { Parameters } from "./statement.ts"

type Counted = { readonly counted?: Shape<any>["counted"] | undefined; readonly table: string }
type Where = ReadonlyArray<Condition<string>> | undefined

/** The sum of the counts that are kept for these conditions (0030_record_counts.sql), as a query; null where none are. */
export const keptClause = (shape: Counted, tenant: Tenant["Service"], where: Where, parameters: Parameters): string | null => {
  const kept = keptCounts(shape, where)
  if (kept === null) return null
  const text = (value: unknown) => parameters.add(String(value))
  const own = `select coalesce(sum(count), 0)::int from record_counts where organization = ${parameters.add(tenant.organization)} and environment = ${parameters.add(tenant.environment)} and counted = '${shape.table}'`
  if (kept === "all") return own
  if ("except" in kept) return `${own} and value <> ${text(kept.except)}`
  return kept.values.length === 0 ? "select 0" : `${own} and value in (${kept.values.map(text).join(", ")})`
}

/** The total of a list as a query: of counts that are kept, else of the rows of `matching`, one by one up to the bound and one more. */
export const totalClause = (shape: Counted, tenant: Tenant["Service"], where: Where, matching: string, parameters: Parameters): string =>
  keptClause(shape, tenant, where, parameters) ??
  `select count(*)::int from (select 1 from ${matching} limit ${countedOneByOne + 1}) as counted`
