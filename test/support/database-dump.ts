import postgres from "postgres"
import type { freshDatabase } from "./postgres.ts"

/** Every row of every table as text: what someone who copies the database gets to see. */
export const databaseDump = async (connect: Awaited<ReturnType<typeof freshDatabase>>): Promise<string> => {
  const sql = "url" in connect ? postgres(connect.url, { max: 1 }) : postgres({ ...connect, host: "localhost", max: 1 })
  const tables = await sql`select table_name from information_schema.tables where table_schema = current_schema()`
  const lines: Array<string> = []
  for (const { table_name } of tables) {
    const rows = await sql`select row_to_json(t)::text as line from ${sql(table_name)} t`
    lines.push(table_name, ...rows.map(({ line }) => line as string))
  }
  await sql.end()
  return lines.join("\n")
}
