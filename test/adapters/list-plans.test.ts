import { expect, test } from "bun:test"
import * as Postgres from "@vouchkit/adapters/postgres"
import { collection } from "@vouchkit/adapters/postgres/collection"
import { Database } from "@vouchkit/adapters/postgres/database"
import type { Column, Condition, Query, Shape } from "@vouchkit/core/kernel/storage/collection"
import { stores } from "@vouchkit/core/stores"
import { Effect, ManagedRuntime } from "effect"
import { ownedDatabase } from "../support/postgres.ts"
import { acmeSandbox, as } from "../support/tenants.ts"

/*
 * Every filter, order and search that a resource declares is run over a table that is filled by what the declaration says, and what the server read
 * for it is counted: no table from end to end, contents for a page alone, and of indexes no more than a page and what a total counts.
 */
const { environment, organization } = acmeSandbox
const rows = 2_800
const limit = 10
/** A page may be put together of several ranges. */
const pageful = 8 * (limit + 1)
const values = 7
const shapes: ReadonlyArray<Shape<any>> = stores.map(({ shape }) => shape)
const listed = shapes.filter(
  ({ columns, counted, sorted_by }) =>
    counted !== undefined || sorted_by !== undefined || Object.values(columns).some(({ filtered, kept }) => filtered ?? kept ?? false)
)

/** Lists that are asked for within something only, and one that is ordered by two columns. */
const asked: Readonly<
  Record<string, ReadonlyArray<{ readonly where?: ReadonlyArray<Condition<string>>; readonly fields: ReadonlyArray<string> }>>
> = {
  webhook_deliveries: [{ where: [{ field: "endpoint_id", op: "eq", value: "value-1" }], fields: ["event_type"] }],
  customer_list_entries: [
    { where: [{ field: "list_id", op: "is_null" }], fields: ["entry_type", "source"] },
    {
      where: [
        { field: "list_id", op: "eq", value: "value-1" },
        { field: "archived_at", op: "not_null" }
      ],
      fields: ["source"]
    }
  ]
}
const ordersOf = ({ listed_by = "created_at", table }: Shape<any>) =>
  (table === "screening_hits" ? ["risk_score", "match_score"] : [listed_by]).map((field) => ({ field, direction: "desc" }) as const)

/** What stands in a column of the n-th record: each of a few values as often, and where a list is ordered by it, one for each record. */
const content = (
  { counted, listed_by = "created_at", sorted_by = [], unique = [] }: Shape<any>,
  name: string,
  { filtered, kept, type }: Column
): string => {
  if (unique.some((group) => group.includes(name))) return "null"
  if (type === "list") return kept === true ? `jsonb_build_array('element-' || n % ${values})` : "'[]'"
  if (type === "number") return `n % ${values}`
  if (type === "boolean") return "n % 2 = 0"
  if (kept === true) return `'name-' || n % ${values} || ' word' || n`
  const ordering = name === listed_by || sorted_by.includes(name) || name === "created_at" || name === "updated_at"
  if (ordering) return "'2026-' || lpad(n::text, 8, '0')"
  return filtered === true || counted?.by === name ? `'value-' || n % ${values}` : "'other-' || n"
}

const fill = (shape: Shape<any>): string => {
  const columns = Object.entries(shape.columns)
  const names = columns.map(([name]) => `, "${name}"`).join("")
  const contents = columns.map(([name, column]) => `, ${content(shape, name, column)}`).join("")
  return `insert into ${shape.table} (organization, environment, id, version, data${names}) select '${organization}', '${environment}', 'rec_' || lpad(n::text, 26, '0'), 1, jsonb_build_object('text', repeat('x', 1000))${contents} from generate_series(1, ${rows}) as n`
}

interface Look {
  readonly title: string
  readonly query: Query<string>
  /** Whether the server reads of indexes what a total counts, since none is kept. */
  readonly counts: boolean
  /** How often it does: words are counted for it and to choose how to go on, then read, up to bounds that this table does not reach. */
  readonly times?: number
}

const looksOf = (shape: Shape<any>): ReadonlyArray<Look> =>
  (asked[shape.table] ?? [{ fields: Object.keys(shape.columns) }]).flatMap(({ fields, where = [] }) => looksWithin(shape, fields, where))

