import { newest, versionDates } from "@vouchkit/core/kernel/wire/versions"
import { described } from "./described.ts"
import type { SchemaNode } from "./schemas.ts"

/** A reference to a component of the document. */
export const reference = (name: string) => ({ $ref: `#/components/${name}` })

const rateLimitHeaders = {
  "X-Request-Id": { description: "The value of the request, or a new one", schema: { type: "string", maxLength: 128 } },
  "RateLimit-Limit": { description: "Requests the window allows", schema: { type: "integer" } },
  "RateLimit-Remaining": { description: "Requests left in the window", schema: { type: "integer" } },
  "RateLimit-Reset": { description: "Seconds until the next window starts", schema: { type: "integer" } },
  "RateLimit-Policy": { description: "All policies that count this request", schema: { type: "string", maxLength: 500 } },
  RateLimit: { description: "Requests left under each policy", schema: { type: "string", maxLength: 500 } }
}
/** What every answer carries. */
export const everyHeader = Object.fromEntries(Object.keys(rateLimitHeaders).map((name) => [name, reference(`headers/${name}`)]))

const errorSchema = {
  type: "object",
  description:
    "Every error has this shape. Further fields depend on the code. Keys are always in snake_case, whatever `Key-Inflection` says",
  required: ["error", "detail", "status_code", "request_id"],
  properties: {
    error: { type: "string", maxLength: 64, description: "The code to branch on" },
    detail: { type: "string", maxLength: 2000, description: "What went wrong and what to do next, for people" },
    status_code: { type: "integer", minimum: 300, maximum: 599 },
    request_id: { type: "string", maxLength: 128 },
    errors: { type: "array", maxItems: 100, items: reference("schemas/ErrorProblem"), description: "422: every problem of the input" },
    required_scopes: {
      type: "array",
      maxItems: 100,
      items: { type: "string", maxLength: 64 },
      description: "403: scopes, any one of which is enough"
    },
    retry_after: { type: "integer", minimum: 0, description: "429, and 409 while the first request is running: seconds to wait" },
    violated_policies: {
      type: "array",
      maxItems: 20,
      items: { type: "string", maxLength: 64 },
      description: "429: the rate limits that were reached"
    },
    max_bytes: { type: "integer", minimum: 0, description: "413: the maximum size of the body" },
    id: { type: "string", maxLength: 64, description: "308: the identifier under which it goes on" },
    can_request_new: { type: "boolean", description: "410: whether the person may ask for a new link" }
  }
}
const errorProblem = {
  type: "object",
  required: ["loc", "code", "message"],
  properties: {
    loc: {
      type: "array",
      maxItems: 70,
      description: "Location: path, query, header or body, then field names and positions",
      items: { anyOf: [{ type: "string", maxLength: 300 }, { type: "integer" }] }
    },
    code: { type: "string", maxLength: 64 },
    message: { type: "string", maxLength: 1000 }
  }
}
const problemDetails = {
  type: "object",
  required: ["type", "title", "status", "detail", "instance"],
  properties: {
    type: { type: "string", maxLength: 2048 },
    title: { type: "string", maxLength: 255 },
    status: { type: "integer" },
    detail: { type: "string", maxLength: 2000 },
    instance: { type: "string", maxLength: 512 }
  }
}

const failures: Readonly<Record<number, string>> = {
  308: "What was asked for goes on under another identifier (`moved`)",
  400: "The request cannot be read: broken JSON or multipart (`bad_request`)",
  401: "The key is missing or not valid (`unauthorized`)",
  403: "The key may not do this; `required_scopes` names the scopes that allow it",
  404: "Does not exist, or belongs to another organization or environment (`not_found`)",
  408: "The body took too long to arrive (`request_timeout`)",
  409: "The state of the resource does not allow this",
  410: "The link is used up or expired (`gone`)",
  413: "The body is too large (`payload_too_large`)",
  415: "The media type of the body is not supported (`unsupported_media_type`)",
  422: "The input is not valid; `errors` lists every problem",
  429: "Over a rate limit (`rate_limited`); see `Retry-After`",
  500: "Something went wrong on our side (`internal_error`)",
  503: "Storage is unavailable, or too much is being uploaded at once (`unavailable`)"
}
/** The component that describes the failures of a status. */
export const responseName = (status: number) => `Error${status}`
const errorResponse = (status: number) => ({
  description: failures[status] ?? "Failure",
  headers: {
    ...everyHeader,
    ...(status === 409 || status === 429 || status === 503
      ? { "Retry-After": { description: "Seconds to wait", schema: { type: "integer" } } }
      : {}),
    ...(status === 404 || status === 409 || status === 410 || status === 422
      ? { "Idempotency-Replayed": reference("headers/Idempotency-Replayed") }
      : {}),
    ...(status === 308 ? { Location: { description: "Where it is", schema: { type: "string", maxLength: 2048 } } } : {}),
    ...(status === 401 ? { "WWW-Authenticate": { description: "How to authenticate", schema: { type: "string", maxLength: 500 } } } : {})
  },
  content: {
    "application/json": { schema: reference("schemas/ErrorResponse") },
    "application/problem+json": { schema: reference("schemas/ProblemDetails") }
  }
})

/** Failures by status, as operations refer to them. */
export const errorResponses = Object.fromEntries(
  Object.keys(failures).map((status) => [responseName(Number(status)), errorResponse(Number(status))])
)

/** The shapes of failures. */
export const errorSchemas = Object.fromEntries(
  Object.entries<SchemaNode>({ ErrorResponse: errorSchema, ErrorProblem: errorProblem, ProblemDetails: problemDetails }).map(
    ([name, schema]) => [name, described(schema, [name])]
  )
)

/** An example that the page of the reference leaves out of its requests: they should show what has to be sent. */
const aside = (value: string) => ({ examples: { usual: { value, "x-disabled": true } } })

/** Headers that requests may carry, by the names under which operations refer to them. */
export const headerParameters = {
  ServiceVersion: {
    name: "Service-Version",
    in: "header",
    required: false,
    description: "API version date; default: the version of the key",
    ...aside(newest),
    schema: { type: "string", enum: versionDates }
  },
  KeyInflection: {
    name: "Key-Inflection",
    in: "header",
    required: false,
    description:
      "Casing of the keys in the answer; errors are always in snake_case. `snake` where the header is absent. Requests may use all three. Keys of your own maps never change",
    ...aside("camel"),
    schema: { type: "string", enum: ["snake", "camel", "kebab"] }
  },
  RequestId: {
    name: "X-Request-Id",
    in: "header",
    required: false,
    description: "Returned on the answer if it is printable and has at most 128 characters",
    ...aside("order-1042-try-1"),
    schema: { type: "string", minLength: 1, maxLength: 128, pattern: "^[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?$" }
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description: "For 24 hours, a repeated request returns the answer of the first one. 1 to 255 printable characters, bare or quoted",
    ...aside("order-1042"),
    schema: {
      type: "string",
      minLength: 1,
      maxLength: 255,
      pattern: "^[\\x21\\x23-\\x7e]([\\x20\\x21\\x23-\\x7e]*[\\x21\\x23-\\x7e])?$"
    }
  }
}

/** Headers of answers, by their own names. */
export const answerHeaders = {
  ...rateLimitHeaders,
  "Service-Version": { description: "The version of this answer", schema: { type: "string", maxLength: 10 } },
  "Idempotency-Replayed": {
    description: "`true` if the answer repeats that of an earlier request",
    schema: { type: "string", enum: ["true"] }
  }
}
