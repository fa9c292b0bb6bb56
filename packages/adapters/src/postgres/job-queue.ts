import { randomUUID } from "node:crypto"
import { after } from "@vouchkit/core/foundation/time"
import { Tenant } from "@vouchkit/core/operation/caller"
import { JobQueue, type QueuedJob } from "@vouchkit/core/operation/job"
import { StorageUnavailable } from "@vouchkit/core/operation/failure"
import { Effect, Layer } from "effect"
import { Database } from "./database.ts"
import { insertOf, type Parameters, type RowInsert } from "./statement.ts"

const channel = "vouchkit_jobs"

/** Lets a worker sleep until work may be there: woken by this process directly, by others through NOTIFY. */
class Bell {
  private readonly waiting = new Set<() => void>()
  private rung = false
  ring(): void {
    this.rung = this.waiting.size === 0
    for (const wake of [...this.waiting]) wake()
  }
  /** Calls `wake` once, at the latest after this long; the answer takes the wish back, so that nobody rings for one who left. */
  wait(milliseconds: number, wake: () => void): () => void {
    if (this.rung) {
      this.rung = false
      wake()
      return () => {}
    }
    const done = () => {
      cancel()
      wake()
    }
    const timer = setTimeout(done, milliseconds)
    const cancel = () => {
      clearTimeout(timer)
      this.waiting.delete(done)
    }
    this.waiting.add(done)
    return cancel
  }
}

/**
 * Notifications are gathered and sent outside of transactions: a NOTIFY inside one makes all commits of the database queue for one lock,
 * and a lost notification costs a worker no more than its polling interval.
 */
const notifier = (sql: { readonly notify: (channel: string, payload: string) => Promise<unknown> }) => {
  let pending = false
  return () => {
    if (pending) return
    pending = true
    setTimeout(() => {
      pending = false
      sql.notify(channel, "").catch(() => undefined)
    }, 10)
  }
}

const insertJobs: RowInsert = (rows) =>
  `insert into jobs (organization, environment, id, name, payload, due_at, created_at) select v ->> 0, v ->> 1, v ->> 2, v ->> 3, v -> 4, v ->> 5, to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from jsonb_array_elements(${rows}::text::jsonb) as row (v) on conflict do nothing`

const toJob = (row: Readonly<Record<string, any>>): QueuedJob => ({
  id: row.id,
  name: row.name,
  organization: row.organization,
  environment: row.environment,
  payload: row.payload,
  attempt: row.attempt,
  lease: row.lease
})

const held = (job: QueuedJob, parameters: Parameters) =>
  `organization = ${parameters.add(job.organization)} and environment = ${parameters.add(job.environment)} and id = ${parameters.add(job.id)} and lease = ${parameters.add(job.lease)}`

export const layer = Layer.effect(JobQueue)(
  Effect.gen(function* () {
    const database = yield* Database
    const bell = new Bell()
    const notify = notifier(database.sql)
    yield* Effect.acquireRelease(
      Effect.tryPromise({
        try: () => database.sql.listen(channel, () => bell.ring()),
        catch: (cause) => new StorageUnavailable({ cause })
      }),
      ({ unlisten }) => Effect.promise(() => unlisten().catch(() => undefined))
    )
    const announceWork = () => {
      bell.ring()
      notify()
    }
    const change = (build: (parameters: Parameters) => string) =>
      Effect.map(
        Effect.catchTag(
          database.run((parameters) => `${build(parameters)} returning 1`),
          "Conflict",
          (failure) => Effect.die(failure)
        ),
        (rows) => rows.length === 1
      )

    return {
      enqueue: ({ due_at, id, name, payload }) =>
        Effect.flatMap(Tenant, ({ environment, organization }) =>
          Effect.andThen(
            Effect.catchTag(
              database.defer(
                insertOf(`jobs/${organization}/${environment}/${id}`, insertJobs, [organization, environment, id, name, payload, due_at])
              ),
              "Conflict",
              (failure) => Effect.die(failure)
            ),
            database.afterCommit(announceWork)
          )
        ),
      claim: ({ lease_seconds, limits, now }) => {
        const wanted = Object.entries(limits).filter(([, limit]) => limit > 0)
        if (wanted.length === 0) return Effect.succeed([])
        const lease = randomUUID()
        return Effect.map(
          Effect.catchTag(
            database.run((parameters) => {
              const instant = parameters.add(now)
              const free = `state = 'queued' and due_at <= ${instant} and (leased_until is null or leased_until <= ${instant})`
              const picks = wanted.map(
                ([name, limit], index) =>
                  // Each in a table expression of its own: a union cannot lock what it selects.
                  `p${index} as (select organization, environment, id from jobs where name = ${parameters.add(name)} and ${free} order by due_at limit ${parameters.add(limit)} for update skip locked)`
              )
              const picked = picks.map((_, index) => `select * from p${index}`).join(" union all ")
              return `with ${picks.join(", ")}, picked as (${picked}) update jobs set attempt = attempt + 1, lease = ${parameters.add(lease)}, leased_until = ${parameters.add(after(now, lease_seconds * 1000))} from picked where jobs.organization = picked.organization and jobs.environment = picked.environment and jobs.id = picked.id returning jobs.*`
            }),
            "Conflict",
            (failure) => Effect.die(failure)
          ),
          (rows) => rows.map(toJob)
        )
      },
      complete: (job) => change((parameters) => `delete from jobs where ${held(job, parameters)}`),
      postpone: (job, due_at, reason, counts) =>
        change(
          (parameters) =>
            `update jobs set lease = null, leased_until = null, due_at = ${parameters.add(due_at)}, last_error = ${parameters.add(reason)}, attempt = attempt - ${parameters.add(counts ? 0 : 1)}::int where ${held(job, parameters)}`
        ),
      bury: (job, reason) =>
        change(
          (parameters) =>
            `update jobs set state = 'failed', lease = null, leased_until = null, last_error = ${parameters.add(reason)} where ${held(job, parameters)}`
        ),
      extend: (job, lease_seconds, now) =>
        change(
          (parameters) =>
            `update jobs set leased_until = ${parameters.add(after(now, lease_seconds * 1000))} where ${held(job, parameters)}`
        ),
      awaitWork: (seconds) =>
        Effect.callback<void>((resume) => {
          const cancel = bell.wait(seconds * 1000, () => resume(Effect.void))
          return Effect.sync(cancel)
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
  })
)
