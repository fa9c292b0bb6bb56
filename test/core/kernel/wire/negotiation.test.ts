import { describe, expect, test } from "bun:test"
import { errorMediaType } from "@vouchkit/core/kernel/wire/negotiation"
import fc from "fast-check"

const json = "application/json"
const problem = "application/problem+json"

const cases: ReadonlyArray<readonly [string | null, string]> = [
  [null, json],
  ["", json],
  ["*/*", json],
  ["application/*", json],
  ["text/html", json],
  [json, json],
  [problem, problem],
  ["APPLICATION/Problem+JSON", problem],
  [`${problem};charset=utf-8`, problem],
  [`${problem}, ${json}`, problem],
  [`${json}, ${problem}`, problem],
  [`${json}, ${problem};q=0.9`, json],
  [`${problem};q=0.5, ${json};q=0.4`, problem],
  [`${problem}, */*;q=0.1`, problem],
  [`${problem};q=0.5, */*`, json],
  [`${problem};q=0.5, */*, ${json};q=0.1`, problem],
  [`${problem};q=0.5, application/*;q=0.8, */*;q=0.1`, json],
  [`${problem};q=0`, json],
  [`${problem};q=0.0, ${json};q=0`, json],
  [`${problem} ; Q=1.000`, problem],
  [`${problem};q=2`, json],
  [`${problem};q=0.1234`, json],
  [`${problem};q=`, json],
  ["application/problem+xml", json],
  ["application/problem+json-seq", json],
  [`text/plain;note="${problem}"`, json],
  [`text/plain;note="a, ${problem}", ${json}`, json],
  [`text/plain;note="a\\", ${problem}`, json],
  [`,, ,${problem},`, problem],
  [`${"a/b,".repeat(2000)}${problem}`, json]
]

describe("an error is sent as", () => {
  for (const [accept, chosen] of cases) {
    test(`${chosen} for Accept: ${String(accept).slice(0, 80)}`, () => expect<string>(errorMediaType(accept)).toBe(chosen))
  }
})

test("an absent header is plain JSON", () => expect(errorMediaType(undefined)).toBe(json))

test("no header makes it throw, and none chooses problem+json without naming it", () =>
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(fc.constantFrom(json, "*/*", ";", ",", '"', "\\", "q=1", "q=0.5", " "), { maxLength: 20 }).map((parts) => parts.join(""))
      ),
      (accept) => {
        expect(errorMediaType(accept)).toBe(json)
      }
    )
  ))
