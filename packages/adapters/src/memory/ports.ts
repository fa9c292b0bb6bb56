import { apiKeys, KeyDirectory, type StoredApiKey } from "@vouchkit/core/access/api-keys"
import { type Organization, Organizations } from "@vouchkit/core/access/organizations"
import { writeMoment } from "@vouchkit/core/foundation/moment"
import { after, between } from "@vouchkit/core/foundation/time"
import { type Environment, Tenant } from "@vouchkit/core/operation/caller"
import { type Claim, IdempotencyStore, type KeptAnswer } from "@vouchkit/core/operation/idempotency"
import { JobQueue, type QueuedJob, type QueueDepth } from "@vouchkit/core/operation/job"
import { Quotas, type QuotaReading, type QuotaWindow } from "@vouchkit/core/operation/quota"
import { UnitOfWork } from "@vouchkit/core/operation/unit-of-work"
import { LinkDirectory } from "@vouchkit/core/sessions/link-directory"
import { links, type StoredLink } from "@vouchkit/core/sessions/links"
import { Housekeeping } from "@vouchkit/core/storage/housekeeping"
import { Sweep } from "@vouchkit/core/storage/sweep"
import { Clock, Duration, Effect, Layer } from "effect"
import { matches } from "./collection.ts"
import { State } from "./state.ts"

const environmentOf = (text: string | undefined): Environment => (text === "live" ? "live" : "sandbox")
const tenantOf = (key: string) => {
  const [organization = "", environment] = key.split("/")
  return { organization, environment: environmentOf(environment) }
}

export const unitOfWork = Layer.effect(UnitOfWork)(Effect.map(State, ({ transaction }) => ({ transaction })))

export const organizations = Layer.effect(Organizations)(
  Effect.map(State, (state) => ({
    find: (id) => state.read(() => state.rows("organizations").get(id) as Organization | undefined),
    ensure: (organization) =>
      Effect.flatMap(
        state.read(() => state.rows("organizations").get(organization.id) as Organization | undefined),
        (found) =>
          found === undefined ? Effect.as(state.write("organizations", organization.id, organization), organization) : Effect.succeed(found)
      )
  }))
)

/** When each key was used last: not a part of its record, as in its table. */
const keyUses = "api_key_uses"

export const keyDirectory = Layer.effect(KeyDirectory)(
  Effect.map(State, (state) => ({
    find: (secret_hash) =>
      state.read(() => {
        for (const [key, row] of state.rows(apiKeys.table)) {
          const found = row as StoredApiKey
          const organization = state.rows("organizations").get(tenantOf(key).organization) as Organization | undefined
          if (found.secret_hash === secret_hash && organization !== undefined) return { key: found, organization }
        }
        return undefined
      }),
    remembered: () => undefined,
    used: ({ key, organization }, now_ms) => {
      const place = `${organization.id}/${key.environment}/${key.id}`
      const before = state.rows(keyUses).get(place)
      const at = writeMoment(now_ms)
      if (typeof before !== "string" || before < at) state.rows(keyUses).set(place, at)
    },
    lastUsed: (ids) =>
      Effect.flatMap(Tenant, ({ environment, organization }) =>
        state.read(
          () =>
            new Map(
              ids.flatMap((id): ReadonlyArray<[string, string]> => {
                const at = state.rows(keyUses).get(`${organization}/${environment}/${id}`)
                return typeof at === "string" ? [[id, at]] : []
              })
            )
        )
      ),
    everywhere: ({ id, limit, organization, secret_hash }) =>
      state.read(() =>
        [...state.rows(apiKeys.table)]
          .map(([place, row]) => {
            const key = row as StoredApiKey
            const at = state.rows(keyUses).get(place)
            return { organization: tenantOf(place).organization, key: { ...key, last_used_at: typeof at === "string" ? at : null } }
          })
          .filter(
            (found) =>
              (id === undefined || found.key.id === id) &&
              (organization === undefined || found.organization === organization) &&
              (secret_hash === undefined || found.key.secret_hash === secret_hash)
          )
          .sort(({ key: left }, { key: right }) => (left.created_at + left.id < right.created_at + right.id ? -1 : 1))
          .slice(0, limit)
      )
  }))
)

export const linkDirectory = Layer.effect(LinkDirectory)(
  Effect.map(State, (state) => ({
    find: (token_hash) =>
      state.read(() => {
        for (const [key, row] of state.rows(links.table)) {
          const link = row as StoredLink
          if (link.token_hash === token_hash) return { ...tenantOf(key), link }
        }
        return undefined
      })
  }))
)

export const sweep = Layer.effect(Sweep)(
  Effect.map(State, (state) => ({
    due: (shape, where, limit) =>
      state.read(() =>
        [...state.rows(shape.table)]
          .flatMap(([key, row]) => {
            const fits = where.every((one) => matches(shape.columns, Object(row), one))
            return fits ? [{ ...tenantOf(key), id: key.split("/")[2] ?? "" }] : []
          })
          .slice(0, limit)
      )
  }))
)