const looksWithin = (shape: Shape<any>, fields: ReadonlyArray<string>, within: ReadonlyArray<Condition<string>>): ReadonlyArray<Look> => {
  const { columns, counted, sorted_by = [], table } = shape
  const order = ordersOf(shape)
  const of = (title: string, where: ReadonlyArray<Condition<string>>, counts: boolean): Look => ({
    title: `${table} by ${title}`,
    query: { where: [...within, ...where], order, limit },
    counts: counts || within.length > 0
  })
  const named = (type: Column["type"], place: number) => (type === "number" ? place : type === "boolean" ? place === 1 : `value-${place}`)
  const filtered = Object.entries(columns).flatMap(([name, { filtered, kept, type }]) => {
    if (!fields.includes(name)) return []
    if (kept === true && type === "list") {
      const holding = (op: "overlaps" | "holds_all", ...elements: ReadonlyArray<string>) => ({ field: name, op, values: elements }) as const
      const narrowed: ReadonlyArray<Look> =
        typeof counted?.by === "string"
          ? [of(`${name} and ${counted.by}`, [holding("overlaps", "element-1"), { field: counted.by, op: "eq", value: "value-1" }], true)]
          : []
      return [
        of(name, [holding("overlaps", "element-1")], false),
        of(`two ${name}`, [holding("overlaps", "element-1", "element-2")], true),
        of(`all of ${name}`, [holding("holds_all", "element-1", "nothing")], true),
        of(`${name} that none has`, [holding("overlaps", "nothing")], false),
        ...narrowed
      ]
    }
    if (kept === true) {
      const word = (value: string) => ({ field: name, op: "word_starts_with", value }) as const
      const narrowed = typeof counted?.by === "string" ? [{ field: counted.by, op: "eq", value: "value-1" } as const] : []
      return [
        { ...of(`rare words of ${name}`, [word("word77")], true), times: 2 },
        { ...of(`words of ${name}`, [word("na")], true), times: 2 },
        { ...of(`words of ${name} and ${counted?.by}`, [word("na"), ...narrowed], true), times: 2 }
      ]
    }
    if (filtered !== true) return []
    const keeps = counted?.by === name
    const one = of(name, [{ field: name, op: "eq", value: named(type, 1) }], !keeps)
    return type === "text" && order.length === 1
      ? [
          one,
          of(`two of ${name}`, [{ field: name, op: "in", values: ["value-1", "value-3"] }], !keeps),
          of(`${name} that none has`, [{ field: name, op: "eq", value: "nothing" }], !keeps)
        ]
      : [one]
  })
  const sorted = sorted_by.flatMap((field) =>
    (["asc", "desc"] as const).map((direction) => ({
      title: `${table} sorted by ${field}, ${direction}`,
      query: { order: [{ field, direction }], limit },
      counts: false
    }))
  )
  const all: ReadonlyArray<Look> =
    counted === undefined || within.length > 0
      ? []
      : [
          { title: `${table}, all`, query: { order, limit }, counts: false },
          { title: `${table}, an offset`, query: { order, limit, offset: 1_000 }, counts: true },
          {
            title: `${table}, behind a place`,
            query: { order, limit, after: ["2026-00000700", "rec_00000000000000000000000700"] },
            counts: false
          }
        ]
  return [...all, ...filtered, ...sorted]
}

/** What the connection has read so far, of tables from end to end, of their rows, and of indexes. */
const readSoFar = (shape: Shape<any>) =>
  `select coalesce(sum(seq_tup_read), 0)::int as walked, coalesce(sum(idx_tup_fetch), 0)::int as fetched, coalesce(sum((select sum(pg_stat_get_xact_tuples_returned(indexrelid)) from pg_index where indrelid = relid)), 0)::int as entries from pg_stat_xact_user_tables where relname = '${shape.table}' or relname like '${shape.table}\\_by\\_%'`

/** Pages of the tables of which the server does not know that everybody sees all their rows. */
const hiddenPages = `select coalesce(sum(relpages - relallvisible), 0)::int as pages from pg_class where relkind = 'r' and (${listed.map(({ table }) => `relname = '${table}' or relname like '${table}\\_by\\_%'`).join(" or ")})`

test.each(["force_custom_plan", "force_generic_plan"])(
  "a page of every declared filter, order and search reads as much as a page holds, with %s",
  async (mode) => {
    const runtime = ManagedRuntime.make(Postgres.layer({ connect: await ownedDatabase(), maximumConnections: 1 }))
    const found = await runtime.runPromise(
      as(acmeSandbox)(
        Effect.gen(function* () {
          const database = yield* Database
          const send = (statement: string) => Effect.promise(() => database.sql.unsafe(statement))
          // Rows are made up and point to nothing.
          for (const { name, owner } of yield* send(
            "select conname as name, conrelid::regclass::text as owner from pg_constraint where contype = 'f'"
          )) {
            yield* send(`alter table ${owner} drop constraint ${name}`)
          }
          for (const shape of listed) yield* send(fill(shape))
          // While a vacuum of the server's own looks at this database, rows count as unseen by someone, and are fetched to be counted.
          for (let hidden = 1, tries = 0; hidden > 0 && tries < 200; tries += 1) {
            yield* send("vacuum (analyze)")
            const [row] = yield* send(hiddenPages)
            hidden = Number(row?.pages)
          }
          yield* send(`set plan_cache_mode = ${mode}`)
          const read: Array<{ readonly title: string; readonly walked: number; readonly fetched: number; readonly entries: number }> = []
          for (const shape of listed) {
            const store = collection<any, any>(database, shape)
            for (const { counts, query, times = 1, title } of looksOf(shape)) {
              const { total, ...look } = yield* database.transaction(
                Effect.gen(function* () {
                  const reading = database.query(() => readSoFar(shape))
                  const [before] = yield* reading
                  const { total } = yield* store.page(query)
                  const [after] = yield* reading
                  const [walked, fetched, entries] = ["walked", "fetched", "entries"].map(
                    (what) => Number(after?.[what]) - Number(before?.[what])
                  )
                  return { total, walked: walked ?? 0, fetched: fetched ?? 0, entries: entries ?? 0 }
                })
              )
              read.push({ title, ...look, entries: look.entries - (counts ? times * total + (query.offset ?? 0) : 0) })
            }
          }
          return read
        })
      )
    )
    await runtime.dispose()
    expect(found.length).toBeGreaterThan(100)
    const tooMuch = found.filter(({ entries, fetched, walked }) => walked > 0 || fetched > pageful || entries > 2 * pageful)
    expect(tooMuch).toEqual([])
  },
  300_000
)
