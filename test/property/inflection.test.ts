import { describe, expect, test } from "bun:test"
import { compileDeflector, compileInflector, inflectKey, parseInflection } from "@vouchkit/core/kernel/wire/inflection"
import { JsonSchema, Schema, SchemaRepresentation } from "effect"
import fc from "fast-check"

// Keys that a conversion by regular expression would not bring back.
const declaredKeys = [
  "id",
  "_id",
  "line1",
  "line_1",
  "line_2",
  "sha256",
  "t2_x",
  "x_2_y",
  "date_of_birth",
  "a__b",
  "trailing_",
  "a_B",
  "a_b",
  "alreadyCamel",
  "already-kebab",
  "__proto_",
  "constructor",
  "1st_line"
]
const mapKeys = ["first_name", "firstName", "first-name", "line_1", "Order Number", "", "date_of_birth", "a.b"]

interface Sample {
  readonly schema: JsonSchema.JsonSchema
  readonly values: ReadonlyArray<unknown>
}

const record = (entries: ReadonlyArray<readonly [string, unknown]>) => Object.fromEntries(entries)

/** A schema together with values of it. */
const { sample } = fc.letrec<{ sample: Sample }>((tie) => {
  const leaf: fc.Arbitrary<Sample> = fc.constantFrom(
    { schema: { type: "string" }, values: ["snake_case_value", "camelValue"] },
    { schema: { type: "integer" }, values: [1, 2] },
    { schema: { anyOf: [{ type: "string" }, { type: "null" }] }, values: [null, "a_b"] },
    { schema: { type: "object" }, values: [{ first_name: "a_b", firstName: { deep_key: 1 } }, {}] },
    { schema: {}, values: [{ any_key: [{ any_key: 1 }] }, 3] }
  )
  const map = fc.tuple(tie("sample"), fc.subarray(mapKeys)).map(
    ([{ schema, values }, keys]): Sample => ({
      schema: { type: "object", additionalProperties: schema },
      values: [record(keys.map((key, index) => [key, values[index % values.length]])), {}]
    })
  )
  const object = (tag: string | undefined) =>
    fc
      .uniqueArray(fc.tuple(fc.constantFrom(...declaredKeys), tie("sample")), { selector: ([key]) => key, maxLength: 6 })
      .map((fields): Sample => {
        const tagged = tag === undefined ? [] : [["record_kind", { type: "string", enum: [tag] }] as const]
        const properties = record([...fields.map(([key, { schema }]) => [key, schema] as const), ...tagged])
        const valueWith = (offset: number, some: (index: number) => boolean) =>
          record([
            ...fields.filter((_, index) => some(index)).map(([key, { values }]) => [key, values[offset % values.length]] as const),
            ...(tag === undefined ? [] : [["record_kind", tag] as const])
          ])
        return {
          schema: { type: "object", properties, ...(tag === undefined ? {} : { required: ["record_kind"] }) },
          values: [valueWith(0, () => true), valueWith(1, (index) => index % 2 === 0), valueWith(1, () => true)]
        }
      })
  const list = tie("sample").map(({ schema, values }): Sample => ({ schema: { type: "array", items: schema }, values: [values, []] }))
  const tuple = fc.tuple(tie("sample"), tie("sample")).map(
    ([one, two]): Sample => ({
      schema: { type: "array", prefixItems: [one.schema, two.schema] },
      values: [[one.values[0], two.values[0]], [one.values[0]]]
    })
  )
  const union = fc.tuple(object("kind_a"), object("kind_b"), fc.constantFrom("anyOf", "oneOf")).map(
    ([one, two, keyword]): Sample => ({
      schema: { [keyword]: [one.schema, two.schema, { type: "null" }] },
      values: [...two.values, ...one.values, null]
    })
  )
  const intersection = fc.tuple(object("kind_c"), fc.string()).map(
    ([{ schema, values }, description]): Sample => ({
      schema: { allOf: [schema, { type: "object" }], description },
      values
    })
  )
  return { sample: fc.oneof({ maxDepth: 3 }, leaf, object(undefined), map, list, tuple, union, intersection) }
})

const leavesOf = (value: unknown): ReadonlyArray<unknown> =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [value]

