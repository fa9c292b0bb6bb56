import { randomUUID } from "node:crypto"
import { after } from "@vouchkit/core/kernel/foundation/time"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { erasingJobs, type JobQueue, type PartitionSlots, type QueuedJob, recordsOf } from "@vouchkit/core/kernel/jobs/job"
import { Context, Effect } from "effect"
import { type Database, make } from "../database.ts"
import { batchingIf } from "../statements/batching.ts"
import { partitionTurns } from "./partitions.ts"
import { insertOf, type Parameters, type RowInsert } from "../statements/statement.ts"
import type { Environment } from "@vouchkit/core/kernel/foundation/environment"

/** What names one row: all that a message about it says. */
export interface JobName {
  readonly organization: string
  readonly environment: Environment
  readonly id: string
  readonly name: string
}

const toJob = (row: Readonly<Record<string, any>>): QueuedJob => ({
  id: row.id,
  name: row.name,
  organization: row.organization,
  environment: row.environment,
  payload: row.payload,
  partition: row.lane,
  attempt: row.attempt,
  lost: row.lost,
  lease: row.lease,
  trace: row.trace
})

const toName = ({ environment, id, name, organization }: Readonly<Record<string, any>>): JobName => ({
  organization,
  environment,
  id,
  name
})

const held = (job: QueuedJob, parameters: Parameters) =>
  `organization = ${parameters.add(job.organization)} and environment = ${parameters.add(job.environment)} and id = ${parameters.add(job.id)} and lease = ${parameters.add(job.lease)}`

/** The rows that are named, as a table `named`. */
const namedRows = (names: ReadonlyArray<JobName>, parameters: Parameters) =>
  `jsonb_to_recordset(${parameters.add({ rows: names.map(toName) })}::jsonb -> 'rows') as named (organization text, environment text, id text, name text)`

const sameRow = (one: string, other: string) =>
  `${one}.organization = ${other}.organization and ${one}.environment = ${other}.environment and ${one}.id = ${other}.id`

const free = (instant: string) => `state = 'queued' and due_at <= ${instant} and (leased_until is null or leased_until <= ${instant})`

interface Claim {
  readonly lease_seconds: number
  readonly now: string
  readonly partitions?: Readonly<Record<string, PartitionSlots>>
}

/** Leases the rows whose places the table expressions before it gather as `picked`, and have locked. A lease that ran out was given back by no one. */
const leasing = ({ lease_seconds, now }: Claim, parameters: Parameters) =>
  `update jobs set attempt = attempt + 1, lost = lost + (leased_until is not null)::int, lease = ${parameters.add(randomUUID())}, leased_until = ${parameters.add(after(now, lease_seconds * 1000))}, relayed_until = null where ctid = any (array(select row from picked)) returning id, name, organization, environment, payload, lane, attempt, lost, lease, trace, due_at`

/**
 * Deletes the jobs that rows of `ended` name, as far as their lease still holds; table expressions, in which `gone` are those that went. Each
 * is looked up by itself, so that no plan reads the table from end to end, and its lease is looked at again where it is deleted.
 */
export const goneWith = (ended: string) =>
  `held as materialized (select ${ended}.place, ${ended}.lease, job.row from ${ended} cross join lateral (select ctid as row from jobs where organization = ${ended}.organization collate "C" and environment = ${ended}.environment collate "C" and id = ${ended}.job collate "C" and lease = ${ended}.lease limit 1) as job), gone as (delete from jobs where ctid = any (array(select row from held)) and lease = any (array(select lease from held)) returning ctid as row)`

interface Ended {
  readonly job: QueuedJob
  readonly done: (held: boolean) => void
  readonly failed: (cause: unknown) => void
}
const completionLimits = { size: 256, under_way: 2 }
const deleteJobs = `with ended as (select place::int, v ->> 0 as organization, v ->> 1 as environment, v ->> 2 as job, v ->> 3 as lease from jsonb_array_elements($1::text::jsonb) with ordinality as row (v, place)), ${goneWith("ended")} select held.place from held join gone on gone.row = held.row`

const insertJobs: RowInsert = (rows) =>
  `insert into jobs (organization, environment, id, name, payload, due_at, lane, trace, records, created_at) select v ->> 0, v ->> 1, v ->> 2, v ->> 3, v -> 4, v ->> 5, v ->> 6, v ->> 7, string_to_array(v ->> 8, ' '), to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from jsonb_array_elements(${rows}::text::jsonb) as row (v) on conflict do nothing`

/** A job is told of again after this long, then after as long as it has been waiting already, so that a long wait costs few messages. */
const shortestRelay = "interval '30 seconds'"
const longestRelay = "interval '15 minutes'"

