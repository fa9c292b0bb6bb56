import { afterAll, expect, test } from "bun:test"
import type { AnyOperation } from "@vouchkit/core/kernel/operation/operation"
import { operations } from "@vouchkit/core/registry"
import { apiPrefix } from "@vouchkit/http/api-prefix"
import { openApiDocument } from "@vouchkit/http/openapi"
import { Exit, Layer, Schema } from "effect"
import fc from "fast-check"
import { aTenantWithEverything, type Fixtures } from "../support/fixtures.ts"
import { hostileJson, hostileText, mutated, validFor } from "../support/hostile-input.ts"
import { faults, type Node, resolver } from "../support/json-schema.ts"
import { renewing } from "../support/renewed-tenant.ts"
import { aWatchlist, sanctioned } from "../support/screening.ts"
import { type Answer, type Service, smallPdf, startService } from "../support/service.ts"

// A long run: FUZZ_RUNS=5000 bun test test/http/fuzz.test.ts, over PostgreSQL with FUZZ_STORAGE=postgres.
const runs = Number(process.env.FUZZ_RUNS ?? 40)
/** After this many requests that change something. */
const requestsPerTenant = 20

const storage = process.env.FUZZ_STORAGE === "postgres" ? "postgres" : "memory"
const document: Node = openApiDocument(operations, "http://localhost:3000")
const resolve = resolver(document)

let tenants = 0
const freshTenant = async (service: Service) => {
  tenants += 1
  const key = await service.key("all", { organization: `org_fuzz${tenants}` })
  return { key, fixtures: await aTenantWithEverything(service, key) }
}

interface Part<A> {
  readonly value: A
  /** Whether the documents allow it; undefined where they say nothing about it. */
  readonly allowed: boolean
}
const allowed = <A>(value: A): Part<A> => ({ value, allowed: true })
const refused = <A>(value: A): Part<A> => ({ value, allowed: false })

const garbageSegment = fc.oneof(
  fc.constantFrom(
    "%00",
    "%ff",
    "%",
    "%zz",
    "..",
    "%2e%2e",
    ".",
    "a%2Fb",
    "%2F",
    "",
    "%20",
    "*",
    "null",
    "__proto__",
    ":id",
    "{id}",
    "x".repeat(9_000)
  ),
  fc.string({ maxLength: 30 }).map(encodeURIComponent),
  hostileText.map((text) => encodeURIComponent(text.toWellFormed()))
)
const segments = (names: ReadonlyArray<string>) =>
  fc.record(
    Object.fromEntries(
      names.map((name) => [name, fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: garbageSegment })])
    )
  )

const parametersOf = (described: Node): ReadonlyArray<Node> =>
  described.parameters.map((one: Node): Node => (one.$ref === undefined ? one : resolve(one.$ref)))

const queryOf = (described: Node): fc.Arbitrary<Part<string>> => {
  const own = parametersOf(described).filter((parameter) => parameter.in === "query")
  const written = (values: Readonly<Record<string, unknown>>) =>
    new URLSearchParams(
      Object.entries(values).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one).toWellFormed()]))
    ).toString()
  const values: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(own.map(({ name, schema }) => [name, validFor(schema, resolve)]))
  const valid = fc.record(values, { requiredKeys: own.filter(({ required }) => required).map(({ name }): string => name) })
  return fc.oneof(
    { weight: 6, arbitrary: valid.map((values) => allowed(written(values))) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(valid, fc.constantFrom("limit", ...own.map(({ name }) => name)), hostileText)
        // Other text may well be valid; only what the documents cannot allow at all is known to be refused.
        .map(([values, name, text]) => ({
          value: written({ ...values, [name]: text }),
          allowed: !text.includes("\u0000") && own.some((one) => one.name === name)
        }))
    },
    { weight: 1, arbitrary: hostileText.map((name) => refused(written({ [`x${name}`]: "1" }))) }
  )
}

type Body = { readonly raw?: BodyInit; readonly type?: string }
const asJson = (value: unknown): Body => ({ raw: JSON.stringify(value), type: "application/json" })
const rawBodies: fc.Arbitrary<Part<Body>> = fc.oneof(
  fc
    .constantFrom(
      "[]",
      '"text"',
      "1",
      "null",
      "{",
      "<a/>",
      '{"a":1,"a":2}',
      '{"__proto__":{}}',
      '{"a":1e999}',
      '{"a":NaN}',
      '{"a":"\\u0000"}',
      `${"[".repeat(100)}${"]".repeat(100)}`
    )
    .map((raw) => refused<Body>({ raw, type: "application/json" })),
  fc
    .uint8Array({ minLength: 1, maxLength: 60 })
    .filter((bytes) => bytes[0] !== 0x7b && bytes[0] !== 0xef)
    .map((raw) => refused<Body>({ raw: new Uint8Array(raw), type: "application/json" })),
  fc
    .constantFrom("text/plain", "application/xml", "multipart/form-data", "application/x-www-form-urlencoded", "")
    .map((type) => refused<Body>({ raw: "{}", type }))
)

