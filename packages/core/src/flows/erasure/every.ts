import { Effect } from "effect"
import type { Collection, Columns, Condition, StoredRecord } from "../../kernel/storage/collection.ts"

const atOnce = 200

const through = Effect.fnUntraced(function* <Row extends StoredRecord, C extends Columns, E, R>(
  read: Collection<Row, C>["list"],
  where: ReadonlyArray<Condition<keyof C & string>>,
  handle: (row: Row) => Effect.Effect<unknown, E, R>
) {
  let count = 0
  for (let last = ""; ; ) {
    const rows: ReadonlyArray<Row> = yield* read({
      where: [...where, { field: "id", op: "gt", value: last }],
      order: [{ field: "id", direction: "asc" }],
      limit: atOnce
    })
    for (const row of rows) yield* handle(row)
    count += rows.length
    last = rows.at(-1)?.id ?? ""
    if (rows.length < atOnce) return count
  }
})

/**
 * Does something with every record that a condition selects, in the order of their identifiers, and answers how many there were. What is done may
 * take a record out of the selection.
 */
export const forEvery = <Row extends StoredRecord, C extends Columns, E, R>(
  store: Collection<Row, C>,
  where: ReadonlyArray<Condition<keyof C & string>>,
  handle: (row: Row) => Effect.Effect<unknown, E, R>
) => through<Row, C, E, R>(store.list, where, handle)

/** Reads and locks of one transaction that wait for no one of each other: they go to the database at once, and the locks that are held already for as long less. */
export const atOneTime = { concurrency: "unbounded" } as const

/** As `forEvery`, of records that are locked first: by one statement for many, since each statement prolongs the locks that are held already. */
export const forEveryLocked = <Row extends StoredRecord, C extends Columns, E, R>(
  store: Collection<Row, C>,
  where: ReadonlyArray<Condition<keyof C & string>>,
  handle: (row: Row) => Effect.Effect<unknown, E, R>
) => through<Row, C, E, R>(store.lockAll, where, handle)

/** Locks every record that a condition selects, in the order of their identifiers. */
export const lockEvery = Effect.fnUntraced(function* <Row extends StoredRecord, C extends Columns>(
  store: Collection<Row, C>,
  where: ReadonlyArray<Condition<keyof C & string>>
) {
  const rows: Array<Row> = []
  yield* forEveryLocked<Row, C, never, never>(store, where, (row) => Effect.sync(() => void rows.push(row)))
  return rows
})
