import { afterAll, expect, test } from "bun:test"
import { stores } from "@vouchkit/core/stores"
import postgres from "postgres"
import { freshDatabase } from "../support/postgres.ts"

const connect = await freshDatabase()
const sql = "url" in connect ? postgres(connect.url, { max: 1 }) : postgres({ ...connect, host: "localhost", max: 1 })
afterAll(() => sql.end())

/** Written by statements of their own, beside the document. */
const besides = new Set(["organization", "environment", "id", "version", "data", "last_used_at"])
const shapes = stores.map(({ shape }) => shape)

test("every kind of record is known", () => expect(shapes.length).toBeGreaterThanOrEqual(13))

for (const { columns, table } of shapes) {
  test(`the columns of ${table} are those that its shape derives, no more and no fewer`, async () => {
    // What the server itself generates for an index says nothing that a column beside it does not say.
    const found =
      await sql`select column_name as name from information_schema.columns where table_name = ${table} and is_generated = 'NEVER'`
    const own = found.map(({ name }) => name as string).filter((name) => !besides.has(name) || name in columns)
    expect(own.sort()).toEqual(Object.keys(columns).sort())
  })
}
