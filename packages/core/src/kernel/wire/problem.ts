/** The one error body of the service; further members are context of the code. */
export interface ErrorBody {
  readonly error: string
  readonly detail: string
  readonly status_code: number
  readonly request_id: string
  readonly [context: string]: unknown
}

/** The same as problem details (RFC 9457), with every member of our own body as an extension. */
interface ProblemDetails {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly instance: string
  readonly [extension: string]: unknown
}

/** Type and title of an exceeded quota, as IANA registers them among the HTTP problem types. */
const quotaExceeded = {
  type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
  title: "Request cannot be satisfied as assigned quota has been exceeded"
} as const

/** A title says the same for every occurrence of its type, so it is the code in words. */
const titleOf = (code: string): string => {
  const words = code.replaceAll("_", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The request id as a URI reference: an echoed one may hold any printable character. */
const instanceOf = (requestId: string): string => encodeURIComponent(requestId.toWellFormed())

/**
 * Renders an error body as problem details. `documentation` is the URL under which each code has a page, without a closing slash. Members
 * that RFC 9457 defines always carry its meaning, even if the context of a code used the same name.
 */
export const toProblemDetails = (body: ErrorBody, documentation: string): ProblemDetails => {
  const kind =
    body.error === "rate_limited"
      ? { ...quotaExceeded, "violated-policies": body.violated_policies ?? [] }
      : { type: `${documentation}/${encodeURIComponent(body.error.toWellFormed())}`, title: titleOf(body.error) }
  return { ...body, ...kind, status: body.status_code, detail: body.detail, instance: instanceOf(body.request_id) }
}
