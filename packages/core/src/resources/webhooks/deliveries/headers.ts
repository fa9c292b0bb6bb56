import { DateTime } from "effect"
import { legacySignature, type RawBody, signatureHeader, standardSignature } from "./signature.ts"

/** The only version whose endpoints still receive the bare-hex signature as well. */
export const legacyVersion = "2026-01-01"

export interface DeliveryAttempt {
  /** Newest first; a second one lives for the overlap of a rotation. */
  readonly secrets: readonly [string, ...ReadonlyArray<string>]
  /** What the legacy signature is made with in the place of the newest secret; null or absent where the operator imported none. */
  readonly legacy_secret?: string | null
  readonly body: RawBody
  readonly event: { readonly id: string; readonly type: string }
  readonly delivery_id: string
  /** The version the payload is written in: the endpoint's, else the organization's. */
  readonly api_version: string
  /** Counted attempts including this one; a manual retry is not counted. */
  readonly attempts_made: number
  /** Attempts the schedule still holds should this one fail. */
  readonly attempts_left: number
  readonly first_attempted_at: DateTime.Utc
  readonly attempted_at: DateTime.Utc
}

/** What each header of a delivery says, for those who write receivers. */
export const deliveryHeaderFacts = {
  "x-service-signature":
    "`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw body>`, keyed with the whole `whsec_…` text; one `v1` for each secret while a rotation overlaps",
  "x-service-signature-legacy":
    "bare hex HMAC-SHA256 over the raw body; only if the payload has the first version. Keyed with the organization's secret of before endpoints had their own, where the operator imported it",
  "x-service-event-id": "the event's id, the same on every attempt",
  "x-service-event-type": "the event's type",
  "x-service-delivery-id": "this event at this endpoint, the same on every attempt",
  "x-service-attempts-made": "counted attempts, including this one; attempts by hand are not counted",
  "x-service-attempts-left": "counted attempts that remain if this one fails",
  "x-service-first-attempted-at": "when the first attempt was made, in Unix seconds",
  "webhook-id": "the event's id, as Standard Webhooks names it",
  "webhook-timestamp": "when this attempt was signed, in Unix seconds",
  "webhook-signature":
    "`v1,<base64>`: HMAC-SHA256 over `<id>.<timestamp>.<raw body>`, keyed with the bytes that follow `whsec_` in base64; separated by spaces while a rotation overlaps",
  "content-type": "`application/json`",
  "user-agent": "`Vouchkit-Webhooks/1`"
} as const

const seconds = (moment: DateTime.Utc): number => Math.floor(DateTime.toEpochMillis(moment) / 1_000)

/**
 * Every header that a delivery carries, names in lower case: what describes the attempt, our
 * signature, the Standard Webhooks triple and, for endpoints of the first version, the legacy signature. Moments are Unix seconds.
 */
export const deliveryHeaders = (attempt: DeliveryAttempt): Readonly<Record<string, string>> => {
  const { secrets, body, event } = attempt
  const timestamp = seconds(attempt.attempted_at)
  const standard = standardSignature({ id: event.id, secrets, timestamp, body })
  return {
    "content-type": "application/json",
    "user-agent": "Vouchkit-Webhooks/1",
    "x-service-signature": signatureHeader({ secrets, timestamp, body }),
    "x-service-event-id": event.id,
    "x-service-event-type": event.type,
    "x-service-delivery-id": attempt.delivery_id,
    "x-service-attempts-made": String(attempt.attempts_made),
    "x-service-attempts-left": String(attempt.attempts_left),
    "x-service-first-attempted-at": String(seconds(attempt.first_attempted_at)),
    // A retry repeats the event's id, by which receivers of either convention recognise what they have already handled.
    ...(standard === undefined ? {} : { "webhook-id": event.id, "webhook-timestamp": String(timestamp), "webhook-signature": standard }),
    ...(attempt.api_version === legacyVersion
      ? { "x-service-signature-legacy": legacySignature({ secret: attempt.legacy_secret ?? secrets[0], body }) }
      : {})
  }
}
