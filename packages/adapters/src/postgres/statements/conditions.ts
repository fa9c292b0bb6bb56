import { type Columns, comparable, type Condition, type Query } from "@vouchkit/core/kernel/storage/collection"
import type { Parameters } from "./statement.ts"

const comparison = { eq: "=", ne: "<>", gt: ">", gte: ">=", lt: "<", lte: "<=" } as const

/** Backslash, per cent and underscore mean themselves in what a caller searches for. */
const likePattern = (value: string) => value.replace(/[\\%_]/g, (character) => `\\${character}`)

/** One condition as SQL. */
export const condition = (columns: Columns, wanted: Condition<string>, parameters: Parameters): string => {
  if (wanted.op === "any") {
    return wanted.of.length === 0 ? "false" : `(${wanted.of.map((one) => condition(columns, one, parameters)).join(" or ")})`
  }
  const column = quoted(wanted.field)
  const add = (value: string | number | boolean) => parameters.add(comparable(columns[wanted.field], value))
  switch (wanted.op) {
    case "eq":
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      return `${column} ${comparison[wanted.op]} ${add(wanted.value)}`
    case "ne":
      return `${column} is distinct from ${add(wanted.value)}`
    case "in":
      return wanted.values.length === 0 ? "false" : `${column} in (${wanted.values.map(add).join(", ")})`
    case "is_null":
      return `${column} is null`
    case "not_null":
      return `${column} is not null`
    case "overlaps":
      return wanted.values.length === 0
        ? "false"
        : `${column} ?| array[${wanted.values.map((value) => parameters.add(value)).join(", ")}]::text[]`
    case "holds_all":
      return wanted.values.length === 0
        ? "true"
        : `${column} ?& array[${wanted.values.map((value) => parameters.add(value)).join(", ")}]::text[]`
    case "includes":
      return `${column} ilike ${parameters.add(`%${likePattern(wanted.value)}%`)}`
    case "starts_with":
      return `${column} like ${parameters.add(`${likePattern(wanted.value)}%`)}`
  }
}

const builtIn = new Set(["id", "created_at", "updated_at"])
const quoted = (name: string) => `"${name}"`

/** The conditions of a query behind those of the tenant, which every statement begins with. */
export const whereClause = (
  columns: Columns,
  tenant: { readonly organization: string; readonly environment: string },
  where: ReadonlyArray<Condition<string>>,
  parameters: Parameters
): string =>
  [
    `organization = ${parameters.add(tenant.organization)}`,
    `environment = ${parameters.add(tenant.environment)}`,
    ...where.map((one) => condition(columns, one, parameters))
  ].join(" and ")

export const orderClause = (columns: Columns, { order = [{ field: "created_at", direction: "desc" }] }: Query<string>): string => {
  const known = order.filter(({ field }) => field in columns || builtIn.has(field))
  const direction = known[0]?.direction ?? "desc"
  return [...known.map((one) => `${quoted(one.field)} ${one.direction} nulls last`), `id ${direction}`].join(", ")
}
