import { after, between, now as currentTime } from "@vouchkit/core/kernel/foundation/time"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { JobQueue, type QueuedJob, type QueueDepth } from "@vouchkit/core/kernel/jobs/job"
import { Duration, Effect, Layer } from "effect"
import { State } from "./state.ts"

export interface StoredJob extends QueuedJob {
  readonly due_at: string
  readonly state: "queued" | "failed"
  readonly leased_until: string | null
  readonly last_error: string | null
  readonly created_at: string
}
export const jobTable = "jobs"
export const jobKey = ({ environment, id, organization }: Pick<QueuedJob, "environment" | "id" | "organization">) =>
  `${organization}/${environment}/${id}`

/** Lane after lane from behind the one that was served last, each by the time its jobs are due. */
const byTurns = (free: ReadonlyArray<StoredJob>, places: ReadonlyMap<string, string>): ReadonlyArray<StoredJob> => {
  const before = ({ lane, name }: StoredJob): number => (lane > (places.get(name) ?? "") ? 0 : 1)
  return free.toSorted((a, b) => before(a) - before(b) || (a.lane === b.lane ? 0 : a.lane < b.lane ? -1 : 1))
}

export const layer = Layer.effect(JobQueue)(
  Effect.map(State, (state) => {
    const waiting = new Set<() => void>()
    const wake = () => {
      for (const resume of [...waiting]) resume()
    }
    const jobs = () => [...state.rows(jobTable).values()] as ReadonlyArray<StoredJob>
    const change = (job: QueuedJob, next: (stored: StoredJob) => StoredJob | undefined) =>
      Effect.flatMap(
        state.read(() => state.rows(jobTable).get(jobKey(job)) as StoredJob | undefined),
        (stored) =>
          stored === undefined || stored.lease !== job.lease
            ? Effect.succeed(false)
            : Effect.as(state.write(jobTable, jobKey(job), next(stored)), true)
      )
    let claims = 0
    /** The lane of each kind that was served last. */
    const places = new Map<string, string>()
    return {
      enqueue: ({ due_at, id, lane = "", name, payload, trace = null }) =>
        Effect.flatMap(Effect.all([Tenant, currentTime]), ([{ environment, organization }, created_at]) => {
          const stored: StoredJob = {
            id,
            name,
            lane,
            organization,
            environment,
            payload,
            attempt: 0,
            lease: "",
            trace,
            due_at,
            state: "queued",
            leased_until: null,
            last_error: null,
            created_at
          }
          const known = state.rows(jobTable).has(jobKey(stored))
          return known ? Effect.void : Effect.andThen(state.write(jobTable, jobKey(stored), stored), state.afterCommit(wake))
        }),
      claim: ({ lanes = {}, lease_seconds, limits, now }) =>
        state.transaction(
          Effect.suspend(() => {
            claims += 1
            const left = new Map(Object.entries(limits))
            const free = jobs()
              .filter((job) => job.state === "queued" && job.due_at <= now && (job.leased_until === null || job.leased_until <= now))
              .sort((a, b) => (a.due_at < b.due_at ? -1 : 1))
            const rooms = new Map<string, number>()
            const order = Object.keys(lanes).length === 0 ? free : byTurns(free, places)
            const picked = order.filter(({ lane, name }) => {
              const room = left.get(name) ?? 0
              const rules = lanes[name]
              const key = `${name}/${lane}`
              const own = rules === undefined ? room : (rooms.get(key) ?? rules.rooms[lane] ?? rules.each)
              if (room <= 0 || own <= 0) return false
              left.set(name, room - 1)
              if (rules !== undefined) {
                rooms.set(key, own - 1)
                places.set(name, lane)
              }
              return true
            })
            const leased = picked.map((job) => ({
              ...job,
              attempt: job.attempt + 1,
              lease: `claim-${claims}`,
              leased_until: after(now, lease_seconds * 1000)
            }))
            return Effect.as(
              Effect.forEach(leased, (job) => state.write(jobTable, jobKey(job), job), { discard: true }),
              leased
            )
          })
        ),
      complete: (job) => change(job, () => undefined),
      postpone: (job, due_at, reason, counts) =>
        change(job, (stored) => ({
          ...stored,
          due_at,
          lease: "",
          leased_until: null,
          last_error: reason,
          attempt: counts ? stored.attempt : stored.attempt - 1
        })),
      deadLetter: (job, reason) =>
        change(job, (stored) => ({ ...stored, state: "failed", lease: "", leased_until: null, last_error: reason })),
      extend: (job, lease_seconds, now) => change(job, (stored) => ({ ...stored, leased_until: after(now, lease_seconds * 1000) })),
      awaitWork: (seconds) =>
        Effect.timeoutOrElse(
          Effect.callback<void>((resume) => {
            const done = () => {
              waiting.delete(done)
              resume(Effect.void)
            }
            waiting.add(done)
            return Effect.sync(() => waiting.delete(done))
          }),
          { duration: Duration.seconds(seconds), orElse: () => Effect.void }
        ),
      depth: (now) =>
        state.read(() => {
          const groups = new Map<string, QueueDepth>()
          for (const job of jobs()) {
            const running = job.leased_until !== null && job.leased_until > now
            const group = job.state === "failed" ? "failed" : running ? "running" : "queued"
            const before = groups.get(`${job.name}/${group}`)
            const age = Math.max(0, Math.floor(between(job.due_at, now) / 1000))
            groups.set(`${job.name}/${group}`, {
              name: job.name,
              state: group,
              count: (before?.count ?? 0) + 1,
              oldest_seconds: Math.max(before?.oldest_seconds ?? 0, age)
            })
          }
          return [...groups.values()]
        }),
      ping: Effect.void
    }
  })
)
