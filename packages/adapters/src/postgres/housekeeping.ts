import { type EndedRows, Housekeeping, type Portion, type SweepCursor } from "@vouchkit/core/kernel/storage/housekeeping"
import type { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { Effect, Layer } from "effect"
import { Database } from "./database.ts"
import type { Parameters } from "./statements/statement.ts"

/** Rows that one statement removes: few enough that its locks last for moments. */
const portion = 2_000
/** Of an event, its deliveries go with it. */
const eventsAtOnce = 200

interface Due {
  readonly until: string
  readonly from: SweepCursor
}
/** A statement that removes some rows and answers how many it met (`found`) and removed, and where it came (`reached`). */
interface Rule {
  readonly atOnce: number
  readonly statement: (due: Due, parameters: Parameters) => string
}

/** Table expressions `over`: rows of a table by the index on when they end, from where the portion before came. */
const over = (from: { table: string; at: string; rows: string; where?: string; limit: number }, due: Due, parameters: Parameters) => {
  const conditions = [
    ...(from.where === undefined ? [] : [from.where]),
    `${from.at} <= ${parameters.add(due.until)}`,
    // Without it, every portion would step over what the ones before removed, which stays in the index until it is vacuumed.
    ...(due.from === null ? [] : [`${from.at} >= ${parameters.add(due.from)}`])
  ].join(" and ")
  return `over as materialized (select ${from.rows}, ${from.at} as ended from ${from.table} where ${conditions} order by ${from.at} limit ${from.limit} for update skip locked)`
}
const counted = (removed: string) =>
  `select (select count(*)::int from over) as found, (select count(*)::int from ${removed}) as removed, (select max(ended)::text from over) as reached`

const ended = (table: string, at: string, where?: string): Rule => ({
  atOnce: portion,
  statement: (due, parameters) =>
    `with ${over({ table, at, rows: "ctid as place", limit: portion, ...(where === undefined ? {} : { where }) }, due, parameters)}, gone as (delete from ${table} where ctid = any (array(select place from over)) returning 1) ${counted("gone")}`
})

/** Of rows whose end is in seconds since 1970. */
const endedInSeconds = (table: string, at: string): Rule => ({
  atOnce: portion,
  statement: ({ from, until }, parameters) =>
    ended(table, at).statement({ from, until: String(Math.floor(Date.parse(until) / 1000)) }, parameters)
})

const webhookHistory: Rule = {
  atOnce: eventsAtOnce,
  statement: (due, parameters) =>
    `with ${over({ table: "webhook_events", at: "erased_at", where: "erased_at is not null", rows: "ctid as place, organization, environment, id", limit: eventsAtOnce }, due, parameters)}, deliveries as (delete from webhook_deliveries as delivery using over where delivery.organization = over.organization and delivery.environment = over.environment and delivery.event_id = over.id returning 1), events as (delete from webhook_events where ctid = any (array(select place from over)) returning 1) ${counted("(select * from events union all select * from deliveries) as gone")}`
}

/** With the rights of the owner of the table, since the service may remove no entry by itself (0040_audit_rights.sql). */
const auditEntries: Rule = {
  atOnce: 1,
  statement: ({ until }, parameters) => `select found, removed, reached from vouchkit_remove_audit_entries(${parameters.add(until)})`
}

const rules: Readonly<Record<EndedRows, Rule>> = {
  idempotency_answers: ended("idempotency_keys", "expires_at"),
  idempotency_reservations: ended("idempotency_reservations", "expires_at"),
  quota_windows: endedInSeconds("quota_windows", "window_start"),
  quota_moments: endedInSeconds("quota_moments", "latest"),
  nfc_challenges: ended("nfc_challenges", "expires_at"),
  failed_jobs: ended("jobs", "created_at", "state = 'failed'"),
  webhook_history: webhookHistory,
  audit_entries: auditEntries
}

/**
 * Ended jobs that may lie in the table before it is vacuumed. A claim steps over what they left in the index, about 14 pages for a thousand of them. The
 * server itself looks once a minute at most, in which a busy queue ends hundreds of thousands.
 */
const deadJobs = 20_000

/** Where the queue is long, its indexes are as well, and a vacuum reads all of them. */
const manyDeadJobs = `select n_dead_tup > greatest(${deadJobs}, reltuples / 20) as many from pg_stat_user_tables join pg_class on pg_class.oid = relid where relid = 'jobs'::regclass`

/** Of processes that find this at once, and of the server's own vacuum, only the first does it. */
const reclaiming = (database: Database["Service"]): Effect.Effect<boolean, StorageUnavailable> =>
  Effect.flatMap(
    database.query(() => manyDeadJobs),
    ([row]) =>
      row?.many === true
        ? Effect.as(
            // The end of the table is not cut off: that would wait for everyone, and the next jobs need it.
            database.query(() => "vacuum (skip_locked, index_cleanup on, truncate off) jobs"),
            true
          )
        : Effect.succeed(false)
  )

export const layer = Layer.effect(Housekeeping)(
  Effect.map(Database, (database) => ({
    reclaimJobs: reclaiming(database),
    removeSome: (kind, until, from) => {
      const { atOnce, statement } = rules[kind]
      return database
        .run((parameters) => statement({ until, from }, parameters))
        .pipe(
          Effect.catchTag("Conflict", (failure) => Effect.die(failure)),
          Effect.map(([row]): Portion => ({ removed: row?.removed ?? 0, next: (row?.found ?? 0) < atOnce ? null : row?.reached }))
        )
    }
  }))
)