const jsonBodyOf = (schema: Node): fc.Arbitrary<Part<Body>> => {
  const judged = (value: unknown): Part<Body> => ({
    value: asJson(value),
    allowed: faults(schema, value, resolve).next().done === true && JSON.stringify(value).isWellFormed()
  })
  const valid = validFor(schema, resolve)
  return fc.oneof(
    { weight: 6, arbitrary: valid.map(judged) },
    { weight: 6, arbitrary: valid.chain(mutated).map(judged) },
    { weight: 1, arbitrary: hostileJson.map(judged) },
    { weight: 1, arbitrary: rawBodies }
  )
}

const formOf = (named: Node): fc.Arbitrary<Part<Body>> => {
  const schema = named.$ref === undefined ? named : resolve(named.$ref)
  const { file: _file, ...texts } = schema.properties as Readonly<Record<string, Node>>
  const valid = fc.record(Object.fromEntries(Object.entries(texts).map(([name, one]) => [name, validFor(one, resolve)])), {
    requiredKeys: (schema.required as ReadonlyArray<string>).filter((name) => name !== "file")
  })
  const form = (values: Readonly<Record<string, unknown>>, content: Uint8Array | null, files = 1): Body => {
    const data = new FormData()
    for (const [name, value] of Object.entries(values)) data.append(name, String(value).toWellFormed())
    for (let count = 0; content !== null && count < files; count += 1) data.append("file", new Blob([new Uint8Array(content)]), "a.pdf")
    return { raw: data }
  }
  const anyContent = fc.oneof(fc.constant(smallPdf), fc.uint8Array({ maxLength: 200 }))
  return fc.oneof(
    { weight: 5, arbitrary: fc.tuple(valid, anyContent).map(([values, content]) => allowed(form(values, content))) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(valid, hostileText, hostileText)
        .map(([values, name, text]) => refused(form({ ...values, [`x${name}`]: text }, smallPdf)))
    },
    { weight: 1, arbitrary: valid.map((values) => refused(form(values, null))) },
    { weight: 1, arbitrary: valid.map((values) => refused(form(values, smallPdf, 2))) },
    {
      weight: 1,
      arbitrary: fc.string({ maxLength: 80 }).map((raw) => refused<Body>({ raw: `--x\r\n${raw}`, type: "multipart/form-data; boundary=x" }))
    },
    { weight: 1, arbitrary: rawBodies }
  )
}

const bodyOf = (described: Node): fc.Arbitrary<Part<Body>> => {
  const content = described.requestBody?.content
  if (content === undefined) return fc.oneof(fc.constant(allowed<Body>({})), fc.constant(allowed(asJson({}))))
  if (content["multipart/form-data"] !== undefined) return formOf(content["multipart/form-data"].schema)
  const body = jsonBodyOf(content["application/json"].schema)
  return described.requestBody.required === true
    ? body
    : fc.oneof({ weight: 8, arbitrary: body }, { weight: 1, arbitrary: fc.constant(allowed<Body>({})) })
}

const headerText = fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 300 })
const oneHeader = fc.oneof(
  fc.constantFrom(
    ["Service-Version", "2026-01-01"],
    ["Service-Version", "2026-04-17"],
    ["Service-Version", "2020-01-01"],
    ["Key-Inflection", "camel"],
    ["Key-Inflection", "kebab"],
    ["Key-Inflection", "SNAKE"],
    ["Idempotency-Key", "the same for all"],
    ["Idempotency-Key", ""],
    ["Accept", "application/problem+json"],
    ["Accept", "text/html"],
    ["X-API-Key", "vk_sandbox_no"],
    ["Content-Encoding", "gzip"],
    ["X-HTTP-Method-Override", "DELETE"]
  ),
  fc.tuple(
    fc.constantFrom(
      "X-Request-Id",
      "Idempotency-Key",
      "Accept",
      "Service-Version",
      "Key-Inflection",
      "User-Agent",
      "Cookie",
      "X-Forwarded-For"
    ),
    headerText
  )
)
const headersOf = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Array<[string, string]>>([]) },
  { weight: 2, arbitrary: fc.array(oneHeader, { maxLength: 3 }) as fc.Arbitrary<Array<[string, string]>> }
)

