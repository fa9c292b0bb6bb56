import { describe, expect, test } from "bun:test"
import { issueCode, problemCodes } from "@vouchkit/core/kernel/schema/faults"
import { formatIssues, inputParseOptions, type InputSource, maxProblems } from "@vouchkit/core/kernel/wire/schema-issues"
import { Problem } from "@vouchkit/core/kernel/foundation/failure"
import { Effect, Result, Schema } from "effect"
import fc from "fast-check"

const problemsOf = <A>(schema: Schema.Codec<A, any>, value: unknown, source: InputSource = "body", options: object = inputParseOptions) => {
  const result = Schema.decodeUnknownResult(schema, options)(value)
  return Result.isFailure(result) ? formatIssues(result.failure.issue, source) : []
}
const brief = <A>(schema: Schema.Codec<A, any>, value: unknown, source: InputSource = "body") =>
  problemsOf(schema, value, source).map(({ code, loc, message }) => `${loc.join(".")} ${code}: ${message}`)
const field = <A>(schema: Schema.Codec<A, any>, value: unknown) => brief(Schema.toCodecJson(Schema.Struct({ x: schema })), { x: value })

const Tag = Schema.String.check(Schema.isBetweenLength(2, 5))
const Card = Schema.Struct({ kind: Schema.Literal("card"), number: Schema.Int })
const Bank = Schema.Struct({ kind: Schema.Literals(["bank", "wire"]), iban: Schema.String })

