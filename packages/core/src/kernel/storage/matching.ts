import { type Columns, comparable, type Condition, type Position, type Query } from "./collection.ts"
import { columnValue, orderKeys, positionOf } from "./position.ts"
import { startsWord } from "./words.ts"

/** Text compares by code point. */
export const compare = (left: unknown, right: unknown): number => {
  if (typeof left === "number" && typeof right === "number") return left - right
  const [a, b] = [String(left), String(right)]
  return a < b ? -1 : a > b ? 1 : 0
}

export const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** The records of the same tenant in another table. */
type Others = (table: string) => ReadonlyArray<object>
const noOthers: Others = () => []

/** Whether a record meets a condition, as the same condition in SQL would say. */
export const matches = (columns: Columns, row: object, wanted: Condition<string>, others: Others = noOthers): boolean => {
  if (wanted.op === "any") return wanted.of.some((one) => matches(columns, row, one, others))
  if (wanted.op === "all") return wanted.of.every((one) => matches(columns, row, one, others))
  if (wanted.op === "not") return !matches(columns, row, wanted.of, others)
  if (wanted.op === "related") {
    const { naming, to, where } = wanted.by
    const found = others(to.table).some(
      (other) =>
        columnValue(to.columns, other, naming) === Reflect.get(row, "id") && where.every((one) => matches(to.columns, other, one, others))
    )
    return found === wanted.some
  }
  const value = columnValue(columns, row, wanted.field)
  switch (wanted.op) {
    case "eq":
      return value === comparable(columns[wanted.field], wanted.value)
    case "ne":
      return value !== comparable(columns[wanted.field], wanted.value)
    case "gt":
      return value !== null && compare(value, wanted.value) > 0
    case "gte":
      return value !== null && compare(value, wanted.value) >= 0
    case "lt":
      return value !== null && compare(value, wanted.value) < 0
    case "lte":
      return value !== null && compare(value, wanted.value) <= 0
    case "in":
      return wanted.values.some((one) => comparable(columns[wanted.field], one) === value)
    case "is_null":
      return value === null
    case "not_null":
      return value !== null
    case "overlaps":
      return wanted.values.some((one) => listOf(value).includes(one))
    case "holds_all":
      return wanted.values.every((one) => listOf(value).includes(one))
    case "word_starts_with":
      return typeof value === "string" && startsWord(value, wanted.value)
    case "starts_with":
      return typeof value === "string" && value.startsWith(wanted.value)
  }
}

/** Which of two places of a list comes first: null comes last, and the identifier decides at the end. */
const comparePositions = (query: Query<string>, left: Position, right: Position): number => {
  for (const [index, { direction }] of orderKeys(query).entries()) {
    const [a, b] = [left[index] ?? null, right[index] ?? null]
    if (a === b) continue
    if (a === null) return 1
    if (b === null) return -1
    const difference = compare(a, b)
    if (difference !== 0) return direction === "asc" ? difference : -difference
  }
  return 0
}

/** Rows as the same query in SQL would order them. */
export const inOrder = <Row extends object>(columns: Columns, rows: ReadonlyArray<Row>, query: Query<string>): Array<Row> =>
  rows
    .map((row) => ({ row, position: positionOf(columns, query, row) }))
    .filter(({ position }) => query.after === undefined || comparePositions(query, position, query.after) > 0)
    .sort((one, other) => comparePositions(query, one.position, other.position))
    .map(({ row }) => row)
