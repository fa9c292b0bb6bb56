import { describe, expect, test } from "bun:test"
import { type Evaluable, evaluate, explain, type Truth } from "@vouchkit/core/kernel/conditions/evaluate"
import fc from "fast-check"

const person: Readonly<Record<string, string | number | boolean | null | ReadonlyArray<string>>> = {
  name: "Ada",
  age: 36,
  member: true,
  nickname: null,
  tags: ["vip", "new"],
  born: "1990-01-01",
  day: "1990-02-30"
}
const known = (path: string) => (Object.hasOwn(person, path) ? person[path] : undefined)
const compare = (
  path: string,
  operator: Extract<Evaluable, { op: "compare" }>["operator"],
  ...operands: ReadonlyArray<string | number | boolean>
) => ({ op: "compare", path, operator, operands }) as const
const all = (...of: ReadonlyArray<Evaluable>): Evaluable => ({ op: "and", of })
const any = (...of: ReadonlyArray<Evaluable>): Evaluable => ({ op: "or", of })
const not = (of: Evaluable): Evaluable => ({ op: "not", of })
const holds = compare("age", "eq", 36)
const fails = compare("age", "eq", 37)
const unknown = compare("shoe_size", "eq", 40)

describe("a comparison", () => {
  const cases: ReadonlyArray<readonly [Evaluable, Truth]> = [
    [compare("name", "eq", "Ada"), "true"],
    [compare("name", "ne", "Ada"), "false"],
    [compare("name", "in", "Bo", "Ada"), "true"],
    [compare("name", "nin", "Bo", "Ada"), "false"],
    [compare("name", "starts_with", "A"), "true"],
    [compare("name", "contains", "d"), "true"],
    [compare("tags", "contains", "vip"), "true"],
    [compare("tags", "contains", "old"), "false"],
    [compare("age", "gt", 36), "false"],
    [compare("age", "gte", 36), "true"],
    [compare("age", "lt", 37), "true"],
    [compare("age", "lte", 35), "false"],
    [compare("age", "between", 36, 40), "true"],
    [compare("age", "between", 37, 40), "false"],
    [compare("born", "lt", "1990-01-01T00:00:01Z"), "true"],
    [compare("born", "gte", "1990-01-01T01:00:00+01:00"), "true"],
    // What is no date is not known to be before or after one; a day that no calendar has is none.
    [compare("name", "gte", "1990-01-01"), "unknown"],
    [compare("name", "lt", "1990-01-01T00:00:00Z"), "unknown"],
    [compare("name", "between", "1990-01-01", "1991-01-01"), "unknown"],
    [compare("day", "gt", "1990-03-01"), "unknown"],
    [compare("day", "gt", "1990-02"), "true"],
    [compare("name", "gt", "Abe"), "true"],
    [compare("born", "lt", "1990-01-01T24:00:00Z"), "true"],
    [compare("member", "eq", true), "true"],
    [compare("age", "eq", "36"), "false"],
    [compare("age", "gt", "35"), "unknown"],
    [compare("tags", "gt", 1), "unknown"],
    [compare("nickname", "exists", true), "true"],
    [compare("shoe_size", "exists", true), "false"],
    [compare("shoe_size", "exists", false), "true"],
    [compare("shoe_size", "ne", 40), "unknown"],
    [compare("shoe_size", "nin", 40), "unknown"],
    [compare("shoe_size", "between", 1, 2), "unknown"],
    [compare("__proto__", "exists", true), "false"]
  ]
  for (const [condition, wanted] of cases) {
    test(`${JSON.stringify(condition)} is ${wanted}`, () => expect(evaluate(condition, known)).toBe(wanted))
  }
})

test("what is unknown decides neither for nor against, unless the rest decides alone", () => {
  expect(evaluate(all(holds, unknown), known)).toBe("unknown")
  expect(evaluate(all(unknown, fails), known)).toBe("false")
  expect(evaluate(any(unknown, holds), known)).toBe("true")
  expect(evaluate(any(fails, unknown), known)).toBe("unknown")
  expect(evaluate(not(unknown), known)).toBe("unknown")
})

