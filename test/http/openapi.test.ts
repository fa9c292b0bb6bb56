import { afterAll, describe, expect, test } from "bun:test"
import type { AnyOperation } from "@vouchkit/core/kernel/operation/operation"
import { operations } from "@vouchkit/core/registry"
import { versionDates } from "@vouchkit/core/kernel/wire/versions"
import { eventTypes } from "@vouchkit/core/kernel/events/catalogue"
import { checkTypes, kindOf } from "@vouchkit/core/verification/check-kinds"
import { wordLists } from "@vouchkit/http/openapi/words/words"
import { faults, type Node, resolver } from "../support/json-schema.ts"
import { startService } from "../support/service.ts"

const service = await startService("memory")
afterAll(() => service.stop())
const served = await service.request("GET", "/openapi.json")
const document: Node = served.body
const resolve = resolver(document)

const isObject = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value)

interface Described {
  readonly at: string
  readonly path: string
  readonly method: string
  readonly operation: Node
  readonly parameters: ReadonlyArray<Node>
}
const all: ReadonlyArray<Described> = Object.entries<Node>(document.paths).flatMap(([path, item]) =>
  Object.entries<Node>(item).map(([method, operation]) => ({
    at: `${method.toUpperCase()} ${path}`,
    path,
    method,
    operation,
    parameters: operation.parameters.map((one: Node) => (one.$ref === undefined ? one : resolve(one.$ref)))
  }))
)

/** Every node of the document with its place. */
function* nodesOf(value: unknown, at = "#"): Generator<readonly [string, Node]> {
  if (Array.isArray(value)) for (const [index, one] of value.entries()) yield* nodesOf(one, `${at}/${index}`)
  else if (isObject(value)) {
    yield [at, value]
    for (const [name, one] of Object.entries(value)) yield* nodesOf(one, `${at}/${name}`)
  }
}

/** Every schema, found where schemas stand, so that a property named `type` is not taken for one. */
function* schemasOf(node: Node, at: string): Generator<readonly [string, Node]> {
  yield [at, node]
  for (const keyword of ["items", "additionalProperties", "propertyNames", "not"]) {
    if (isObject(node[keyword])) yield* schemasOf(node[keyword], `${at}/${keyword}`)
  }
  for (const keyword of ["anyOf", "oneOf", "allOf", "prefixItems"]) {
    for (const [index, one] of (node[keyword] ?? []).entries()) yield* schemasOf(one, `${at}/${keyword}/${index}`)
  }
  for (const [name, one] of Object.entries<Node>(node.properties ?? {})) yield* schemasOf(one, `${at}/properties/${name}`)
}
const schemas = [...nodesOf(document)].flatMap(([at, node]) => {
  if (at === "#/components/schemas") return Object.entries<Node>(node).flatMap(([name, one]) => [...schemasOf(one, `${at}/${name}`)])
  return isObject(node.schema) && !at.includes("/properties") ? [...schemasOf(node.schema, `${at}/schema`)] : []
})
/** A schema with its references followed. */
const whole = (schema: Node): Node => (schema.$ref === undefined ? schema : whole(resolve(schema.$ref)))
const variantsOf = (schema: Node): ReadonlyArray<Node> => {
  const { oneOf } = whole(schema)
  return oneOf === undefined ? [whole(schema)] : oneOf.map(whole)
}
const parametersNamed = (wanted: string): ReadonlyArray<Node> =>
  [...nodesOf(document.paths)].flatMap(([, { in: place, name, schema }]) => (place === "query" && name === wanted ? [schema] : []))
const offending = (rule: (schema: Node, at: string) => boolean) => schemas.filter(([at, schema]) => rule(schema, at)).map(([at]) => at)

