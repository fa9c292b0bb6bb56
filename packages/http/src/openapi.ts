import { maxDocumentBytes } from "@vouchkit/core/documents/media"
import { ConflictCode, ForbiddenCode, InvalidCode } from "@vouchkit/core/operation/failure"
import type { AnyOperation, Contract } from "@vouchkit/core/operation/operation"
import { versionDates } from "@vouchkit/core/wire/versions"
import { apiPrefix } from "./app.ts"
import { type OperationSchemas, operationSchemas, type SchemaNode } from "./openapi-schemas.ts"

const reference = (name: string) => ({ $ref: `#/components/${name}` })

const rateLimitHeaders = {
  "X-Request-Id": { description: "The inbound value, or a new one", schema: { type: "string", maxLength: 128 } },
  "RateLimit-Limit": { description: "Requests the window allows", schema: { type: "integer" } },
  "RateLimit-Remaining": { description: "Requests left in the window", schema: { type: "integer" } },
  "RateLimit-Reset": { description: "Seconds until the window starts anew", schema: { type: "integer" } },
  "RateLimit-Policy": { description: "All policies that count this request", schema: { type: "string", maxLength: 500 } },
  RateLimit: { description: "What is left under each policy", schema: { type: "string", maxLength: 500 } }
}
const everyHeader = Object.fromEntries(Object.keys(rateLimitHeaders).map((name) => [name, reference(`headers/${name}`)]))

const errorSchema = {
  type: "object",
  description:
    "The one shape of every error. Further members are context of the code; keys are in snake_case whatever `Key-Inflection` says",
  required: ["error", "detail", "status_code", "request_id"],
  properties: {
    error: { type: "string", maxLength: 64, description: "The code to branch on" },
    detail: { type: "string", maxLength: 2000, description: "What went wrong and what to do next, for people" },
    status_code: { type: "integer", minimum: 400, maximum: 599 },
    request_id: { type: "string", maxLength: 128 },
    errors: { type: "array", maxItems: 100, items: reference("schemas/ErrorProblem"), description: "422: every problem of the input" },
    required_scopes: {
      type: "array",
      maxItems: 100,
      items: { type: "string", maxLength: 64 },
      description: "403: the scopes any one of which would do"
    },
    retry_after: { type: "integer", minimum: 0, description: "429, and 409 of a request still running: seconds to wait" },
    violated_policies: {
      type: "array",
      maxItems: 20,
      items: { type: "string", maxLength: 64 },
      description: "429: the rate limits that were reached"
    },
    max_bytes: { type: "integer", minimum: 0, description: "413: how large a body may be" },
    can_request_new: { type: "boolean", description: "410: whether a new link may be asked for" }
  }
}
const errorProblem = {
  type: "object",
  required: ["loc", "code", "message"],
  properties: {
    loc: {
      type: "array",
      maxItems: 70,
      description: "Where: path, query, header or body, then member names and positions",
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
  400: "The request cannot be read: broken JSON or multipart (`bad_request`)",
  401: "The key is missing or not valid (`unauthorized`)",
  403: "The key may not do this; `required_scopes` names what would",
  404: "Absent, or of another organization or environment (`not_found`)",
  409: "Does not fit the state of the resource",
  410: "The link is spent or expired (`gone`)",
  413: "The body is too large (`payload_too_large`)",
  415: "The body is of another media type (`unsupported_media_type`)",
  422: "The input is not valid; `errors` lists every problem",
  429: "Over a rate limit (`rate_limited`); see `Retry-After`",
  500: "Something went wrong on our side (`internal_error`)",
  503: "Storage is unavailable (`unavailable`)"
}
const responseName = (status: number) => `Error${status}`
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
    ...(status === 401 ? { "WWW-Authenticate": { description: "How to authenticate", schema: { type: "string", maxLength: 500 } } } : {})
  },
  content: {
    "application/json": { schema: reference("schemas/Error") },
    "application/problem+json": { schema: reference("schemas/ProblemDetails") }
  }
})

