import { DateTime, Result } from "effect"
import { retryAfterMs } from "./retry-after.ts"

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Waits in milliseconds, each counted from the failure before it: one attempt more than there are waits. */
export type RetrySchedule = ReadonlyArray<number>

/** 1 try and 7 retries over about 27.6 hours. */
export const defaultRetrySchedule: RetrySchedule = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour]

const alarmAtFailure = 5
const jitterShare = 0.1
const longestRetryAfterMs = 24 * hour

/** How many counted attempts a delivery has in all. */
export const attemptsOf = (schedule: RetrySchedule): number => schedule.length + 1

/** How many counted attempts remain after `attempts_made` of them; never below 0. */
export const attemptsLeft = (schedule: RetrySchedule, attempts_made: number): number => Math.max(0, attemptsOf(schedule) - attempts_made)

/** The failed attempt that raises the alarm: the 5th, or the last where there are fewer. */
export const alarmAttempt = (schedule: RetrySchedule): number => Math.min(alarmAtFailure, attemptsOf(schedule))

/** What came back from one attempt; a status of null means that no answer came. */
interface AttemptAnswer {
  readonly status: number | null
  readonly retry_after: string | null
}

/**
 * What a delivery becomes after an attempt. `alarm` is true once in its life. `disabled` also switches the endpoint off,
 * and its other deliveries with it.
 */
export type NextStep =
  | { readonly state: "succeeded"; readonly alarm: false }
  | { readonly state: "retrying" | "failing"; readonly alarm: boolean; readonly due_at: DateTime.Utc }
  | { readonly state: "exhausted"; readonly alarm: boolean }
  | { readonly state: "disabled"; readonly alarm: false }

/** Spreads a wait over 90 to 110 % by a random number from 0 to 1, so that failures of one moment do not return together. */
const jittered = (wait: number, random: number): number => Math.round(wait * (1 - jitterShare + 2 * jitterShare * random))

/** The receiver's own wish is a floor: it is never asked sooner, and a short wish does not use the attempts up early. */
const waitOf = (answer: AttemptAnswer, wait: number, now: DateTime.Utc): number => {
  if (answer.retry_after === null || (answer.status !== 429 && answer.status !== 503)) return wait
  return Math.max(wait, Math.min(retryAfterMs(answer.retry_after, now) ?? 0, longestRetryAfterMs))
}

/**
 * The step after a counted attempt, `attempts_made` including it. 2xx succeeds, 410 disables, anything else fails, redirects
 * among it; `random` runs from 0 to 1 and `now` is the moment of the failure.
 */
export const next = (attempt: {
  readonly schedule: RetrySchedule
  readonly attempts_made: number
  readonly answer: AttemptAnswer
  readonly random: number
  readonly now: DateTime.Utc
}): NextStep => {
  const { schedule, attempts_made, answer, random, now } = attempt
  if (answer.status !== null && answer.status >= 200 && answer.status <= 299) return { state: "succeeded", alarm: false }
  if (answer.status === 410) return { state: "disabled", alarm: false }
  const alarm = attempts_made === alarmAttempt(schedule)
  const wait = schedule[attempts_made - 1]
  if (wait === undefined) return { state: "exhausted", alarm }
  const due_at = DateTime.add(now, { milliseconds: waitOf(answer, jittered(wait, random), now) })
  return { state: attempts_made < alarmAttempt(schedule) ? "retrying" : "failing", alarm, due_at }
}

const units: Readonly<Record<string, number>> = { ms: 1, s: second, m: minute, h: hour }
const waitPattern = /^([0-9]{1,9})(ms|s|m|h)$/
const textLimit = 1_000
const waitLimit = 50
const longestWaitMs = 7 * 24 * hour

const parseWait = (text: string, index: number): Result.Result<number, string> => {
  const name = `wait ${index + 1} ("${text.slice(0, 20)}")`
  const [, amount, unit] = waitPattern.exec(text) ?? []
  const size = unit === undefined ? undefined : units[unit]
  if (amount === undefined || size === undefined) {
    return Result.fail(`${name} is not a whole number followed by ms, s, m or h, such as 5m`)
  }
  const wait = Number(amount) * size
  return wait <= longestWaitMs ? Result.succeed(wait) : Result.fail(`${name} is longer than 168h`)
}

/** Reads `WEBHOOK_RETRY_SCHEDULE`, comma-separated waits such as `1s,2s,4s`; fails with every problem, each saying what would be right. */
export const parseRetrySchedule = (text: string): Result.Result<RetrySchedule, ReadonlyArray<string>> => {
  if (text.trim() === "") return Result.fail(["it has no wait; write at least one, such as 1s,2s,4s"])
  if (text.length > textLimit) return Result.fail([`it is longer than ${textLimit} characters`])
  const parts = text.split(",")
  if (parts.length > waitLimit) return Result.fail([`it has ${parts.length} waits; at most ${waitLimit} are allowed`])
  const waits = parts.map((part, index) => parseWait(part.trim(), index))
  const problems = waits.flatMap((wait) => (Result.isFailure(wait) ? [wait.failure] : []))
  return problems.length > 0
    ? Result.fail(problems)
    : Result.succeed(waits.flatMap((wait) => (Result.isSuccess(wait) ? [wait.success] : [])))
}
