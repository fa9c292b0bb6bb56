import { expect, test } from "bun:test"
import { canonicalJson } from "@vouchkit/core/kernel/wire/canonical-json"
import type { Json } from "@vouchkit/core/kernel/wire/json"
import fc from "fast-check"

const value = fc.jsonValue({ stringUnit: "grapheme" }) as fc.Arbitrary<Json>

/** The same content with every object's keys the other way round. */
const reversed = (json: Json): Json => {
  if (Array.isArray(json)) return json.map(reversed)
  if (typeof json !== "object" || json === null) return json
  return Object.fromEntries(
    Object.entries(json)
      .reverse()
      .map(([key, child]) => [key, reversed(child)])
  )
}

test("the order of keys makes no difference", () =>
  fc.assert(fc.property(value, (json) => expect(canonicalJson(reversed(json))).toBe(canonicalJson(json)))))

test("the content survives, and writing it again changes nothing", () =>
  fc.assert(
    fc.property(value, (json) => {
      const written = canonicalJson(json)
      expect(JSON.stringify(JSON.parse(written))).toBe(JSON.stringify(JSON.parse(canonicalJson(JSON.parse(written)))))
      expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(json)))
    })
  ))

test("the order of items makes a difference", () => expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1])))

test("keys sort by UTF-16 code units, as in RFC 8785 section 3.2.3", () => {
  const keys = ["\u20ac", "\r", "\ufb33", "1", "\ud83d\ude00", "\u0080", "\u00f6"]
  const written = canonicalJson(Object.fromEntries(keys.map((key) => [key, 0])))
  expect(written).toBe('{"\\r":0,"1":0,"\u0080":0,"\u00f6":0,"\u20ac":0,"\ud83d\ude00":0,"\ufb33":0}')
})

test("numbers and strings are written as in RFC 8785 section 3.2.2", () => {
  expect(canonicalJson([JSON.parse("333333333.33333329"), 1e30, 4.5, 2e-3, 1e-27, -0])).toBe("[333333333.3333333,1e+30,4.5,0.002,1e-27,0]")
  expect(canonicalJson('\u20ac$\u000f\nA\'B"\\\\"/')).toBe('"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"')
})
