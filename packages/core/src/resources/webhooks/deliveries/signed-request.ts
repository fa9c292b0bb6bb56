import { DateTime } from "effect"
import type { DeliverPayload } from "./store.ts"
import { deliveryHeaders } from "./headers.ts"
import { payloadVersion } from "../endpoints/store.ts"
import type { Attempt } from "./outcome.ts"
import { payloadOf } from "./payload.ts"
import { attemptsLeft, type RetrySchedule } from "./schedule.ts"
import { type SendAnswer, SendFailure, type SendRequest, sendTimeoutMs, turnTimeoutMs } from "./sender.ts"
import type { DueDelivery } from "./settled-deliveries.ts"

/** Which attempt a run of the job stands for. */
export interface Run {
  readonly trigger: DeliverPayload["trigger"]
  readonly attempt: number | null
  readonly id: string
}

/** One attempt as it goes on the wire: body, headers and signatures of this moment. */
export const signedRequest = (
  { delivery, endpoint, envelope }: DueDelivery,
  {
    legacy_secret,
    schedule,
    secrets,
    started,
    trigger
  }: {
    readonly secrets: readonly [string, ...ReadonlyArray<string>]
    readonly legacy_secret: string | null
    readonly started: DateTime.Utc
    readonly schedule: RetrySchedule
    readonly trigger: Run["trigger"]
  }
): SendRequest => {
  const api_version = payloadVersion(endpoint)
  const body = payloadOf(envelope, { ...endpoint, api_version })
  const attempts_made = delivery.attempts_made + (trigger === "auto" ? 1 : 0)
  const headers = deliveryHeaders({
    secrets,
    legacy_secret,
    body,
    event: { id: envelope.id, type: envelope.type },
    delivery_id: delivery.id,
    api_version,
    attempts_made,
    attempts_left: attemptsLeft(schedule, attempts_made),
    first_attempted_at: delivery.first_attempted_at === null ? started : DateTime.makeUnsafe(delivery.first_attempted_at),
    attempted_at: started
  })
  return {
    url: endpoint.url,
    organization: envelope.organization_id,
    headers,
    body,
    timeout_ms: sendTimeoutMs,
    turn_timeout_ms: turnTimeoutMs
  }
}

/** What came back, as it is written down. */
export const attemptOf = (
  result: SendAnswer | SendFailure,
  { ended_at, started_at, trigger }: Pick<Attempt, "trigger" | "started_at" | "ended_at">
): Attempt => {
  const failed = result instanceof SendFailure
  return {
    trigger,
    started_at,
    ended_at,
    duration_ms: Math.round(result.duration_ms),
    response_status: failed ? null : result.status,
    retry_after: failed ? null : result.retry_after,
    error_code: failed ? result.code : null,
    response_excerpt: failed ? null : result.response_excerpt
  }
}
