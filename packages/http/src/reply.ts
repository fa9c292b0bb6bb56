import type { Failure } from "@vouchkit/core/kernel/foundation/failure"
import {
  errorText,
  type Frame,
  type Refusal,
  refusalOf,
  retryHeaders,
  unexpectedRefusal
} from "@vouchkit/core/kernel/operation/failure-body"

/** A JSON answer; takes the headers over. */
export const json = (status: number, value: unknown, headers: Record<string, string>): Response =>
  new Response(JSON.stringify(value), { status, headers: Object.assign(headers, { "Content-Type": "application/json" }) })

/** The one error body, as JSON or as problem details. */
export const problem = (frame: Frame, refusal: Refusal, headers: Readonly<Record<string, string>>): Response => {
  const { text, type } = errorText(frame, refusal)
  return new Response(text, { status: refusal.status_code, headers: { ...headers, "Content-Type": type } })
}

const challenge = ({ public_url }: Frame): string => `ApiKey realm="${public_url}", header="X-API-Key"`

export const failed = (frame: Frame, failure: Failure, headers: Readonly<Record<string, string>>): Response =>
  problem(frame, refusalOf(failure), {
    ...headers,
    ...retryHeaders(failure),
    ...(failure._tag === "Unauthorized" ? { "WWW-Authenticate": challenge(frame) } : {})
  })

export const unexpected = (frame: Frame, headers: Readonly<Record<string, string>>): Response => problem(frame, unexpectedRefusal, headers)