/** Failures an operation can give, from what it declares. */
const failureStatuses = (contract: Contract): ReadonlyArray<number> => {
  const writes = contract.method !== "GET" && contract.method !== "DELETE"
  return [
    ...(writes ? [400] : []),
    ...(contract.access.type === "public" ? [] : [401, 403]),
    // A body may name a resource as well as a path does.
    ...(contract.params === undefined && contract.body === undefined ? [] : [404]),
    ...(contract.conflicts !== undefined || (contract.method === "POST" && contract.effect !== "read") || contract.effect !== "read"
      ? [409]
      : []),
    ...(contract.gone === true ? [410] : []),
    ...(writes ? [413, 415] : []),
    422,
    429,
    500,
    503
  ]
}

const properties = (schema: SchemaNode): ReadonlyArray<readonly [string, SchemaNode]> =>
  Object.entries((schema.properties ?? {}) as Readonly<Record<string, SchemaNode>>)
const required = (schema: SchemaNode): ReadonlyArray<string> => (schema.required as ReadonlyArray<string> | undefined) ?? []

const parameters = (contract: Contract, { params, query }: OperationSchemas) => [
  ...properties(params).map(([name, schema]) => ({ name, in: "path", required: true, schema })),
  ...properties(query).map(([name, schema]) => ({
    name,
    in: "query",
    required: required(query).includes(name),
    ...(schema.type === "array" ? { style: "form", explode: true } : {}),
    schema
  })),
  reference("parameters/ServiceVersion"),
  reference("parameters/KeyInflection"),
  reference("parameters/RequestId"),
  ...(contract.method === "POST" && contract.effect !== "read" ? [reference("parameters/IdempotencyKey")] : [])
]

const requestBody = (contract: Contract, { body }: OperationSchemas) => {
  if (contract.method === "GET" || contract.method === "DELETE") return {}
  if (contract.upload === true) {
    const schema = {
      ...body,
      type: "object",
      properties: {
        ...(body.properties as object),
        file: { type: "string", format: "binary", maxLength: maxDocumentBytes, description: "The document, at most 15 MB" }
      },
      required: [...required(body), "file"]
    }
    return { requestBody: { required: true, content: { "multipart/form-data": { schema } } } }
  }
  if (contract.body === undefined) return {}
  return { requestBody: { required: required(body).length > 0, content: { "application/json": { schema: body } } } }
}

const answers = (contract: Contract, { output }: OperationSchemas) => {
  const { status = 200 } = contract
  const successes = typeof status === "number" ? [status] : status.all
  const content =
    contract.file === undefined
      ? { "application/json": { schema: output } }
      : Object.fromEntries(
          contract.file.map((type) => [type, { schema: { type: "string", format: "binary", maxLength: maxDocumentBytes } }])
        )
  const headers = {
    ...everyHeader,
    "Service-Version": reference("headers/Service-Version"),
    ...(contract.method === "POST" && contract.effect !== "read"
      ? { "Idempotency-Replayed": reference("headers/Idempotency-Replayed") }
      : {})
  }
  return {
    ...Object.fromEntries(
      successes.map((code) => [
        String(code),
        { description: code === 201 ? "Created" : code === 202 ? "Accepted" : "Done", headers, content }
      ])
    ),
    ...Object.fromEntries(failureStatuses(contract).map((code) => [String(code), reference(`responses/${responseName(code)}`)]))
  }
}

