import { describe, expect, test } from "bun:test"
import { ForensicFlag } from "@vouchkit/core/documents/reading"
import { dateOf, dayNumber, monthsLater } from "@vouchkit/core/proof-of-address/calendar-day"
import { evaluate, type PoaEvidence, type PoaVerdict } from "@vouchkit/core/proof-of-address/evaluate"
import { type AddressRule, PoaForensicCode, PoaPolicy, type PoaPolicyLayer, PoaPresetName } from "@vouchkit/core/proof-of-address/policy"
import { resolvePolicy } from "@vouchkit/core/proof-of-address/resolve"
import { sessionOutcome } from "@vouchkit/core/proof-of-address/session-outcome"
import { typeRules } from "@vouchkit/core/proof-of-address/type-rules"
import { PoaDocumentType } from "@vouchkit/core/proof-of-address/types"
import { Schema } from "effect"
import fc from "fast-check"
import { anAddress, aCrossReference, anExtraction } from "../core/proof-of-address/evidence.ts"

const countries = ["GB", "DE", "IN", "US"] as const
const anchor = dayNumber("2026-06-30") ?? 0
const types = PoaDocumentType.literals

const days = fc.integer({ min: 1, max: 500 })
const ages = fc.dictionary(fc.constantFrom(...types), fc.option(days, { nil: null, freq: 8 }), { maxKeys: 6 })
const rule = fc.constantFrom<AddressRule>(true, false, "review")
const thresholds = fc
  .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([one, other]) => ({ pass: Math.max(one, other), review: Math.min(one, other) }))
const override = fc.record(
  {
    accepted_types: fc.subarray([...types]),
    max_age_days: ages,
    review_only: fc.oneof(fc.boolean(), fc.subarray([...types]))
  },
  { requiredKeys: [] }
)
const forensics = fc
  .array(fc.constantFrom("fail", "review", "none"), {
    minLength: PoaForensicCode.literals.length,
    maxLength: PoaForensicCode.literals.length
  })
  .map((weights) => ({
    fail_flags: PoaForensicCode.literals.filter((_, index) => weights[index] === "fail"),
    review_flags: PoaForensicCode.literals.filter((_, index) => weights[index] === "review")
  }))

const layer: fc.Arbitrary<PoaPolicyLayer> = fc.record(
  {
    preset: fc.constantFrom(...PoaPresetName.literals),
    accepted_types: fc.subarray([...types], { minLength: 1 }),
    accepted_countries: fc.oneof(fc.constant("any" as const), fc.subarray([...countries], { minLength: 1 })),
    review_only_types: fc.subarray([...types]),
    max_age_days: ages,
    country_overrides: fc.dictionary(fc.constantFrom(...countries), override, { maxKeys: 3 }),
    grace_days: fc.integer({ min: 0, max: 90 }),
    lease_min_months_left: fc.integer({ min: 0, max: 24 }),
    require_issuing_country: fc.boolean(),
    allow_po_box: rule,
    allow_military_po_box: fc.boolean(),
    allow_business_address: rule,
    min_independent_sources: fc.integer({ min: 1, max: 5 }),
    must_differ_from_id_document: fc.boolean(),
    languages: fc.oneof(fc.constant("any" as const), fc.subarray(["en", "de", "fr"], { minLength: 1 })),
    name: thresholds,
    address: thresholds,
    forensics,
    missing_reference: fc.constantFrom("allow", "review", "fail"),
    flags: fc.subarray(["ovd_followup_90d"] as const)
  },
  { requiredKeys: [] }
)
const layers = fc.array(fc.option(layer), { maxLength: 3 })

/** Only a few members of the generated value at a time, so that most documents and policies are unremarkable and single rules decide. */
const few = <A extends object>(whole: fc.Arbitrary<A>, most: number): fc.Arbitrary<Partial<A>> =>
  whole.chain((value) =>
    fc
      .subarray(Object.keys(value) as Array<keyof A>, { maxLength: most })
      .map((keys) => Object.fromEntries(keys.map((key) => [key, value[key]])) as Partial<A>)
  )
const mildLayers = fc.array(few(layer, 2), { maxLength: 2 })

const date = (from: number, to: number) => fc.option(fc.integer({ min: from, max: to }).map((offset) => dateOf(anchor + offset)))
const score = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 6 })
const type = fc.option(fc.constantFrom(...types), { freq: 6 })
const country = fc.option(fc.constantFrom(...countries), { freq: 4 })

const rarely = fc.constantFrom(false, false, false, false, true)

/** Evidence about a document dated up to `latest` days after the anchor, without its policy. */
const documents = (latest: number): fc.Arbitrary<Omit<PoaEvidence, "policy">> =>
  fc
    .record({
      extraction: few(
        fc.record({
          document_type_detected: type,
          document_type_confidence: fc.constantFrom(0.2, 0.9, 1),
          issuing_country: country,
          issuer: fc.constantFrom(null, "Northern Power", "First Bank"),
          issuer_recognised: fc.boolean(),
          language: fc.constantFrom(null, "en", "es"),
          issue_date: date(-500, latest),
          period_start: date(-700, -300),
          period_end: date(-500, latest),
          valid_until: date(-100, 800),
          holder_names: fc.constantFrom([], ["A Example"]),
          address: fc.constantFrom(null, anAddress(), anAddress({ po_box: true }), anAddress({ po_box: true, street: null })),
          extracted_address: fc.constantFrom(["12 High Street"], ["PSC 12 Box 34", "APO AE 09012"]),
          address_type: fc.constantFrom("residential", "business", "po_box", "unknown")
        }),
        4
      ).map(anExtraction),
      compared: few(fc.record({ name_score: score, address_score: score, partial: fc.boolean(), joint_holder: fc.boolean() }), 1).map(
        aCrossReference
      ),
      flags: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.subarray([...ForensicFlag.literals], { maxLength: 2 })),
      declared_type: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, type),
      declared_issuing_country: country,
      identity_document_country: country,
      passed_sources: fc.array(fc.record({ document_type: type, issuer: fc.constantFrom(null, "First Bank", "Tax Office") }), {
        maxLength: 3
      }),
      duplicate: rarely,
      same_as_identity_document: rarely,
      known_forgery: rarely
    })
    .map(({ compared, extraction, flags, ...rest }) => ({
      ...rest,
      today: dateOf(anchor),
      document: { status: "read" as const, extraction, cross_reference: compared, forensics: { flags } }
    }))

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