const everyHeader = ["x-request-id", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset", "ratelimit-policy", "ratelimit"]
const errorSchema: Node = document.components.schemas.ErrorResponse
const problemSchema: Node = document.components.schemas.ProblemDetails

const mediaType = (answer: Answer) => (answer.headers.get("content-type") ?? "").split(";")[0] ?? ""

const expectOneErrorShape = (answer: Answer) => {
  const type = mediaType(answer)
  expect(["application/json", "application/problem+json"]).toContain(type)
  expect([...faults(type === "application/json" ? errorSchema : problemSchema, answer.body, resolve)]).toEqual([])
  expect(answer.body.status_code).toBe(answer.status)
  expect(answer.body.request_id).toBe(answer.headers.get("x-request-id"))
  expect(answer.headers.get("retry-after") !== null).toBe(
    [429, 503].includes(answer.status) || answer.body.error === "idempotency_in_progress"
  )
}

/** Exactly what is documented, and nothing that is not. */
const expectDocumentedSuccess = ({ contract }: AnyOperation, described: Node, answer: Answer, inflected: boolean) => {
  const content = described.responses[String(answer.status)].content
  expect(Object.keys(content)).toContain(mediaType(answer))
  if (contract.file !== undefined || inflected) return
  expect([...faults(content["application/json"].schema, answer.body, resolve)]).toEqual([])
  const decode = Schema.decodeUnknownExit(Schema.toCodecJson(contract.output), { onExcessProperty: "error", errors: "all" })
  const exit = decode(answer.body)
  expect(Exit.isSuccess(exit) ? "declared" : String(exit.cause)).toBe("declared")
}

const renewal = renewing()
const service = await startService(storage, {
  beside: storage === "memory" ? Layer.merge(aWatchlist(sanctioned()).layer, renewal.layer) : aWatchlist(sanctioned()).layer
})
afterAll(() => service.stop())
/** For requests that change nothing: all of them find the same. */
const readers = await freshTenant(service)
/** Requests change what they reach, so that every now and then they get something new to work on. */
const writers = storage === "memory" ? await renewal.tenant(service, "org_fuzz") : undefined
const renewed = async () => {
  await writers?.renew()
  return writers ?? (await freshTenant(service))
}

for (const op of operations as ReadonlyArray<AnyOperation>) {
  const { effect, method, name, path } = op.contract
  const described: Node = document.paths[path][method.toLowerCase()]
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "")

  test(`${name} withstands whatever is sent to it`, async () => {
    let tenant = effect === "read" ? readers : await renewed()
    let sent = 0
    await fc.assert(
      fc.asyncProperty(segments(names), queryOf(described), bodyOf(described), headersOf, async (given, query, body, extra) => {
        if (effect !== "read" && sent > 0 && sent % requestsPerTenant === 0) tenant = await renewed()
        sent += 1
        const known: Fixtures & Record<string, string> = tenant.fixtures
        const target = path.replace(/\{(\w+)\}/g, (_, one: string) => given[one] ?? known[one] ?? "")
        const headers = {
          "X-API-Key": tenant.key,
          ...(body.value.type === undefined ? {} : { "Content-Type": body.value.type }),
          ...Object.fromEntries(extra)
        }
        const hasBody = method !== "GET" && body.value.raw !== undefined
        const answer = await service.request(method, `${apiPrefix}${target}${query.value === "" ? "" : `?${query.value}`}`, {
          headers,
          ...(hasBody && body.value.raw !== undefined ? { raw: body.value.raw } : {})
        })

        expect(answer.status).toBeLessThan(500)
        for (const header of everyHeader) expect(answer.headers.get(header)).not.toBeNull()
        const garbage = names.some((one) => given[one] !== null)
        if (answer.status >= 400) expectOneErrorShape(answer)
        if (garbage && [404, 405].includes(answer.status)) return
        // A segment such as `..` leads to another path, which has a test of its own.
        if (garbage && answer.status < 400) return
        expect(Object.keys(described.responses)).toContain(String(answer.status))
        if (answer.status >= 400) return
        expectDocumentedSuccess(op, described, answer, new Headers(extra).get("key-inflection") !== null)
        expect(query.allowed).toBe(true)
        if (hasBody && method !== "DELETE") expect(body.allowed).toBe(true)
      }),
      { numRuns: runs }
    )
  }, 600_000)
}