describe("for any schema and its values", () => {
  for (const inflection of ["snake", "camel", "kebab"] as const) {
    test(`${inflection} keys come back as they were declared`, () =>
      fc.assert(
        fc.property(sample, ({ schema, values }) => {
          const inflect = compileInflector(schema, {}, inflection)
          const deflect = compileDeflector(schema, {})
          for (const value of values) expect(deflect(inflect(value))).toEqual({ value, collisions: [] })
        }),
        { numRuns: 400 }
      ))

    test(`${inflection} changes no value and no order`, () =>
      fc.assert(
        fc.property(sample, ({ schema, values }) => {
          const inflect = compileInflector(schema, {}, inflection)
          for (const value of values) expect(leavesOf(inflect(value))).toEqual(leavesOf(value))
        })
      ))
  }

  test("snake is the value itself, not a copy", () =>
    fc.assert(
      fc.property(sample, ({ schema, values }) => {
        for (const value of values) {
          expect(compileInflector(schema, {}, "snake")(value)).toBe(value)
          expect(compileDeflector(schema, {})(value).value).toBe(value)
        }
      })
    ))

  test("an inflector only reads: the value it was given stays as it was", () =>
    fc.assert(
      fc.property(sample, ({ schema, values }) => {
        const before = structuredClone(values)
        for (const value of values) compileDeflector(schema, {})(compileInflector(schema, {}, "camel")(value))
        expect(values).toEqual(before)
      })
    ))

  test("anything at all, of the schema or not, is deflected without throwing", () =>
    fc.assert(
      fc.property(sample, fc.jsonValue(), ({ schema }, value) => {
        compileDeflector(schema, {})(value)
        compileInflector(schema, {}, "camel")(value)
      })
    ))
})

const Address = Schema.Struct({ line_1: Schema.String, postal_code: Schema.NullOr(Schema.String) }).annotate({ identifier: "Address" })
interface Folder {
  readonly folder_name: string
  readonly sub_folders: ReadonlyArray<Folder>
}
const Folder = Schema.Struct({
  folder_name: Schema.String,
  sub_folders: Schema.Array(Schema.suspend((): Schema.Codec<Folder> => Folder))
}).annotate({ identifier: "Folder" })
const Person = Schema.Struct({ entity_type: Schema.Literal("person"), full_name: Schema.String, home_address: Address })
const Company = Schema.Struct({
  entity_type: Schema.Literal("company"),
  legal_name: Schema.String,
  full_name: Schema.Record(Schema.String, Schema.String)
})
const Subject = Schema.Struct({
  id: Schema.String,
  created_at: Schema.DateTimeUtc,
  subject_data: Schema.Union([Person, Company]),
  former_addresses: Schema.Array(Address),
  first_and_last: Schema.Tuple([Address, Address]),
  per_country: Schema.Record(Schema.String, Address),
  custom_fields: Schema.Record(Schema.String, Schema.Json),
  max_age: Schema.optionalKey(Schema.Int),
  folder_tree: Schema.NullOr(Folder),
  main_address: Address.annotate({ description: "where they live" })
}).annotate({ identifier: "Subject" })

const address = { line_1: "1 High_Street", postal_code: null }
const subject = {
  id: "sub_1",
  created_at: "2026-01-01T00:00:00.000Z",
  subject_data: { entity_type: "person", full_name: "A_B", home_address: address },
  former_addresses: [address],
  first_and_last: [address, address],
  per_country: { us_east: address },
  custom_fields: { shoe_size: 44, nested_map: { inner_key: [{ deep_key: 1 }] } },
  folder_tree: { folder_name: "a", sub_folders: [{ folder_name: "b_c", sub_folders: [] }] },
  main_address: address
}
const camelAddress = { line1: "1 High_Street", postalCode: null }
const camelSubject = {
  id: "sub_1",
  createdAt: "2026-01-01T00:00:00.000Z",
  subjectData: { entityType: "person", fullName: "A_B", homeAddress: camelAddress },
  formerAddresses: [camelAddress],
  firstAndLast: [camelAddress, camelAddress],
  perCountry: { us_east: camelAddress },
  customFields: { shoe_size: 44, nested_map: { inner_key: [{ deep_key: 1 }] } },
  folderTree: { folderName: "a", subFolders: [{ folderName: "b_c", subFolders: [] }] },
  mainAddress: camelAddress
}

const documents = {
  "a schema document": Schema.toJsonSchemaDocument(Subject),
  "an OpenAPI document": (() => {
    const { definitions, schemas } = JsonSchema.toMultiDocumentOpenApi3_1(
      SchemaRepresentation.toJsonSchemaMultiDocument(SchemaRepresentation.toRepresentations([Schema.toCodecJson(Subject).ast]))
    )
    return { definitions, schema: schemas[0] }
  })()
}

