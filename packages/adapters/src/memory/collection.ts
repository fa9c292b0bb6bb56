import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { Conflict } from "@vouchkit/core/kernel/foundation/failure"
import {
  type Collection,
  type Columns,
  comparable,
  type Condition,
  countedOneByOne,
  type Position,
  type Query,
  type Shape,
  type StoredRecord
} from "@vouchkit/core/kernel/storage/collection"
import { startsWord } from "@vouchkit/core/kernel/storage/words"
import { columnValue, keptCounts, orderKeys, positionOf } from "@vouchkit/core/kernel/storage/position"
import { Effect } from "effect"
import type { State } from "./state.ts"

const compare = (left: unknown, right: unknown): number => {
  if (typeof left === "number" && typeof right === "number") return left - right
  const [a, b] = [String(left), String(right)]
  return a < b ? -1 : a > b ? 1 : 0
}

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

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
const inOrder = <Row extends object>(columns: Columns, rows: ReadonlyArray<Row>, query: Query<string>): Array<Row> =>
  rows
    .map((row) => ({ row, position: positionOf(columns, query, row) }))
    .filter(({ position }) => query.after === undefined || comparePositions(query, position, query.after) > 0)
    .sort((one, other) => comparePositions(query, one.position, other.position))
    .map(({ row }) => row)

const collision = new Conflict<"stale_object" | "conflict">({
  code: "conflict",
  detail: "The change conflicts with another record. Read the resource again."
})
const stale = new Conflict<"stale_object" | "conflict">({
  code: "stale_object",
  detail: "Someone else changed the record in the meantime. Read it again and repeat the change."
})

/** Any collection in memory, by the same rules as its table: the contract suite holds both to them. */
export const collection = <Row extends StoredRecord, C extends Columns>(
  state: State["Service"],
  shape: Shape<Row, C>
): Collection<Row, C> => {
  const { columns, table, unique = [] } = shape
  const fieldOf = (row: Row, name: string) => columnValue(columns, row, name)

  const prefix = Effect.map(Tenant, ({ environment, organization }) => `${organization}/${environment}/`)
  const mine = (own: string): ReadonlyArray<Row> => [...state.own(table, own).values()].map((row) => row as Row)
  const othersOf = (own: string) => (of: string) => [...state.own(of, own).values()].map((row) => row as object)
  const matching = (own: string, where: ReadonlyArray<Condition<string>> = []) =>
    mine(own).filter((row) => where.every((one) => matches(columns, row, one, othersOf(own))))
  const reading = <A>(look: (own: string) => A) => Effect.flatMap(prefix, (own) => state.read(() => look(own)))
  const find = (id: string) => reading((own) => state.rows(table).get(own + id) as Row | undefined)

  const taken = (own: string, row: Row): boolean =>
    unique.some((names) => {
      const values = names.map((name) => fieldOf(row, name))
      return (
        !values.includes(null) &&
        mine(own).some((other) => other.id !== row.id && names.every((name, index) => fieldOf(other, name) === values[index]))
      )
    })
  const list = (query: Query<string>) =>
    reading((own) => {
      const offset = query.offset ?? 0
      return inOrder(columns, matching(own, query.where), query).slice(offset, offset + query.limit)
    })
  return {
    columns,
    find,
    lock: find,
    insert: (row) =>
      Effect.flatMap(prefix, (own) =>
        state.rows(table).has(own + row.id) || taken(own, row) ? Effect.fail(collision) : state.write(table, own + row.id, row)
      ),
    insertIfAbsent: (row) =>
      Effect.flatMap(prefix, (own) =>
        state.rows(table).has(own + row.id) || taken(own, row)
          ? Effect.succeed(false)
          : Effect.as(state.write(table, own + row.id, row), true)
      ),
    save: (row) =>
      Effect.flatMap(prefix, (own) => {
        const current = state.rows(table).get(own + row.id) as Row | undefined
        if (current === undefined || current.version !== row.version) return Effect.fail(stale)
        if (taken(own, row)) return Effect.fail(collision)
        const next: Row = { ...row, version: row.version + 1 }
        return Effect.as(state.write(table, own + row.id, next), next)
      }),
    remove: (id) => Effect.flatMap(prefix, (own) => state.write(table, own + id, undefined)),
    list,
    lockAll: list,
    page: (query) =>
      reading((own) => {
        const all = matching(own, query.where)
        const listed = inOrder(columns, all, query)
        const offset = query.offset ?? 0
        const rows = listed.slice(offset, offset + query.limit)
        const last = rows.at(-1)
        const bounded = all.length > countedOneByOne && keptCounts(shape, query.where) === null
        return {
          rows,
          total: bounded ? countedOneByOne : all.length,
          total_is_lower_bound: bounded,
          next: last === undefined || offset + rows.length >= listed.length ? null : positionOf(columns, query, last)
        }
      }),
    lockFirst: (query) => reading((own) => inOrder(columns, matching(own, query.where), query)[0]),
    count: (where) => reading((own) => matching(own, where).length),
    distinct: (field, limit) =>
      reading((own) => {
        const counts = new Map<string, number>()
        for (const row of mine(own))
          for (const value of new Set(listOf(fieldOf(row, field)))) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1)
        return [...counts]
          .map(([value, count]) => ({ value, count }))
          .sort((a, b) => b.count - a.count || compare(a.value, b.value))
          .slice(0, limit)
      })
  }
}
