import { isCalendarDate, readMoment } from "@vouchkit/core/kernel/foundation/moment"
import { describe, expect, test } from "bun:test"
import type { Json } from "@vouchkit/core/resources/webhooks/endpoints/attribute-path"
import { EventFilterConditions, matchesConditions } from "@vouchkit/core/resources/webhooks/endpoints/filter"
import { Result, Schema } from "effect"
import * as fc from "fast-check"

const event: Json = {
  type: "session.approved",
  environment: "live",
  data: {
    status: "approved",
    risk_score: 72,
    tags: ["vip", "eu"],
    flagged: false,
    decided_by: null,
    created_at: "2026-03-01T12:00:00Z",
    hits: [{ score: 5 }],
    "": 1
  }
}
const decode = Schema.decodeUnknownResult(EventFilterConditions, { errors: "all" })
const matches = (conditions: unknown, on: Json = event): boolean => matchesConditions(on, Result.getOrThrow(decode(conditions)))

describe("an event meets", () => {
  const met: ReadonlyArray<object> = [
    {},
    { type: "session.approved" },
    { "data.status": "approved", environment: "live" },
    { "data.risk_score": 72 },
    { "data.flagged": false },
    { "data.decided_by": null },
    { "data.decided_by": { eq: null } },
    { "data.decided_by": { exists: true } },
    { "data.decided_by": { ne: "usr_1" } },
    { "data.status": { ne: "declined" } },
    { "data.status": { in: ["approved", "declined"] } },
    { "data.status": { nin: ["declined"] } },
    { "data.risk_score": { gte: 72, lte: 72 } },
    { "data.risk_score": { gt: 71.5, lt: 73 } },
    { "data.tags": { contains: "vip" } },
    { "data.status": { contains: "prov" } },
    { "data.status": { contains: "" } },
    { "data.tags.0": "vip" },
    { "data.hits.0.score": { gt: 4 } },
    { "data.created_at": { gte: "2026-03-01", lt: "2026-03-02" } },
    { "data.created_at": { lte: "2026-03-01T13:00:00+01:00", gte: "2026-03-01T13:00:00+01:00" } },
    { "data.missing": { exists: false } },
    { "data.status": { exists: true, ne: "declined", contains: "app" } }
  ]
  for (const conditions of met) test(JSON.stringify(conditions), () => expect(matches(conditions)).toBe(true))
})

describe("an event does not meet", () => {
  const unmet: ReadonlyArray<object> = [
    { type: "session.declined" },
    { "data.status": "approved", environment: "sandbox" },
    { "data.risk_score": "72" },
    { "data.flagged": 0 },
    { "data.flagged": null },
    { "data.decided_by": { exists: false } },
    { "data.status": { ne: "approved" } },
    { "data.status": { in: ["declined"] } },
    { "data.status": { nin: ["approved"] } },
    { "data.risk_score": { gt: 72 } },
    { "data.risk_score": { lt: 72 } },
    { "data.risk_score": { gte: "70" } },
    { "data.risk_score": { gte: 70, lt: 72 } },
    { "data.tags": "vip" },
    { "data.tags": { contains: "v" } },
    { "data.tags": { in: ["vip"] } },
    { "data.risk_score": { contains: 7 } },
    { "data.tags.2": "vip" },
    { "data.tags.00": "vip" },
    { "data.tags.-1": "eu" },
    { "data.tags.length": 2 },
    { "data.status.length": 8 },
    { "data.created_at": { gt: "2026-03-01T12:00:00.000Z" } },
    { "data.status": { exists: false } },
    { data: { eq: null } },
    { data: { in: [null] } },
    { "data.toString": { exists: true } },
    { "constructor.name": { exists: true } }
  ]
  for (const conditions of unmet) test(JSON.stringify(conditions), () => expect(matches(conditions)).toBe(false))
})

describe("a missing path matches nothing but exists: false", () => {
  const operators: ReadonlyArray<object> = [
    ...[{ eq: null }, { ne: "x" }, { in: [null] }, { nin: ["x"] }, { gt: 0 }, { gte: "" }, { lt: 9 }, { lte: "z" }, { contains: "" }],
    ...[{ exists: true }, { exists: false, ne: "x" }]
  ]
  for (const operator of operators) {
    test(JSON.stringify(operator), () => {
      for (const missing of ["data.nothing", "data.status.deeper", "data.tags.9", "data.decided_by.id", "nothing"]) {
        expect(matches({ [missing]: operator })).toBe(false)
        expect(matches({ [missing]: { exists: false } })).toBe(true)
      }
    })
  }
})

const scalar = fc.oneof(fc.string({ maxLength: 8 }), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null))
const value = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.string({ maxLength: 3 }), scalar, { maxKeys: 2 })
) as fc.Arbitrary<Json>
const ordered = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom("2026-01-01", "2026-01-01T00:00:00Z", "2026-01-01T01:00:00+02:00")
)
const on = (actual: Json, condition: unknown): boolean => matches({ v: condition }, { v: actual })