/** What stands in the table of jobs and may be done with it. */
export type JobTable = Omit<JobQueue["Service"], "claim" | "awaitWork" | "ping"> & {
  readonly claim: (limits: Readonly<Record<string, number>>, claim: Claim) => Effect.Effect<ReadonlyArray<QueuedJob>, StorageUnavailable>
  /** Claims those of the named rows that are due and that no one holds. */
  readonly claimNamed: (names: ReadonlyArray<JobName>, claim: Claim) => Effect.Effect<ReadonlyArray<QueuedJob>, StorageUnavailable>
  /** Marks due rows as told of, those that wait longest first; many may do so at once, each gets rows of its own. */
  readonly relay: (limit: number, now: string) => Effect.Effect<ReadonlyArray<JobName>, StorageUnavailable>
  /** Takes the mark back: the rows are told of again from `from` on, at once when it is null. */
  readonly relayAgain: (names: ReadonlyArray<JobName>, from: string | null) => Effect.Effect<void, StorageUnavailable>
}

/** Jobs that end at the same time are deleted by one statement. */
const completing = (database: Database["Service"]) =>
  batchingIf<Ended>(database.shared, completionLimits, async (members) => {
    try {
      const rows = await database.keyed.unsafe(
        deleteJobs,
        [JSON.stringify(members.map(({ job }) => [job.organization, job.environment, job.id, job.lease]))],
        { prepare: true }
      )
      const gone = new Set(rows.map(({ place }) => place))
      for (const [index, { done }] of members.entries()) done(gone.has(index + 1))
    } catch (cause) {
      for (const { failed } of members) failed(cause)
    }
  })

type Run = (build: (parameters: Parameters) => string) => Effect.Effect<ReadonlyArray<Readonly<Record<string, any>>>, StorageUnavailable>

/** Claims the jobs that are due longest, of each name up to its limit. */
const claimByTime = (run: Run, wanted: ReadonlyArray<readonly [string, number]>, claim: Claim) =>
  wanted.length === 0
    ? Effect.succeed([])
    : run((parameters) => {
        const instant = parameters.add(claim.now)
        const picks = wanted.map(
          ([name, limit], index) =>
            // Each in a table expression of its own: a union cannot lock what it selects.
            `p${index} as (select ctid as row from jobs where name = ${parameters.add(name)} and ${free(instant)} order by due_at limit ${parameters.add(limit)} for update skip locked)`
        )
        const picked = picks.map((_, index) => `select * from p${index}`).join(" union all ")
        return `with ${picks.join(", ")}, picked as (${picked}) ${leasing(claim, parameters)}`
      })

/** The part by which the holder of a lease gives a job back, sets it aside or keeps it longer. */
const ending = (run: Run): Pick<JobTable, "postpone" | "deadLetter" | "extend"> => {
  const change = (build: (parameters: Parameters) => string) =>
    Effect.map(
      run((parameters) => `${build(parameters)} returning 1`),
      (rows) => rows.length === 1
    )

  return {
    postpone: (job, due_at, reason, counts) =>
      change(
        (parameters) =>
          `update jobs set lease = null, leased_until = null, relayed_until = null, due_at = ${parameters.add(due_at)}, last_error = ${parameters.add(reason)}, attempt = attempt - ${parameters.add(counts ? 0 : 1)}::int where ${held(job, parameters)}`
      ),
    deadLetter: (job, reason) =>
      change(
        (parameters) =>
          `update jobs set state = 'failed', lease = null, leased_until = null, relayed_until = null, last_error = ${parameters.add(reason)} where ${held(job, parameters)}`
      ),
    extend: (job, lease_seconds, now) =>
      change(
        (parameters) => `update jobs set leased_until = ${parameters.add(after(now, lease_seconds * 1000))} where ${held(job, parameters)}`
      )
  }
}

/** The part that a relay to a message queue needs. */
const relaying = (run: Run): Pick<JobTable, "relay" | "relayAgain"> => ({
  relay: (limit, now) =>
    Effect.map(
      run((parameters) => {
        const instant = parameters.add(now)
        const moment = `${instant}::timestamptz`
        const wait = `greatest(${shortestRelay}, least(${longestRelay}, ${moment} - due_at::timestamptz))`
        return `with due as (select ctid as row from jobs where coalesce(relayed_until, due_at) <= ${instant} and ${free(instant)} order by coalesce(relayed_until, due_at) limit ${parameters.add(limit)} for update skip locked) update jobs set relayed_until = to_char((${moment} + ${wait}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') where ctid = any (array(select row from due)) returning organization, environment, id, name`
      }),
      (rows) => rows.map(toName)
    ),
  relayAgain: (names, from) =>
    names.length === 0
      ? Effect.void
      : Effect.asVoid(
          run(
            (parameters) =>
              `update jobs set relayed_until = ${parameters.add(from)} from ${namedRows(names, parameters)} where ${sameRow("jobs", "named")}`
          )
        )
})