const examples: ReadonlyArray<readonly [string, Schema.Codec<any, any>, unknown, ReadonlyArray<string>]> = [
  ["a string for a number", Schema.Finite, "1", ["body.x type: Must be a number."]],
  ["a string for a whole number", Schema.Int, "1", ["body.x type: Must be a whole number."]],
  ["a fraction", Schema.Int, 1.5, ["body.x type: Must be a whole number."]],
  ["a number for a string", Schema.String, 1, ["body.x type: Must be a string."]],
  ["null", Schema.String, null, ["body.x type: Must be a string."]],
  ["text for a boolean", Schema.Boolean, "yes", ["body.x type: Must be true or false."]],
  ["an object for a list", Schema.Array(Schema.String), {}, ["body.x type: Must be a list."]],
  ["a list for an object", Schema.Struct({ z: Schema.optionalKey(Schema.Int) }), [], ["body.x type: Must be an object."]],
  ["a list for a map", Schema.Record(Schema.String, Schema.String), [], ["body.x type: Must be an object."]],
  ["neither string nor null", Schema.NullOr(Schema.String), 1, ["body.x type: Must be a string or null."]],
  ["too short", Tag, "a", ["body.x too_short: Must have at least 2 and at most 5 characters."]],
  ["too long", Tag, "abcdef", ["body.x too_long: Must have at least 2 and at most 5 characters."]],
  ["too long, one bound", Schema.String.check(Schema.isMaxLength(2)), "abc", ["body.x too_long: Must have at most 2 characters."]],
  ["empty", Schema.NonEmptyString, "", ["body.x too_short: Must have at least 1 character."]],
  ["too long in code points", Schema.String.check(Schema.isMaxCodePoints(1)), "😀😀", ["body.x too_long: Must have at most 1 character."]],
  ["too few", Schema.Array(Schema.Int).check(Schema.isMinLength(2)), [1], ["body.x too_few: Must have at least 2 items."]],
  [
    "too many",
    Schema.Array(Schema.Int).check(Schema.isBetweenLength(0, 1)),
    [1, 2],
    ["body.x too_many: Must have at least 0 and at most 1 item."]
  ],
  [
    "too many members",
    Schema.Record(Schema.String, Schema.Int).check(Schema.isMaxProperties(1)),
    { a: 1, b: 1 },
    ["body.x too_many: Must have at most 1 member."]
  ],
  ["too small", Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9 })), 0, ["body.x too_small: Must be at least 1 and at most 9."]],
  [
    "too large",
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9 })),
    10,
    ["body.x too_large: Must be at least 1 and at most 9."]
  ],
  ["not above", Schema.Finite.check(Schema.isGreaterThan(0)), 0, ["body.x too_small: Must be more than 0."]],
  ["not below", Schema.Finite.check(Schema.isLessThan(1)), 1, ["body.x too_large: Must be less than 1."]],
  [
    "an open lower bound met",
    Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1, exclusiveMinimum: true })),
    0,
    ["body.x too_small: Must be more than 0 and at most 1."]
  ],
  [
    "an open upper bound met",
    Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1, exclusiveMaximum: true })),
    1,
    ["body.x too_large: Must be at least 0 and less than 1."]
  ],
  ["no multiple", Schema.Int.check(Schema.isMultipleOf(5)), 3, ["body.x not_multiple: Must be a value that is a multiple of 5."]],
  ["a pattern", Schema.String.check(Schema.isPattern(/^a+$/u)), "b", ["body.x pattern: Must match the pattern ^a+$."]],
  ["a pattern in words", Schema.String.check(Schema.isPattern(/^a+$/u, { expected: "some a" })), "b", ["body.x pattern: Must be some a."]],
  ["none of some", Schema.Literals(["a", "b"]), "c", ["body.x enum: Must be one of a, b."]],
  ["none of some or null", Schema.NullOr(Schema.Literals(["a", "b"])), "c", ["body.x enum: Must be one of a, b, null."]],
  ["not the one", Schema.Literal(true), false, ["body.x enum: Must be true."]],
  ["a date", Schema.DateTimeUtc, "yesterday", ["body.x format: Must be a valid UTC DateTime string."]],
  ["a number for a date", Schema.DateTimeUtc, 5, ["body.x type: Must be a string."]],
  ["the same twice", Schema.Array(Schema.Int).check(Schema.isUnique()), [1, 1], ["body.x not_unique: Every item must be different."]],
  ["a missing key", Schema.Struct({ y: Schema.Int }), {}, ["body.x.y missing: This field is required."]],
  [
    "a key too many",
    Schema.Struct({ z: Schema.optionalKey(Schema.Int) }),
    { y: 1 },
    ["body.x.y unexpected_key: This field is not known here."]
  ],
  [
    "one bad item",
    Schema.Array(Tag),
    ["ab", 1, "c"],
    ["body.x.1 type: Must be a string.", "body.x.2 too_short: Must have at least 2 and at most 5 characters."]
  ],
  [
    "a member of a union that is told by its literal",
    Schema.Union([Card, Bank]),
    { kind: "card", number: "" },
    ["body.x.number type: Must be a whole number."]
  ],
  [
    "a member that is told by one of several literals",
    Schema.Union([
      Schema.Struct({ mode: Schema.Literals(["all", "any"]) }),
      Schema.Struct({ mode: Schema.Literal("n"), n: Schema.Int, more: Schema.Int })
    ]),
    { mode: "n" },
    ["body.x.n missing: This field is required.", "body.x.more missing: This field is required."]
  ],
  ["a literal of no member", Schema.Union([Card, Bank]), { kind: "cash" }, ["body.x.kind enum: Must be one of card, bank, wire."]],
  ["no literal", Schema.NullOr(Schema.Union([Card, Bank])), {}, ["body.x.kind missing: This field is required."]],
  [
    "the nearest member",
    Schema.Union([Schema.Struct({ a: Schema.Int, b: Schema.Int }), Schema.Struct({ c: Schema.Int })]),
    { c: "" },
    ["body.x.c type: Must be a whole number."]
  ],
  ["a scalar or a list", Schema.Union([Tag, Schema.Array(Tag)]), "a", ["body.x too_short: Must have at least 2 and at most 5 characters."]],
  ["neither scalar nor list", Schema.Union([Tag, Schema.Array(Tag)]), 1, ["body.x type: Must be a string or a list."]],
  [
    "a rule of our own",
    Schema.String.check(Schema.makeFilter((text: string) => text === "" || "Say nothing.")),
    "a",
    ["body.x invalid: Say nothing."]
  ],
  [
    "a rule with a code",
    Schema.String.check(Schema.makeFilter((text: string) => text === "", { [issueCode]: "unknown_country", expected: "a country" })),
    "a",
    ["body.x unknown_country: Must be a country."]
  ],
  [
    "a rule without words",
    Schema.String.check(Schema.makeFilter((text: string) => text === "")),
    "a",
    ["body.x invalid: This value is not allowed."]
  ]
]

describe("what is wrong is told", () => {
  for (const [name, schema, value, told] of examples) test(name, () => expect(field(schema, value)).toEqual([...told]))

  test("a rule over several members points at the one to change", () => {
    const Range = Schema.Struct({ from: Schema.Int, to: Schema.Int }).check(
      Schema.makeFilter(({ from, to }: { from: number; to: number }) => from <= to || { path: ["to"], issue: "Must not be before from." })
    )
    expect(field(Range, { from: 2, to: 1 })).toEqual(["body.x.to invalid: Must not be before from."])
  })

  test("a body of the wrong kind stands at the body", () =>
    expect(brief(Schema.toCodecJson(Schema.Struct({ x: Schema.Int })), [])).toEqual(["body type: Must be an object."]))

  test("all problems are listed at once", () =>
    expect(brief(Schema.toCodecJson(Schema.Struct({ a: Schema.Int, b: Tag, c: Schema.Boolean })), { a: "x", b: "toolong", d: 1 })).toEqual([
      "body.d unexpected_key: This field is not known here.",
      "body.a type: Must be a whole number.",
      "body.b too_long: Must have at least 2 and at most 5 characters.",
      "body.c missing: This field is required."
    ]))
})

