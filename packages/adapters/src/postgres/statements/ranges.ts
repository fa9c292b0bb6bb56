import type { Condition } from "@vouchkit/core/kernel/storage/collection"
import { comparable } from "@vouchkit/core/kernel/storage/collection"
import { listedBy } from "@vouchkit/core/kernel/storage/position"
import { beginning, condition, quoted } from "./conditions.ts"
import { type Asked, isInOrder } from "./kept.ts"
import { partsOf } from "./order.ts"
import type { Source } from "./page.ts"

type Prefixed = Extract<Condition<string>, { readonly op: "starts_with" }>

const prefixesOf = (one: Condition<string>): ReadonlyArray<Prefixed> => {
  const all = one.op === "any" ? one.of : [one]
  const [first] = all
  const prefixes = all.filter(
    (other): other is Prefixed => other.op === "starts_with" && first?.op === "starts_with" && other.field === first.field
  )
  return prefixes.length === all.length ? prefixes : []
}

/** Every value of a column that begins so: each is looked up behind the one before it. */
const valuesBeginning = ({ own, parameters, shape }: Asked, { field, value }: Prefixed, name: string): string => {
  const column = `r.${quoted(field)}`
  const from = `from ${shape.table} as r where ${own("r")} and ${beginning(column, value, parameters)}`
  const next = `(select ${column} ${from} and ${column} > ${name}.value order by ${column} limit 1)`
  return `${name} (value) as ((select ${column} ${from} order by ${column} limit 1) union all select ${next} from ${name} where ${name}.value is not null)`
}

/**
 * A list filtered by several values of a column: one range of its index for each value, as many rows of each as the page may take. Null where it is not
 * filtered so.
 */
export const rangesOf = (asked: Asked, besides: string): Source | null => {
  const { own, parameters, query, shape } = asked
  const where = query.where ?? []
  if (!isInOrder(shape, query)) return null
  const isFiltered = (field: string) => shape.columns[field]?.filtered === true
  const several = where.find((one) => one.op === "in" && one.values.length > 1 && isFiltered(one.field))
  const prefixed = where.find((one) => prefixesOf(one).some(({ field }) => isFiltered(field)))
  const ranged = prefixed ?? several
  if (ranged === undefined) return null
  const before = prefixed === undefined ? [] : prefixesOf(prefixed).map((one, index) => valuesBeginning(asked, one, `beginning${index}`))
  const field = prefixed === undefined ? (several?.op === "in" ? several.field : "") : (prefixesOf(prefixed)[0]?.field ?? "")
  const values =
    prefixed === undefined
      ? `unnest(${parameters.add(several?.op === "in" ? [...new Set(several.values.map((value) => String(comparable(shape.columns[field], value))))] : [])}::text[]) as ranged (value)`
      : `(${before.map((_, index) => `select value from beginning${index} where value is not null`).join(" union ")}) as ranged`
  const others = where.filter((one) => one !== ranged).map((one) => condition(shape.columns, one, parameters))
  const [part] = partsOf(shape.columns, query, parameters)
  const most = parameters.add(query.limit + 1 + (query.offset ?? 0))
  const order = quoted(listedBy(shape))
  const range = `select r.${order}, r.id from ${shape.table} as r where ${[own("r"), `r.${quoted(field)} = ranged.value`, ...others, ...(part?.where ?? [])].join(" and ")}${besides} order by ${part?.order ?? "id"} limit ${most}`
  return { before, rows: `select range.${order}, range.id from ${values} cross join lateral (${range}) as range`, total: null }
}
