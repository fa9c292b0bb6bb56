import { codeOf, contextOf, type Failure, statuses, Unauthorized } from "@vouchkit/core/operation/failure"
import type { QuotaReading } from "@vouchkit/core/operation/quota"
import { rateLimitHeaders } from "@vouchkit/core/operation/rate-windows"
import { errorMediaType, errorMediaTypes } from "@vouchkit/core/wire/negotiation"
import { type ErrorBody, toProblemDetails } from "@vouchkit/core/wire/problem"
import { metadataPath } from "./metadata.ts"

/** What every answer of the endpoint carries. */
export interface Frame {
  readonly request_id: string
  readonly accept: string | null
  readonly public_url: string
  readonly reading: QuotaReading | undefined
}

const frameHeaders = ({ reading, request_id }: Frame): Record<string, string> => ({
  "X-Request-Id": request_id,
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
  ...rateLimitHeaders(reading === undefined ? [] : [reading])
})

/** An answer of the protocol with the headers of this service. */
export const framed = (frame: Frame, response: Response): Response => {
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(frameHeaders(frame))) headers.set(name, value)
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

/** An error body before it is known which request it answers. */
interface Refusal {
  readonly error: string
  readonly detail: string
  readonly status_code: number
  readonly [context: string]: unknown
}

/** The one error body of the service, for what is refused before the protocol is spoken (decisions 3.11). */
export const problem = (frame: Frame, body: Refusal, headers: Readonly<Record<string, string>> = {}): Response => {
  const full: ErrorBody = { ...body, request_id: frame.request_id }
  const type = errorMediaType(frame.accept)
  const content = type === errorMediaTypes.problem ? toProblemDetails(full, `${frame.public_url}/docs/errors`) : full
  return new Response(JSON.stringify(content), {
    status: full.status_code,
    headers: { ...frameHeaders(frame), ...headers, "Content-Type": type }
  })
}

const signIn =
  "Agents sign in with an API key of this service, sent as the header Authorization: Bearer <key>. There is no OAuth sign-in: set the key in the configuration of your client. Keys are created with `bun run keys create` or POST /api-keys."

/** RFC 6750 section 3: who sent no credential is told where to begin, and not that anything was wrong. */
const challenge = ({ presented }: Unauthorized, { public_url }: Frame): string =>
  `Bearer resource_metadata="${public_url}${metadataPath}"${presented ? ', error="invalid_token"' : ""}`

const headersOf = (failure: Failure, frame: Frame): Record<string, string> => {
  switch (failure._tag) {
    case "Unauthorized":
      return { "WWW-Authenticate": challenge(failure, frame) }
    case "RateLimited":
      return { "Retry-After": String(failure.retry_after) }
    case "StorageUnavailable":
      return { "Retry-After": "1" }
    default:
      return {}
  }
}

export const refused = (frame: Frame, failure: Failure): Response =>
  problem(
    frame,
    {
      ...contextOf(failure),
      error: codeOf(failure),
      detail: failure instanceof Unauthorized ? signIn : failure.message,
      status_code: statuses[failure._tag]
    },
    headersOf(failure, frame)
  )

/** The endpoint keeps no streams open and no sessions: everything is one POST with one answer. */
export const methodNotAllowed = (frame: Frame): Response =>
  problem(
    frame,
    { error: "method_not_allowed", detail: "This endpoint answers POST only; it keeps no streams and no sessions.", status_code: 405 },
    { Allow: "POST" }
  )

export const unexpected = (frame: Frame): Response =>
  problem(frame, {
    error: "internal_error",
    detail: "Something went wrong on our side. The request id helps to find out.",
    status_code: 500
  })

/** An error of JSON-RPC itself, for messages that no server can be asked to answer. */
export const unreadable = (frame: Frame, code: -32700 | -32600, message: string): Response =>
  new Response(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message, data: { request_id: frame.request_id } } }), {
    status: 400,
    headers: { ...frameHeaders(frame), "Content-Type": "application/json" }
  })