test("a scalar means the same as eq, and ne, in and nin follow from it", () => {
  fc.assert(
    fc.property(value, scalar, scalar, (actual, operand, other) => {
      const equal = on(actual, { eq: operand })
      expect(on(actual, operand)).toBe(equal)
      expect(on(actual, { ne: operand })).toBe(!equal)
      expect(on(actual, { in: [operand, other] })).toBe(equal || on(actual, { eq: other }))
      expect(on(actual, { nin: [operand, other] })).toBe(!on(actual, { in: [operand, other] }))
    })
  )
})

const isDate = (text: Json): boolean => typeof text === "string" && (isCalendarDate(text) || readMoment(text) !== undefined)
/** Beside a date, text that is none is of another type. */
const kindOf = (one: Json, beside: Json): string => (isDate(beside) && typeof one === "string" ? `date ${isDate(one)}` : typeof one)

test("a value of the operand's type is before it, after it or neither; of another type it is none of them", () => {
  fc.assert(
    fc.property(value, ordered, (actual, operand) => {
      const [gt, gte, lt, lte] = ["gt", "gte", "lt", "lte"].map((operator) => on(actual, { [operator]: operand }))
      if (kindOf(actual, operand) !== kindOf(operand, operand)) return expect([gt, gte, lt, lte]).toEqual([false, false, false, false])
      expect(gte).toBe(!lt)
      expect(lte).toBe(!gt)
      expect(gt && lt).toBe(false)
    })
  )
})

test("conditions and operators join by and: more of them never match more", () => {
  const condition = fc.oneof(scalar, fc.record({ ne: scalar }), fc.record({ gte: ordered, exists: fc.boolean() }))
  const conditions = fc.dictionary(fc.constantFrom("a", "b", "a.x"), condition, { maxKeys: 3 })
  const root = fc.dictionary(fc.constantFrom("a", "b"), value) as fc.Arbitrary<Json>
  fc.assert(
    fc.property(root, conditions, (data, all) => {
      const each = Object.entries(all).map(([path, one]) => matches({ [path]: one }, data))
      expect(matches(all, data)).toBe(each.every((met) => met))
    })
  )
})

const problems = (conditions: unknown): string => {
  const decoded = decode(conditions)
  return Result.isFailure(decoded) ? decoded.failure.message : ""
}

test.each([
  [{ "data.status": ["approved"] }, "or an object of operators"],
  [{ "data.status": {} }, "at least one of eq, ne, in"],
  [{ "data.status": { equals: "x" } }, "must be one of eq, ne, in"],
  [{ "data.status": { eq: ["x"] } }, "must be text, a number, true, false or null"],
  [{ "data.status": { eq: { a: 1 } } }, "or a list of them"],
  [{ "data.status": { in: "x" } }, "must be a list of at least one value"],
  [{ "data.status": { in: [] } }, "must be a list of at least one value"],
  [{ "data.status": { nin: [["x"]] } }, "nin"],
  [{ "data.status": { gt: true } }, "must be a number, a date or text"],
  [{ "data.status": { lte: null } }, "must be a number, a date or text"],
  [{ "data.status": { exists: "yes" } }, "must be true or false"],
  [{ "data.status": { contains: ["x"] } }, "must be text, a number, true, false or null"],
  [{ "data.*": 1 }, "must not contain *"],
  [{ "": 1 }, "keys joined by single dots"],
  [{ "data..status": 1 }, "keys joined by single dots"],
  [{ "data status": 1 }, "keys joined by single dots"],
  [{ [Array(17).fill("a").join(".")]: 1 }, "at most 16 segments"],
  [{ ["a".repeat(256)]: 1 }, "at most 255 characters"],
  [{ a: "x".repeat(1_001) }, "1000"],
  [{ a: { in: Array(101).fill(1) } }, "100"],
  [{ a: Number.NaN }, "finite"],
  [[], "must be an object from paths to conditions"],
  ["x", "must be an object from paths to conditions"],
  [null, "must be an object from paths to conditions"]
])("conditions that mean nothing are refused in words: %j", (conditions, words) => expect(problems(conditions)).toContain(words))

test("every problem is reported with its place", () => {
  const text = problems({ "data.a": { equals: 1, in: [] }, "data..b": 1, "data.c": { gt: 1 } })
  for (const place of ['["data.a"]["equals"]', '["data.a"]["in"]', '["data..b"]']) expect(text).toContain(place)
  expect(text).not.toContain("data.c")
})

test("fifty conditions pass and one more does not", () => {
  const of = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`data.f${index}`, index]))
  expect(problems(of(50))).toBe("")
  expect(problems(of(51))).toContain("at most 50 conditions")
})

test("the limits of a text, a list and an operator object are reached, not only passed", () => {
  expect(problems({ a: "x".repeat(1_000), b: { in: Array(100).fill("x") } })).toBe("")
  expect(problems({ a: { eq: 1, ne: 2, in: [1], nin: [2], gt: 0, gte: 1, lt: 2, lte: 1, exists: true, contains: 1 } })).toBe("")
})
