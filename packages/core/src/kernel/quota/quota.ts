import { Context, Effect } from "effect"
import { RateLimited, type StorageUnavailable } from "../foundation/failure.ts"

/** Quotas narrower than the plan's, each with its own window. */
export type QuotaPolicy = "sessions-create" | "heavy" | "search" | "bulk-redact"

export interface QuotaWindow {
  /** Name of the policy as headers and 429 bodies show it. */
  readonly policy: string
  /** What is counted: a key, a link, a network address. */
  readonly subject: string
  readonly limit: number
  readonly window_seconds: number
}

export interface QuotaReading {
  readonly policy: string
  readonly limit: number
  readonly remaining: number
  readonly reset_seconds: number
  readonly window_seconds: number
  readonly allowed: boolean
}

/** How a window is counted; always in the same way for the same policy. */
export type QuotaCounting = "leased" | "sliding"

/** Counts requests per window over all processes. */
export class Quotas extends Context.Service<
  Quotas,
  {
    /**
     * Takes one. `sliding` counts are exact over all processes, and over every stretch as long as the window. `leased` ones begin again with each window,
     * and may be leased to a process in slices.
     */
    readonly take: (window: QuotaWindow, counting: QuotaCounting) => Effect.Effect<QuotaReading, StorageUnavailable>
    /**
     * Takes one leased to this process, if it holds any at this moment (milliseconds since 1970); undefined when the store has to be
     * asked. Saves the common request a detour.
     */
    readonly takeHeld: (window: QuotaWindow, now_ms: number) => QuotaReading | undefined
    /** Reads without taking. */
    readonly peek: (window: QuotaWindow, counting: QuotaCounting) => Effect.Effect<QuotaReading, StorageUnavailable>
  }
>()("@vouchkit/core/operation/Quotas") {}

/** How many requests a plan allows (`RATE_LIMIT_PER_MINUTE`); zero turns off the REST quota, its sub-policies and the throttle of 401s. */
export const PlanLimit = Context.Reference<number>("@vouchkit/core/operation/PlanLimit", { defaultValue: () => 600 })

/**
 * What every policy that counts the request says, one reading each, for the answer's headers. The transport provides a fresh cell per
 * request, so that failures carry them too; an empty one means that nothing counts it.
 */
export interface QuotaCell {
  readings: ReadonlyArray<QuotaReading>
}
export const CurrentQuota = Context.Reference<QuotaCell>("@vouchkit/core/operation/CurrentQuota", {
  defaultValue: () => ({ readings: [] })
})

/** Starts the list of readings again with these: once the caller is known, its own windows count and not those of its address. */
export const describeQuota = (readings: ReadonlyArray<QuotaReading>): Effect.Effect<void> =>
  Effect.map(CurrentQuota, (cell) => {
    cell.readings = readings
  })

const subPolicies: Record<QuotaPolicy, { readonly limit: (plan: number) => number; readonly window_seconds: number }> = {
  "sessions-create": { limit: (plan) => Math.max(1, Math.floor(plan / 2)), window_seconds: 60 },
  heavy: { limit: () => 30, window_seconds: 60 },
  search: { limit: () => 120, window_seconds: 60 },
  "bulk-redact": { limit: () => 5, window_seconds: 3600 }
}
export const quotaPolicies: ReadonlyArray<QuotaPolicy> = ["sessions-create", "heavy", "search", "bulk-redact"]

/** The windows a request by an API key counts in: the plan's, then the operation's own. */
export const windowsFor = (subject: string, plan: number, policy: QuotaPolicy | undefined): ReadonlyArray<QuotaWindow> => {
  if (plan === 0) return []
  const whole: QuotaWindow = { policy: "default", subject, limit: plan, window_seconds: 60 }
  if (policy === undefined) return [whole]
  const { limit, window_seconds } = subPolicies[policy]
  return [whole, { policy, subject, limit: limit(plan), window_seconds }]
}

export const addressWindow = (address: string): QuotaWindow => ({
  policy: "unauthenticated",
  subject: address,
  limit: 600,
  window_seconds: 60
})
export const linkWindows = (link: string, address: string): ReadonlyArray<QuotaWindow> => [
  { policy: "capture-link", subject: link, limit: 120, window_seconds: 60 },
  { policy: "capture-address", subject: address, limit: 300, window_seconds: 60 }
]
/** Those who use one publishable key share its window; this one keeps a single device from spending it for all. */
export const appWindow = (key: string, address: string): QuotaWindow => ({
  policy: "app-address",
  subject: `${key} ${address}`,
  limit: 120,
  window_seconds: 60
})
export const agentWindow = (key: string): QuotaWindow => ({ policy: "agent", subject: key, limit: 120, window_seconds: 60 })
export const agentDestructiveWindow = (key: string): QuotaWindow => ({
  policy: "agent-destructive",
  subject: key,
  limit: 5,
  window_seconds: 3600
})

/** Takes one from each window until one refuses; each window's newest reading is what the headers show of it. */
export const spend = Effect.fnUntraced(function* (windows: ReadonlyArray<QuotaWindow>, counting: QuotaCounting = "leased") {
  const quotas = yield* Quotas
  const cell = yield* CurrentQuota
  for (const window of windows) {
    const refusal = counted(cell, yield* quotas.take(window, counting))
    if (refusal !== undefined) return yield* refusal
  }
})

const counted = (cell: QuotaCell, reading: QuotaReading): RateLimited | undefined => {
  cell.readings = [...cell.readings.filter(({ policy }) => policy !== reading.policy), reading]
  return reading.allowed
    ? undefined
    : new RateLimited({ retry_after: Math.max(1, reading.reset_seconds), violated_policies: [reading.policy] })
}

/** As `spend` for leased windows, without a detour as long as this process holds what is asked for. */
export const spendLeased = (
  quotas: Quotas["Service"],
  cell: QuotaCell,
  windows: ReadonlyArray<QuotaWindow>,
  now_ms: number
): Effect.Effect<void, RateLimited | StorageUnavailable, Quotas> => {
  for (const [index, window] of windows.entries()) {
    const reading = quotas.takeHeld(window, now_ms)
    if (reading === undefined) return spend(windows.slice(index))
    const refusal = counted(cell, reading)
    if (refusal !== undefined) return Effect.fail(refusal)
  }
  return Effect.void
}
