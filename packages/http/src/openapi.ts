import { isDeepStrictEqual } from "node:util"
import { firstSpelling } from "@vouchkit/core/kernel/audit/former-actions"
import { ConflictCode, ForbiddenCode, InvalidCode } from "@vouchkit/core/kernel/foundation/failure"
import { type AnyOperation, type Contract, usualUploadBytes } from "@vouchkit/core/kernel/operation/operation"
import { newest, schemasIn, type ServiceVersion } from "@vouchkit/core/kernel/wire/versions"
import { apiPrefix } from "./api-prefix.ts"
import {
  answerHeaders,
  errorResponses,
  errorSchemas,
  everyHeader,
  headerParameters,
  reference,
  responseName
} from "./openapi/components.ts"
import type { Example } from "./openapi/examples.ts"
import { eventComponents, sentSchemas, webhookItems } from "./openapi/events.ts"
import { type OperationSchemas, operationSchemas, type SchemaNode } from "./openapi/schemas.ts"
import { itemOfPage, successWords } from "./openapi/success.ts"
import { checksByType, newCheck } from "./openapi/variants.ts"
import { eventIn, examplesIn } from "./openapi/versions.ts"

/** Failures an operation can give, from what it declares. */
const failureStatuses = (contract: Contract): ReadonlyArray<number> => {
  const writes = contract.method !== "GET" && contract.method !== "DELETE"
  return [
    ...(contract.moved === true ? [308] : []),
    ...(writes ? [400] : []),
    ...(contract.access.type === "public" ? [] : [401, 403]),
    // A body may name a resource as well as a path does, and the token of a link wherever it stands.
    ...(contract.params === undefined && contract.body === undefined && contract.access.type !== "sdk" ? [] : [404]),
    ...(contract.conflicts !== undefined || (contract.method === "POST" && contract.effect !== "read") || contract.effect !== "read"
      ? [409]
      : []),
    ...(contract.gone === true ? [410] : []),
    ...(writes ? [408, 413, 415] : []),
    422,
    429,
    500,
    503
  ]
}

const properties = (schema: SchemaNode): ReadonlyArray<readonly [string, SchemaNode]> =>
  Object.entries((schema.properties ?? {}) as Readonly<Record<string, SchemaNode>>)
const required = (schema: SchemaNode): ReadonlyArray<string> => (schema.required as ReadonlyArray<string> | undefined) ?? []

const parameters = (contract: Contract, { params, query }: OperationSchemas, [example]: ReadonlyArray<Example>) => [
  ...properties(params).map(([name, schema]) => ({ name, in: "path", required: true, schema })),
  ...properties(query).map(([name, schema]) => ({
    name,
    in: "query",
    required: required(query).includes(name),
    ...(schema.type === "array" ? { style: "form", explode: true } : {}),
    ...(example?.query?.[name] === undefined ? {} : { example: example.query[name] }),
    schema
  })),
  reference("parameters/ServiceVersion"),
  reference("parameters/KeyInflection"),
  reference("parameters/RequestId"),
  ...(contract.method === "POST" && contract.effect !== "read" ? [reference("parameters/IdempotencyKey")] : [])
]

/** Gives bodies and answers names of their own, which generated clients take over. */
interface Named {
  readonly body: (contract: Contract, schema: SchemaNode) => SchemaNode
  readonly answer: (contract: Contract, schema: SchemaNode) => SchemaNode
}
const pascalCase = (name: string): string => name.replace(/(?:^|[._-])(\w)/g, (_, letter: string) => letter.toUpperCase())

const naming = (components: Record<string, SchemaNode>): Named => {
  const keep = (name: string, schema: SchemaNode): SchemaNode => {
    components[name] = schema
    return reference(`schemas/${name}`)
  }
  return {
    body: (contract, schema) => {
      const whole = components[newCheck]?.oneOf
      // The body of `POST /checks` is the very object that a list of checks holds.
      if (contract.name === "checks.create" && whole !== undefined) return reference(`schemas/${newCheck}`)
      return keep(`${pascalCase(contract.name)}Body`, schema)
    },
    answer: (contract, schema) => {
      if ("$ref" in schema) return schema
      const item = itemOfPage(schema)
      const page = `${item}Page`
      const isUsual = item !== undefined && (components[page] === undefined || isDeepStrictEqual(components[page], schema))
      return keep(isUsual ? page : `${pascalCase(contract.name)}Answer`, schema)
    }
  }
}

