import type { QuotaReading, QuotaWindow } from "./quota.ts"

/** When the window that holds this moment began and ends, in milliseconds since 1970. Windows follow each other without gaps. */
export const windowAt = (now_ms: number, window_seconds: number): { readonly starts_at_ms: number; readonly ends_at_ms: number } => {
  const length = window_seconds * 1_000
  const starts_at_ms = Math.floor(now_ms / length) * length
  return { starts_at_ms, ends_at_ms: starts_at_ms + length }
}

interface Count {
  readonly window: Omit<QuotaWindow, "subject">
  /** Requests counted so far in the window that holds `now_ms`. */
  readonly used: number
  readonly now_ms: number
}

const reading = ({ now_ms, window }: Count, remaining: number, allowed: boolean): QuotaReading => ({
  policy: window.policy,
  limit: window.limit,
  remaining,
  // Rounded up and never 0: who waits this long finds a new window.
  reset_seconds: Math.max(1, Math.ceil((windowAt(now_ms, window.window_seconds).ends_at_ms - now_ms) / 1_000)),
  window_seconds: window.window_seconds,
  allowed
})

/** What a window says before anything is taken: `allowed` tells whether one more would be let through. */
export const peekAt = (count: Count): QuotaReading => {
  const remaining = Math.max(0, count.window.limit - count.used)
  return reading(count, remaining, remaining > 0)
}

/** Seconds after which every one of these windows is open again; at least the reset of each that refused. */
export const retryAfter = (readings: ReadonlyArray<QuotaReading>): number =>
  readings.reduce((longest, { allowed, reset_seconds }) => (allowed ? longest : Math.max(longest, reset_seconds)), 1)

/** Which window a caller will run into first: one that refused before any other, then the fewest left, then the longest wait. */
const tightest = (readings: ReadonlyArray<QuotaReading>): QuotaReading | undefined =>
  readings.length < 2
    ? readings[0]
    : readings.toSorted(
        (left, right) =>
          Number(left.allowed) - Number(right.allowed) || left.remaining - right.remaining || right.reset_seconds - left.reset_seconds
      )[0]

/** Names of policies are few, and every answer shows them. */
const spelled = new Map<string, string>()
const maximumSpelled = 100

/** A string of RFC 9651. Names of policies are ours; anything but printable ASCII is left out rather than trusted. */
const quoted = (text: string): string => {
  const known = spelled.get(text)
  if (known !== undefined) return known
  const spelling = `"${text.replace(/[^\x20-\x7e]/g, "").replace(/["\\]/g, "\\$&")}"`
  if (spelled.size < maximumSpelled) spelled.set(text, spelling)
  return spelling
}

/**
 * The headers that describe the windows a request counted in: the older three numbers for the tightest window, and the
 * two lists of the IETF draft for all of them. `Retry-After` joins when one refused. Without windows there are no headers.
 */
export const rateLimitHeaders = (readings: ReadonlyArray<QuotaReading>): Record<string, string> => {
  const shown = tightest(readings)
  if (shown === undefined) return {}
  const headers: Record<string, string> = {
    "RateLimit-Limit": String(shown.limit),
    "RateLimit-Remaining": String(shown.remaining),
    "RateLimit-Reset": String(shown.reset_seconds),
    "RateLimit-Policy": readings.map(({ limit, policy, window_seconds }) => `${quoted(policy)};q=${limit};w=${window_seconds}`).join(", "),
    RateLimit: readings.map(({ policy, remaining, reset_seconds }) => `${quoted(policy)};r=${remaining};t=${reset_seconds}`).join(", ")
  }
  if (!shown.allowed) headers["Retry-After"] = String(retryAfter(readings))
  return headers
}
