import { describe, expect, test } from "bun:test"
import { compareAddresses } from "@vouchkit/core/verification/cross-reference/addresses"
import { compareDatesOfBirth } from "@vouchkit/core/verification/cross-reference/dates-of-birth"
import { compareDocumentNumbers } from "@vouchkit/core/verification/cross-reference/document-numbers"
import type { PersonFacts } from "@vouchkit/core/verification/cross-reference/facts"
import { compareNationalities } from "@vouchkit/core/verification/cross-reference/nationalities"

type Expected = readonly [one: string | null, other: string | null, verdict: string, explanations: ReadonlyArray<string>]

const cases = (title: string, compare: typeof compareDatesOfBirth, rows: ReadonlyArray<Expected>): void => {
  describe(title, () => {
    for (const [one, other, verdict, explanations] of rows) {
      test(`${one} and ${other}: ${verdict} ${explanations.join(", ")}`, () => {
        for (const [left, right] of [
          [one, other],
          [other, one]
        ] as const) {
          const compared = compare(left, right)
          expect([compared.verdict, compared.explanations]).toEqual([verdict, explanations] as never)
        }
      })
    }
  })
}

cases("dates of birth", compareDatesOfBirth, [
  ["1985-03-07", "1985-03-07", "match", []],
  ["1985-03-07", "1985-07-03", "partial", ["day_month_swapped"]],
  ["1985-03-07", "1985-11-03", "mismatch", ["different_date"]],
  ["1985-03-17", "1985-03-19", "mismatch", ["one_digit_differs"]],
  ["1985-03-07", "1986-04-08", "mismatch", ["different_date"]],
  ["1985-03-07", "1985", "partial", ["year_only"]],
  ["1985-03-07", "1985-XX-XX", "partial", ["year_only"]],
  ["1985-03-07", "1985-00-00", "partial", ["year_only"]],
  ["1985-03-07", "1985-03-<<", "partial", ["day_unknown"]],
  ["1985-03-07", "1985-04-00", "mismatch", ["different_date"]],
  ["1985-03-07", "1984", "mismatch", ["different_date"]],
  ["1985-00-00", "1985-00-00", "match", ["year_only"]],
  ["1985-02-31", "1985-02-28", "not_comparable", []],
  ["0000-05-12", "1985-05-12", "not_comparable", []],
  ["7 March 1985", "1985-03-07", "not_comparable", []],
  [null, "1985-03-07", "not_comparable", []]
])

cases("document numbers", compareDocumentNumbers, [
  ["L898902C3", "l 898-902 c3", "match", []],
  ["L898902C<", "L898902C", "match", []],
  ["L8989O2C3", "L898902C3", "partial", ["confusable_characters"]],
  ["I23456789", "123456789", "partial", ["confusable_characters"]],
  ["00123456", "123456", "partial", ["leading_zeros"]],
  ["L898902C3", "L898902C4", "mismatch", ["one_character_differs"]],
  ["L898902C3", "X1234567", "mismatch", ["different_number"]],
  ["<<<", "L898902C3", "not_comparable", []],
  [null, "L898902C3", "not_comparable", []]
])

cases("nationalities", compareNationalities, [
  ["D<<", "DE", "match", []],
  ["DEU", "de", "match", []],
  ["GBR", "GB", "match", []],
  ["FRA", "DE", "mismatch", ["different_nationality"]],
  ["XXX", "DE", "not_comparable", []],
  ["QQQ", "DE", "not_comparable", []],
  ["", "DE", "not_comparable", []]
])

describe("addresses", () => {
  const at = (address: NonNullable<PersonFacts["address"]>): PersonFacts => ({ source: "proof_of_address", address, country: "GB" })
  const compare = (one: PersonFacts, other: PersonFacts) => compareAddresses(one, other, { pass: 0.85, review: 0.65 })
  const home = at("12 Elm Grove, Leeds LS6 2AB")

  test("as one text and in parts are the same address", () => {
    const parts = at({ house_number: "12", street: "Elm Grove", city: "Leeds", postal_code: "LS6 2AB", country: "GB" })
    expect(compare(home, parts)).toMatchObject({ score: 1, verdict: "match" })
  })

  test("with another house number are different, and say so", () => {
    const compared = compare(home, at("14 Elm Grove, Leeds LS6 2AB"))
    expect(compared.verdict).toBe("mismatch")
    expect(compared.explanations).toContain("house_number_differs")
  })

  test("in another country are different, and say so", () => {
    const compared = compare(home, {
      source: "expected",
      address: { city: "Leeds", street: "Elm Grove", house_number: "12", country: "US" }
    })
    expect(compared).toMatchObject({ score: 0, verdict: "mismatch" })
    expect(compared.explanations).toContain("country_conflict")
  })

  test("that one side lacks are not compared", () => {
    expect(compare(home, { source: "expected" }).verdict).toBe("not_comparable")
    expect(compare(home, at(" ,\n- ")).verdict).toBe("not_comparable")
  })
})
