import { readdirSync, readFileSync } from "node:fs"
import type postgres from "postgres"

const folder = new URL("./migrations/", import.meta.url)

/** Numbered SQL files, forward only; each is safe while the previous release still runs. */
const migrations = readdirSync(folder)
  .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
  .sort()
  .map((name) => ({ number: Number(name.slice(0, 4)), name, sql: readFileSync(new URL(name, folder), "utf8") }))

export const latestMigration = migrations.at(-1)?.number ?? 0

/** Any constant: it keeps processes that start together from migrating at once. */
const advisoryLock = 7_203_391

const ledger =
  "create table if not exists vouchkit_migrations (number int primary key, name text not null, applied_at timestamptz not null default now())"

/**
 * A table without statistics has a tenant or two and few rows, from which the server would conclude that organization and environment find a row as well
 * as its key does, and keep such a plan for thousands of rows. Said here, the first statistics (young-tables.ts) already know better.
 */
const tenantStatistics = `do $$
declare
  tenant_table text;
begin
  for tenant_table in
    select table_name from information_schema.columns where table_schema = current_schema() and column_name in ('organization', 'environment')
    group by table_name having count(*) = 2
  loop
    execute format('alter table %I alter column organization set (n_distinct = 10), alter column environment set (n_distinct = 1)', tenant_table);
  end loop;
end
$$`

/** Brings the schema up to date and answers the names of what it applied. All that is missing is applied in one transaction. */
export const migrate = (sql: postgres.Sql): Promise<ReadonlyArray<string>> =>
  sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${advisoryLock})`
    await transaction`set local statement_timeout = 0`
    await transaction.unsafe(ledger)
    const done = new Set((await transaction`select number from vouchkit_migrations`).map(({ number }) => number))
    const missing = migrations.filter(({ number }) => !done.has(number))
    for (const { name, number, sql: text } of missing) {
      await transaction.unsafe(text)
      await transaction`insert into vouchkit_migrations (number, name) values (${number}, ${name})`
    }
    if (missing.length > 0) await transaction.unsafe(tenantStatistics)
    return missing.map(({ name }) => name)
  })

/** Whether the schema is the one this release needs (a newer one will do). */
export const isMigrated = async (sql: postgres.Sql): Promise<boolean> => {
  const [row] = await sql`select to_regclass('vouchkit_migrations') is not null as exists`
  if (row?.exists !== true) return false
  const [last] = await sql`select coalesce(max(number), 0)::int as number from vouchkit_migrations`
  return (last?.number ?? 0) >= latestMigration
}
