import { after, between, now as currentTime } from "@vouchkit/core/kernel/foundation/time"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { JobQueue, type QueuedJob, type QueueDepth, recordsOf } from "@vouchkit/core/kernel/jobs/job"
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

/** Partition after partition from behind the one that was served last, each by the time its jobs are due. */
const byTurns = (free: ReadonlyArray<StoredJob>, places: ReadonlyMap<string, string>): ReadonlyArray<StoredJob> => {
  const before = ({ partition, name }: StoredJob): number => (partition > (places.get(name) ?? "") ? 0 : 1)
  return free.toSorted((a, b) => before(a) - before(b) || (a.partition === b.partition ? 0 : a.partition < b.partition ? -1 : 1))
}

type Claim = Parameters<JobQueue["Service"]["claim"]>[0]

/** The jobs that one claim takes; `places` remembers whose turn was last. */
const picks = (
  free: ReadonlyArray<StoredJob>,
  {
    partitions,
    limits,
    places
  }: { readonly limits: Claim["limits"]; readonly partitions: NonNullable<Claim["partitions"]>; readonly places: Map<string, string> }
): ReadonlyArray<StoredJob> => {
  const left = new Map(Object.entries(limits))
  const slots = new Map<string, number>()
  const order = Object.keys(partitions).length === 0 ? free : byTurns(free, places)
  return order.filter(({ partition, name }) => {
    const capacity = left.get(name) ?? 0
    const rules = partitions[name]
    const key = `${name}/${partition}`
    const own = rules === undefined ? capacity : (slots.get(key) ?? rules.slots[partition] ?? rules.each)
    if (capacity <= 0 || own <= 0) return false
    left.set(name, capacity - 1)
    if (rules !== undefined) {
      slots.set(key, own - 1)
      places.set(name, partition)
    }
    return true
  })
}

/** How many jobs of each name wait, run and failed. */
const depthsOf = (jobs: ReadonlyArray<StoredJob>, now: string): ReadonlyArray<QueueDepth> => {
  const groups = new Map<string, QueueDepth>()
  for (const job of jobs) {
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
}

/** What every job begins with. */
const newJob = { attempt: 0, lost: 0, lease: "", state: "queued", leased_until: null, last_error: null } as const

/** Wakes those who wait for work. */
const makeBell = () => {
  const waiting = new Set<() => void>()
  const ring = () => {
    for (const resume of [...waiting]) resume()
  }
  const rung = Effect.callback<void>((resume) => {
    const done = () => {
      waiting.delete(done)
      resume(Effect.void)
    }
    waiting.add(done)
    return Effect.sync(() => waiting.delete(done))
  })
  const wait = (seconds: number) => Effect.timeoutOrElse(rung, { duration: Duration.seconds(seconds), orElse: () => Effect.void })
  return { ring, wait }
}

const leasedTo = (job: StoredJob, lease: string, leased_until: string): StoredJob => ({
  ...job,
  attempt: job.attempt + 1,
  lost: job.lost + (job.leased_until === null ? 0 : 1),
  lease,
  leased_until
})

/** The part of the port by which the one who leases a job changes it. */
const leasedChanges = (state: State["Service"]): Pick<JobQueue["Service"], "complete" | "deadLetter" | "extend" | "postpone"> => {
  const change = (job: QueuedJob, next: (stored: StoredJob) => StoredJob | undefined) =>
    Effect.flatMap(
      state.read(() => state.rows(jobTable).get(jobKey(job)) as StoredJob | undefined),
      (stored) =>
        stored === undefined || stored.lease !== job.lease
          ? Effect.succeed(false)
          : Effect.as(state.write(jobTable, jobKey(job), next(stored)), true)
    )

  return {
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
    extend: (job, lease_seconds, now) => change(job, (stored) => ({ ...stored, leased_until: after(now, lease_seconds * 1000) }))
  }
}

export const layer = Layer.effect(JobQueue)(
  Effect.map(State, (state) => {
    const bell = makeBell()
    const jobs = () => [...state.rows(jobTable).values()] as ReadonlyArray<StoredJob>
    let claims = 0
    /** The partition of each kind that was served last. */
    const places = new Map<string, string>()
    return {
      enqueue: ({ due_at, id, partition = "", name, payload, trace = null }) =>
        Effect.flatMap(Effect.all([Tenant, currentTime]), ([{ environment, organization }, created_at]) => {
          const stored: StoredJob = { ...newJob, id, name, partition, organization, environment, payload, trace, due_at, created_at }
          const known = state.rows(jobTable).has(jobKey(stored))
          return known ? Effect.void : Effect.andThen(state.write(jobTable, jobKey(stored), stored), state.afterCommit(bell.ring))
        }),
      claim: ({ partitions = {}, lease_seconds, limits, now }) =>
        state.transaction(
          Effect.suspend(() => {
            claims += 1
            const free = jobs()
              .filter((job) => job.state === "queued" && job.due_at <= now && (job.leased_until === null || job.leased_until <= now))
              .sort((a, b) => (a.due_at < b.due_at ? -1 : 1))
            const picked = picks(free, { limits, partitions, places })
            const leased = picked.map((job) => leasedTo(job, `claim-${claims}`, after(now, lease_seconds * 1000)))
            return Effect.as(
              Effect.forEach(leased, (job) => state.write(jobTable, jobKey(job), job), { discard: true }),
              leased
            )
          })
        ),
      ...leasedChanges(state),
      withdraw: (ids) =>
        Effect.flatMap(Tenant, ({ environment, organization }) => {
          const wanted = new Set(ids)
          const own = [...state.own(jobTable, `${organization}/${environment}/`).values()] as ReadonlyArray<StoredJob>
          const named = own.filter((job) => recordsOf(job).some((id) => wanted.has(id)))
          return Effect.as(
            Effect.forEach(named, (job) => state.write(jobTable, jobKey(job), undefined), { discard: true }),
            named.length
          )
        }),
      awaitWork: (seconds) => bell.wait(seconds),
      depth: (now) => state.read(() => depthsOf(jobs(), now)),
      ping: Effect.void
    }
  })
)
