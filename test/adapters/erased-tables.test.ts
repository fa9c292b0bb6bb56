import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import postgres from "postgres"
import { freshDatabase } from "../support/postgres.ts"

/** Columns that every table of records has; `data` is the record itself. */
const everywhere = new Set(["organization", "environment", "id", "version", "data", "created_at"])

const page = readFileSync(resolve(import.meta.dir, "../../docs/data-protection.md"), "utf8")
const words = (cell: string | undefined): ReadonlyArray<string> =>
  [...(cell ?? "").matchAll(/`([a-z_0-9]+)`/gu)].map(([, word = ""]) => word)
/** What the page says of each table: the columns that its row names. */
const described = new Map(
  page
    .slice(page.indexOf("## Every table"))
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => {
      const [, tables, columns] = line.split("|")
      return words(tables).map((table) => [table, new Set(words(columns))] as const)
    })
)

test("the page on data protection says of every table and column what becomes of it at an erasure", async () => {
  const connect = await freshDatabase()
  const sql = "url" in connect ? postgres(connect.url, { max: 1 }) : postgres({ ...connect, host: "localhost", max: 1 })
  const rows = await sql`select table_name, column_name from information_schema.columns where table_schema = current_schema()`
  await sql.end()
  const forgotten = rows
    .filter(({ column_name, table_name }) => !everywhere.has(column_name) && described.get(table_name)?.has(column_name) !== true)
    .map(({ column_name, table_name }) => `${table_name}.${column_name}`)
  const missing = [...new Set(rows.map(({ table_name }) => table_name as string))].filter((table) => !described.has(table))
  expect({ forgotten, missing }).toEqual({ forgotten: [], missing: [] })
  const tables = new Set(rows.map(({ table_name }) => table_name as string))
  expect([...described.keys()].filter((table) => !tables.has(table))).toEqual([])
})
