import type postgres from "postgres"
import { besideWriters, lockTimeout } from "./beside-writers.ts"

const notPermitted = "42501"

const codeOf = (error: unknown): unknown => (typeof error === "object" && error !== null && "code" in error ? error.code : undefined)

/** Statements of maintenance cannot be prepared, and run outside of transactions. */
const run = (sql: postgres.ReservedSql, statement: string, tries?: number): Promise<unknown> =>
  besideWriters(() => sql.unsafe(statement), tries)

/** What plans know of an empty table is of rows that are gone, and looking at it again leaves it as it is. Servers before 18 have no way to forget it. */
const forgetValues = async (sql: postgres.ReservedSql, { name, quoted }: postgres.Row): Promise<void> => {
  const [known] = await sql.unsafe(
    `select not exists (select from public.${quoted}) and to_regprocedure('pg_clear_attribute_stats(text,text,text,boolean)') is not null as gone`
  )
  if (known?.gone !== true) return
  await sql.unsafe(
    "select pg_clear_attribute_stats(schemaname, tablename, attname, inherited) from pg_stats where schemaname = 'public' and tablename = $1",
    [name]
  )
}

/**
 * Ends the log of the server that was written so far: with a second checkpoint behind it, nothing of it is needed to recover. An embedded server then
 * removes it. False where this role may not.
 */
const endLog = async (sql: postgres.ReservedSql): Promise<boolean> => {
  try {
    for (const _ of [1, 2]) {
      await sql.unsafe("select pg_switch_wal()")
      await sql.unsafe("checkpoint")
    }
    return true
  } catch (error) {
    if (codeOf(error) === notPermitted) return false
    throw error
  }
}

export interface Rewriting {
  /** Tables that are larger are left as they are. */
  readonly bytes?: number
  /** How often a table is asked for that others hold, each time for half a second, in which everyone else waits for it; about ten minutes otherwise. */
  readonly tries?: number
  /** Is told of each table that was written. */
  readonly onWritten?: (table: string) => Promise<void>
}

interface Rewritten {
  readonly tables: ReadonlyArray<string>
  /** Tables that are larger than was asked for, and were left as they are. */
  readonly left: ReadonlyArray<string>
  readonly log_ended: boolean
}

/**
 * Writes the files of every table of the service again, so that no file holds rows that were erased or changed, and then what the server knows of their values
 * for its plans. For the owner of the tables, while the service runs: each table is locked as long as it is
 * written. May be stopped and run again.
 */
export const rewriteFiles = async (
  sql: postgres.Sql,
  { bytes = Number.MAX_SAFE_INTEGER, onWritten = async () => {}, tries }: Rewriting = {}
): Promise<Rewritten> => {
  const reserved = await sql.reserve()
  try {
    await reserved.unsafe(`set lock_timeout = '${lockTimeout}'`)
    await reserved.unsafe("set statement_timeout = 0")
    const found = await reserved.unsafe(
      "select relname as name, quote_ident(relname) as quoted, pg_total_relation_size(oid) <= $1::bigint as small from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname",
      [String(bytes)]
    )
    const small = found.filter((table) => table.small === true)
    for (const table of small) {
      await run(reserved, `vacuum (full, analyze) public.${table.quoted}`, tries)
      await forgetValues(reserved, table)
      await onWritten(String(table.name))
    }
    // It holds frequent values of columns, also of rows that are gone. Where the role does not own the database the server passes it over.
    await run(reserved, "vacuum full pg_catalog.pg_statistic", tries)
    return {
      tables: small.map(({ name }) => String(name)),
      left: found.filter((table) => table.small !== true).map(({ name }) => String(name)),
      log_ended: await endLog(reserved)
    }
  } finally {
    await reserved.unsafe("reset lock_timeout")
    await reserved.unsafe("reset statement_timeout")
    reserved.release()
  }
}
