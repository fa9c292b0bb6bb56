import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { Conflict } from "@vouchkit/core/kernel/foundation/failure"
import {
  type Collection,
  type Columns,
  type Condition,
  countedOneByOne,
  type Query,
  type Shape,
  type StoredRecord
} from "@vouchkit/core/kernel/storage/collection"
import { compare, inOrder, listOf, matches } from "@vouchkit/core/kernel/storage/matching"
import { columnValue, keptCounts, positionOf } from "@vouchkit/core/kernel/storage/position"
import { Effect } from "effect"
import type { State } from "./state.ts"

const collision = new Conflict<"stale_object" | "conflict">({
  code: "conflict",
  detail: "The change conflicts with another record. Read the resource again."
})
const stale = new Conflict<"stale_object" | "conflict">({
  code: "stale_object",
  detail: "Someone else changed the record in the meantime. Read it again and repeat the change."
})

/** Values by how often they are there, the most frequent first. */
const frequencies = (lists: ReadonlyArray<ReadonlyArray<unknown>>) => {
  const counts = new Map<string, number>()
  for (const list of lists) for (const value of new Set(list)) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1)
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count || compare(a.value, b.value))
}

const pageOf = <Row extends StoredRecord, C extends Columns>(
  shape: Shape<Row, C>,
  all: ReadonlyArray<Row>,
  query: Query<keyof C & string>
) => {
  const listed = inOrder(shape.columns, all, query)
  const offset = query.offset ?? 0
  const rows = listed.slice(offset, offset + query.limit)
  const last = rows.at(-1)
  const bounded = all.length > countedOneByOne && keptCounts(shape, query.where) === null
  return {
    rows,
    total: bounded ? countedOneByOne : all.length,
    total_is_lower_bound: bounded,
    next: last === undefined || offset + rows.length >= listed.length ? null : positionOf(shape.columns, query, last)
  }
}

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
    page: (query) => reading((own) => pageOf(shape, matching(own, query.where), query)),
    lockFirst: (query) => reading((own) => inOrder(columns, matching(own, query.where), query)[0]),
    count: (where) => reading((own) => matching(own, where).length),
    misfiled: () => Effect.succeed(undefined),
    distinct: (field, limit) => reading((own) => frequencies(mine(own).map((row) => listOf(fieldOf(row, field)))).slice(0, limit))
  }
}
