import { describe, expect, test } from "bun:test"
import { conclude, type Conclusion, conclusionOf } from "@vouchkit/core/verification/conclusion"
import { reasonFacts, type ReasonCode } from "@vouchkit/core/kernel/foundation/reason-codes"
import fc from "fast-check"

const codes = Object.keys(reasonFacts) as ReadonlyArray<ReasonCode>
const retryable = codes.filter((code) => reasonFacts[code].retryable)
const final = codes.filter((code) => !reasonFacts[code].retryable)
const first = { resubmission_count: 0, max_resubmissions: 3 }
const spent = { resubmission_count: 3, max_resubmissions: 3 }
const some = (from: ReadonlyArray<ReasonCode>) => fc.uniqueArray(fc.constantFrom(...from), { minLength: 1, maxLength: 4 })

describe("where a single check leads", () => {
  test("what passed, or had nothing to judge, leads to approval without a reason", () => {
    for (const outcome of ["passed", "not_applicable"] as const) {
      expect(conclusionOf({ outcome, session_reasons: [] }, first)).toEqual({ status: "approved", reason_codes: [] })
    }
  })

  test("a doubt asks a person, whatever its reasons", () => {
    fc.assert(
      fc.property(some(codes), (session_reasons) => {
        expect(conclusionOf({ outcome: "review", session_reasons }, spent)).toEqual({ status: "in_review", reason_codes: session_reasons })
      })
    )
  })

  test("what the person can put right is asked for again while a submission is left, and declines when none is", () => {
    fc.assert(
      fc.property(some(retryable), (session_reasons) => {
        const verdict = { outcome: "failed", session_reasons } as const
        expect(conclusionOf(verdict, first)).toEqual({ status: "resubmission_required", reason_codes: session_reasons })
        expect(conclusionOf(verdict, spent)).toEqual({
          status: "declined",
          reason_codes: ["resubmission_limit_exceeded", ...session_reasons]
        })
      })
    )
  })

  test("one reason that nobody can put right declines, and stands before those that could be", () => {
    fc.assert(
      fc.property(some(retryable), fc.constantFrom(...final), (session_reasons, decisive) => {
        const { reason_codes, status } = conclusionOf({ outcome: "failed", session_reasons: [...session_reasons, decisive] }, first)
        expect([status, reason_codes[0]]).toEqual(["declined", decisive])
        expect(new Set(reason_codes)).toEqual(new Set([...session_reasons, decisive]))
      })
    )
  })
})

test("a doubt that a new submission may settle declines nothing beside a failure that the person can put right", () => {
  fc.assert(
    fc.property(some(retryable), some(final), (session_reasons, doubts) => {
      const verdict = { outcome: "failed", session_reasons: [...session_reasons, ...doubts], doubts } as const
      expect(conclusionOf(verdict, first)).toEqual({ status: "resubmission_required", reason_codes: verdict.session_reasons })
      expect(conclusionOf(verdict, spent).status).toBe("declined")
    })
  )
})

describe("where several checks lead together", () => {
  const statuses = ["approved", "in_review", "resubmission_required", "declined"] as const
  const conclusions = fc.array(
    fc.record({ status: fc.constantFrom(...statuses), reason_codes: fc.uniqueArray(fc.constantFrom(...codes), { maxLength: 4 }) }),
    { maxLength: 8 }
  )
  const rank = (status: Conclusion["status"]) => statuses.indexOf(status)

  test("nothing to judge is approved", () => {
    expect(conclude([])).toEqual({ status: "approved", reason_codes: [] })
  })

  test("the worst decides, in whatever order they come, and no reason is lost", () => {
    fc.assert(
      fc.property(conclusions, (given) => {
        const { reason_codes, status } = conclude(given)
        expect(rank(status)).toBe(Math.max(0, ...given.map((one) => rank(one.status))))
        expect(new Set(reason_codes)).toEqual(new Set(given.flatMap((one) => one.reason_codes)))
        expect(conclude([...given].reverse()).status).toBe(status)
      })
    )
  })

  test("one more check never makes the result milder", () => {
    fc.assert(
      fc.property(conclusions, conclusions, (given, more) => {
        expect(rank(conclude([...given, ...more]).status)).toBeGreaterThanOrEqual(rank(conclude(given).status))
      })
    )
  })
})
