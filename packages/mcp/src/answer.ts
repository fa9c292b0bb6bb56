import { type Failure, Unauthorized } from "@vouchkit/core/kernel/foundation/failure"
import type { QuotaReading } from "@vouchkit/core/kernel/quota/quota"
import * as Wire from "@vouchkit/core/kernel/operation/failure-body"
import { metadataPath } from "./metadata.ts"

/** What every answer of the endpoint carries. */
export interface Frame extends Wire.Frame {
  readonly readings: ReadonlyArray<QuotaReading>
}

const frameHeaders = (frame: Frame): Record<string, string> => Wire.frameHeaders(frame, frame.readings)

/** An answer of the protocol with the headers of this service. */
export const framed = (frame: Frame, response: Response): Response => {
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(frameHeaders(frame))) headers.set(name, value)
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

/** The one error body of the service, for what is refused before the protocol is spoken. */
const problem = (frame: Frame, refusal: Wire.Refusal, headers: Readonly<Record<string, string>> = {}): Response => {
  const { text, type } = Wire.errorText(frame, refusal)
  return new Response(text, { status: refusal.status_code, headers: { ...frameHeaders(frame), ...headers, "Content-Type": type } })
}

const signIn =
  "Agents authenticate with an API key of this service, sent in the header Authorization: Bearer <key>. There is no OAuth sign-in: set the key in the configuration of your client. Keys are created with `bun run keys create` or POST /api-keys."

/** RFC 6750 section 3: who sent no credential is told where to begin, and not that anything was wrong. */
const challenge = ({ presented }: Unauthorized, { public_url }: Frame): string =>
  `Bearer resource_metadata="${public_url}${metadataPath}"${presented ? ', error="invalid_token"' : ""}`

export const refused = (frame: Frame, failure: Failure): Response =>
  failure instanceof Unauthorized
    ? problem(frame, { ...Wire.refusalOf(failure), detail: signIn }, { "WWW-Authenticate": challenge(failure, frame) })
    : problem(frame, Wire.refusalOf(failure), Wire.retryHeaders(failure))

/** The endpoint keeps no streams open and no sessions: everything is one POST with one answer. */
export const methodNotAllowed = (frame: Frame): Response =>
  problem(
    frame,
    { error: "method_not_allowed", detail: "This endpoint accepts only POST; it has no streams and no sessions.", status_code: 405 },
    { Allow: "POST" }
  )

export const unexpected = (frame: Frame): Response => problem(frame, Wire.unexpectedRefusal)

/** An error of JSON-RPC itself, for messages that no server can be asked to answer. */
export const unreadable = (frame: Frame, code: -32700 | -32600, message: string): Response =>
  new Response(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message, data: { request_id: frame.request_id } } }), {
    status: 400,
    headers: { ...frameHeaders(frame), "Content-Type": "application/json" }
  })
