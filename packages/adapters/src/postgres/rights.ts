import type postgres from "postgres"

const privileges = ["select", "insert", "update", "delete"] as const
type Privilege = (typeof privileges)[number]

/** Tables of which the role of the service may do less than reading and writing: it adds audit entries and seals them (0040_audit_rights.sql). */
const fewer: Readonly<Record<string, ReadonlyArray<Privilege>>> = {
  audit_log: ["select", "insert", "update"],
  vouchkit_migrations: ["select"]
}

const wantedOf = (table: string): ReadonlyArray<Privilege> => fewer[table] ?? privileges

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const tablesOf = async (sql: postgres.Sql | postgres.TransactionSql, role: string) =>
  sql`
    select relname as name, array_remove(array[
      case when has_table_privilege(${role}::name, oid, 'select') then 'select' end,
      case when has_table_privilege(${role}::name, oid, 'insert') then 'insert' end,
      case when has_table_privilege(${role}::name, oid, 'update') then 'update' end,
      case when has_table_privilege(${role}::name, oid, 'delete') then 'delete' end,
      case when has_table_privilege(${role}::name, oid, 'truncate') then 'truncate' end
    ], null) as held
    from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`

/** Since PostgreSQL 17 another role than the owner may vacuum a table; before it, that of the jobs is left to the server's own vacuum. */
const maintain = "maintain"
const mayMaintain = async (sql: postgres.Sql | postgres.TransactionSql): Promise<boolean> => {
  const [row] = await sql`select current_setting('server_version_num')::int >= 170000 as may`
  return row?.may === true
}

/** Whether a role may do with every table, sequence and function of the schema what the service does with it, and no more with any table. */
export const hasRights = async (sql: postgres.Sql, role: string): Promise<boolean> => {
  const tables = await tablesOf(sql, role)
  const [rest] = await sql`
    select
      coalesce((select bool_and(has_sequence_privilege(${role}::name, oid, 'usage')) from pg_class
        where relnamespace = current_schema()::regnamespace and relkind = 'S'), true)
      and coalesce((select bool_and(has_function_privilege(${role}::name, oid, 'execute')) from pg_proc
        where pronamespace = current_schema()::regnamespace), true)
      and (${!(await mayMaintain(sql))} or has_table_privilege(${role}::name, 'jobs', ${maintain})) as held`
  return rest?.held === true && tables.every(({ held, name }) => String(held) === String(wantedOf(name)))
}

/** Any constant: it keeps processes that start together from granting at once. */
const advisoryLock = 7_203_393

/**
 * Gives a role the rights of the service and takes every other right on tables from it: it owns nothing, makes nothing, and can neither change nor remove
 * audit entries. For the owner of the schema. All in one transaction, so that a service that runs meanwhile misses none.
 */
export const grantRights = async (sql: postgres.Sql, role: string): Promise<void> => {
  const to = quoted(role)
  await sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${advisoryLock})`
    const [schema] = await transaction`select quote_ident(current_schema()) as name`
    const tables = await tablesOf(transaction, role)
    const routines = await transaction`
      select oid::regprocedure::text as name from pg_proc where pronamespace = current_schema()::regnamespace and proname like 'vouchkit%'`
    const maintained = (await mayMaintain(transaction)) ? [`grant ${maintain} on jobs to ${to}`] : []
    const statements = [
      `grant usage on schema ${schema?.name} to ${to}`,
      `grant usage, select on all sequences in schema ${schema?.name} to ${to}`,
      ...routines.map(({ name }) => `grant execute on routine ${name} to ${to}`),
      ...tables.flatMap(({ name }) => [
        `revoke all on ${quoted(name)} from ${to}`,
        `grant ${wantedOf(name).join(", ")} on ${quoted(name)} to ${to}`
      ]),
      ...maintained
    ]
    await transaction.unsafe(statements.join("; "))
  })
}
