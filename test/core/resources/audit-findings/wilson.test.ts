import { expect, test } from "bun:test"
import { added } from "@vouchkit/core/resources/audit-findings/counts"
import { dayOf, monthBefore, monthOf } from "@vouchkit/core/resources/audit-findings/periods"
import { share } from "@vouchkit/core/resources/audit-findings/wilson"
import fc from "fast-check"

test("the bounds are those that tables of Wilson's score give", () => {
  expect(share(8, 10)).toEqual({ n: 10, rate: 0.8, lower: 0.4902, upper: 0.9433 })
  expect(share(0, 10)).toEqual({ n: 10, rate: 0, lower: 0, upper: 0.2775 })
  expect(share(10, 10)).toEqual({ n: 10, rate: 1, lower: 0.7225, upper: 1 })
  expect(share(95, 100)).toEqual({ n: 100, rate: 0.95, lower: 0.8882, upper: 0.9785 })
  expect(share(0, 0)).toEqual({ n: 0, rate: null, lower: null, upper: null })
})

test("the bounds hold the share between them, within 0 and 1", () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000 }), fc.nat({ max: 5_000 }), (n, of) => {
      const { lower, rate, upper } = share(Math.min(of, n), n)
      expect(lower ?? -1).toBeGreaterThanOrEqual(0)
      expect(lower ?? 2).toBeLessThanOrEqual(rate ?? -1)
      expect(upper ?? -1).toBeGreaterThanOrEqual(rate ?? 2)
      expect(upper ?? 2).toBeLessThanOrEqual(1)
    }),
    { endOnFailure: true }
  ))

test("periods are days and months of UTC", () => {
  expect([dayOf("2026-03-02T09:00:00.000Z"), monthOf("2026-03-02T09:00:00.000Z")]).toEqual(["2026-03-02", "2026-03"])
  expect(["2026-03", "2026-01", "2026-12"].map(monthBefore)).toEqual(["2026-02", "2025-12", "2026-11"])
})

test("a row holds a thousand groups, and counts the rest together", () => {
  const many = Array.from({ length: 1_003 }, (_, n) => ({ group: `key_${n}`, name: "decisions" }))
  const groups = added({}, many)
  expect(Object.keys(groups)).toHaveLength(1_001)
  expect(groups.other).toEqual({ decisions: 3 })
  expect(added(groups, [{ group: "key_1", name: "decisions" }]).key_1).toEqual({ decisions: 2 })
})
