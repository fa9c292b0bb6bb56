import { expect, test } from "bun:test"
import { retryAfterMs } from "@vouchkit/core/resources/webhooks/deliveries/retry-after"
import {
  alarmAttempt,
  attemptsLeft,
  attemptsOf,
  defaultRetrySchedule,
  type NextStep,
  next,
  parseRetrySchedule,
  type RetrySchedule
} from "@vouchkit/core/resources/webhooks/deliveries/schedule"
import { DateTime, Result } from "effect"
import * as fc from "fast-check"

const now = DateTime.makeUnsafe("2026-03-01T12:00:00Z")
const later = (milliseconds: number) => DateTime.add(now, { milliseconds })
const answered = (status: number | null, retry_after: string | null = null) => ({ status, retry_after })
const step = (attempts_made: number, overrides: Partial<Parameters<typeof next>[0]> = {}): NextStep =>
  next({ schedule: defaultRetrySchedule, attempts_made, answer: answered(500), random: 0.5, now, ...overrides })
const waitOf = (found: NextStep): number =>
  "due_at" in found ? DateTime.toEpochMillis(found.due_at) - DateTime.toEpochMillis(now) : Number.NaN

/** The life of a delivery that fails every time. */
const life = (schedule: RetrySchedule): ReadonlyArray<NextStep> =>
  Array.from({ length: attemptsOf(schedule) }, (_, index) => step(index + 1, { schedule }))

test("the waits are 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h: 8 attempts in about 27.6 hours", () => {
  expect(defaultRetrySchedule.map((wait) => wait / 1_000)).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 36_000])
  expect(attemptsOf(defaultRetrySchedule)).toBe(8)
  expect(defaultRetrySchedule.reduce((sum, wait) => sum + wait, 0) / 3_600_000).toBeCloseTo(27.6, 1)
})

test("a delivery that always fails retries, is failing from the 5th failure with one alarm, and is exhausted after the 8th", () => {
  const steps = life(defaultRetrySchedule)
  expect(steps.map(({ state }) => state)).toEqual([...Array(4).fill("retrying"), ...Array(3).fill("failing"), "exhausted"])
  expect(steps.map(({ alarm }) => alarm)).toEqual([false, false, false, false, true, false, false, false])
  expect(steps.slice(0, 7).map(waitOf)).toEqual([...defaultRetrySchedule])
})

test("the alarm comes once in every life, at the 5th failure or the last if there are fewer", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100_000_000), { maxLength: 20 }), (schedule) => {
      const steps = life(schedule)
      expect(steps.filter(({ alarm }) => alarm).length).toBe(1)
      expect(steps.findIndex(({ alarm }) => alarm) + 1).toBe(Math.min(5, schedule.length + 1))
      expect(alarmAttempt(schedule)).toBe(Math.min(5, schedule.length + 1))
      expect(steps.findIndex(({ state }) => state === "exhausted")).toBe(schedule.length)
    })
  )
})

test("attempts made and left always add up to all of them", () => {
  for (let made = 0; made <= 8; made += 1) expect(made + attemptsLeft(defaultRetrySchedule, made)).toBe(8)
  expect(attemptsLeft(defaultRetrySchedule, 9)).toBe(0)
})

test("every 2xx succeeds and 410 disables, whatever the attempt", () => {
  for (const attempts_made of [1, 5, 8]) {
    for (const status of [200, 201, 204, 299]) {
      expect(step(attempts_made, { answer: answered(status) })).toEqual({ state: "succeeded", alarm: false })
    }
    expect(step(attempts_made, { answer: answered(410) })).toEqual({ state: "disabled", alarm: false })
  }
})

test("every other status fails, redirects among them, and so does no answer", () => {
  for (const status of [null, 199, 300, 301, 302, 307, 308, 400, 401, 404, 409, 422, 429, 500, 503, 599]) {
    expect(step(1, { answer: answered(status) }).state).toBe("retrying")
  }
})

test("a wait varies by at most a tenth either way, and the ends are reached", () => {
  expect(waitOf(step(2, { random: 0 }))).toBe(270_000)
  expect(waitOf(step(2, { random: 1 }))).toBe(330_000)
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 7 }), (random, attempts_made) => {
      const wait = defaultRetrySchedule[attempts_made - 1] ?? 0
      const found = waitOf(step(attempts_made, { random }))
      expect(found).toBeGreaterThanOrEqual(wait * 0.9 - 1)
      expect(found).toBeLessThanOrEqual(wait * 1.1 + 1)
    })
  )
})

test.each([429, 503])("%d with Retry-After is not asked again sooner, nor later than 24 h because of it", (status) => {
  const wait = (retry_after: string, attempts_made = 1) => waitOf(step(attempts_made, { answer: answered(status, retry_after) }))
  expect(wait("60")).toBe(60_000)
  expect(wait("1")).toBe(5_000)
  expect(wait("0")).toBe(5_000)
  expect(wait("86400")).toBe(86_400_000)
  expect(wait("86401")).toBe(86_400_000)
  expect(wait("99999999999999999999")).toBe(86_400_000)
  expect(wait("Sun, 01 Mar 2026 12:10:00 GMT")).toBe(600_000)
  expect(wait("Sun, 01 Mar 2026 11:00:00 GMT")).toBe(5_000)
  expect(wait("Fri, 01 Mar 2030 12:00:00 GMT")).toBe(86_400_000)
  expect(wait("soon")).toBe(5_000)
  expect(wait("60", 7)).toBe(36_000_000)
})

