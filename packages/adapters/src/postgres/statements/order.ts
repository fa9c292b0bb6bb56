import type { Columns, Position, Query } from "@vouchkit/core/kernel/storage/collection"
import { orderKeys } from "@vouchkit/core/kernel/storage/position"
import { quoted } from "./conditions.ts"
import type { Parameters } from "./statement.ts"

const builtIn = new Set(["id", "created_at", "updated_at"])

/**
 * The identifier at the end of an order, as the indexes of lists hold it (0033_list_orders.concurrent.sql). POSIX and C order alike; an index that
 * holds it under another collation than its column is not taken for the key of the table.
 */
const identifier = 'id collate "POSIX"'

interface Key {
  readonly field: string
  readonly column: string
  readonly direction: "asc" | "desc"
  readonly nullable: boolean
}

/** The keys of an order that are columns, and the id at the end. */
export const keysOf = (columns: Columns, query: Pick<Query<string>, "order">): ReadonlyArray<Key> =>
  orderKeys(query)
    .filter(({ field }) => field in columns || builtIn.has(field))
    .map(({ direction, field }) => ({
      field,
      direction,
      column: field === "id" ? identifier : quoted(field),
      nullable: !builtIn.has(field) && columns[field]?.never_null !== true
    }))

/** A key that is never null is ordered plainly, so that one index leads through it in both directions. */
const ordered = (keys: ReadonlyArray<Key>): string =>
  keys.map(({ column, direction, nullable }) => `${column} ${direction}${nullable ? " nulls last" : ""}`).join(", ")

export const orderClause = (columns: Columns, query: Pick<Query<string>, "order">): string => ordered(keysOf(columns, query))

const behind = (direction: "asc" | "desc") => (direction === "asc" ? ">" : "<")

/** Behind a place whose values are all known, all in one direction: one comparison of rows, with which an index begins. */
const rowComparison = (keys: ReadonlyArray<Key>, values: ReadonlyArray<string>): string =>
  `(${keys.map(({ column }) => column).join(", ")}) ${behind(keys[0]?.direction ?? "desc")} (${values.join(", ")})`

/** It agrees with the place in the first keys and comes later by the next one. Nulls come last. */
const keyByKey = (keys: ReadonlyArray<Key>, after: Position, parameters: Parameters): string => {
  const same: Array<string> = []
  const later: Array<string> = []
  for (const [index, { column, direction, nullable }] of keys.entries()) {
    const value = after[index] ?? null
    if (value === null) {
      same.push(`${column} is null`)
      continue
    }
    const given = parameters.add(value)
    const beyond = `${column} ${behind(direction)} ${given}`
    later.push(`(${[...same, nullable ? `(${beyond} or ${column} is null)` : beyond].join(" and ")})`)
    same.push(`${column} = ${given}`)
  }
  return later.length === 0 ? "false" : `(${later.join(" or ")})`
}

const inOneDirection = (keys: ReadonlyArray<Key>) => keys.every(({ direction }) => direction === keys[0]?.direction)

const afterKeys = (keys: ReadonlyArray<Key>, after: Position, parameters: Parameters): string =>
  inOneDirection(keys) && keys.every(({ nullable }, index) => !nullable && after[index] !== null && after[index] !== undefined)
    ? rowComparison(
        keys,
        keys.map((_, index) => parameters.add(after[index] ?? ""))
      )
    : keyByKey(keys, after, parameters)

/** What a statement that is no page says besides its conditions, where it begins behind a place. */
export const behindClause = (columns: Columns, query: Pick<Query<string>, "after" | "order">, parameters: Parameters): string =>
  query.after === undefined ? "" : ` and ${afterKeys(keysOf(columns, query), query.after, parameters)}`

/**
 * The limit and the offset of a list. An offset of nothing is left out: the server takes one that it does not know for a tenth of the rows, which makes
 * every plan for any values look dearer than one for these, so that it would plan the statement again each time.
 */
export const sliceClause = ({ limit, offset = 0 }: Pick<Query<string>, "limit" | "offset">, parameters: Parameters): string =>
  ` limit ${parameters.add(limit)}${offset === 0 ? "" : ` offset ${parameters.add(offset)}`}`

/** A part of a list that an index holds as it stands: what is asked of its rows, and their order. */
interface Part {
  readonly where: ReadonlyArray<string>
  readonly order: string
}

/**
 * A list in parts that follow each other. An order by one column that may be null has two, rows with a value and rows without: either is read from an
 * index of that column, in both directions.
 */
export const partsOf = (columns: Columns, query: Pick<Query<string>, "after" | "order">, parameters: Parameters): ReadonlyArray<Part> => {
  const keys = keysOf(columns, query)
  const [first, ...rest] = keys
  const { after } = query
  if (first === undefined || !first.nullable || rest.length !== 1) {
    return [{ where: after === undefined ? [] : [afterKeys(keys, after, parameters)], order: ordered(keys) }]
  }
  const known = keys.map((key) => ({ ...key, nullable: false }))
  const order = ordered(known)
  const value = after?.[0] ?? null
  const without = (behindIt: ReadonlyArray<string>): Part => ({ where: [`${first.column} is null`, ...behindIt], order })
  if (after !== undefined && value === null) return [without([afterKeys(rest, after.slice(1), parameters)])]
  const behindIt = after === undefined ? [] : [afterKeys(known, after, parameters)]
  return [{ where: [`${first.column} is not null`, ...behindIt], order }, without([])]
}
