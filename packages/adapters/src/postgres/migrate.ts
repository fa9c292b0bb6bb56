import { readdirSync, readFileSync } from "node:fs"
import type postgres from "postgres"
import { besideWriters, lockTimeout } from "./beside-writers.ts"

const folder = new URL("./migrations/", import.meta.url)

interface Migration {
  readonly number: number
  readonly name: string
  /** Statements that take no lock for long, in one transaction. */
  readonly sql: string
  /** Statements over many rows, by the snapshot in which the first part was done, while others write again. */
  readonly fill: string | null
  /** Calls that go over many rows behind the first part, a few at a time, each in transactions of its own. */
  readonly batched: string | null
  /** Indexes that are made and dropped beside writers, one after the other, each in a transaction of its own. */
  readonly concurrent: boolean
}

const textOf = (name: string) => readFileSync(new URL(name, folder), "utf8")
const files = new Set(readdirSync(folder))

/** Numbered SQL files, forward only; each is safe while the previous release still runs, and none holds a lock for as long as a table is large. */
const migrations = [...files]
  .filter((name) => /^\d{4}_[a-z0-9_]+(\.concurrent)?\.sql$/.test(name))
  .sort()
  .map((name): Migration => {
    const beside = (part: string) => {
      const found = name.replace(".sql", `.${part}.sql`)
      return files.has(found) ? textOf(found) : null
    }
    return {
      number: Number(name.slice(0, 4)),
      name,
      sql: textOf(name),
      fill: beside("fill"),
      batched: beside("batched"),
      concurrent: name.endsWith(".concurrent.sql")
    }
  })

/** Numbers of the migrations that this release knows. */
export const knownMigrations: ReadonlySet<number> = new Set(migrations.map(({ number }) => number))

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

const applied = (connection: postgres.ReservedSql, { name, number }: Migration) =>
  connection`insert into vouchkit_migrations (number, name) values (${number}, ${name})`

const within = async <A>(connection: postgres.ReservedSql, work: () => Promise<A>): Promise<A> => {
  await connection`begin`
  try {
    const done = await work()
    await connection`commit`
    return done
  } catch (cause) {
    await connection`rollback`.catch(() => {})
    throw cause
  }
}

const withinShortLocks = <A>(connection: postgres.ReservedSql, work: () => Promise<A>): Promise<A> =>
  within(connection, async () => {
    await connection.unsafe(`set local lock_timeout = '${lockTimeout}'`)
    return work()
  })

/** The schema that migrations make of a new database, without what later ones add. Part of a transaction of the caller. */
export const createSchemaOf = async (connection: postgres.ReservedSql, numbers: ReadonlySet<number>): Promise<void> => {
  await connection.unsafe(ledger)
  for (const migration of migrations.filter(({ number }) => numbers.has(number))) {
    await connection.unsafe(migration.sql)
    if (migration.fill !== null) await connection.unsafe(migration.fill)
    await applied(connection, migration)
  }
  await connection.unsafe(tenantStatistics)
}

/** A new database: everything in one transaction, since there is nothing that anyone could wait for, and no row to go over. */
const createSchema = (connection: postgres.ReservedSql) => within(connection, () => createSchemaOf(connection, knownMigrations))

/** An index that was broken off stays behind, invalid and in the way of the next try. */
const changeIndexes = async (connection: postgres.ReservedSql, { sql }: Migration): Promise<void> => {
  for (const [statement, verb = "", unique = "", name = ""] of sql.matchAll(/^(create|drop) (unique )?index (\w+)[^;]*/gm)) {
    await connection.unsafe(`drop index concurrently if exists ${name}`)
    if (verb === "create") await connection.unsafe(statement.replace(`create ${unique}index`, `create ${unique}index concurrently`))
  }
}

const callInTurn = async (connection: postgres.ReservedSql, calls: string): Promise<void> => {
  for (const [call] of calls.matchAll(/^call [^;]+/gm)) await besideWriters(() => connection.unsafe(call))
}

/** The first part is committed at once; the second one reads what the first found, so that nothing written in between counts twice. */
const changeAndFill = async (sql: postgres.Sql, connection: postgres.ReservedSql, migration: Migration, fill: string): Promise<void> => {
  const reader = await sql.reserve()
  try {
    await withinShortLocks(connection, async () => {
      await connection.unsafe(migration.sql)
      const [row] = await connection`select pg_export_snapshot() as snapshot`
      // Of a try before this one.
      await reader`rollback`
      await reader`begin isolation level repeatable read`
      await reader.unsafe(`set transaction snapshot '${String(row?.snapshot)}'`)
    })
    await reader`set local statement_timeout = 0`
    await reader.unsafe(fill)
    await applied(reader, migration)
    await reader`commit`
  } catch (cause) {
    await reader`rollback`.catch(() => {})
    throw cause
  } finally {
    reader.release()
  }
}

const apply = async (sql: postgres.Sql, connection: postgres.ReservedSql, migration: Migration): Promise<void> => {
  if (migration.concurrent) {
    await besideWriters(() => changeIndexes(connection, migration))
    await applied(connection, migration)
  } else if (migration.fill !== null) {
    const { fill } = migration
    await besideWriters(() => changeAndFill(sql, connection, migration, fill))
  } else if (migration.batched !== null) {
    await besideWriters(() => withinShortLocks(connection, () => connection.unsafe(migration.sql)))
    await callInTurn(connection, migration.batched)
    await applied(connection, migration)
  } else {
    await besideWriters(() =>
      withinShortLocks(connection, async () => {
        await connection.unsafe(migration.sql)
        await applied(connection, migration)
      })
    )
  }
}

/** Tries again and again, since a process that waits inside of a statement would keep indexes from being made beside it. */
const lockedBy = async (connection: postgres.ReservedSql): Promise<void> => {
  for (;;) {
    const [row] = await connection`select pg_try_advisory_lock(${advisoryLock}) as locked`
    if (row?.locked === true) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/**
 * Brings the schema up to date and answers the names of what it applied, each as soon as it is done. One process at a time; it needs two
 * connections where there is data.
 */
export const migrate = async (sql: postgres.Sql): Promise<ReadonlyArray<string>> => {
  const connection = await sql.reserve()
  try {
    await lockedBy(connection)
    await connection`set statement_timeout = 0`
    await connection.unsafe(ledger)
    const done = new Set((await connection`select number from vouchkit_migrations`).map(({ number }) => number))
    const missing = migrations.filter(({ number }) => !done.has(number))
    if (done.size === 0) await createSchema(connection)
    else {
      for (const migration of missing) await apply(sql, connection, migration)
      if (missing.length > 0) await connection.unsafe(tenantStatistics)
    }
    return missing.map(({ name }) => name)
  } finally {
    await connection`reset statement_timeout`.catch(() => {})
    await connection`select pg_advisory_unlock(${advisoryLock})`.catch(() => {})
    connection.release()
  }
}

/** Whether the schema has all that this release needs (a newer one will do). Also answers roles that may not read, as for a schema of before their rights. */
export const isMigrated = async (sql: postgres.Sql): Promise<boolean> => {
  const [row] = await sql`select coalesce(has_table_privilege(to_regclass('vouchkit_migrations'), 'select'), false) as readable`
  if (row?.readable !== true) return false
  const done = new Set((await sql`select number from vouchkit_migrations`).map(({ number }) => number))
  return migrations.every(({ number }) => done.has(number))
}