type Tightening = (policy: PoaPolicy) => PoaPolicy
const stricterRule = (one: AddressRule, other: AddressRule): AddressRule => {
  if (one === false || other === false) return false
  return one === "review" || other === "review" ? "review" : true
}
const shorter = (table: Readonly<Record<string, number | null>>, by: number) =>
  Object.fromEntries(Object.entries(table).map(([key, age]) => [key, age === null ? null : Math.max(1, age - by)]))

/**
 * Strictness is a partial order: a policy is at least as strict as another when each member is. These are its steps: fewer types,
 * countries and languages, shorter windows where there is one, a shorter grace, more types held for review, higher thresholds, heavier findings.
 */
const tightening: fc.Arbitrary<Tightening> = fc.oneof(
  fc.subarray([...types], { minLength: 1 }).map(
    (kept): Tightening =>
      (policy) => ({
        ...policy,
        accepted_types: policy.accepted_types.filter((one) => kept.includes(one)),
        country_overrides: Object.fromEntries(
          Object.entries(policy.country_overrides).map(([code, one]) => [
            code,
            one.accepted_types === undefined ? one : { ...one, accepted_types: one.accepted_types.filter((kind) => kept.includes(kind)) }
          ])
        )
      })
  ),
  days.map(
    (by): Tightening =>
      (policy) => ({
        ...policy,
        max_age_days: shorter(policy.max_age_days, by) as PoaPolicy["max_age_days"],
        country_overrides: Object.fromEntries(
          Object.entries(policy.country_overrides).map(([code, one]) => [
            code,
            one.max_age_days === undefined ? one : { ...one, max_age_days: shorter(one.max_age_days, by) }
          ])
        )
      })
  ),
  fc.constantFrom(...countries).map(
    (code): Tightening =>
      (policy) => ({
        ...policy,
        country_overrides: { ...policy.country_overrides, [code]: { ...policy.country_overrides[code], review_only: true } }
      })
  ),
  fc.constantFrom(...countries).map(
    (code): Tightening =>
      (policy) => ({
        ...policy,
        country_overrides: { ...policy.country_overrides, [code]: { ...policy.country_overrides[code], accepted_types: [] } }
      })
  ),
  fc.subarray([...types]).map(
    (held): Tightening =>
      (policy) => ({ ...policy, review_only_types: [...new Set([...policy.review_only_types, ...held])] })
  ),
  fc.subarray([...countries], { minLength: 1 }).map(
    (kept): Tightening =>
      (policy) => ({
        ...policy,
        accepted_countries:
          policy.accepted_countries === "any" ? kept : policy.accepted_countries.filter((code) => kept.some((one) => one === code))
      })
  ),
  fc.subarray(["en", "de", "fr"], { minLength: 1 }).map(
    (kept): Tightening =>
      (policy) => ({
        ...policy,
        languages: policy.languages === "any" ? kept : policy.languages.filter((code) => kept.includes(code))
      })
  ),
  fc.integer({ min: 1, max: 90 }).map(
    (by): Tightening =>
      (policy) => ({ ...policy, grace_days: Math.max(0, policy.grace_days - by) })
  ),
  fc.integer({ min: 1, max: 24 }).map(
    (by): Tightening =>
      (policy) => ({ ...policy, lease_min_months_left: policy.lease_min_months_left + by })
  ),
  fc.integer({ min: 1, max: 4 }).map(
    (by): Tightening =>
      (policy) => ({ ...policy, min_independent_sources: policy.min_independent_sources + by })
  ),
  fc.constant<Tightening>((policy) => ({
    ...policy,
    require_issuing_country: true,
    must_differ_from_id_document: true,
    allow_military_po_box: false
  })),
  fc.tuple(rule, rule).map(
    ([box, business]): Tightening =>
      (policy) => ({
        ...policy,
        allow_po_box: stricterRule(policy.allow_po_box, box),
        allow_business_address: stricterRule(policy.allow_business_address, business)
      })
  ),
  thresholds.map(
    ({ pass, review }): Tightening =>
      (policy) => ({
        ...policy,
        name: { pass: Math.max(pass, policy.name.pass), review: Math.max(review, policy.name.review) },
        address: { pass: Math.max(pass, policy.address.pass), review: Math.max(review, policy.address.review) }
      })
  ),
  forensics.map(
    ({ fail_flags, review_flags }): Tightening =>
      (policy) => ({
        ...policy,
        forensics: {
          fail_flags: [...new Set([...policy.forensics.fail_flags, ...fail_flags])],
          review_flags: [...new Set([...policy.forensics.review_flags, ...review_flags])]
        }
      })
  ),
  fc.constantFrom("review", "fail").map(
    (weight): Tightening =>
      (policy) => ({
        ...policy,
        missing_reference: policy.missing_reference === "fail" ? "fail" : weight
      })
  )
)

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
