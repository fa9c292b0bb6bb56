import type postgres from "postgres"

/**
 * Jobs that are due, or were given up. Others wait by design: what an event that was on its way has left is erased five minutes later, and a file that no
 * transaction recorded after a quarter of an hour.
 */
export const unfinished = (sql: postgres.Sql) =>
  sql`(state <> 'queued' or attempt > 0 or due_at <= to_char((now() + interval '1 minute') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
