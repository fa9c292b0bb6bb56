import { join } from "node:path"
import type postgres from "postgres"
import { digestOfFile, writeLines } from "./files.ts"
import type { Manifest, Table } from "./manifest.ts"

type Shape = Pick<Table, "name" | "columns">
type Connection = postgres.ReservedSql

/** Rows that are read and inserted at once: so many, or so many characters of JSON. */
export const rowsAtOnce = 200

/**
 * Every table but the list of migrations, with the columns that can be written. Unlogged tables are left out: they hold counters and reservations of
 * minutes, which the server itself empties after a crash.
 */
const shapesOf = async (connection: Connection): Promise<ReadonlyArray<Shape>> => {
  const rows = await connection`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' and c.relname <> 'vouchkit_migrations'
    group by c.relname order by c.relname`
  return rows.map(({ columns, name }) => ({ name: String(name), columns: columns.map(String) }))
}

/** Tables behind those that they refer to. */
const inOrder = async (connection: Connection, shapes: ReadonlyArray<Shape>): Promise<ReadonlyArray<Shape>> => {
  const references = await connection`
    select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace and conrelid <> confrelid`
  const ordered: Array<Shape> = []
  let left = shapes
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name))
    const free = left.filter(({ name }) => !references.some(({ from, to }) => from === name && waiting.has(String(to))))
    if (free.length === 0) throw new Error("tables refer to each other in a circle")
    ordered.push(...free)
    left = left.filter((shape) => !free.includes(shape))
  }
  return ordered
}

async function* rowsOf(connection: Connection, { columns, name }: Shape, counted: { rows: number }): AsyncGenerator<string> {
  const [table, ...listed] = [name, ...columns].map((each) => `"${each}"`)
  await connection.unsafe(
    `declare kept_rows no scroll cursor for select row_to_json(kept)::text as row from (select ${listed.join(", ")} from ${table}) kept`
  )
  for (;;) {
    const rows = await connection.unsafe(`fetch ${rowsAtOnce} from kept_rows`)
    for (const { row } of rows) yield String(row)
    counted.rows += rows.length
    if (rows.length < rowsAtOnce) break
  }
  await connection`close kept_rows`
}

const inSnapshot = async <A>(sql: postgres.Sql, work: (connection: Connection) => Promise<A>): Promise<A> => {
  const connection = await sql.reserve()
  try {
    await connection`begin isolation level repeatable read read only`
    await connection`set local statement_timeout = 0`
    await connection`set local idle_in_transaction_session_timeout = 0`
    const done = await work(connection)
    await connection`commit`
    return done
  } catch (cause) {
    await connection`rollback`.catch(() => {})
    throw cause
  } finally {
    connection.release()
  }
}

/**
 * Writes every table into a file of JSON lines, all as of one moment, while others go on writing; `after` runs within that moment. Rows are text, so
 * that another release, another machine and another version of PostgreSQL read them alike.
 */
export const dumpDatabase = (
  sql: postgres.Sql,
  folder: string,
  wrote: (table: Table) => void
): Promise<Pick<Manifest, "migrations" | "master_keys" | "tables" | "sequences">> =>
  inSnapshot(sql, async (connection) => {
    const tables: Array<Table> = []
    for (const shape of await inOrder(connection, await shapesOf(connection))) {
      const path = join(folder, "tables", `${shape.name}.jsonl.gz`)
      const counted = { rows: 0 }
      await writeLines(path, rowsOf(connection, shape, counted))
      const { sha256 } = await digestOfFile(path)
      const table = { ...shape, rows: counted.rows, sha256 }
      tables.push(table)
      wrote(table)
    }
    const migrations = await connection`select number from vouchkit_migrations order by number`
    const keys = await connection`select digest::text from master_keys order by digest`
    const sequences = await connection`
      select sequencename as name, last_value::text from pg_sequences where schemaname = current_schema() and last_value is not null`
    return {
      tables,
      migrations: migrations.map(({ number }) => Number(number)),
      master_keys: keys.map(({ digest }) => String(digest)),
      sequences: sequences.map(({ last_value, name }) => ({ name: String(name), last_value: String(last_value) }))
    }
  })