/** Without a `maxLength`, which counts characters and not bytes, and which some generators take for a method of the file. */
const binary = { type: "string", format: "binary" }

const requestBody = (contract: Contract, { body }: OperationSchemas, named: Named, [example]: ReadonlyArray<Example>) => {
  const shown = example?.body === undefined ? {} : { example: example.body }
  if (contract.method === "GET" || contract.method === "DELETE") return {}
  if (contract.upload === true) {
    const schema = {
      ...body,
      type: "object",
      properties: {
        ...(body.properties as object),
        file: { ...binary, description: `The file, at most ${(contract.upload_bytes ?? usualUploadBytes) / 1024 / 1024} MB` }
      },
      required: [...required(body), "file"]
    }
    return { requestBody: { required: true, content: { "multipart/form-data": { schema: named.body(contract, schema), ...shown } } } }
  }
  if (contract.body === undefined) return {}
  return {
    requestBody: { required: required(body).length > 0, content: { "application/json": { schema: named.body(contract, body), ...shown } } }
  }
}

const answers = (contract: Contract, { output }: OperationSchemas, named: Named, examples: ReadonlyArray<Example>) => {
  const { status = 200 } = contract
  const successes = typeof status === "number" ? [status] : status.all
  const answer = contract.file === undefined ? named.answer(contract, output) : undefined
  const contentOf = (code: number) => {
    const example = examples.find((one) => one.status === code)
    return answer === undefined
      ? Object.fromEntries((contract.file ?? []).map((type) => [type, { schema: binary }]))
      : { "application/json": { schema: answer, ...(example === undefined ? {} : { example: example.answer }) } }
  }
  const headers = {
    ...everyHeader,
    "Service-Version": reference("headers/Service-Version"),
    ...(contract.method === "POST" && contract.effect !== "read"
      ? { "Idempotency-Replayed": reference("headers/Idempotency-Replayed") }
      : {})
  }
  return {
    ...Object.fromEntries(
      successes.map((code) => [String(code), { description: successWords(contract, code, output), headers, content: contentOf(code) }])
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
  if (codes.length > 0) lines.push(`Its own codes: ${codes.map((code) => `\`${code}\``).join(", ")}.`)
  if (emits.length > 0) lines.push(`Events: ${emits.map((type) => `\`${type}\``).join(", ")}.`)
  return lines.join("\n\n")
}

const security = ({ access }: Contract) => {
  switch (access.type) {
    case "scopes":
      return [{ ApiKey: [] }]
    case "sdk":
      return [{ CaptureToken: [] }, { ApiKey: [] }]
    case "dashboard":
      return [{ DashboardCookie: [] }]
    case "capture":
    case "public":
      return []
  }
}

const introduction = `Create a session, send the person its link, get a signed webhook, read the result.

**Keys.** Every request carries one in \`X-API-Key\`. Its prefix decides the environment: sandbox keys reach sandbox resources only, live keys live ones.

**Errors** have one shape, \`ErrorResponse\`, or \`ProblemDetails\` for who accepts \`application/problem+json\`. Branch on \`error\`; its codes are listed at [/docs/errors](/docs/errors). A path that does not take a method answers 405 with \`Allow\`. What the HTTP server cannot read at all, it refuses itself before any of this applies, without a body and without \`X-Request-Id\`: 400 for a malformed request, 413 for a body far beyond every limit, 431 for headers or a path beyond 16 KB, 505 for another protocol.

**Limits.** The \`RateLimit\` headers stand on every answer; \`RateLimit-Limit\`, \`-Remaining\` and \`-Reset\` describe the policy that is closest to refusing. A 429 says in \`Retry-After\` when to come back. Bodies hold at most 1 MB of JSON, uploads one file of at most 15 MB.

**Connections.** Wait for an answer before you send the next request on the same connection. A second request that arrives while the first one runs closes the connection without any answer, although the first still runs to its end. Use several connections, or HTTP clients that do, as nearly all of them do; send an \`Idempotency-Key\` and try again if a connection breaks.

**Idempotency.** A POST with an \`Idempotency-Key\` runs once: for 24 hours from its first use, the same request under the same key answers as the first one did, with \`Idempotency-Replayed: true\`, secrets excepted. Another request under the key is 422, one that comes while the first still runs is 409.

**Versions** are dates. A key is pinned to one; \`Service-Version\` chooses another for one request. This document describes the version in its title; \`/openapi.json?version=\` gives those of the others. Unknown members and enum values may appear in answers at any time.`

/** Tags name the groups of generated clients, and so keep their spelling. */
const tagOf = ({ name }: Contract): string => firstSpelling(name.split(".")[0] ?? name)
/** Names that are no plain words. */
const headings: ReadonlyMap<string, string> = new Map([
  ["sdk", "SDK"],
  ["api_keys", "API keys"],
  ["verify", "Capture page"]
])
const headingOf = (tag: string): string => headings.get(tag) ?? tag.replaceAll(/[_-]/g, " ").replace(/^./, (letter) => letter.toUpperCase())
const operationId = ({ name }: Contract): string => name.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase())

const tagsOf = (operations: ReadonlyArray<AnyOperation>) => [
  ...[...new Set(operations.map(({ contract }) => tagOf(contract)))].map((name) => ({
    name,
    "x-displayName": headingOf(name),
    description: `Operations on ${headingOf(name).toLowerCase()}`
  })),
  { name: "webhooks", "x-displayName": "Webhooks", description: "Events that the service sends to your endpoints" }
]

const securitySchemes = {
  ApiKey: { type: "apiKey", in: "header", name: "X-API-Key", description: "An API key; its prefix decides the environment" },
  CaptureToken: { type: "apiKey", in: "header", name: "X-Capture-Token", description: "The token of a verification link, for apps" },
  DashboardCookie: { type: "apiKey", in: "cookie", name: "vk_org_token", description: "The session of a signed-in dashboard user" }
}

/** The OpenAPI 3.1.0 document of the operations: written from their contracts, so that it cannot say what they do not do. */
export const openApiDocument = (operations: ReadonlyArray<AnyOperation>, public_url: string, version: ServiceVersion = newest) => {
  const schemas = operationSchemas(operations, sentSchemas)
  const whole = schemas.components[newCheck]
  const components: Record<string, SchemaNode> = {
    ...schemas.components,
    ...(whole === undefined ? {} : checksByType(whole)),
    ...eventComponents(
      sentSchemas.map((_, index) => schemas.sent(index)),
      schemas.components
    )
  }
  const named = naming(components)
  const paths: Record<string, Record<string, unknown>> = {}
  operations.forEach(({ contract }, index) => {
    const own = schemas.of(index)
    const examples = examplesIn(contract, version)
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
      parameters: parameters(contract, own, examples),
      ...requestBody(contract, own, named, examples),
      responses: answers(contract, own, named, examples)
    }
  })
  return {
    openapi: "3.1.0",
    info: {
      title: "Vouchkit",
      version,
      summary: "Identity verification and compliance service",
      description: introduction,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      contact: { name: "The operator of this installation", url: `${public_url}/docs` }
    },
    servers: [{ url: `${public_url}${apiPrefix}` }],
    tags: tagsOf(operations),
    paths,
    webhooks: webhookItems((type) => eventIn(type, version)),
    components: {
      securitySchemes,
      parameters: headerParameters,
      headers: answerHeaders,
      responses: errorResponses,
      schemas: { ...schemasIn(version, components), ...errorSchemas }
    },
    "x-error-codes": { conflict: ConflictCode.literals, invalid: InvalidCode.literals, forbidden: ForbiddenCode.literals }
  }
}
