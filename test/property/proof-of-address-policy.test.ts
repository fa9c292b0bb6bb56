import { describe, expect, test } from "bun:test"
import { dateOf, dayNumber, monthsLater } from "@vouchkit/core/verification/proof-of-address/calendar-day"
import { evaluate, type PoaVerdict } from "@vouchkit/core/verification/proof-of-address/evaluate"
import { PoaPolicy, PoaPresetName } from "@vouchkit/core/verification/proof-of-address/policy"
import { resolvePolicy } from "@vouchkit/core/verification/proof-of-address/resolve"
import { sessionOutcome } from "@vouchkit/core/verification/proof-of-address/session-outcome"
import { typeRules } from "@vouchkit/core/verification/proof-of-address/type-rules"
import { Schema } from "effect"
import fc from "fast-check"
import { anchor, documents, layer, layers, mildLayers, tightening } from "../core/verification/proof-of-address/arbitraries.ts"

const rank = ({ outcome }: Pick<PoaVerdict, "outcome">) => ({ passed: 0, review: 1, failed: 2 })[outcome]
const isPolicy = Schema.is(PoaPolicy)

describe("resolving", () => {
  test("gives a complete and valid policy for any layers", () => {
    fc.assert(fc.property(layers, (given) => expect(isPolicy(resolvePolicy(given))).toBe(true)))
  })
  test("twice changes nothing", () => {
    fc.assert(
      fc.property(layers, (given) => {
        const effective = resolvePolicy(given)
        expect(resolvePolicy([effective])).toEqual(effective)
        expect(resolvePolicy([...given, effective])).toEqual(effective)
      })
    )
  })
  test("with layers that say nothing changes nothing", () => {
    fc.assert(fc.property(layers, (given) => expect(resolvePolicy(given.flatMap((one) => [{}, one, null]))).toEqual(resolvePolicy(given))))
  })
  test("the last layer wins wherever it speaks: lists whole, maps by key", () => {
    fc.assert(
      fc.property(layers, layer, (below, last) => {
        const effective = resolvePolicy([...below, last])
        const { country_overrides, max_age_days, ...plain } = last
        expect(effective).toMatchObject(plain)
        for (const [key, value] of Object.entries(plain)) if (Array.isArray(value)) expect(effective[key as keyof PoaPolicy]).toEqual(value)
        expect(effective.max_age_days).toMatchObject(max_age_days ?? {})
        for (const [code, said] of Object.entries(country_overrides ?? {})) {
          const held = effective.country_overrides[code]
          if (said.accepted_types !== undefined) expect(held?.accepted_types).toEqual(said.accepted_types)
          if (said.review_only !== undefined) expect(held?.review_only).toEqual(said.review_only)
          expect(held?.max_age_days ?? {}).toMatchObject(said.max_age_days ?? {})
        }
      })
    )
  })
  test("where the last layer is silent, what lies below holds", () => {
    fc.assert(
      fc.property(layers, layer, (below, { preset: _, ...last }) => {
        const before = resolvePolicy(below)
        const effective = resolvePolicy([...below, last])
        for (const key of Object.keys(before) as Array<keyof PoaPolicy>) if (!(key in last)) expect(effective[key]).toEqual(before[key])
      })
    )
  })
  test("the last layer that names a preset chooses the base beneath all layers", () => {
    fc.assert(
      fc.property(layers, fc.constantFrom(...PoaPresetName.literals), (below, preset) => {
        const unnamed = below.map((one) => {
          if (one === null) return null
          const { preset: _, ...rest } = one
          return rest
        })
        expect(resolvePolicy([...below, { preset }])).toEqual(resolvePolicy([{ preset }, ...unnamed]))
      })
    )
  })
})

