import { expect, test } from "bun:test"
import { peekAt, rateLimitHeaders, retryAfter, windowAt } from "@vouchkit/core/kernel/quota/rate-windows"
import fc from "fast-check"

const time = fc.integer({ min: 0, max: 4_102_444_800_000 })
const window = fc.record({
  policy: fc.constantFrom("default", "search", "heavy"),
  limit: fc.integer({ min: 1, max: 10_000 }),
  window_seconds: fc.constantFrom(1, 60, 3_600)
})
const at = (seconds: number) => Date.parse("2026-01-01T00:00:00.000Z") + seconds * 1_000
const minute = (limit: number) => ({ policy: "default", limit, window_seconds: 60 })
/** The reading that a store returns after it counted one more request on top of `used`. */
const takeFrom = (count: Parameters<typeof peekAt>[0]) => ({
  ...peekAt({ ...count, used: count.used + 1 }),
  allowed: count.used < count.window.limit
})

test("windows follow each other without gap or overlap, and each moment lies in exactly one", () => {
  fc.assert(
    fc.property(time, window, (now_ms, { window_seconds }) => {
      const { ends_at_ms, starts_at_ms } = windowAt(now_ms, window_seconds)
      expect(starts_at_ms <= now_ms && now_ms < ends_at_ms).toBe(true)
      expect(ends_at_ms - starts_at_ms).toBe(window_seconds * 1_000)
      expect(windowAt(ends_at_ms, window_seconds).starts_at_ms).toBe(ends_at_ms)
    })
  )
})

test("who waits as long as the reset says finds a new window, and nobody waits longer than one", () => {
  fc.assert(
    fc.property(window, time, (of, now_ms) => {
      const { reset_seconds } = peekAt({ window: of, used: of.limit, now_ms })
      expect(reset_seconds).toBeGreaterThanOrEqual(1)
      expect(reset_seconds).toBeLessThanOrEqual(of.window_seconds)
      expect(windowAt(now_ms + reset_seconds * 1_000, of.window_seconds).starts_at_ms).toBeGreaterThan(
        windowAt(now_ms, of.window_seconds).starts_at_ms
      )
    })
  )
})

test("the headers of a request that passed are spelled as the decision shows", () => {
  expect(rateLimitHeaders([takeFrom({ window: minute(300), used: 0, now_ms: at(18) })])).toEqual({
    "RateLimit-Limit": "300",
    "RateLimit-Remaining": "299",
    "RateLimit-Reset": "42",
    "RateLimit-Policy": '"default";q=300;w=60',
    RateLimit: '"default";r=299;t=42'
  })
})

test("several windows are all listed, and the three plain numbers are those of the tightest", () => {
  const readings = [
    takeFrom({ window: minute(300), used: 10, now_ms: at(18) }),
    takeFrom({ window: { policy: "bulk-redact", limit: 5, window_seconds: 3_600 }, used: 1, now_ms: at(18) })
  ]
  expect(rateLimitHeaders(readings)).toEqual({
    "RateLimit-Limit": "5",
    "RateLimit-Remaining": "3",
    "RateLimit-Reset": "3582",
    "RateLimit-Policy": '"default";q=300;w=60, "bulk-redact";q=5;w=3600',
    RateLimit: '"default";r=289;t=42, "bulk-redact";r=3;t=3582'
  })
})

test("a refusal says when to come back: never before every window that refused is open again", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(window, fc.boolean()), { minLength: 1, maxLength: 4 }), time, (windows, now_ms) => {
      const readings = windows.map(([of, full]) => takeFrom({ window: of, used: full ? of.limit : 0, now_ms }))
      const headers = rateLimitHeaders(readings)
      const refused = readings.filter(({ allowed }) => !allowed)
      expect(headers["Retry-After"] !== undefined).toBe(refused.length > 0)
      for (const { reset_seconds } of refused) expect(Number(headers["Retry-After"])).toBeGreaterThanOrEqual(reset_seconds)
      if (refused.length > 0) {
        expect(Number(headers["Retry-After"])).toBeGreaterThanOrEqual(Number(headers["RateLimit-Reset"]))
        expect(headers["RateLimit-Remaining"]).toBe("0")
      }
    })
  )
})

test("one window refused and another used up: the plain numbers are those of the one that refused", () => {
  const readings = [
    takeFrom({ window: { policy: "heavy", limit: 1, window_seconds: 3_600 }, used: 0, now_ms: at(0) }),
    takeFrom({ window: minute(2), used: 2, now_ms: at(0) })
  ]
  expect(rateLimitHeaders(readings)).toMatchObject({ "RateLimit-Limit": "2", "RateLimit-Remaining": "0", "Retry-After": "60" })
  expect(retryAfter(readings)).toBe(60)
})

test("without windows there are no headers", () => {
  expect(rateLimitHeaders([])).toEqual({})
})