test("an attempt with Retry-After counts: the last one still exhausts the delivery", () => {
  expect(step(8, { answer: answered(503, "60") })).toEqual({ state: "exhausted", alarm: false })
})

test("Retry-After counts for no other status", () => {
  for (const status of [301, 400, 500, 502]) expect(waitOf(step(1, { answer: answered(status, "3600") }))).toBe(5_000)
})

test.each([
  ["Sun, 01 Mar 2026 12:00:30 GMT", 30_000],
  ["Sunday, 01-Mar-26 12:00:30 GMT", 30_000],
  ["Sun Mar  1 12:00:30 2026", 30_000],
  ["Sun Mar 01 12:00:30 2026", 30_000],
  ["Tue, 29 Feb 2028 00:00:00 GMT", Date.UTC(2028, 1, 29) - Date.UTC(2026, 2, 1, 12)],
  ["Sun, 01 Mar 2026 12:00:60 GMT", 60_000],
  ["Sunday, 06-Nov-94 08:49:37 GMT", 0],
  ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
  [" 5 ", 5_000],
  ["0", 0]
])("Retry-After %j is a wait of %d ms", (value, wait) => expect(retryAfterMs(value, now)).toBe(wait))

test("a year of two digits is the nearest one: 76 is 2076, 77 is past", () => {
  expect(retryAfterMs("Sunday, 01-Mar-76 12:00:00 GMT", now)).toBe(Date.UTC(2076, 2, 1, 12) - Date.UTC(2026, 2, 1, 12))
  expect(retryAfterMs("Sunday, 01-Mar-77 12:00:00 GMT", now)).toBe(0)
})

test.each([
  ...["", " ", "-1", "+1", "1.5", "1e3", "0x10", "１０", "5s", "1,2", "never", "2026-03-01T12:00:30Z"],
  ...["Sun, 30 Feb 2026 12:00:00 GMT", "Sun, 29 Feb 2026 12:00:00 GMT", "Sun, 00 Mar 2026 12:00:00 GMT", "Sun, 32 Mar 2026 12:00:00 GMT"],
  ...["Sun, 01 Mar 2026 24:00:00 GMT", "Sun, 01 Mar 2026 12:60:00 GMT", "Sun, 01 Mar 2026 12:00:61 GMT", "Sun, 01 Mar 2026 12:00:00 UTC"],
  ...["Sun, 1 Mar 2026 12:00:00 GMT", "sun, 01 mar 2026 12:00:00 gmt", "Sun, 01 Mrz 2026 12:00:00 GMT", "9".repeat(100_000)]
])("Retry-After in another form is passed over", (value) => expect(retryAfterMs(value, now)).toBeUndefined())

test("every moment of this and the coming years reads back from its HTTP-date", () => {
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(2026, 2, 1, 12) / 1_000, max: Date.UTC(2070, 0) / 1_000 }), (moment) => {
      expect(retryAfterMs(new Date(moment * 1_000).toUTCString(), now)).toBe(moment * 1_000 - DateTime.toEpochMillis(now))
    })
  )
})

test("a schedule of the environment is read with its units", () => {
  expect(parseRetrySchedule("1s,2s,4s")).toEqual(Result.succeed([1_000, 2_000, 4_000]))
  expect(parseRetrySchedule(" 250ms , 5m,10h ")).toEqual(Result.succeed([250, 300_000, 36_000_000]))
  expect(parseRetrySchedule("0s")).toEqual(Result.succeed([0]))
  expect(parseRetrySchedule("5s,5m,30m,2h,5h,10h,10h")).toEqual(Result.succeed(defaultRetrySchedule))
})

test("every wrong wait of a schedule is named, each with what would be right", () => {
  const parsed = parseRetrySchedule("1s,soon,,5,169h,-1s,1.5s,2d")
  expect(parsed).toEqual(
    Result.fail([
      'wait 2 ("soon") is not a whole number followed by ms, s, m or h, such as 5m',
      'wait 3 ("") is not a whole number followed by ms, s, m or h, such as 5m',
      'wait 4 ("5") is not a whole number followed by ms, s, m or h, such as 5m',
      'wait 5 ("169h") is longer than 168h',
      'wait 6 ("-1s") is not a whole number followed by ms, s, m or h, such as 5m',
      'wait 7 ("1.5s") is not a whole number followed by ms, s, m or h, such as 5m',
      'wait 8 ("2d") is not a whole number followed by ms, s, m or h, such as 5m'
    ])
  )
})

test("a schedule without a wait, with more than 50 or of endless text is refused in one sentence", () => {
  for (const text of ["", "  ", "1s,".repeat(50).concat("1s"), "1".repeat(2_000)]) {
    const parsed = parseRetrySchedule(text)
    expect(Result.isFailure(parsed) ? parsed.failure.length : 0).toBe(1)
  }
  expect(Result.isSuccess(parseRetrySchedule(Array(50).fill("1s").join(",")))).toBe(true)
})

test("the moment of the next attempt is counted from the failure, not from the first attempt", () => {
  const failed = later(7_200_000)
  expect(step(2, { now: failed })).toEqual({ state: "retrying", alarm: false, due_at: DateTime.add(failed, { milliseconds: 300_000 }) })
})