test("the traces name every comparison with what was expected and what was known", () => {
  expect(explain(all(fails, not(unknown)), known)).toEqual({
    result: "false",
    traces: [
      { field: "age", operator: "eq", expected: [37], actual: 36, result: "false" },
      { field: "shoe_size", operator: "eq", expected: [40], actual: null, result: "unknown" }
    ]
  })
})

/** Comparisons whose path may be known or not; `exists` asks just that, so that laws of knowledge leave it out. */
const paths = ["a", "b", "c", "d"] as const
const values = fc.constantFrom(0, 1, 2, "x", "y", true)
const leaf = fc.record({
  op: fc.constant("compare" as const),
  path: fc.constantFrom(...paths),
  operator: fc.constantFrom("eq", "ne", "in", "nin", "gt", "lte", "starts_with", "contains"),
  operands: fc.array(values, { minLength: 1, maxLength: 1 })
})
const { tree } = fc.letrec<{ tree: Evaluable }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.record({ op: fc.constantFrom("and", "or"), of: fc.array(tie("tree"), { minLength: 1, maxLength: 4 }) }),
    fc.record({ op: fc.constant("not" as const), of: tie("tree") })
  )
}))
const facts = fc.dictionary(fc.constantFrom(...paths), values)
const lookUpIn =
  (given: Readonly<Record<string, string | number | boolean>>) =>
  (path: string): string | number | boolean | undefined =>
    given[path]

describe("for every condition", () => {
  test("the traces come to the same result, one for each comparison", () =>
    fc.assert(
      fc.property(tree, facts, (condition, given) => {
        const leaves = (one: Evaluable): number =>
          one.op === "compare" ? 1 : one.op === "not" ? leaves(one.of) : one.of.reduce((sum, inner) => sum + leaves(inner), 0)
        const explained = explain(condition, lookUpIn(given))
        expect(explained.result).toBe(evaluate(condition, lookUpIn(given)))
        expect(explained.traces).toHaveLength(leaves(condition))
      })
    ))

  test("learning more never turns a result around", () =>
    fc.assert(
      fc.property(tree, facts, facts, (condition, before, learnt) => {
        const first = evaluate(condition, lookUpIn(before))
        if (first !== "unknown") expect(evaluate(condition, lookUpIn({ ...learnt, ...before }))).toBe(first)
      })
    ))

  test("order does not matter, and negation goes through and and or", () =>
    fc.assert(
      fc.property(fc.array(tree, { minLength: 1, maxLength: 5 }), facts, (of, given) => {
        const come = (condition: Evaluable) => evaluate(condition, lookUpIn(given))
        expect(come({ op: "and", of })).toBe(come({ op: "and", of: of.toReversed() }))
        expect(come({ op: "or", of })).toBe(come({ op: "or", of: of.toReversed() }))
        expect(come(not({ op: "and", of }))).toBe(come({ op: "or", of: of.map(not) }))
        expect(come(not(not({ op: "or", of })))).toBe(come({ op: "or", of }))
      })
    ))
})

test("a likeness is asked from its score on, and unknown where no one can tell", () => {
  const alike = compare("name", "fuzzy_match", "Adah", 0.8)
  const likeness = (one: string, other: string) => (one === "Ada" && other === "Adah" ? 0.8 : 0)
  expect(explain(alike, known, likeness)).toEqual({
    result: "true",
    traces: [{ field: "name", operator: "fuzzy_match", expected: ["Adah", 0.8], actual: "Ada", result: "true" }]
  })
  expect(explain(compare("name", "fuzzy_match", "Adah", 0.81), known, likeness).result).toBe("false")
  expect(explain(compare("age", "fuzzy_match", "Adah", 0), known, likeness).result).toBe("unknown")
  expect(explain(compare("shoe_size", "fuzzy_match", "Adah", 0), known, likeness).result).toBe("unknown")
  expect(explain(alike, known).result).toBe("unknown")
  // A text that is longer than any name is not compared at all.
  const refused = () => {
    throw new Error("compared")
  }
  expect(explain(alike, () => "a".repeat(256), refused).result).toBe("unknown")
})
