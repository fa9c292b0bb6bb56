import { join } from "node:path"
import type postgres from "postgres"
import { createSchemaOf } from "../postgres/migrate.ts"
import { rowsAtOnce } from "./database.ts"
import { readLines } from "./files.ts"
import type { Manifest, Table } from "./manifest.ts"

type Connection = postgres.ReservedSql

/** Characters of JSON that are inserted at once, unless one row alone has more. */
const charactersAtOnce = 4_000_000

async function* batchesOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let batch: Array<string> = []
  let characters = 0
  for await (const line of lines) {
    if (batch.length === rowsAtOnce || (batch.length > 0 && characters + line.length > charactersAtOnce)) {
      yield `[${batch.join(",")}]`
      batch = []
      characters = 0
    }
    batch.push(line)
    characters += line.length
  }
  if (batch.length > 0) yield `[${batch.join(",")}]`
}

const loadTable = async (connection: Connection, folder: string, { columns, name }: Table): Promise<void> => {
  const listed = columns.map((column) => `"${column}"`).join(", ")
  const statement = `insert into "${name}" (${listed}) overriding system value
    select ${listed} from json_populate_recordset(null::"${name}", $1::text::json)`
  // What triggers would count is in tables of its own.
  await connection.unsafe(`alter table "${name}" disable trigger user`)
  for await (const batch of batchesOf(readLines(join(folder, "tables", `${name}.jsonl.gz`)))) await connection.unsafe(statement, [batch])
  await connection.unsafe(`alter table "${name}" enable trigger user`)
}

/** Whether nothing was ever stored in this database. */
export const isUnused = async (sql: postgres.Sql): Promise<boolean> => {
  const [row] = await sql`select to_regclass('vouchkit_migrations') is null as unused`
  return row?.unused === true
}

/**
 * Makes the schema as the backup had it and loads its rows, all in one transaction: a process that is killed leaves the database unused. For the owner
 * of the schema; later migrations follow as they do for any database of an earlier release.
 */
export const loadDatabase = async (
  sql: postgres.Sql,
  folder: string,
  manifest: Pick<Manifest, "migrations" | "sequences" | "tables">,
  loaded: (table: Table) => void
): Promise<void> => {
  const connection = await sql.reserve()
  try {
    await connection`begin`
    await connection`set local statement_timeout = 0`
    await createSchemaOf(connection, new Set(manifest.migrations))
    // Migrations fill some tables with their first rows.
    await connection.unsafe(`truncate ${manifest.tables.map(({ name }) => `"${name}"`).join(", ")}`)
    for (const table of manifest.tables) {
      await loadTable(connection, folder, table)
      loaded(table)
    }
    for (const { last_value, name } of manifest.sequences) await connection`select setval(${name}::regclass, ${last_value}::text::bigint)`
    await connection`commit`
  } catch (cause) {
    await connection`rollback`.catch(() => {})
    throw cause
  } finally {
    connection.release()
  }
  await sql`analyze`
}
