import type { PoaEvidence } from "../src/verification/proof-of-address/judged-evidence.ts"
import { evaluate } from "../src/verification/proof-of-address/evaluate.ts"
import { resolvePolicy } from "../src/verification/proof-of-address/resolve.ts"

/** Prints how many verdicts per second one core gives, the policy being resolved beforehand. The bar is 200,000. */
const bar = 200_000
const evaluations = 400_000

const policy = resolvePolicy([
  { preset: "uk" },
  { country_overrides: { GB: { max_age_days: { utility_bill: 60 } }, FR: { accepted_types: ["tax_document"] } } },
  { languages: ["en", "fr"], min_independent_sources: 2 }
])

const evidence = (index: number): PoaEvidence => ({
  policy,
  document: {
    status: "read",
    extraction: {
      document_type_detected: index % 5 === 0 ? "bank_statement" : "utility_bill",
      document_type_confidence: 0.9,
      issuing_country: index % 7 === 0 ? "FR" : "GB",
      issuer: "Northern Power",
      issuer_recognised: index % 3 !== 0,
      language: "en",
      issue_date: `2026-0${1 + (index % 6)}-10`,
      period_start: null,
      period_end: index % 2 === 0 ? `2026-0${1 + (index % 6)}-05` : null,
      valid_until: null,
      holder_names: ["A Example"],
      address: {
        recipient_lines: [],
        unit: null,
        house_number: "12",
        street: "High Street",
        city: "Leeds",
        region: null,
        postal_code: "LS1 1AA",
        country: "GB",
        po_box: index % 11 === 0,
        unparsed_lines: []
      },
      extracted_address: ["12 High Street", "Leeds", "LS1 1AA"],
      address_type: index % 13 === 0 ? "po_box" : "residential"
    },
    cross_reference: {
      name_score: 0.7 + (index % 4) / 10,
      address_score: 0.9,
      component_scores: { postal_code: 1, street: 1, city: 1, house_number: 1, region: null, country: 1, unit: null },
      partial: index % 2 === 0,
      partial_reasons: [],
      joint_holder: false,
      name_doubtful: false,
      address_doubtful: false
    },
    forensics: { flags: index % 4 === 0 ? ["screenshot"] : [] }
  },
  declared_type: index % 6 === 0 ? "council_tax_bill" : "utility_bill",
  declared_issuing_country: "GB",
  identity_document_country: null,
  today: "2026-06-30",
  passed_sources: [{ document_type: "bank_statement", issuer: "First Bank" }],
  duplicate: false,
  same_as_identity_document: false,
  known_forgery: false
})

const cases = Array.from({ length: 1000 }, (_, index) => evidence(index))
const round = (count: number): Record<string, number> => {
  const outcomes: Record<string, number> = {}
  for (let index = 0; index < count; index++) {
    const chosen = cases[index % cases.length]
    if (chosen === undefined) continue
    const { outcome } = evaluate(chosen)
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  return outcomes
}

round(evaluations / 4)
const begun = performance.now()
const outcomes = round(evaluations)
const per_second = Math.round((evaluations / (performance.now() - begun)) * 1000)
console.log(JSON.stringify({ benchmark: "policy-evaluation", per_second, bar, met: per_second >= bar, outcomes }))
