import postgres from "postgres"
import type { freshDatabase } from "./postgres.ts"

/** What statements have read so far, once the sessions that ran them have ended and said so: of tables from end to end, and of indexes. */
export const rowsRead = async (connect: Awaited<ReturnType<typeof freshDatabase>>) => {
  const sql = "url" in connect ? postgres(connect.url, { max: 1 }) : postgres({ ...connect, host: "localhost", max: 1 })
  for (let tries = 0; tries < 10_000; tries += 1) {
    const [others] =
      await sql`select count(*)::int as count from pg_stat_activity where application_name = 'vouchkit' and datname = current_database()`
    if (others?.count === 0) break
  }
  const tables = await sql`select relname as name, seq_tup_read::int as rows from pg_stat_user_tables`
  const indexes = await sql`select indexrelname as name, idx_tup_read::int as rows from pg_stat_user_indexes`
  await sql.end()
  return new Map([...tables, ...indexes].map(({ name, rows }) => [name as string, rows as number]))
}
