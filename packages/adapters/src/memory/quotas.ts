import { type QuotaCounting, type QuotaReading, Quotas, type QuotaWindow } from "@vouchkit/core/kernel/quota/quota"
import { Clock, Effect, Layer } from "effect"

/** When each subject spent of a policy, in milliseconds: since its window began, or of one that slides since it would have begun. */
export const layer = Layer.effect(Quotas)(
  Effect.sync(() => {
    const spent = new Map<string, ReadonlyArray<number>>()
    const reading = (window: QuotaWindow, millis: number, counting: QuotaCounting, take: boolean): QuotaReading => {
      const length = window.window_seconds * 1000
      const key = `${window.policy}/${window.subject}`
      const from = counting === "sliding" ? millis - length + 1 : Math.floor(millis / length) * length
      const counted = (spent.get(key) ?? []).filter((moment) => moment >= from)
      const allowed = counted.length < window.limit
      const now = allowed && take ? [...counted, millis] : counted
      spent.set(key, now)
      const [oldest = millis] = now
      const end = counting === "sliding" ? oldest + length : from + length
      return {
        policy: window.policy,
        limit: window.limit,
        remaining: window.limit - now.length,
        reset_seconds: Math.max(1, Math.ceil((end - millis) / 1000)),
        window_seconds: window.window_seconds,
        allowed
      }
    }
    return {
      takeHeld: (window, now_ms) => reading(window, now_ms, "leased", true),
      take: (window, counting) => Effect.map(Clock.currentTimeMillis, (millis) => reading(window, millis, counting, true)),
      peek: (window, counting) => Effect.map(Clock.currentTimeMillis, (millis) => reading(window, millis, counting, false))
    }
  })
)
