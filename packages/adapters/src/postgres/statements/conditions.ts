import { type Columns, comparable, type Condition } from "@vouchkit/core/kernel/storage/collection"
import { beginsAnywhere, signs } from "@vouchkit/core/kernel/storage/words"
import type { Parameters } from "./statement.ts"

const comparison = { eq: "=", gt: ">", gte: ">=", lt: "<", lte: "<=" } as const

export const quoted = (name: string) => `"${name}"`

/** Behind all text that begins with a prefix, in the order of code points. */
const lastCharacter = "\u{10FFFF}"

/** Text that begins so, as a range that an index finds whatever the prefix is. */
export const beginning = (column: string, prefix: string, parameters: Parameters): string =>
  `(${column} >= ${parameters.add(prefix)} and ${column} < ${parameters.add(prefix + lastCharacter)})`

/** Text in which a word begins so, read from the text itself (words.ts). */
const wordBeginning = (column: string, term: string, parameters: Parameters): string =>
  beginsAnywhere(term)
    ? `position(${parameters.add(term)} in ${column}) > 0`
    : `${column} ~ ${parameters.add(`(^|[ \\n${signs}])${term.replace(/[^\p{L}\p{N}]/gu, (sign) => (/[ -~]/.test(sign) ? `\\${sign}` : sign))}`)}`

const arrayOf = (values: ReadonlyArray<string>, parameters: Parameters) =>
  `array[${values.map((value) => parameters.add(value)).join(", ")}]::text[]`

/** One condition as SQL, about records that the statement calls `r`. */
export const condition = (columns: Columns, wanted: Condition<string>, parameters: Parameters): string => {
  if (wanted.op === "any" || wanted.op === "all") {
    const each = wanted.of.map((one) => condition(columns, one, parameters))
    if (each.length === 0) return String(wanted.op === "all")
    return `(${each.join(wanted.op === "any" ? " or " : " and ")})`
  }
  if (wanted.op === "not") return `(${condition(columns, wanted.of, parameters)}) is not true`
  if (wanted.op === "related") {
    const { naming, to, where } = wanted.by
    // Names of columns without a table are those of the inner one.
    const met = where.map((one) => ` and ${condition(to.columns, one, parameters)}`).join("")
    const found = `exists (select 1 from ${to.table} as other where other.organization = r.organization and other.environment = r.environment and other.${quoted(naming)} = r.id${met})`
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
      return wanted.values.length === 0 ? "false" : `${column} ?| ${arrayOf(wanted.values, parameters)}`
    case "holds_all":
      return wanted.values.length === 0 ? "true" : `${column} ?& ${arrayOf(wanted.values, parameters)}`
    case "word_starts_with":
      return wordBeginning(column, wanted.value, parameters)
    case "starts_with":
      return beginning(column, wanted.value, parameters)
  }
}

/** The tenant, which every statement begins with. */
export const tenantClause = (tenant: { readonly organization: string; readonly environment: string }, parameters: Parameters): string =>
  `organization = ${parameters.add(tenant.organization)} and environment = ${parameters.add(tenant.environment)}`

/** The conditions of a query behind those of the tenant. */
export const whereClause = (
  columns: Columns,
  tenant: { readonly organization: string; readonly environment: string },
  where: ReadonlyArray<Condition<string>>,
  parameters: Parameters
): string => [tenantClause(tenant, parameters), ...where.map((one) => condition(columns, one, parameters))].join(" and ")