describe("judging", () => {
  test("a stricter policy never gives a better outcome than a looser one", () => {
    const moves = new Set<string>()
    fc.assert(
      fc.property(mildLayers, fc.array(tightening, { minLength: 1, maxLength: 3 }), documents(30), (given, steps, evidence) => {
        const loose = resolvePolicy(given)
        const strict = steps.reduce((policy, step) => step(policy), loose)
        const before = rank(evaluate({ ...evidence, policy: loose }))
        const after = rank(evaluate({ ...evidence, policy: strict }))
        moves.add(`${before} to ${after}`)
        expect(after).toBeGreaterThanOrEqual(before)
      }),
      { numRuns: 4000, seed: 20260630 }
    )
    // Guards the law against evidence that only ever fails.
    expect([...moves].sort()).toEqual(["0 to 0", "0 to 1", "0 to 2", "1 to 1", "1 to 2", "2 to 2"])
  })
  test("the outcome is never better than the worst reason, and never worse", () => {
    fc.assert(
      fc.property(layers, documents(30), (given, evidence) => {
        const verdict = evaluate({ ...evidence, policy: resolvePolicy(given) })
        const worst = Math.max(0, ...verdict.reasons.map(({ severity }) => ({ info: 0, review: 1, fail: 2 })[severity]))
        expect(rank(verdict)).toBe(worst)
        expect(verdict.action_override).toBe(verdict.outcome === "review" ? "review" : null)
        expect(verdict.passed).toBe(verdict.outcome === "passed")
        expect(new Set(verdict.reasons.map(({ code }) => code)).size).toBe(verdict.reasons.length)
      })
    )
  })
  test("scores rank with outcomes and stay within 0 and 1", () => {
    fc.assert(
      fc.property(layers, documents(30), (given, evidence) => {
        const { outcome, score } = evaluate({ ...evidence, policy: resolvePolicy(given) })
        const [least, most] = ({ failed: [0, 0.39], review: [0.4, 0.69], passed: [0.7, 1] } as const)[outcome]
        expect(score).toBeGreaterThanOrEqual(least)
        expect(score).toBeLessThanOrEqual(most)
      })
    )
  })
  test("a type held for review never passes", () => {
    fc.assert(
      fc.property(mildLayers, documents(30), (given, evidence) => {
        const policy = resolvePolicy(given)
        const verdict = evaluate({ ...evidence, policy })
        const { document_type, issuing_country } = verdict
        if (document_type !== null && typeRules(policy, document_type, issuing_country).review_only)
          expect(verdict.outcome).not.toBe("passed")
        if (document_type === null) expect(verdict.outcome).not.toBe("passed")
      }),
      { numRuns: 1000 }
    )
  })
  test("a document never fares better when judged later", () => {
    fc.assert(
      fc.property(mildLayers, documents(0), fc.integer({ min: 0, max: 400 }), (given, evidence, wait) => {
        const policy = resolvePolicy(given)
        const later = { ...evidence, policy, today: dateOf(anchor + wait) }
        expect(rank(evaluate(later))).toBeGreaterThanOrEqual(rank(evaluate({ ...evidence, policy })))
      }),
      { numRuns: 1000 }
    )
  })
  test("the same evidence always gives the same verdict, and is left as it was", () => {
    fc.assert(
      fc.property(layers, documents(30), (given, evidence) => {
        const whole = { ...evidence, policy: resolvePolicy(given) }
        const before = JSON.stringify(whole)
        expect(evaluate(whole)).toEqual(evaluate(whole))
        expect(JSON.stringify(whole)).toBe(before)
      })
    )
  })
  test("a session is approved exactly when its check passes, and in review exactly when the check is", () => {
    fc.assert(
      fc.property(mildLayers, documents(30), fc.nat({ max: 5 }), (given, evidence, resubmission_count) => {
        const verdict = evaluate({ ...evidence, policy: resolvePolicy(given) })
        const { reason_codes, status } = sessionOutcome(verdict, { resubmission_count, max_resubmissions: 3 })
        expect(status === "approved").toBe(verdict.outcome === "passed")
        expect(status === "in_review").toBe(verdict.outcome === "review")
        expect(reason_codes.includes("poa_failed")).toBe(verdict.outcome === "failed")
        if (resubmission_count >= 3) expect(status).not.toBe("resubmission_required")
      })
    )
  })
})

describe("calendar days", () => {
  test("agree with the calendar of the platform, both ways", () => {
    fc.assert(
      fc.property(fc.integer({ min: -600_000, max: 2_900_000 }), (count) => {
        const iso = new Date(count * 86_400_000).toISOString().slice(0, 10)
        expect(dateOf(count)).toBe(iso)
        expect(dayNumber(iso)).toBe(count)
      })
    )
  })
  test("moving by months ends on the last day of a shorter month", () => {
    expect(monthsLater("2025-12-31", 2)).toBe(dayNumber("2026-02-28"))
    expect(monthsLater("2027-12-31", 2)).toBe(dayNumber("2028-02-29"))
    expect(monthsLater("2026-11-15", 14)).toBe(dayNumber("2028-01-15"))
    expect(monthsLater("2026-13-01", 1)).toBeNull()
  })
})
