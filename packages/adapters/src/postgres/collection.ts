import { Tenant } from "@vouchkit/core/kernel/access/caller"
import type { Collection, Columns, Condition, Page, Query, Shape, StoredRecord } from "@vouchkit/core/kernel/storage/collection"
import { keptCounts, positionOf } from "@vouchkit/core/kernel/storage/position"
import type { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { Context, Effect } from "effect"
import { ListsBeyond } from "./statements/beyond.ts"
import { type Bounds, usualBounds } from "./statements/bounds.ts"
import { tenantClause, whereClause } from "./statements/conditions.ts"
import { keptTable } from "./statements/kept.ts"
import { behindClause, orderClause, sliceClause } from "./statements/order.ts"
import { pageStatement } from "./statements/page.ts"
import { keptClause } from "./statements/totals.ts"
import type { Database } from "./database.ts"
import { sharedReads } from "./statements/shared-reads.ts"
import { documentTable, documentWrite, type Parameters } from "./statements/statement.ts"
import { type Unsent, unsentIn, unsentOf } from "./statements/unsent-writes.ts"

/** What a query may say besides its conditions, without which it would answer the same, only later. */
export type Besides = (where: ReadonlyArray<Condition<string>>, tenant: Tenant["Service"], parameters: Parameters) => string

const besidesNothing: Besides = () => ""

/** Whether a condition is about nothing but the record itself. */
const isOwn = (wanted: Condition<string>): boolean =>
  wanted.op === "related"
    ? false
    : wanted.op === "any" || wanted.op === "all"
      ? wanted.of.every(isOwn)
      : wanted.op !== "not" || isOwn(wanted.of)

/** The part of a collection that counts its records. */
const counting = <C extends Columns>(
  database: Database["Service"],
  { columns, counted, table }: Pick<Shape<StoredRecord, C>, "columns" | "counted" | "table">
): Pick<Collection<StoredRecord, C>, "count" | "distinct"> => ({
  count: (where) =>
    Effect.flatMap(Tenant, (tenant) =>
      Effect.map(
        database.query((parameters) => {
          const kept = keptClause({ columns, counted, table }, tenant, where, parameters)
          return kept === null
            ? `select count(*)::int as count from ${table} as r where ${whereClause(columns, tenant, where, parameters)}`
            : `select (${kept}) as count`
        }),
        (rows) => rows[0]?.count ?? 0
      )
    ),
  distinct: (field, limit) =>
    Effect.flatMap(Tenant, (tenant) =>
      Effect.map(
        database.query(
          (parameters) =>
            `select value, sum(count)::int as count from record_counts where ${tenantClause(tenant, parameters)} and counted = '${keptTable({ table }, field)}' group by value having sum(count) > 0 order by 2 desc, 1 limit ${parameters.add(limit)}`
        ),
        (rows) => rows.map(({ count, value }) => ({ count, value }))
      )
    )
})

const pageOf = <Row extends StoredRecord>(
  shape: Pick<Shape<Row>, "columns"> & { readonly counted?: Shape<any>["counted"] | undefined },
  query: Query<string>,
  { bound, counted, found }: { readonly found: ReadonlyArray<Row>; readonly counted: number; readonly bound: number }
): Page<Row> => {
  const rows = found.slice(0, query.limit)
  const last = rows.at(-1)
  const bounded = counted > bound && keptCounts(shape, query.where) === null
  return {
    rows,
    total: bounded ? bound : counted,
    total_is_lower_bound: bounded,
    next: last === undefined || found.length === rows.length ? null : positionOf(shape.columns, query, last)
  }
}

const rowsOf = <Row>(rows: ReadonlyArray<{ readonly data?: unknown }>): ReadonlyArray<Row> => rows.map(({ data }) => data as Row)

/** Writes whose answer matters, or that no later write may overtake: they do not wait for the end of a transaction. */
const writtenAtOnce = <Row extends StoredRecord, C extends Columns>(
  database: Database["Service"],
  shape: Shape<Row, C>
): Pick<Collection<Row, C>, "insertIfAbsent" | "remove"> => {
  const into = documentTable(shape)
  const { table } = shape
  return {
    insertIfAbsent: (row) =>
      Effect.flatMap(Tenant, (tenant) =>
        Effect.catchTag(
          database.add(
            table,
            (parameters) => `${documentWrite({ into, tenant, row, replaces: null }).sql(parameters)} on conflict do nothing returning 1`
          ),
          "Conflict",
          (failure) => Effect.die(failure)
        )
      ),
    remove: (id) =>
      Effect.flatMap(Tenant, (tenant) =>
        Effect.asVoid(
          Effect.catchTag(
            database.run(
              (parameters) =>
                `delete from ${table} where organization = ${parameters.add(tenant.organization)} and environment = ${parameters.add(tenant.environment)} and id = ${parameters.add(id)}`
            ),
            "Conflict",
            (failure) => Effect.die(failure)
          )
        )
      )
  }
}

/** Writes that wait for the statement that may depend on them, or for the end of the transaction. */
const writtenLater = <Row extends StoredRecord, C extends Columns>(
  database: Database["Service"],
  shape: Shape<Row, C>
): Pick<Collection<Row, C>, "insert" | "save"> => {
  const into = documentTable(shape)
  return {
    insert: (row) =>
      Effect.contextWith((context: Context.Context<Tenant>) =>
        database.defer(context, documentWrite({ into, tenant: Context.get(context, Tenant), row, replaces: null }))
      ),
    save: (row) =>
      Effect.contextWith((context: Context.Context<Tenant>) => {
        const next: Row = { ...row, version: row.version + 1 }
        const tenant = Context.get(context, Tenant)
        return Effect.as(database.defer(context, documentWrite({ into, tenant, row: next, replaces: row.version })), next)
      })
  }
}

type Ask = Database["Service"]["query"]

/** For reads of what this table alone holds, which know what comes of writes that were not sent yet. */
const readingOf =
  (database: Database["Service"], table: string, unsent: Unsent | undefined): Ask =>
  (build) =>
    database.read(table, build, unsent)

const lockingOf =
  (database: Database["Service"], table: string): Ask =>
  (build) =>
    database.lock(table, build)

/** The part of a collection that looks for one record by its identifier. */
const byIdentifier = <Row extends StoredRecord, C extends Columns>(
  database: Database["Service"],
  { table }: Pick<Shape<Row, C>, "table">
): Pick<Collection<Row, C>, "find" | "lock"> => {
  const findShared = sharedReads(database, table)
  const lock = lockingOf(database, table)
  const byId = (ask: Ask, id: string, suffix = "") =>
    Effect.flatMap(Tenant, (tenant) =>
      Effect.map(
        ask(
          (parameters) =>
            `select data from ${table} where organization = ${parameters.add(tenant.organization)} and environment = ${parameters.add(tenant.environment)} and id = ${parameters.add(id)}${suffix}`
        ),
        (rows) => rowsOf<Row>(rows)[0]
      )
    )

  return {
    find: (id) =>
      Effect.contextWith((context: Context.Context<Tenant>) =>
        database.isOpenIn(context)
          ? byId(readingOf(database, table, unsentOf(table, Context.get(context, Tenant), id)), id)
          : (findShared(Context.get(context, Tenant), id) as Effect.Effect<Row | undefined, StorageUnavailable>)
      ),
    lock: (id) => byId(lock, id, " for update")
  }
}

/** The part of a collection that looks for records by conditions, without counting them. */
const byConditions = <Row extends StoredRecord, C extends Columns>(
  database: Database["Service"],
  shape: Shape<Row, C>,
  besides: Besides
): Pick<Collection<Row, C>, "list" | "lockAll" | "lockFirst" | "misfiled"> => {
  const { columns, table } = shape
  const { misfiled } = documentTable(shape)
  const lock = lockingOf(database, table)
  type Name = keyof C & string
  const matching = (tenant: Tenant["Service"], where: ReadonlyArray<Condition<Name | "id">>, parameters: Parameters) =>
    whereClause(columns, tenant, where, parameters) + besides(where, tenant, parameters)

  const asksOnly = ({ where = [] }: Query<Name>): boolean => besides === besidesNothing && where.every(isOwn)
  /** For records that are locked: conditions about other tables see what was written to these. */
  const locking = (query: Query<Name>): Ask => (asksOnly(query) ? lock : database.query)

  const selection = (ask: Ask, tenant: Tenant["Service"], query: Query<Name>, suffix = "") =>
    ask((parameters) => {
      const where = matching(tenant, query.where ?? [], parameters) + behindClause(columns, query, parameters)
      return `select data from ${table} as r where ${where} order by ${orderClause(columns, query)}${sliceClause(query, parameters)}${suffix}`
    })

  return {
    list: (query) =>
      Effect.flatMap(Tenant, (tenant) => {
        const ask = asksOnly(query) ? readingOf(database, table, unsentIn(table, columns, tenant, query)) : database.query
        return Effect.map(selection(ask, tenant, query), rowsOf<Row>)
      }),
    lockAll: (query) =>
      Effect.flatMap(Tenant, (tenant) => Effect.map(selection(locking(query), tenant, query, " for update"), rowsOf<Row>)),
    lockFirst: (query) =>
      Effect.flatMap(Tenant, (tenant) =>
        Effect.map(selection(locking(query), tenant, { ...query, limit: 1 }, " for update skip locked"), (rows) => rowsOf<Row>(rows)[0])
      ),
    misfiled: (where) =>
      Effect.flatMap(Tenant, (tenant) =>
        Effect.map(
          database.query(
            (parameters) =>
              `select data from (select r.*, data as d from ${table} as r) as r where ${matching(tenant, where, parameters)} and (${misfiled}) order by id collate "POSIX" limit 1`
          ),
          (rows) => rowsOf<Row>(rows)[0]
        )
      )
  }
}

/** The part of a collection that answers page by page, with a total. */
const byPage = <Row extends StoredRecord, C extends Columns>(
  database: Database["Service"],
  shape: Shape<Row, C>,
  besides: Besides,
  bounds: Bounds
): Pick<Collection<Row, C>, "page"> => {
  const listsBeyond = new ListsBeyond(shape, bounds)
  return {
    page: (query) =>
      Effect.contextWith((context: Context.Context<Tenant>) => {
        const tenant = Context.get(context, Tenant)
        // What a transaction sees of its own changes may never come to be.
        const key = database.isOpenIn(context) ? null : listsBeyond.keyOf(tenant, query.where)
        const beyondUntil = key === null ? null : listsBeyond.until(key)
        return Effect.map(
          database.query((parameters) =>
            pageStatement(
              { shape, tenant, query, besides: besides(query.where ?? [], tenant, parameters), beyondUntil, bounds },
              parameters
            )
          ),
          ([answer]) => {
            const total = answer?.total ?? 0
            if (key !== null && typeof answer?.records_left === "number") listsBeyond.counted(key, total, answer.records_left)
            return pageOf(shape, query, { found: (answer?.rows ?? []) as ReadonlyArray<Row>, counted: total, bound: bounds.counted })
          }
        )
      })
  }
}

/** Any collection over its table: the record as a document, and the columns that the database itself derives from it. */
export const collection = <Row extends StoredRecord, C extends Columns>(
  database: Database["Service"],
  shape: Shape<Row, C>,
  besides: Besides = besidesNothing,
  bounds: Bounds = usualBounds
): Collection<Row, C> => ({
  columns: shape.columns,
  ...byIdentifier(database, shape),
  ...writtenAtOnce(database, shape),
  ...writtenLater(database, shape),
  ...byConditions(database, shape, besides),
  ...byPage(database, shape, besides, bounds),
  ...counting<C>(database, shape)
})