describe("the document", () => {
  test("is served as JSON of OpenAPI 3.1.0, in the newest version", () => {
    expect([served.status, served.headers.get("content-type")]).toEqual([200, "application/json"])
    expect([document.openapi, document.info.version]).toEqual(["3.1.0", versionDates.at(-1)])
    expect(document.servers).toEqual([{ url: "http://localhost:3000/api/v1" }])
  })

  test("describes every operation, and none beside", () => {
    const known = (operations as ReadonlyArray<AnyOperation>).map(({ contract }) => `${contract.method} ${contract.path}`)
    expect(all.map(({ at }) => at).sort()).toEqual(known.sort())
  })

  test("names each operation once, with a summary and a tag that is declared", () => {
    const ids = all.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]*$/)
    const tags = document.tags.map(({ name }: Node) => name)
    for (const { operation } of all) {
      expect(operation.summary.length).toBeGreaterThan(5)
      for (const tag of operation.tags) expect(tags).toContain(tag)
    }
  })

  test("declares each parameter of a path once, and no other", () => {
    for (const { at, parameters, path } of all) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      const declared = parameters.filter((one) => one.in === "path")
      expect([at, declared.map(({ name }) => name).sort()]).toEqual([at, named.sort()])
      for (const { required } of declared) expect(required).toBe(true)
      const places = parameters.map(({ in: place, name }) => `${place} ${name}`)
      expect(new Set(places).size).toBe(places.length)
    }
  })

  test("says of each operation how it is reached", () => {
    for (const { operation } of all) {
      for (const way of operation.security)
        for (const name of Object.keys(way)) expect(document.components.securitySchemes[name]).toBeDefined()
    }
  })

  test("offers an idempotency key on every POST that writes, and nowhere else", () => {
    const contracts = new Map(
      (operations as ReadonlyArray<AnyOperation>).map(({ contract }) => [`${contract.method} ${contract.path}`, contract])
    )
    for (const { at, parameters } of all) {
      const contract = contracts.get(at)
      const offered = parameters.some(({ name }) => name === "Idempotency-Key")
      expect([at, offered]).toEqual([at, contract?.method === "POST" && contract.effect !== "read"])
    }
  })

  test("has no reference that leads nowhere, and no component that nothing leads to", () => {
    const references = new Set([...nodesOf(document)].flatMap(([, { $ref }]) => (typeof $ref === "string" ? [$ref] : [])))
    for (const reference of references) expect([reference, resolve(reference)]).toEqual([reference, expect.any(Object)])
    for (const [kind, named] of Object.entries<Node>(document.components)) {
      if (kind === "securitySchemes") continue
      for (const name of Object.keys(named)) {
        expect([...references]).toContain(`#/components/${kind}/${name}`)
      }
    }
  })
})

/** Names that generated clients of some languages import or have built in, and that a schema of the same name hides. */
const taken = [
  ...["Any", "Callable", "ClassVar", "Dict", "Enum", "Exception", "Final", "Generic", "Iterator", "List", "Literal", "Optional", "Tuple"],
  ...["Type", "Union", "Client", "ApiError", "Request", "Response", "Headers", "Event", "Object", "String", "Integer", "Boolean", "Thread"],
  ...Object.getOwnPropertyNames(globalThis)
]

describe("schemas", () => {
  test("have no name that clients of some language use themselves, and no two that differ in their case alone", () => {
    const names = Object.keys(document.components.schemas)
    expect(names.filter((name) => taken.includes(name))).toEqual([])
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
  })
  test("there are some", () => {
    expect(schemas.length).toBeGreaterThan(500)
  })
  test("bound every list", () => {
    expect(
      offending((schema) => schema.type === "array" && typeof schema.maxItems !== "number" && schema.prefixItems === undefined)
    ).toEqual([])
  })
  test("say of every list what its items are", () => {
    expect(offending((schema) => schema.type === "array" && schema.items === undefined)).toEqual([])
  })
  test("state the length of an attestation as it is held to", () => {
    const stated = parametersNamed("attestation")
    expect(stated).toEqual([expect.objectContaining({ minLength: 16, maxLength: 8192 })])
  })
  test("bound every text", () => {
    expect(
      offending(
        (schema) =>
          schema.type === "string" &&
          typeof schema.maxLength !== "number" &&
          schema.enum === undefined &&
          !("const" in schema) &&
          schema.format !== "binary"
      )
    ).toEqual([])
  })
  test("say null as 3.1 does, and a type where 3.1 wants one word", () => {
    expect(offending((schema) => "nullable" in schema || Array.isArray(schema.type))).toEqual([])
  })
  test("are never empty: where anything may stand, that is said", () => {
    expect(offending((schema) => Object.keys(schema).length === 0)).toEqual([])
  })
  test("have patterns that every engine reads, and that are anchored", () => {
    for (const [at, { pattern }] of schemas) {
      if (pattern === undefined) continue
      expect(new RegExp(pattern, "u")).toBeInstanceOf(RegExp)
      expect([at, pattern]).toEqual([at, expect.stringMatching(/^\^.*\$$/)])
    }
  })
  test("require only what they declare", () => {
    expect(offending(({ properties = {}, required = [] }) => required.some((name: string) => !Object.hasOwn(properties, name)))).toEqual([])
  })
  test("close what is sent and leave open what is answered", () => {
    for (const { at, operation } of all) {
      const body = Object.values<Node>(operation.requestBody?.content ?? {})[0]?.schema
      for (const one of body === undefined ? [] : variantsOf(body)) expect([at, one.additionalProperties]).toEqual([at, false])
      for (const [status, response] of Object.entries<Node>(operation.responses)) {
        const answer = response.content?.["application/json"]?.schema
        if (status < "300" && answer !== undefined) expect([at, whole(answer).additionalProperties]).toEqual([at, undefined])
      }
    }
  })
  test("mark what is personal", () => {
    expect(document.components.schemas.Expected.properties.first_name.anyOf[0]["x-personal"]).toBe(true)
    expect(offending((schema) => schema["x-personal"] === true).length).toBeGreaterThan(20)
  })
})

