import { afterAll, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { timers } from "@vouchkit/worker/jobs/timers"
import postgres from "postgres"
import { freshDatabase } from "../support/postgres.ts"

const connect = await freshDatabase()
const options = { max: 1, onnotice: () => {} }
const sql = "url" in connect ? postgres(connect.url, options) : postgres({ ...connect, ...options, host: "localhost" })
afterAll(() => sql.end())

const page = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8")
const section = page.slice(page.indexOf("## What bounds each table"), page.indexOf("## Watchlists"))
const rows = section
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => line.split("|").slice(1, -1))
const quoted = (cell: string | undefined) => [...(cell ?? "").matchAll(/`([a-z_.]+)`/g)].map(([, name = ""]) => name)

test("the operations page says of every table what bounds it, and of no table that does not exist", async () => {
  const tables = await sql`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`
  const named = rows.flatMap(([tables]) => quoted(tables))
  expect(named.toSorted()).toEqual([...new Set(named)].sort())
  // What lists are filtered by is kept in tables of their own, one for each column, and goes with the records.
  const isKept = (name: string) => named.some((table) => name.startsWith(`${table}_by_`))
  expect(
    tables
      .map(({ name }) => String(name))
      .filter((name) => !isKept(name))
      .sort()
  ).toEqual(named.toSorted())
})

test("every timer that the page says removes rows is one that runs", () => {
  const names: ReadonlyArray<string> = timers.map(({ name }) => name)
  for (const [, , removed] of rows) for (const name of quoted(removed)) expect(names).toContain(name)
})
