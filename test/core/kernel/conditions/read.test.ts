import { expect, test } from "bun:test"
import type { FieldCatalogue } from "@vouchkit/core/kernel/conditions/catalogue"
import { conditionLimits, readCondition } from "@vouchkit/core/kernel/conditions/read"
import { Schema } from "effect"
import fc from "fast-check"

const catalogue: FieldCatalogue = {
  fields: {
    "person.name": { type: "text", operand: Schema.String },
    "person.age": { type: "number", operand: Schema.Int },
    "person.tags": { type: "list", operand: Schema.String }
  }
}
const read = (condition: unknown) => readCondition(condition, catalogue)
const issues = (condition: unknown) => {
  const answer = read(condition)
  return "issues" in answer ? answer.issues : []
}
const name = { var: "person.name" }
const age = { var: "person.age" }
const adult = { gte: [age, 18] }

test("a condition is read with its fields and operands", () => {
  expect(read({ and: [adult, { not: { in: [name, ["Ada", "Bo"]] } }] })).toMatchObject({
    tree: {
      op: "and",
      of: [
        { op: "compare", path: "person.age", operator: "gte", operands: [18] },
        { op: "not", of: { op: "compare", path: "person.name", operator: "in", operands: ["Ada", "Bo"] } }
      ]
    }
  })
})

test("everything that is wrong is named at its place", () => {
  const wrong = {
    and: [
      { gte: [age, "many"] },
      { like: [name, "A%"] },
      { eq: [{ var: "person.shoe_size" }, 1] },
      { starts_with: [age, 1] },
      { in: [name, ["Ada", 7]] },
      { between: [age, 1] },
      { exists: [name, "yes"] },
      { or: [] },
      { eq: [name, "A"], ne: [name, "B"] },
      { eq: "person.name" },
      7
    ]
  }
  expect(issues(wrong).map(({ path }) => path.join("."))).toEqual([
    "and.0.gte.1",
    "and.1",
    "and.2.eq.0.var",
    "and.3.starts_with",
    "and.4.in.1.1",
    "and.5.between",
    "and.6.exists",
    "and.7.or",
    "and.8",
    "and.9.eq",
    "and.10"
  ])
  expect(issues(wrong)[2]?.issue).toContain("person.name, person.age, person.tags")
})

test("names of the language itself are no fields", () => {
  for (const path of ["constructor", "__proto__", "toString"]) expect(issues({ eq: [{ var: path }, 1] })).toHaveLength(1)
})

test("size and depth are bounded", () => {
  const many = (count: number) => ({ or: Array.from({ length: count }, () => adult) })
  expect(issues(many(conditionLimits.nodes - 1))).toEqual([])
  expect(issues(many(conditionLimits.nodes))).toMatchObject([{ path: [], issue: expect.stringContaining("50") }])
  expect(issues(many(100_000))).toHaveLength(1)
  const deep = (depth: number): object => (depth === 1 ? adult : { not: deep(depth - 1) })
  expect(issues(deep(conditionLimits.depth))).toEqual([])
  expect(issues(deep(conditionLimits.depth + 1))).toHaveLength(1)
  expect(issues({ in: [name, Array.from({ length: conditionLimits.values + 1 }, () => "x")] })).toHaveLength(1)
})

test("whatever JSON is given, it is read or refused", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => expect(Object.keys(read(value))).toHaveLength(1)))
})

test("names are compared by how alike they are only where a place has what is known at hand", () => {
  const alike = { fuzzy_match: [name, "Ada Miller", 0.9] }
  expect(issues(alike).map(({ path }) => path)).toEqual([["fuzzy_match"]])
  const at = { ...catalogue, fuzzy: true } as const
  expect(readCondition(alike, at)).toMatchObject({
    tree: {
      op: "compare",
      path: "person.name",
      operator: "fuzzy_match",
      operands: ["Ada Miller", 0.9]
    }
  })
  for (const wrong of [
    [name, "Ada"],
    [name, "Ada", 2],
    [name, 0.9, "Ada"],
    [name, "Ada", "0.9"],
    [age, 30, 0.9],
    [name, "Ada", 0.5, 1]
  ]) {
    expect(readCondition({ fuzzy_match: wrong }, at)).toHaveProperty("issues")
  }
})