/** Whether a member says what it means: itself, or by the one schema that it may be beside null. */
const isDescribed = (schema: Node): boolean => {
  if (typeof schema.description === "string" && schema.description.length > 3) return true
  const told = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].filter((one: Node) => one.type !== "null")
  return told.length === 1 && isDescribed(told[0])
}

describe("words", () => {
  const members = schemas.flatMap(([at, { properties = {} }]) =>
    Object.entries<Node>(properties).map(([name, schema]) => ({ at: `${at.slice("#/components/schemas/".length)}.${name}`, schema }))
  )
  const parameters = all.flatMap(({ at, parameters }) =>
    parameters.map((one) => ({
      at: `${at} ${one.name}`,
      schema: { ...one.schema, ...(one.description === undefined ? {} : { description: one.description }) }
    }))
  )

  test("describe at least 95 of 100 members and parameters", () => {
    const told = [...members, ...parameters].filter(({ schema }) => isDescribed(schema))
    expect(members.length).toBeGreaterThan(3_000)
    expect(told.length / (members.length + parameters.length)).toBeGreaterThanOrEqual(0.95)
  })

  test("describe every member and parameter", () => {
    const silent = [...members, ...parameters].filter(({ schema }) => !isDescribed(schema)).map(({ at }) => at)
    const todo =
      silent.length === 0
        ? ""
        : `Describe these members: by .annotate({ description }) in their schema, or, where the word means the same wherever it stands, by a line in packages/http/src/openapi/words.\n${silent.join("\n")}`
    expect(todo).toBe("")
  })

  test("stand in one list each", () => {
    const keys = wordLists.flatMap(Object.keys)
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })

  test("say of a success what the answer holds", () => {
    for (const { at, operation } of all) {
      for (const [status, { description }] of Object.entries<Node>(operation.responses)) {
        if (status < "300") expect([at, description]).toEqual([at, expect.stringMatching(/^\S+ .{4,}/)])
      }
    }
  })

  test("name every body and every JSON answer", () => {
    for (const { at, operation } of all) {
      const bodies = Object.values<Node>(operation.requestBody?.content ?? {})
      const answers = Object.entries<Node>(operation.responses).flatMap(([status, { content }]) =>
        status < "300" && content?.["application/json"] !== undefined ? [content["application/json"]] : []
      )
      for (const { schema } of [...bodies, ...answers])
        if (schema.format !== "binary") expect([at, schema.$ref]).toEqual([at, expect.any(String)])
    }
    expect(Object.keys(document.components.schemas).filter((name) => /_\d+$/.test(name))).toEqual([])
  })
})

describe("checks by type", () => {
  test("take what their type is made of, and nothing else", () => {
    const body = document.paths["/checks"].post.requestBody.content["application/json"].schema
    expect(body).toEqual({ $ref: "#/components/schemas/NewCheck" })
    const types = checkTypes.filter((type) => typeof kindOf(type).standalone !== "string")
    expect(Object.keys(whole(body).discriminator.mapping)).toEqual([...types])
    expect([...faults(body, { type: "liveness", selfie_document_id: "doc_00000000000000000000000000" }, resolve)]).toEqual([])
    for (const refused of [{ type: "liveness" }, { type: "list_lookup", values: [], subject: "x" }, { type: "phone" }]) {
      expect([...faults(body, refused, resolve)]).not.toEqual([])
    }
  })
})

