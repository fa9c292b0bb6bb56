import { describe, expect, test } from "bun:test"
import type { CustomFieldType } from "@vouchkit/core/resources/settings/custom-fields/model"
import { matchesPattern, patternProblem } from "@vouchkit/core/resources/settings/custom-fields/pattern"
import { comparedForm, judgeValue } from "@vouchkit/core/resources/settings/custom-fields/values"

const rules = { options: ["a", "b"], min: null, max: null, max_length: null, pattern: null }

describe("values of custom fields", () => {
  test.each<[CustomFieldType, ReadonlyArray<unknown>, ReadonlyArray<unknown>]>([
    ["string", ["one line"], ["", "two\nlines", 1, "x".repeat(256)]],
    ["text", ["two\nlines"], ["", 1, "x".repeat(10_001)]],
    ["integer", [0, -5], [1.5, "1", Number.MAX_VALUE, Number.NaN]],
    ["number", [1.5, 0], ["1.5", Number.POSITIVE_INFINITY]],
    ["boolean", [true, false], ["true", 0]],
    ["date", ["2026-02-28"], ["2026-02-30", "28.02.2026", 20260228]],
    ["datetime", ["2026-01-01T00:00:00+02:00"], ["2026-01-01", 0]],
    ["enum", ["a"], ["c", ["a"]]],
    ["multi_enum", [["a"], ["b", "a"], []], ["a", ["a", "a"], ["c"]]],
    ["email", ["ada@example.com"], ["ada", "Ada <ada@example.com>"]],
    ["phone", ["+44 20 7946 0000"], ["call me", 44]],
    ["url", ["https://example.com/a"], ["javascript:alert(1)", "https://a:b@example.com"]],
    ["country", ["DE"], ["de", "XX"]],
    ["json", [{ a: [1] }, "text"], [{ a: { b: { c: { d: { e: {} } } } } }, "x".repeat(17_000)]],
    ["identity_reference", ["idn_01jgfjjz00e8r4v2m9k3txqwpn"], ["ses_01jgfjjz00e8r4v2m9k3txqwpn", "me"]]
  ])("of the type %s are what their type says", (type, good, bad) => {
    for (const value of good) expect(judgeValue(value, { ...rules, type })).toHaveProperty("value")
    for (const value of bad) expect(judgeValue(value, { ...rules, type })).toHaveProperty("problem")
  })

  test("keep to the bounds of their field", () => {
    expect(judgeValue(4, { ...rules, type: "integer", min: 5 })).toHaveProperty("problem")
    expect(judgeValue(6, { ...rules, type: "number", max: 5 })).toHaveProperty("problem")
    expect(judgeValue("abcd", { ...rules, type: "string", max_length: 3 })).toHaveProperty("problem")
    expect(judgeValue("DE12x", { ...rules, type: "string", pattern: "[A-Z]{2}[0-9]+" })).toHaveProperty("problem")
    expect(judgeValue("DE12", { ...rules, type: "string", pattern: "[A-Z]{2}[0-9]+" })).toEqual({ value: "DE12" })
  })

  test("are compared by what they mean", () => {
    expect(comparedForm("phone", "+44 20 7946 0000")).toBe(comparedForm("phone", "442079460000"))
    expect(comparedForm("email", "Ada@Example.com")).toBe(comparedForm("email", "ada@example.com"))
    expect(comparedForm("string", "Ａda  Lovelace ")).toBe(comparedForm("string", "ada lovelace"))
    expect(comparedForm("integer", 12)).not.toBe(comparedForm("integer", 21))
  })
})

describe("patterns of custom fields", () => {
  test.each(["[A-Z]{2}[0-9]{6,10}", "\\d+", "(?:AB|CD)-\\p{L}+", "[^\\]a]*x", "(abc){3}", "a|b", "\\(\\)\\*", "[(?=)]+"])(
    "%p runs",
    (pattern) => {
      expect(patternProblem(pattern)).toBeUndefined()
    }
  )

  test.each([
    "(a+)+",
    "(a*)*b",
    "(a|aa)+",
    "((ab)?)*",
    "(?:(?:a{1,9}))*",
    "a(?=b)",
    "a(?!b)",
    "(?<=a)b",
    "(?<!a)b",
    "(?<n>a)\\k<n>",
    "(a)\\1",
    "a*a*a*a*b",
    "a?a?a?a?a?aaaaa",
    "(",
    "a)(",
    "[z-a]",
    "a**"
  ])("%p is refused", (pattern) => {
    expect(patternProblem(pattern)).toBeString()
  })

  test("match whole values only", () => {
    expect(matchesPattern("a|b", "ab")).toBe(false)
    expect(matchesPattern("a|b", "b")).toBe(true)
  })
})
