import { type Columns, comparable, type Condition, type Position, type Query } from "@vouchkit/core/kernel/storage/collection"
import { orderKeys } from "@vouchkit/core/kernel/storage/position"
import type { Parameters } from "./statement.ts"

const comparison = { eq: "=", ne: "<>", gt: ">", gte: ">=", lt: "<", lte: "<=" } as const

/** Backslash, per cent and underscore mean themselves in what a caller searches for. */
const likePattern = (value: string) => value.replace(/[\\%_]/g, (character) => `\\${character}`)

/** One condition as SQL. */
export const condition = (columns: Columns, wanted: Condition<string>, parameters: Parameters): string => {
  if (wanted.op === "any") {
    return wanted.of.length === 0 ? "false" : `(${wanted.of.map((one) => condition(columns, one, parameters)).join(" or ")})`
  }
  if (wanted.op === "related") {
    const { from, naming, to, where } = wanted.by
    // Names of columns without a table are those of the inner one.
    const met = where.map((one) => ` and ${condition(to.columns, one, parameters)}`).join("")
    const found = `exists (select 1 from ${to.table} as other where other.organization = ${from}.organization and other.environment = ${from}.environment and other.${quoted(naming)} = ${from}.id${met})`
    return wanted.some ? found : `not ${found}`
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

/** The keys of an order that are columns, and the id at the end. */
const knownKeys = (columns: Columns, query: Pick<Query<string>, "order">) =>
  orderKeys(query).filter(({ field }) => field in columns || builtIn.has(field))

export const orderClause = (columns: Columns, query: Query<string>): string =>
  knownKeys(columns, query)
    .map(({ direction, field }) => (field === "id" ? `id ${direction}` : `${quoted(field)} ${direction} nulls last`))
    .join(", ")

/**
 * What stands behind a place in a list: it agrees with the place in the first keys and comes later by the next one. Nulls come last. The first key bounds
 * all of it by itself, so that an index of that key begins there.
 */
export const afterClause = (columns: Columns, query: Query<string>, after: Position, parameters: Parameters): string => {
  const same: Array<string> = []
  const later: Array<string> = []
  let bound = ""
  for (const [index, { direction, field }] of knownKeys(columns, query).entries()) {
    const column = quoted(field)
    const value = after[index] ?? null
    if (value === null) {
      same.push(`${column} is null`)
      continue
    }
    const given = parameters.add(value)
    const beyond = `${column} ${direction === "asc" ? ">" : "<"} ${given}`
    const nullable = !builtIn.has(field)
    later.push(`(${[...same, nullable ? `(${beyond} or ${column} is null)` : beyond].join(" and ")})`)
    if (index === 0 && !nullable) bound = `${column} ${direction === "asc" ? ">=" : "<="} ${given} and `
    same.push(`${column} = ${given}`)
  }
  return later.length === 0 ? "false" : `${bound}(${later.join(" or ")})`
}