describe("events", () => {
  test("are described each by a schema with its type", () => {
    expect(Object.keys(document.webhooks)).toEqual([...eventTypes])
    for (const type of eventTypes) {
      const { schema } = document.webhooks[type].post.requestBody.content["application/json"]
      expect(whole(schema).allOf[1].properties.type.enum).toEqual([type])
    }
  })

  test("name what they say beside the snapshot of their resource", () => {
    const { SessionTagAddedData, SessionCreatedData, SessionTagAddedEvent } = document.components.schemas
    expect(SessionTagAddedEvent.allOf[1].properties.data.$ref).toBe("#/components/schemas/SessionTagAddedData")
    expect([SessionTagAddedData.allOf[0].$ref, Object.keys(SessionTagAddedData.allOf[1].properties)]).toEqual([
      "#/components/schemas/SessionSnapshot",
      ["changed_tags"]
    ])
    expect(SessionCreatedData).toBeUndefined()
  })

  test("that an endpoint may ask for are those that exist", () => {
    const { EnabledEvents, WebhookEndpoint } = document.components.schemas
    expect(EnabledEvents.items.enum).toEqual(["*", ...eventTypes])
    expect(WebhookEndpoint.properties.enabled_events.items.enum).toEqual([...eventTypes])
  })
})

test("groups have headings in words, and optional headers stand aside in the requests of the page", () => {
  for (const tag of document.tags) expect([tag.name, tag["x-displayName"]]).toEqual([tag.name, expect.stringMatching(/^[A-Z][A-Za-z ]+$/)])
  for (const { examples, name } of Object.values<Node>(document.components.parameters)) {
    expect([name, Object.values<Node>(examples).map((example) => example["x-disabled"])]).toEqual([name, [true]])
  }
})

test("secrets are texts that may be absent, and never null", () => {
  const { CreatedApiKey, WebhookEndpoint } = document.components.schemas
  expect([CreatedApiKey.properties.key.type, WebhookEndpoint.properties.secret.type]).toEqual(["string", "string"])
  expect([...CreatedApiKey.required, ...WebhookEndpoint.required]).not.toEqual(expect.arrayContaining(["key"]))
  expect(WebhookEndpoint.required).not.toContain("secret")
})

describe("answers", () => {
  const effects = new Map(
    (operations as ReadonlyArray<AnyOperation>).map(({ contract }) => [`${contract.method} ${contract.path}`, contract.effect])
  )
  const statusesOf = ({ operation }: Described) => Object.keys(operation.responses)

  test("that may be expected of an operation are documented", () => {
    for (const described of all) {
      const { at, method, operation, path } = described
      const documented = statusesOf(described)
      expect(documented.filter((status) => status < "300").length).toBeGreaterThan(0)
      const wanted = [
        "422",
        "429",
        "500",
        "503",
        ...(operation.security.length > 0 ? ["401", "403"] : []),
        ...(path.includes("{") ? ["404"] : []),
        ...(["post", "put", "patch"].includes(method) ? ["400", "408", "413", "415"] : []),
        ...(effects.get(at) === "read" ? [] : ["409"])
      ]
      expect([at, wanted.filter((status) => !documented.includes(status))]).toEqual([at, []])
    }
  })

  test("carry the request id and the limits, whatever they say", () => {
    const everyHeader = ["X-Request-Id", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "RateLimit-Policy", "RateLimit"]
    for (const described of all) {
      for (const status of statusesOf(described)) {
        const own = described.operation.responses[status]
        const response = own.$ref === undefined ? own : resolve(own.$ref)
        expect(Object.keys(response.headers)).toEqual(expect.arrayContaining(everyHeader))
      }
    }
  })

  test("that fail have the one shape, in both media types", () => {
    for (const [name, response] of Object.entries<Node>(document.components.responses)) {
      expect([name, response.content]).toEqual([
        name,
        {
          "application/json": { schema: { $ref: "#/components/schemas/ErrorResponse" } },
          "application/problem+json": { schema: { $ref: "#/components/schemas/ProblemDetails" } }
        }
      ])
    }
    for (const described of all) {
      for (const status of statusesOf(described).filter((one) => one >= "400")) {
        expect(described.operation.responses[status]).toEqual({ $ref: `#/components/responses/Error${status}` })
      }
    }
  })
})
