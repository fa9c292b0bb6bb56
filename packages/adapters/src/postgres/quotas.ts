import { type QuotaCounting, type QuotaReading, Quotas, type QuotaWindow } from "@vouchkit/core/kernel/quota/quota"
import { Clock, Effect, Layer, Semaphore } from "effect"
import { Database } from "./database.ts"
import { peekSliding, takeSliding } from "./sliding-budgets.ts"

interface Lease {
  readonly window_start: number
  /** What all processes together have taken or leased, as far as this process knows. */
  used: number
  /** Leased to this process and not yet taken. */
  held: number
  readonly renewing: Semaphore.Semaphore
}

/** A slice is a tenth of the limit: a busy process asks the database every tenth request at the most, and the last slices are small. */
const sliceOf = (limit: number, used: number): number => Math.max(1, Math.min(Math.floor(limit / 10), Math.floor((limit - used) / 4)))
const maximumLeases = 20_000

const startOf = (millis: number, { window_seconds }: QuotaWindow) => Math.floor(millis / (window_seconds * 1000)) * window_seconds
const reading = (window: QuotaWindow, millis: number, used: number, allowed: boolean): QuotaReading => ({
  policy: window.policy,
  limit: window.limit,
  remaining: Math.max(0, window.limit - used),
  reset_seconds: Math.max(1, Math.ceil(startOf(millis, window) + window.window_seconds - millis / 1000)),
  window_seconds: window.window_seconds,
  allowed
})

/** Adds all of `wanted` to the window and answers its total, or adds nothing when that would pass the limit. */
const addingTo = (database: Database["Service"]) => (window: QuotaWindow, start: number, wanted: number) =>
  Effect.map(
    Effect.catchTag(
      database.run((parameters) => {
        const ask = parameters.add(wanted)
        return `insert into quota_windows (policy, subject, window_start, used) values (${parameters.add(window.policy)}, ${parameters.add(window.subject)}, ${parameters.add(start)}, ${ask}::int) on conflict (policy, subject, window_start) do update set used = quota_windows.used + ${ask}::int where quota_windows.used + ${ask}::int <= ${parameters.add(window.limit)}::int returning used`
      }),
      "Conflict",
      (failure) => Effect.die(failure)
    ),
    (rows): number | undefined => rows[0]?.used
  )

/** One from what this process holds; undefined when it holds nothing. */
const fromHeld = (window: QuotaWindow, lease: Lease, millis: number): QuotaReading | undefined => {
  if (lease.held > 0) {
    lease.held -= 1
    return reading(window, millis, lease.used - lease.held, true)
  }
  return lease.used >= window.limit ? reading(window, millis, window.limit, false) : undefined
}

/** The windows of which this process leased a slice. */
const leasing = (database: Database["Service"]) => {
  const leases = new Map<string, Lease>()

  const add = addingTo(database)
  const forgetOld = (millis: number) => {
    if (leases.size < maximumLeases) return
    for (const [key, lease] of leases) if (lease.window_start * 1000 < millis - 3_600_000) leases.delete(key)
    if (leases.size >= maximumLeases) leases.clear()
  }

  const renew = Effect.fnUntraced(function* (window: QuotaWindow, lease: Lease, millis: number) {
    const slice = sliceOf(window.limit, lease.used)
    const granted = yield* add(window, lease.window_start, slice)
    // Other processes may have left less than a slice.
    const used = granted ?? (slice > 1 ? yield* add(window, lease.window_start, 1) : undefined)
    if (used === undefined) {
      lease.used = window.limit
      return reading(window, millis, window.limit, false)
    }
    lease.used = used
    lease.held += granted === undefined ? 0 : slice - 1
    return reading(window, millis, used - lease.held, true)
  })

  const leaseOf = (window: QuotaWindow, millis: number): Lease => {
    const key = `${window.policy}/${window.subject}`
    const start = startOf(millis, window)
    const current = leases.get(key)
    if (current?.window_start === start) return current
    forgetOld(millis)
    const lease: Lease = { window_start: start, used: 0, held: 0, renewing: Semaphore.makeUnsafe(1) }
    leases.set(key, lease)
    return lease
  }

  const takeLeased = (window: QuotaWindow) =>
    Effect.flatMap(Clock.currentTimeMillis, (millis) => {
      const lease = leaseOf(window, millis)
      const held = fromHeld(window, lease, millis)
      if (held !== undefined) return Effect.succeed(held)
      // One renews; those who waited for it take from what it brought.
      return lease.renewing.withPermit(
        Effect.suspend(() => {
          const brought = fromHeld(window, lease, millis)
          return brought === undefined ? renew(window, lease, millis) : Effect.succeed(brought)
        })
      )
    })

  /** What this process leased of the window that began then, and did not take. */
  const heldSince = ({ policy, subject }: QuotaWindow, start: number): number => {
    const lease = leases.get(`${policy}/${subject}`)
    return lease?.window_start === start ? lease.held : 0
  }

  return { heldSince, leaseOf, takeLeased }
}

/** Windows counted in the database; those of requests are leased in slices, so that a read does not cost a write. */
export const layer = Layer.effect(Quotas)(
  Effect.map(Database, (database) => {
    const { heldSince, leaseOf, takeLeased } = leasing(database)
    return {
      takeHeld: (window, now_ms) => fromHeld(window, leaseOf(window, now_ms), now_ms),
      take: (window, counting) =>
        counting === "leased"
          ? takeLeased(window)
          : Effect.flatMap(Clock.currentTimeMillis, (millis) => takeSliding(database, window, millis)),
      peek: Effect.fnUntraced(function* (window: QuotaWindow, counting: QuotaCounting) {
        const millis = yield* Clock.currentTimeMillis
        if (counting === "sliding") return yield* peekSliding(database, window, millis)
        const start = startOf(millis, window)
        const rows = yield* database.query(
          (parameters) =>
            `select used from quota_windows where policy = ${parameters.add(window.policy)} and subject = ${parameters.add(window.subject)} and window_start = ${parameters.add(start)}`
        )
        const used = (rows[0]?.used ?? 0) - heldSince(window, start)
        return reading(window, millis, used, used < window.limit)
      })
    }
  })
)
