import { Effect } from "effect"
import { Withheld } from "../access/withheld.ts"
import { invalid } from "../foundation/failure.ts"
import type { Pagination } from "../foundation/page.ts"
import type { Collection, Column, Columns, Condition, Position, Query, StoredRecord } from "./collection.ts"
import { orderKeys, positionOf } from "./position.ts"

/** What a caller asks of a list: how many, from where. */
interface Asked {
  readonly limit: number
  readonly offset: number
  /** The cursor of an earlier page. */
  readonly after?: string | undefined
}

/** A place in a list as text that callers keep and give back, unread. It holds no more than what the row before showed. */
const writeCursor = (order: string, position: Position): string => Buffer.from(JSON.stringify([order, ...position])).toString("base64url")

type Ordered = Parameters<typeof orderKeys>[0]

/** The order of a list in a word, so that a place in one order is not taken for a place in another. */
const orderOf = (query: Ordered): string =>
  orderKeys(query)
    .map(({ direction, field }) => `${field} ${direction}`)
    .join(",")

const builtIn: Column = { type: "text" }

/** Whether a value can stand in a column; storage takes no NUL and no half of a character. */
const fits = (value: unknown, { type }: Column): boolean => {
  if (value === null) return true
  if (type === "number") return typeof value === "number" && Number.isFinite(value)
  if (type === "boolean") return typeof value === "boolean"
  return type === "text" && typeof value === "string" && value.isWellFormed() && !value.includes("\u0000")
}

const parsed = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString())
  } catch {
    return null
  }
}

const isPosition = (values: ReadonlyArray<unknown>, columns: ReadonlyArray<Column>): values is Position =>
  values.length === columns.length && columns.every((column, index) => fits(values[index], column)) && typeof values.at(-1) === "string"

const readCursor = (cursor: string | undefined, order: string, columns: ReadonlyArray<Column>, place: "body" | "query") => {
  if (cursor === undefined) return Effect.succeed(undefined)
  const read = parsed(cursor)
  const [given, ...position]: ReadonlyArray<unknown> = Array.isArray(read) ? read : []
  return given === order && isPosition(position, columns)
    ? Effect.succeed(position)
    : Effect.fail(invalid([place, "after"], "invalid_cursor", "is no next_cursor of this list in this order; begin without it"))
}

/** The cursor that leads to what follows this row. */
export const cursorBehind = <Row extends StoredRecord, C extends Columns>(
  store: Collection<Row, C>,
  query: Pick<Query<keyof C & string>, "order">,
  row: Row
): string => writeCursor(orderOf(query), positionOf(store.columns, query, row))

/** The columns by which records name others. */
const naming = ["session_id", "identity_id", "case_id", "check_id", "target_id", "resource_id"] as const

/** Leaves out of a list, and of its total, what is withheld from the caller. */
const shownOf = <Row extends StoredRecord, C extends Columns>(
  { columns }: Pick<Collection<Row, C>, "columns">,
  withheld: ReadonlySet<string>
): ReadonlyArray<Condition<(keyof C & string) | "id">> => {
  if (withheld.size === 0) return []
  const values = [...withheld]
  const named = naming.filter((name): name is (typeof naming)[number] & keyof C & string => Object.hasOwn(columns, name))
  return (["id", ...named] as const).map((field) => ({ op: "not", of: { field, op: "in", values } }))
}

/** The page of a list that a caller asks for: rows, and what is said of where they stand. */
export const readPage = Effect.fnUntraced(function* <Row extends StoredRecord, C extends Columns>(
  store: Collection<Row, C>,
  query: Omit<Query<keyof C & string>, "limit" | "offset" | "after">,
  { after, limit, offset }: Asked,
  place: "body" | "query" = "query"
) {
  const columns = orderKeys(query).map(({ field }) => store.columns[field] ?? builtIn)
  const order = orderOf(query)
  const position = yield* readCursor(after, order, columns, place)
  const { next, rows, total, total_is_lower_bound } = yield* store.page({
    ...query,
    where: [...(query.where ?? []), ...shownOf(store, yield* Withheld)],
    limit,
    offset,
    ...(position === undefined ? {} : { after: position })
  })
  const pagination: Pagination = {
    total,
    ...(total_is_lower_bound ? { total_is_lower_bound } : {}),
    limit,
    offset,
    ...(next === null ? {} : { next_cursor: writeCursor(order, next) })
  }
  return { rows, pagination }
})

/** The order of such a list is its own. */
const atHand = "at hand"

/** The page of a list that is at hand as a whole. Its cursor is the number of what came before. */
export const takePage = Effect.fnUntraced(function* <A>(all: ReadonlyArray<A>, { after, limit, offset }: Asked) {
  const position = yield* readCursor(after, atHand, [builtIn], "query")
  const from = Math.max(0, Math.trunc(Number(position?.[0] ?? 0)) || 0) + offset
  const data = all.slice(from, from + limit)
  const more = from + data.length < all.length && data.length > 0
  const pagination: Pagination = {
    total: all.length,
    limit,
    offset,
    ...(more ? { next_cursor: writeCursor(atHand, [String(from + data.length)]) } : {})
  }
  return { data, pagination }
})