interface Kept extends KeptAnswer {
  readonly expires_at: string
}
/** One transaction runs at a time here, so that a key is never busy. */
export const idempotencyStore = Layer.effect(IdempotencyStore)(
  Effect.map(State, (state) => ({
    claim: (scope, now) =>
      Effect.flatMap(Tenant, ({ environment, organization }) =>
        state.read((): Claim => {
          const kept = state.rows("idempotency_keys").get(`${organization}/${environment}/${scope}`) as Kept | undefined
          return kept === undefined || kept.expires_at <= now ? { state: "new" } : { state: "finished", answer: kept }
        })
      ),
    keep: (entry) =>
      Effect.flatMap(Tenant, ({ environment, organization }) =>
        state.write("idempotency_keys", `${organization}/${environment}/${entry.scope}`, entry)
      )
  }))
)

export const housekeeping = Layer.effect(Housekeeping)(
  Effect.map(State, (state) => ({
    sweepExpired: (now) =>
      state.transaction(
        Effect.suspend(() => {
          const over = [...state.rows("idempotency_keys")].filter(([, row]) => (row as Kept).expires_at <= now)
          return Effect.as(
            Effect.forEach(over, ([key]) => state.write("idempotency_keys", key, undefined), { discard: true }),
            over.length
          )
        })
      )
  }))
)

export const quotas = Layer.effect(Quotas)(
  Effect.sync(() => {
    const windows = new Map<string, { start: number; used: number }>()
    const at = (window: QuotaWindow, millis: number) => {
      const key = `${window.policy}/${window.subject}`
      const start = Math.floor(millis / (window.window_seconds * 1000)) * window.window_seconds
      const found = windows.get(key)
      if (found?.start === start) return found
      const fresh = { start, used: 0 }
      windows.set(key, fresh)
      return fresh
    }
    const reading = (window: QuotaWindow, millis: number, take: boolean): QuotaReading => {
      const counted = at(window, millis)
      const allowed = counted.used < window.limit
      if (allowed && take) counted.used += 1
      return {
        policy: window.policy,
        limit: window.limit,
        remaining: Math.max(0, window.limit - counted.used),
        reset_seconds: Math.max(1, Math.ceil(counted.start + window.window_seconds - millis / 1000)),
        window_seconds: window.window_seconds,
        allowed
      }
    }
    return {
      takeHeld: (window, now_ms) => reading(window, now_ms, true),
      take: (window) => Effect.map(Clock.currentTimeMillis, (millis) => reading(window, millis, true)),
      peek: (window) => Effect.map(Clock.currentTimeMillis, (millis) => reading(window, millis, false))
    }
  })
)

interface StoredJob extends QueuedJob {
  readonly due_at: string
  readonly state: "queued" | "failed"
  readonly leased_until: string | null
  readonly last_error: string | null
}
const jobKey = ({ environment, id, organization }: Pick<QueuedJob, "environment" | "id" | "organization">) =>
  `${organization}/${environment}/${id}`

export const jobQueue = Layer.effect(JobQueue)(
  Effect.map(State, (state) => {
    const waiting = new Set<() => void>()
    const wake = () => {
      for (const resume of [...waiting]) resume()
    }
    const jobs = () => [...state.rows("jobs").values()] as ReadonlyArray<StoredJob>
    const change = (job: QueuedJob, next: (stored: StoredJob) => StoredJob | undefined) =>
      Effect.flatMap(
        state.read(() => state.rows("jobs").get(jobKey(job)) as StoredJob | undefined),
        (stored) =>
          stored === undefined || stored.lease !== job.lease
            ? Effect.succeed(false)
            : Effect.as(state.write("jobs", jobKey(job), next(stored)), true)
      )
    let claims = 0
    return {
      enqueue: ({ due_at, id, name, payload }) =>
        Effect.flatMap(Tenant, ({ environment, organization }) => {
          const stored: StoredJob = {
            id,
            name,
            organization,
            environment,
            payload,
            attempt: 0,
            lease: "",
            due_at,
            state: "queued",
            leased_until: null,
            last_error: null
          }
          const known = state.rows("jobs").has(jobKey(stored))
          return known ? Effect.void : Effect.andThen(state.write("jobs", jobKey(stored), stored), state.afterCommit(wake))
        }),
      claim: ({ lease_seconds, limits, now }) =>
        state.transaction(
          Effect.suspend(() => {
            claims += 1
            const left = new Map(Object.entries(limits))
            const free = jobs()
              .filter((job) => job.state === "queued" && job.due_at <= now && (job.leased_until === null || job.leased_until <= now))
              .sort((a, b) => (a.due_at < b.due_at ? -1 : 1))
            const picked = free.filter(({ name }) => {
              const room = left.get(name) ?? 0
              left.set(name, room - 1)
              return room > 0
            })
            const leased = picked.map((job) => ({
              ...job,
              attempt: job.attempt + 1,
              lease: `claim-${claims}`,
              leased_until: after(now, lease_seconds * 1000)
            }))
            return Effect.as(
              Effect.forEach(leased, (job) => state.write("jobs", jobKey(job), job), { discard: true }),
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
      bury: (job, reason) => change(job, (stored) => ({ ...stored, state: "failed", lease: "", leased_until: null, last_error: reason })),
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
        })
    }
  })
)