for (const [name, { definitions, schema }] of Object.entries(documents)) {
  describe(`a resource described by ${name}`, () => {
    const deflect = compileDeflector(schema, definitions)

    test("shows its declared keys in camel case and keeps the keys of maps", () =>
      expect(compileInflector(schema, definitions, "camel")(subject)).toEqual(camelSubject))

    test("shows its declared keys in kebab case", () =>
      expect(compileInflector(schema, definitions, "kebab")(subject)).toMatchObject({
        "created-at": subject.created_at,
        "subject-data": { "entity-type": "person", "home-address": { "line-1": "1 High_Street", "postal-code": null } },
        "custom-fields": { nested_map: { inner_key: [{ deep_key: 1 }] } }
      }))

    test("is read from any casing, even several in one body", () => {
      expect(deflect(camelSubject)).toEqual({ value: subject, collisions: [] })
      const mixed = { ...camelSubject, "main-address": address, mainAddress: undefined }
      const { mainAddress: _, ...body } = mixed
      expect(deflect(body)).toEqual({ value: subject, collisions: [] })
    })

    test("tells alternatives of a union apart by the literal, in any casing", () => {
      const company = { entity_type: "company", legal_name: "X", full_name: { in_english: "Y" } }
      const camel = { entityType: "company", legalName: "X", fullName: { in_english: "Y" } }
      expect(compileInflector(schema, definitions, "camel")({ subject_data: company })).toEqual({ subjectData: camel })
      expect(deflect({ subjectData: camel }).value).toEqual({ subject_data: company })
    })

    test("reports a key sent in two spellings, where it stands, and keeps the first", () => {
      const result = deflect({ former_addresses: [address, { postalCode: "1", "postal-code": "2", postal_code: "3", line1: "x" }] })
      expect(result.value).toEqual({ former_addresses: [address, { postal_code: "1", line_1: "x" }] })
      expect(result.collisions.map(({ code, loc }) => [code, loc])).toEqual([
        ["duplicate_key", ["body", "former_addresses", 1, "postal_code"]],
        ["duplicate_key", ["body", "former_addresses", 1, "postal_code"]]
      ])
    })

    test("reports nothing left over from the request before", () => {
      deflect({ createdAt: 1, created_at: 2 })
      expect(deflect({ createdAt: 1 }).collisions).toEqual([])
    })

    test("leaves keys nobody declared for the decoder to refuse", () =>
      expect(deflect({ unknownKey: 1, Id: 2, CreatedAt: 3 }).value).toEqual({ unknownKey: 1, Id: 2, CreatedAt: 3 }))
  })
}

test("two declared keys that would share a spelling keep apart", () => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(Schema.Struct({ line1: Schema.String, line_1: Schema.String }))
  const camel = compileInflector(schema, definitions, "camel")({ line1: "a", line_1: "b" })
  expect(camel).toEqual({ line1: "a", line_1: "b" })
  expect(compileDeflector(schema, definitions)({ line1: "a", "line-1": "b" })).toEqual({
    value: { line1: "a", line_1: "b" },
    collisions: []
  })
})

test("a union without a literal goes by the keys of the value", () => {
  const Entry = Schema.Union([
    Schema.Struct({ case_id: Schema.String, extra_data: Schema.Record(Schema.String, Schema.Int) }),
    Schema.Struct({ session_id: Schema.String, extra_data: Schema.Struct({ risk_score: Schema.Int }) })
  ])
  const { definitions, schema } = Schema.toJsonSchemaDocument(Entry)
  const camel = compileInflector(schema, definitions, "camel")
  expect(camel({ case_id: "a", extra_data: { risk_score: 1 } })).toEqual({ caseId: "a", extraData: { risk_score: 1 } })
  expect(camel({ session_id: "a", extra_data: { risk_score: 1 } })).toEqual({ sessionId: "a", extraData: { riskScore: 1 } })
  const deflect = compileDeflector(schema, definitions)
  expect(deflect({ sessionId: "a", extraData: { riskScore: 1 } }).value).toEqual({ session_id: "a", extra_data: { risk_score: 1 } })
})

test("a key named __proto__ in a map stays a key", () => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(Schema.Record(Schema.String, Address))
  const inflected = compileInflector(schema, definitions, "camel")(JSON.parse('{"__proto__":{"line_1":"a","postal_code":null}}'))
  expect(JSON.stringify(inflected)).toBe('{"__proto__":{"line1":"a","postalCode":null}}')
})

test("a body of nothing but collisions is told about a hundred", () => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(Schema.Array(Address))
  const { collisions } = compileDeflector(schema, definitions, "query")(Array.from({ length: 500 }, () => ({ line_1: 1, line1: 2 })))
  expect(collisions).toHaveLength(100)
  expect(collisions[0]?.loc).toEqual(["query", 0, "line_1"])
})

test("single keys are spelled as documented", () => {
  const spelled = (key: string) => [inflectKey(key, "camel"), inflectKey(key, "kebab")]
  expect(spelled("date_of_birth")).toEqual(["dateOfBirth", "date-of-birth"])
  expect(spelled("line_1")).toEqual(["line1", "line-1"])
  expect(spelled("_id")).toEqual(["_id", "_id"])
  expect(spelled("t2_x")).toEqual(["t2X", "t2-x"])
  expect(spelled("a_b_c")).toEqual(["aBC", "a-b-c"])
  expect(spelled("sha256")).toEqual(["sha256", "sha256"])
})

test("only the three exact spellings are inflections", () => {
  for (const inflection of ["snake", "camel", "kebab"] as const) expect(parseInflection(inflection)).toEqual({ inflection })
  for (const text of ["", "Camel", "camelCase", " camel", "snake_case", "constructor"]) {
    expect(parseInflection(text)).toMatchObject({ problem: { loc: ["header", "Key-Inflection"], code: "enum" } })
  }
})
