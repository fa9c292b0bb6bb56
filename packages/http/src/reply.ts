import { codeOf, contextOf, type Failure, statuses } from "@vouchkit/core/operation/failure"
import type { QuotaReading } from "@vouchkit/core/operation/quota"
import { rateLimitHeaders } from "@vouchkit/core/operation/rate-windows"
import { errorMediaType, errorMediaTypes } from "@vouchkit/core/wire/negotiation"
import { type ErrorBody, toProblemDetails } from "@vouchkit/core/wire/problem"

/** What every answer carries, whoever produced it. */
export interface Frame {
  readonly request_id: string
  readonly accept: string | null
  readonly public_url: string
}

/** With the quota turned off the headers still stand on every answer, and say so by a number nobody reaches. */
const unlimited: QuotaReading = {
  policy: "unlimited",
  limit: 1_000_000_000,
  remaining: 1_000_000_000,
  reset_seconds: 60,
  window_seconds: 60,
  allowed: true
}

export const frameHeaders = ({ request_id }: Frame, reading: QuotaReading | undefined): Record<string, string> => ({
  "X-Request-Id": request_id,
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
  ...rateLimitHeaders([reading ?? unlimited])
})

export const json = (status: number, value: unknown, headers: Readonly<Record<string, string>>): Response =>
  new Response(JSON.stringify(value), { status, headers: { ...headers, "Content-Type": "application/json" } })

export interface FailureBody {
  readonly error: string
  readonly detail: string
  readonly status_code: number
  readonly [context: string]: unknown
}

/** The one error body, as JSON or as problem details (decisions 3.11). */
export const problem = (frame: Frame, body: FailureBody, headers: Readonly<Record<string, string>>): Response => {
  const { detail, error, status_code, ...context } = body
  const full: ErrorBody = { error, detail, status_code, request_id: frame.request_id, ...context }
  const type = errorMediaType(frame.accept)
  const content = type === errorMediaTypes.problem ? toProblemDetails(full, `${frame.public_url}/docs/errors`) : full
  return new Response(JSON.stringify(content), { status: full.status_code, headers: { ...headers, "Content-Type": type } })
}

/** Headers a failure brings with it. */
const headersOf = (failure: Failure, frame: Frame): Record<string, string> => {
  switch (failure._tag) {
    case "Unauthorized":
      return { "WWW-Authenticate": `ApiKey realm="${frame.public_url}", header="X-API-Key"` }
    case "RateLimited":
      return { "Retry-After": String(failure.retry_after) }
    case "StorageUnavailable":
      return { "Retry-After": "1" }
    case "Conflict":
      return failure.code === "idempotency_in_progress" ? { "Retry-After": "1" } : {}
    default:
      return {}
  }
}

export const failed = (frame: Frame, failure: Failure, headers: Readonly<Record<string, string>>): Response =>
  problem(
    frame,
    { ...contextOf(failure), error: codeOf(failure), detail: failure.message, status_code: statuses[failure._tag] },
    { ...headers, ...headersOf(failure, frame) }
  )

export const unexpected = (frame: Frame, headers: Readonly<Record<string, string>>): Response =>
  problem(
    frame,
    {
      error: "internal_error",
      detail: "Something went wrong on our side. Nothing was changed; the request id helps to find out.",
      status_code: 500
    },
    headers
  )
