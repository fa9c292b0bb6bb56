import { codeOf, type Failure, statuses } from "../foundation/failure.ts"
import { contextOf } from "../foundation/failure-context.ts"
import type { QuotaReading } from "../quota/quota.ts"
import { rateLimitHeaders } from "../quota/rate-windows.ts"
import { errorMediaType, errorMediaTypes, type ErrorMediaType } from "../wire/negotiation.ts"
import { type ErrorBody, toProblemDetails } from "../wire/problem.ts"

/** What is known of a request when its answer is written. */
export interface Frame {
  readonly request_id: string
  /** The `Accept` header; null when none was sent. */
  readonly accept: string | null
  /** Where the service is reached, without a closing slash; the documents of error codes lie below it. */
  readonly public_url: string
}

/** With the quota turned off the headers still stand on every answer, and say so by a number no one reaches. */
const unlimited: QuotaReading = {
  policy: "unlimited",
  limit: 1_000_000_000,
  remaining: 1_000_000_000,
  reset_seconds: 60,
  window_seconds: 60,
  allowed: true
}

/**
 * For a service that the world reaches by TLS: browsers come by nothing else for a year (RFC 6797). Other hosts of the domain are not the
 * service's to decide on, so that it says nothing about them.
 */
const transportSecurity = "max-age=31536000"

/** The headers of every answer; without a reading they say that nothing is counted. */
export const frameHeaders = (
  { public_url, request_id }: Pick<Frame, "public_url" | "request_id">,
  readings: ReadonlyArray<QuotaReading>
): Record<string, string> => {
  const headers = rateLimitHeaders(readings.length === 0 ? [unlimited] : readings)
  headers["X-Request-Id"] = request_id
  headers["X-Content-Type-Options"] = "nosniff"
  headers["Cache-Control"] = "no-store"
  if (public_url.startsWith("https:")) headers["Strict-Transport-Security"] = transportSecurity
  return headers
}

/** An error before it is known which request it answers. */
export interface Refusal {
  readonly error: string
  readonly detail: string
  readonly status_code: number
  readonly [context: string]: unknown
}

/** What a failure says to callers; nothing of an infrastructure cause is among it. */
export const refusalOf = (failure: Failure): Refusal => ({
  ...contextOf(failure),
  error: codeOf(failure),
  detail: failure.message,
  status_code: statuses[failure._tag]
})

/** A failure that no one expected; its cause is for the log alone. */
export const unexpectedRefusal: Refusal = {
  error: "internal_error",
  detail: "Something went wrong on our side. Nothing was changed. Give the request id to the operator, who can find the cause in the log.",
  status_code: 500
}

/** How a caller goes on: when to come back, in seconds, for failures that pass by themselves (RFC 9110 section 10.2.3). */
export const retryHeaders = (failure: Failure): Record<string, string> => {
  switch (failure._tag) {
    case "RateLimited":
    case "Overloaded":
      return { "Retry-After": String(failure.retry_after) }
    case "StorageUnavailable":
      return { "Retry-After": "1" }
    case "BodyTimeout":
      // What may still come of the body is not read.
      return { Connection: "close" }
    case "Conflict":
      return failure.code === "idempotency_in_progress" ? { "Retry-After": "1" } : {}
    default:
      return {}
  }
}

/** An error body as text, in the form the caller likes best, and the media type of that form. */
export const errorText = (frame: Frame, refusal: Refusal): { readonly text: string; readonly type: ErrorMediaType } => {
  const { detail, error, status_code, ...context } = refusal
  const body: ErrorBody = { error, detail, status_code, request_id: frame.request_id, ...context }
  const type = errorMediaType(frame.accept)
  const content = type === errorMediaTypes.problem ? toProblemDetails(body, `${frame.public_url}/docs/errors`) : body
  return { text: JSON.stringify(content), type }
}
