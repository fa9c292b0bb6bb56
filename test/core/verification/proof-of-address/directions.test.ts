import { describe, expect, test } from "bun:test"
import { compareAddresses } from "@vouchkit/core/verification/proof-of-address/compare/addresses/address"
import { parsePostalAddress } from "@vouchkit/core/verification/proof-of-address/compare/addresses/postal-address"
import fc from "fast-check"

const compare = (country: string, one: string, other: string) =>
  compareAddresses(parsePostalAddress([one], country), parsePostalAddress([other], country))
const pass = 0.85
const review = 0.65
const outcome = (country: string, one: string, other: string) => {
  const { doubtful, score } = compare(country, one, other)
  if (score === null || score < review) return "fail"
  return score >= pass && !doubtful ? "pass" : "review"
}

describe("directions of streets", () => {
  const rows: ReadonlyArray<readonly ["pass" | "review" | "fail", string, string, string]> = [
    ["review", "US", "100 Oak Ave, Springfield, IL 62704", "100 W Oak Ave, Springfield, IL 62704"],
    ["review", "CA", "250 Queen St W, Toronto ON M5V 1Z4", "250 Queen Street, Toronto ON M5V 1Z4"],
    ["review", "US", "742 S 100 W, Provo, UT 84601", "742 100 W, Provo, UT 84601"],
    ["fail", "US", "100 E Oak Ave, Springfield, IL 62704", "100 W Oak Ave, Springfield, IL 62704"],
    ["fail", "US", "742 S 100 W, Provo, UT 84601", "742 N 100 W, Provo, UT 84601"],
    ["fail", "GB", "5 South Street, Chichester PO19 1AA", "5 North Street, Chichester PO19 1AA"],
    ["pass", "US", "100 West Oak Ave, Springfield, IL 62704", "100 W Oak Ave, Springfield, IL 62704"],
    ["pass", "US", "100 Oak Ave W, Springfield, IL 62704", "100 W Oak Ave, Springfield, IL 62704"],
    ["pass", "IN", "12 S Patel Road, Pune 411001", "12 Sardar Patel Road, Pune 411001"]
  ]
  for (const [wanted, country, one, other] of rows) {
    test(`${one} and ${other}: ${wanted}, in either order`, () => {
      expect([outcome(country, one, other), outcome(country, other, one)]).toEqual([wanted, wanted])
    })
  }
  test("two directions never pass for each other, on any street", () => {
    const direction = fc.constantFrom("N", "S", "E", "W", "North", "South", "East", "West")
    const street = fc.constantFrom("Oak Ave", "5th St", "Main Street", "Lake Shore Drive", "Martin Luther King Blvd")
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999 }), street, direction, direction, (house, name, one, other) => {
        fc.pre(one.charAt(0) !== other.charAt(0))
        const line = (towards: string) => `${house} ${towards} ${name}, Springfield, IL 62704`
        expect(outcome("US", line(one), line(other))).toBe("fail")
      }),
      { numRuns: 40, endOnFailure: true }
    )
  })
})
