import { DateTime } from "effect"
import type { Sign } from "../endpoints/store.ts"
import { type DeliveryAttempt, isWaiting, shownAttempts, type StoredDelivery, type StoredEndpoint } from "../model.ts"
import { attemptsLeft, type NextStep, next, type RetrySchedule } from "./schedule.ts"
import type { SendFailureCode } from "./sender.ts"

/** One attempt that was made, with what came back; a status of null means that no whole answer came. */
export interface Attempt {
  readonly trigger: "auto" | "manual"
  readonly started_at: string
  readonly ended_at: string
  readonly duration_ms: number
  readonly response_status: number | null
  readonly retry_after: string | null
  readonly error_code: SendFailureCode | null
  readonly response_excerpt: string | null
}

const isSuccess = ({ response_status }: Attempt): boolean => response_status !== null && response_status >= 200 && response_status <= 299

/** What an attempt says of its endpoint: 2xx, 410, or anything else. */
export const signOf = (attempt: Attempt): Sign => {
  if (isSuccess(attempt)) return "succeeded"
  return attempt.response_status === 410 ? "gone" : "failed"
}

const shown = (attempt: Attempt, number: number): DeliveryAttempt => ({
  number,
  trigger: attempt.trigger,
  started_at: attempt.started_at,
  duration_ms: attempt.duration_ms,
  response_status: attempt.response_status,
  error_code: isSuccess(attempt) ? null : (attempt.error_code ?? "http_error"),
  response_excerpt: attempt.response_excerpt
})

/** The delivery with the attempt in its history, before what follows from it. */
const noted = (delivery: StoredDelivery, attempt: Attempt): StoredDelivery => ({
  ...delivery,
  attempts: [...delivery.attempts, shown(attempt, (delivery.attempts.at(-1)?.number ?? 0) + 1)].slice(-shownAttempts),
  first_attempted_at: delivery.first_attempted_at ?? attempt.started_at,
  updated_at: attempt.ended_at
})

const succeeded = (delivery: StoredDelivery, at: string): StoredDelivery => ({
  ...delivery,
  status: "succeeded",
  skip_reason: null,
  next_attempt_at: null,
  succeeded_at: delivery.succeeded_at ?? at
})

const ended = (delivery: StoredDelivery, status: "exhausted" | "cancelled"): StoredDelivery => ({
  ...delivery,
  status,
  next_attempt_at: null
})

/** What became of a delivery, whether its alarm is due now, and when the next attempt is, if there is one. */
interface Outcome {
  readonly delivery: StoredDelivery
  readonly alarm: boolean
  readonly due_at: string | null
}

/** What else decides what follows from an attempt. */
interface Circumstances {
  /** As the attempt left it. */
  readonly endpoint: Pick<StoredEndpoint, "enabled" | "archived_at">
  readonly schedule: RetrySchedule
  /** From 0 to 1; spreads the waits. */
  readonly random: number
}

const isOpen = ({ archived_at, enabled }: Circumstances["endpoint"]): boolean => enabled && archived_at === null

/** What the schedule makes of a counted attempt. Where an attempt by hand has succeeded meanwhile, it stays so. */
const followed = (delivery: StoredDelivery, step: NextStep, at: string, endpoint: Circumstances["endpoint"]): StoredDelivery => {
  if (step.state === "succeeded") return succeeded(delivery, at)
  if (delivery.status === "succeeded") return delivery
  if (step.state === "exhausted") return ended(delivery, "exhausted")
  if (step.state === "disabled" || !isOpen(endpoint)) return ended(delivery, "cancelled")
  return { ...delivery, status: step.state, next_attempt_at: DateTime.formatIso(step.due_at) }
}

/** The delivery after a counted attempt. */
export const afterCounted = (before: StoredDelivery, attempt: Attempt, { endpoint, random, schedule }: Circumstances): Outcome => {
  const attempts_made = before.attempts_made + 1
  const step = next({
    schedule,
    attempts_made,
    answer: { status: attempt.response_status, retry_after: attempt.retry_after },
    random,
    now: DateTime.makeUnsafe(attempt.ended_at)
  })
  const counted = { ...noted(before, attempt), attempts_made, attempts_left: attemptsLeft(schedule, attempts_made) }
  const delivery = followed(counted, step, attempt.ended_at, endpoint)
  return { delivery, alarm: step.alarm && delivery.status !== "succeeded", due_at: delivery.next_attempt_at }
}

/** The delivery after an attempt by hand: a success ends it, a failure leaves it as it stood, with its own schedule. */
export const afterManual = (before: StoredDelivery, attempt: Attempt, { endpoint }: Pick<Circumstances, "endpoint">): StoredDelivery => {
  const delivery: StoredDelivery = { ...noted(before, attempt), manual: null }
  if (isSuccess(attempt)) return succeeded(delivery, attempt.ended_at)
  if (!isWaiting(delivery)) return { ...delivery, next_attempt_at: null }
  return isOpen(endpoint) ? delivery : ended(delivery, "cancelled")
}

/** A delivery whose attempt is not to be made, since its endpoint or its content is no longer there; undefined when it may be made. */
export const cancelledInstead = (
  delivery: StoredDelivery,
  endpoint: StoredEndpoint | undefined,
  { at, erased }: { readonly at: string; readonly erased: boolean }
): StoredDelivery | undefined => {
  const withdrawn = endpoint === undefined || endpoint.archived_at !== null
  if (!withdrawn && endpoint.enabled && !erased) return undefined
  const stopped: StoredDelivery = { ...delivery, manual: null, next_attempt_at: null, updated_at: at }
  if (!isWaiting(delivery)) return stopped
  const paused = !withdrawn && !erased && endpoint.disabled_reason === "by_request"
  return paused ? { ...stopped, status: "skipped", skip_reason: "disabled" } : { ...stopped, status: "cancelled" }
}