/** The part that gives due jobs to a worker. */
const claiming = (run: Run): Pick<JobTable, "claim" | "claimNamed"> => {
  const places = new Map<string, string | null>()
  const takeTurns = (claim: Claim) =>
    partitionTurns(places, (pick) =>
      run((parameters) => {
        const picked = pick(free(parameters.add(claim.now)), parameters)
        return `with recursive ${picked}, leased as (${leasing(claim, parameters)}) select leased.*, (select count(*)::int from walk) as walked, (select max(lane) from walk) as reached from (select 1) as always left join leased on true`
      })
    )

  return {
    claim: (limits, claim) => {
      const { partitions = {} } = claim
      const wanted = Object.entries(limits).filter(([, limit]) => limit > 0)
      const [inTurns, byTime] = [wanted.filter(([name]) => name in partitions), wanted.filter(([name]) => !(name in partitions))]
      const turns = inTurns.map(([name, limit]) => takeTurns(claim)(name, limit, partitions[name] ?? { each: limit, slots: {} }))
      // Rows come back by their place in the table, into which any gap is filled.
      return Effect.map(Effect.all([claimByTime(run, byTime, claim), ...turns], { concurrency: "unbounded" }), (rows) =>
        rows
          .flat()
          .sort((one, other) => (one.due_at < other.due_at ? -1 : one.due_at > other.due_at ? 1 : 0))
          .map(toJob)
      )
    },
    claimNamed: (names, claim) =>
      names.length === 0
        ? Effect.succeed([])
        : Effect.map(
            run((parameters) => {
              const instant = parameters.add(claim.now)
              const rows = namedRows(names, parameters)
              return `with picked as (select job.row from ${rows} cross join lateral (select ctid as row from jobs where ${sameRow("jobs", "named")} and jobs.name = named.name and ${free(instant)} for update skip locked limit 1) as job) ${leasing(claim, parameters)}`
            }),
            (rows) => rows.map(toJob)
          )
  }
}

/** The statements on the jobs table, which every queue stands on. `announced` is called when a transaction that enqueued has committed. */
export const jobTable = (database: Database["Service"], announced: () => void): JobTable => {
  const { run: runKeyed } = make(database.keyed, database.keyed, database.shared)
  const run = (build: (parameters: Parameters) => string) => Effect.catchTag(runKeyed(build), "Conflict", (failure) => Effect.die(failure))
  const completeBatched = completing(database)

  return {
    enqueue: ({ due_at, id, partition = "", name, payload, trace = null }) =>
      Effect.contextWith((context: Context.Context<Tenant>) => {
        const { environment, organization } = Context.get(context, Tenant)
        const row = insertOf(`jobs/${organization}/${environment}/${id}`, insertJobs, [
          organization,
          environment,
          id,
          name,
          payload,
          due_at,
          partition,
          trace,
          recordsOf({ name, payload }).join(" ")
        ])
        const written = database.defer(context, row, announced)
        return Effect.catchTag(written, "Conflict", (failure) => Effect.die(failure))
      }),
    ...claiming(run),
    ...relaying(run),
    complete: (job) =>
      Effect.callback((resume) => {
        completeBatched({
          job,
          done: (held) => resume(Effect.succeed(held)),
          failed: (cause) => resume(Effect.fail(new StorageUnavailable({ cause })))
        })
      }),
    ...ending(run),
    withdraw: Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
      const { environment, organization } = yield* Tenant
      const rows = yield* database.query((parameters) => {
        const tenant = `organization = ${parameters.add(organization)} and environment = ${parameters.add(environment)}`
        const named = `select job from job_records where ${tenant} and record = any (${parameters.add(ids)}::text[])`
        return `delete from jobs where ${tenant} and id = any (array(${named})) and not starts_with(name, '${erasingJobs}') returning 1`
      })
      return rows.length
    }),
    depth: (now) =>
      Effect.map(
        database.query(
          (parameters) =>
            `select name, case when state = 'failed' then 'failed' when leased_until > ${parameters.add(now)} then 'running' else 'queued' end as state, count(*)::int as count, coalesce(extract(epoch from now() - min(due_at)::timestamptz), 0)::int as oldest_seconds from jobs group by 1, 2`
        ),
        (rows) =>
          rows.map(({ count, name, oldest_seconds, state }) => ({ name, state, count, oldest_seconds: Math.max(0, oldest_seconds) }))
      )
  }
}
