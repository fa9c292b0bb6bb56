import { expect, test } from "bun:test"
import { mostOwned, type Share } from "@vouchkit/core/resources/identities/relationships/owners"
import fc from "fast-check"

const days = ["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04", "2026-01-05"] as const
const share: fc.Arbitrary<Share> = fc
  .tuple(fc.integer({ min: 1, max: 10_000 }), fc.option(fc.constantFrom(...days)), fc.option(fc.constantFrom(...days)))
  .map(([hundredths, one, other]) => {
    const [valid_from, valid_to] = one !== null && other !== null && other < one ? [other, one] : [one, other]
    return { percent: hundredths / 100, valid_from, valid_to }
  })

const holds = ({ valid_from, valid_to }: Share, day: string) => (valid_from ?? "") <= day && day <= (valid_to ?? "9999-12-31")

test("the most that is owned is the greatest sum of any day on which the added share holds", () => {
  fc.assert(
    fc.property(fc.array(share, { maxLength: 12 }), share, (shares, added) => {
      const sums = ["0001-01-01", ...days, "9999-01-01"]
        .filter((day) => holds(added, day))
        .map((day) =>
          [...shares, added].filter((one) => holds(one, day)).reduce((sum, { percent }) => sum + Math.round((percent ?? 0) * 100), 0)
        )
      expect(Math.round(mostOwned(shares, added) * 100)).toBe(Math.max(...sums))
    })
  )
})

test("owners that are added one by one while there is room never have more than 100 percent on any day", () => {
  fc.assert(
    fc.property(fc.array(share, { maxLength: 20 }), (asked) => {
      const owners: Array<Share> = []
      for (const one of asked) if (mostOwned(owners, one) <= 100) owners.push(one)
      for (const day of days) {
        const sum = owners.filter((one) => holds(one, day)).reduce((total, { percent }) => total + Math.round((percent ?? 0) * 100), 0)
        expect(sum).toBeLessThanOrEqual(10_000)
      }
    })
  )
})

test("a share without a percentage takes nothing", () => {
  const whole = { percent: 100, valid_from: null, valid_to: null }
  expect(mostOwned([{ ...whole, percent: null }], whole)).toBe(100)
})
