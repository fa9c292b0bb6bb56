import { describe, expect, test } from "bun:test"
import { compareNames } from "@vouchkit/core/verification/cross-reference/names"
import { defaultCrossReferencePolicy } from "@vouchkit/core/verification/cross-reference/policy"
import { factsOf, type NamePair, type PairLabel } from "./name-pair.ts"
import { measuredPairs } from "./name-pairs-measured.ts"
import { tuningPairs } from "./name-pairs-tuning.ts"

const { pass, review } = defaultCrossReferencePolicy.name
const bands = { same: ["pass", "review"], unsure: ["review"], different: ["fail"] } as const satisfies Record<PairLabel, unknown>
const bandOf = ([one, other]: NamePair): string => {
  const score = compareNames(factsOf(one, "identity_document"), factsOf(other, "expected")).score ?? -1
  return score >= pass ? "pass" : score >= review ? "review" : "fail"
}

for (const [title, pairs] of [
  ["adjusted on", tuningPairs],
  ["measured", measuredPairs]
] as const) {
  describe(`the pairs that were ${title}`, () => {
    for (const pair of pairs) {
      const [one, other, label, kind] = pair
      test(`${kind}: ${one} and ${other} are ${label}`, () => {
        expect<ReadonlyArray<string>>(bands[label]).toContain(bandOf(pair))
      })
    }

    test("that are one person pass in nine of ten cases without a person looking", () => {
      const same = pairs.filter(([, , label]) => label === "same")
      expect(same.filter((pair) => bandOf(pair) === "pass").length).toBeGreaterThanOrEqual(same.length * 0.9)
    })
  })
}

test("no pair stands in both halves", () => {
  const written = (pairs: ReadonlyArray<NamePair>) => pairs.map(([one, other]) => `${one}~${other}`)
  expect(new Set([...written(tuningPairs), ...written(measuredPairs)]).size).toBe(tuningPairs.length + measuredPairs.length)
})
