import { ForensicFlag } from "@vouchkit/core/verification/document-reading"
import { dateOf, dayNumber } from "@vouchkit/core/verification/proof-of-address/calendar-day"
import type { PoaEvidence } from "@vouchkit/core/verification/proof-of-address/judged-evidence"
import {
  type AddressRule,
  PoaForensicCode,
  type PoaPolicy,
  type PoaPolicyLayer,
  PoaPresetName
} from "@vouchkit/core/verification/proof-of-address/policy"
import { PoaDocumentType } from "@vouchkit/core/verification/proof-of-address/types"
import fc from "fast-check"
import { anAddress, aCrossReference, anExtraction } from "./evidence.ts"

export const countries = ["GB", "DE", "IN", "US"] as const
export const anchor = dayNumber("2026-06-30") ?? 0
export const types = PoaDocumentType.literals

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

export const layer: fc.Arbitrary<PoaPolicyLayer> = fc.record(
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
export const layers = fc.array(fc.option(layer), { maxLength: 3 })

/** Only a few members of the generated value at a time, so that most documents and policies are unremarkable and single rules decide. */
const few = <A extends object>(whole: fc.Arbitrary<A>, most: number): fc.Arbitrary<Partial<A>> =>
  whole.chain((value) =>
    fc
      .subarray(Object.keys(value) as Array<keyof A>, { maxLength: most })
      .map((keys) => Object.fromEntries(keys.map((key) => [key, value[key]])) as Partial<A>)
  )
export const mildLayers = fc.array(few(layer, 2), { maxLength: 2 })

const date = (from: number, to: number) => fc.option(fc.integer({ min: from, max: to }).map((offset) => dateOf(anchor + offset)))
const score = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 6 })
const type = fc.option(fc.constantFrom(...types), { freq: 6 })
const country = fc.option(fc.constantFrom(...countries), { freq: 4 })

const rarely = fc.constantFrom(false, false, false, false, true)

/** Evidence about a document dated up to `latest` days after the anchor, without its policy. */
export const documents = (latest: number): fc.Arbitrary<Omit<PoaEvidence, "policy">> =>
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
export const tightening: fc.Arbitrary<Tightening> = fc.oneof(
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