describe("text of a query", () => {
  const limit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 })).pipe(Schema.withDecodingDefaultKey(Effect.succeed(50)))
  const Query = Schema.Struct({
    limit,
    archived: Schema.optionalKey(Schema.Boolean),
    sort_order: Schema.optionalKey(Schema.Literals(["asc", "desc"]))
  })
  const codec = Schema.fromURLSearchParams(Schema.toCodecArrayFromSingle(Schema.toCodecStringTree(Query)))
  const told = (text: string) => brief(codec, new URLSearchParams(text), "query")

  test("is told in terms of what it should spell", () => {
    expect(told("limit=abc")).toEqual(["query.limit type: Must be a whole number."])
    expect(told("limit=1.5")).toEqual(["query.limit type: Must be a whole number."])
    expect(told("limit=0")).toEqual(["query.limit too_small: Must be at least 1 and at most 100."])
    expect(told("limit=101")).toEqual(["query.limit too_large: Must be at least 1 and at most 100."])
    expect(told("limit=1&limit=2")).toEqual(["query.limit type: Must be a whole number."])
    expect(told("archived=perhaps")).toEqual(["query.archived type: Must be true or false."])
    expect(told("sort_order=up")).toEqual(["query.sort_order enum: Must be one of asc, desc."])
    expect(told("page=1")).toEqual(["query.page unexpected_key: This field is not known here."])
  })
})

describe("bounds", () => {
  const Tags = Schema.toCodecJson(Schema.Struct({ tags: Schema.Array(Tag) }))

  test("a hundred problems are listed and no more", () => {
    expect(problemsOf(Tags, { tags: Array.from({ length: maxProblems }, () => 1) })).toHaveLength(maxProblems)
    expect(problemsOf(Tags, { tags: Array.from({ length: maxProblems + 400 }, () => 1) })).toHaveLength(maxProblems)
  })

  test("an endless key is cut in the location", () =>
    expect(problemsOf(Tags, { tags: [], [`k${"x".repeat(10_000)}`]: 1 })[0]?.loc[1]).toHaveLength(128))

  test("every problem fits the published schema", () => {
    const deep = (levels: number): unknown => (levels === 0 ? 1 : { next: deep(levels - 1) })
    interface Chain {
      readonly next: Chain | null
    }
    const Chain: Schema.Codec<Chain> = Schema.Struct({ next: Schema.NullOr(Schema.suspend((): Schema.Codec<Chain> => Chain)) })
    for (const problem of problemsOf(Schema.toCodecJson(Chain), deep(90))) expect(Schema.is(Problem)(problem)).toBe(true)
    expect(problemsOf(Schema.toCodecJson(Chain), deep(90))).not.toBeEmpty()
  })
})

describe("for any input", () => {
  const schemas = examples.map(([, schema]) => Schema.toCodecJson(Schema.Struct({ x: schema })))

  test("whatever is refused has a problem with a known code, and no problem repeats a value", () => {
    // A marker that no schema, key or message contains stands for personal data.
    const secret = "Zyx-9f3a"
    const value = fc.oneof(
      fc.constantFrom(
        secret,
        [secret],
        [secret, secret],
        { kind: secret },
        { y: secret },
        { kind: "card", number: secret },
        { c: secret },
        4711.1234
      ),
      fc.jsonValue({ maxDepth: 2 })
    )
    fc.assert(
      fc.property(fc.constantFrom(...schemas), value, fc.boolean(), (schema, x, reportInput) => {
        const options = { ...inputParseOptions, reportInput }
        const result = Schema.decodeUnknownResult(schema, options)({ x })
        const problems = problemsOf(schema, { x }, "body", options)
        expect(problems.length > 0).toBe(Result.isFailure(result))
        for (const { code, message } of problems) {
          expect([...problemCodes, "unknown_country"]).toContain(code)
          expect(message).not.toContain(secret)
          expect(message).not.toContain("4711.1234")
        }
      }),
      { numRuns: 1000 }
    )
  })
})
