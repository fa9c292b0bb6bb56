import { describe, expect, test } from "bun:test"
import { Metadata, metadataLimits, metadataProblems } from "@vouchkit/core/kernel/foundation/metadata"
import { Result, Schema, SchemaIssue } from "effect"
import fc from "fast-check"

const decode = Schema.decodeUnknownResult(Schema.toCodecJson(Schema.Struct({ metadata: Metadata })), { errors: "all" })
const problems = (metadata: unknown) => {
  const result = decode({ metadata })
  if (Result.isSuccess(result)) return []
  return SchemaIssue.makeFormatterStandardSchemaV1()(result.failure.issue).issues.map(({ message, path }) => [
    path?.slice(1).join("."),
    message
  ])
}
const nested = (levels: number): unknown => (levels === 0 ? "leaf" : { inner: nested(levels - 1) })
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length
/** A dictionary that is exactly this many bytes as JSON. */
const weighing = (total: number) => ({ a: "x".repeat(total - bytes({ a: "" })) })
const tooLarge = "must be at most 16384 bytes as JSON without spaces"

describe("size", () => {
  test("16 KB of canonical JSON are taken, one byte more is refused", () => {
    expect(problems(weighing(metadataLimits.bytes))).toEqual([])
    expect(problems(weighing(metadataLimits.bytes + 1))).toEqual([["", tooLarge]])
  })

  test("bytes are counted, not characters", () => {
    expect(problems({ a: "é".repeat(8_188) })).toEqual([])
    expect(problems({ a: "é".repeat(8_189) })).toEqual([["", tooLarge]])
    expect(problems({ a: "\u0001".repeat(2_729) })).toEqual([])
    expect(problems({ a: "\u0001".repeat(2_730) })).toEqual([["", tooLarge]])
  })

  test("a dictionary is refused for its size exactly when its JSON without spaces is too long", () => {
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.string({ maxLength: 3_000, size: "max" }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie("value"), { maxLength: 4 }),
        fc.dictionary(fc.string({ maxLength: 100 }), tie("value"), { maxKeys: 4 })
      )
    })).value
    fc.assert(
      fc.property(fc.dictionary(fc.string({ maxLength: 100 }), value, { maxKeys: 8 }), (metadata) => {
        const refused = metadataProblems(metadata).some(({ issue }) => issue === tooLarge)
        expect(refused).toBe(bytes(metadata) > metadataLimits.bytes)
      })
    )
  })

  test("very many members, very long lists and very deep nesting are answered without being walked to their end", () => {
    let deep: unknown = 1
    for (let level = 0; level < 100_000; level += 1) deep = [deep]
    expect(problems(Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`k${index}`, 1])))).toEqual([["", tooLarge]])
    expect(problems({ list: Array.from({ length: 500_000 }, () => 0) })).toEqual([["", tooLarge]])
    expect(problems({ deep })).toEqual([["deep.0.0.0.0", "is nested deeper than 5 levels"]])
    const loop: Record<string, unknown> = {}
    loop.self = loop
    expect(metadataProblems(loop)).toEqual([{ path: ["self", "self", "self", "self", "self"], issue: "is nested deeper than 5 levels" }])
    expect(metadataProblems({ sparse: new Array(4_000_000_000) })).toEqual([{ path: [], issue: tooLarge }])
  })
})

describe("shape", () => {
  test("five levels are taken, the dictionary itself being the first; a sixth is refused where it begins", () => {
    expect(problems(nested(5))).toEqual([])
    expect(problems(nested(6))).toEqual([["inner.inner.inner.inner.inner", "is nested deeper than 5 levels"]])
    expect(problems({ a: [[[["leaf"]]]] })).toEqual([])
    expect(problems({ a: [[[[[]]]]] })).toEqual([["a.0.0.0.0", "is nested deeper than 5 levels"]])
  })

  test("keys up to 255 characters are taken, also at depth; a longer one is refused without being repeated", () => {
    expect(problems({ ["k".repeat(255)]: 1, ["😀".repeat(255)]: 1, "": 1 })).toEqual([])
    expect(problems({ ["k".repeat(256)]: 1 })).toEqual([["", "has a key of more than 255 characters"]])
    expect(problems({ a: { ["😀".repeat(256)]: 1 } })).toEqual([["a", "has a key of more than 255 characters"]])
  })

  test("text that no database can hold is refused, in keys and in values", () => {
    expect(problems({ a: "x\u0000" })).toEqual([["a", "must not contain a NUL character"]])
    expect(problems({ a: ["ok", "\ud800"] })).toEqual([["a.1", "must not contain an unpaired surrogate"]])
    expect(problems({ "\u0000": 1 })).toEqual([["", "has a key with a NUL character"]])
    expect(problems({ a: { "\udfff": 1 } })).toEqual([["a", "has a key with an unpaired surrogate"]])
    expect(problems({ a: "😀" })).toEqual([])
  })

  test("anything but an object of JSON values is refused", () => {
    for (const value of [null, 1, "text", [], true]) expect(problems(value)).toHaveLength(1)
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, undefined, 1n, () => 1, new Date(0), new Map()]) {
      expect(problems({ value }).length).toBeGreaterThan(0)
      expect(metadataProblems({ value })).toHaveLength(1)
    }
  })

  test("every problem is reported at once, at most twenty", () => {
    expect(problems({ a: "\u0000", b: { c: "\ud800" } })).toHaveLength(2)
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`k${index}`, "\u0000"]))
    expect(metadataProblems(many)).toHaveLength(20)
    expect(metadataProblems({ ...many, big: "x".repeat(20_000) })).toHaveLength(20)
  })

  test("a dictionary that is taken comes out as it went in, members named __proto__ and constructor included", () => {
    const text = '{"__proto__":{"polluted":true},"constructor":1,"Case Kept":{"camelCase":[1,2.5,-0.1,null,true,"é"]}}'
    const result = decode({ metadata: JSON.parse(text) })
    expect(Result.isSuccess(result) && JSON.stringify(result.success.metadata)).toBe(text)
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(Reflect.get({}, "polluted")).toBeUndefined()
  })
})

test("the documents show an open object without references, marked as free-form", () => {
  const document = Schema.toJsonSchemaDocument(Schema.Struct({ metadata: Metadata }), {
    includeAnnotationKey: (key) => key.startsWith("x-"),
    onExcessProperty: "error"
  })
  expect(document.definitions).toEqual({})
  expect(document.schema.properties).toEqual({
    metadata: {
      type: "object",
      additionalProperties: { description: "Any JSON value" },
      propertyNames: { maxLength: 255 },
      description: expect.any(String),
      "x-free-form": true
    }
  })
})