const described = (contract: Contract): string => {
  const { access, conflicts = [], emits = [], forbidden = [], invalid = [] } = contract
  const lines = [contract.description ?? contract.summary]
  if (access.type === "scopes") lines.push(`Scopes (any one): ${access.anyOf.map((scope) => `\`${scope}\``).join(", ")}.`)
  if (access.type === "dashboard") lines.push(`Dashboard users with the permission \`${access.permission}\`; not callable with an API key.`)
  const codes = [...forbidden, ...conflicts, ...invalid]
  if (codes.length > 0) lines.push(`Codes of its own: ${codes.map((code) => `\`${code}\``).join(", ")}.`)
  if (emits.length > 0) lines.push(`Events: ${emits.map((type) => `\`${type}\``).join(", ")}.`)
  return lines.join("\n\n")
}

const security = ({ access }: Contract) =>
  access.type === "scopes" ? [{ ApiKey: [] }] : access.type === "dashboard" ? [{ DashboardCookie: [] }] : []

const tagOf = ({ name }: Contract): string => name.split(".")[0] ?? name
const operationId = ({ name }: Contract): string => name.replace(/[._-](\w)/g, (_, letter: string) => letter.toUpperCase())

/** The OpenAPI 3.1.0 document of the operations: written from their contracts, so that it cannot say what they do not do. */
export const openApiDocument = (operations: ReadonlyArray<AnyOperation>, public_url: string) => {
  const schemas = operationSchemas(operations)
  const paths: Record<string, Record<string, unknown>> = {}
  operations.forEach(({ contract }, index) => {
    const own = schemas.of(index)
    const item = paths[contract.path] ?? {}
    paths[contract.path] = item
    item[contract.method.toLowerCase()] = {
      operationId: operationId(contract),
      summary: contract.summary,
      description: described(contract),
      tags: [tagOf(contract)],
      security: security(contract),
      ...(contract.access.type === "scopes" ? { "x-accepted-scopes": contract.access.anyOf } : {}),
      ...(contract.emits === undefined ? {} : { "x-emits": contract.emits }),
      parameters: parameters(contract, own),
      ...requestBody(contract, own),
      responses: answers(contract, own)
    }
  })
  return {
    openapi: "3.1.0",
    info: {
      title: "Vouchkit",
      version: versionDates.at(-1),
      summary: "Identity verification and compliance service",
      description:
        "Create a session, send the person its link, get a signed webhook, read the result. Sandbox keys reach sandbox resources only, live keys live ones.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      contact: { name: "Whoever operates this installation", url: `${public_url}/docs` }
    },
    servers: [{ url: `${public_url}${apiPrefix}` }],
    tags: [...new Set(operations.map(({ contract }) => tagOf(contract)))].map((name) => ({
      name,
      description: `Operations on ${name.replaceAll("_", " ")}`
    })),
    paths,
    components: {
      securitySchemes: {
        ApiKey: { type: "apiKey", in: "header", name: "X-API-Key", description: "An API key; its prefix decides the environment" },
        DashboardCookie: { type: "apiKey", in: "cookie", name: "vk_org_token", description: "The session of a signed-in dashboard user" }
      },
      parameters: {
        ServiceVersion: {
          name: "Service-Version",
          in: "header",
          required: false,
          description: "API version date; the key's own when left out",
          schema: { type: "string", enum: versionDates }
        },
        KeyInflection: {
          name: "Key-Inflection",
          in: "header",
          required: false,
          description:
            "Casing of the keys of the answer; errors keep theirs. Requests are read in all three. Keys of your own maps are never touched",
          schema: { type: "string", enum: ["snake", "camel", "kebab"], default: "snake" }
        },
        RequestId: {
          name: "X-Request-Id",
          in: "header",
          required: false,
          description: "Echoed on the answer when it is printable and at most 128 characters",
          schema: { type: "string", minLength: 1, maxLength: 128, pattern: "^[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?$" }
        },
        IdempotencyKey: {
          name: "Idempotency-Key",
          in: "header",
          required: false,
          description: "Makes a repeated request answer as the first one did, for 24 hours. 1 to 255 printable characters, bare or quoted",
          schema: {
            type: "string",
            minLength: 1,
            maxLength: 255,
            pattern: "^[\\x21\\x23-\\x7e]([\\x20\\x21\\x23-\\x7e]*[\\x21\\x23-\\x7e])?$"
          }
        }
      },
      headers: {
        ...rateLimitHeaders,
        "Service-Version": { description: "The version this answer is in", schema: { type: "string", maxLength: 10 } },
        "Idempotency-Replayed": {
          description: "`true` when the answer is that of an earlier request",
          schema: { type: "string", enum: ["true"] }
        }
      },
      responses: Object.fromEntries(Object.keys(failures).map((status) => [responseName(Number(status)), errorResponse(Number(status))])),
      schemas: { ...schemas.components, Error: errorSchema, ErrorProblem: errorProblem, ProblemDetails: problemDetails }
    },
    "x-error-codes": { conflict: ConflictCode.literals, invalid: InvalidCode.literals, forbidden: ForbiddenCode.literals }
  }
}
