import { describe, expect, test } from "bun:test"
import { dateOf, dayNumber } from "@vouchkit/core/verification/proof-of-address/calendar-day"
import type { PoaEvidence } from "@vouchkit/core/verification/proof-of-address/judged-evidence"
import { evaluate } from "@vouchkit/core/verification/proof-of-address/evaluate"
import { crossReference } from "@vouchkit/core/verification/proof-of-address/compare/cross-reference"
import type { PostalAddress, ProofOfAddressExtraction } from "@vouchkit/core/verification/proof-of-address/types"
import { anAddress, anExtraction, evidenceOf, today } from "./evidence.ts"

const daysAgo = (days: number) => dateOf((dayNumber(today) ?? 0) - days)
const codes = (evidence: PoaEvidence) => evaluate(evidence).reasons.map(({ code }) => code)
const outcome = (evidence: PoaEvidence) => evaluate(evidence).outcome
const dated = (dates: Partial<ProofOfAddressExtraction>, rest: Parameters<typeof evidenceOf>[0] = {}) =>
  evidenceOf({ ...rest, extraction: { issue_date: null, ...dates, ...rest.extraction } })

describe("the window and its grace", () => {
  for (const [age, expected] of [
    [0, []],
    [89, []],
    [90, []],
    [91, ["document_age_in_grace"]],
    [105, ["document_age_in_grace"]],
    [106, ["document_too_old"]],
    [3650, ["document_too_old"]]
  ] as const) {
    test(`a utility bill of ${age} days: ${expected[0] ?? "passes"}`, () => {
      expect(codes(dated({ issue_date: daysAgo(age) }))).toEqual([...expected])
    })
  }
  for (const [type, window] of [
    ["bank_statement", 90],
    ["tax_document", 365],
    ["council_tax_bill", 365],
    ["residence_certificate", 365]
  ] as const) {
    test(`${type} may be ${window} days old, ${window + 15} for a review`, () => {
      const at = (age: number) => outcome(dated({ issue_date: daysAgo(age), document_type_detected: type }))
      expect([at(window), at(window + 1), at(window + 15), at(window + 16)]).toEqual(["passed", "review", "review", "failed"])
    })
  }
  test("the end of the period goes before the issue date", () => {
    expect(evaluate(dated({ issue_date: daysAgo(200), period_end: daysAgo(80) }))).toMatchObject({
      outcome: "passed",
      recency: { basis: "period_end", age_days: 80, max_age_days: 90, measured_from: daysAgo(80), expires_on: daysAgo(-10) }
    })
    expect(codes(dated({ issue_date: daysAgo(20), period_end: daysAgo(120) }))).toEqual(["document_too_old"])
  })
  test("the country of issue goes before the type", () => {
    const layer = { country_overrides: { GB: { max_age_days: { utility_bill: 30 } } } }
    expect(codes(dated({ issue_date: daysAgo(31) }, { layer }))).toEqual(["document_age_in_grace"])
    expect(codes(dated({ issue_date: daysAgo(31) }, { layer, extraction: { issuing_country: "FR" } }))).toEqual([])
    const wider = { country_overrides: { GB: { max_age_days: { utility_bill: 180 } } } }
    expect(codes(dated({ issue_date: daysAgo(180) }, { layer: wider }))).toEqual([])
  })
  test("the country of the identity document stands in for one that is not known", () => {
    const layer = { country_overrides: { DE: { max_age_days: { utility_bill: 10 } } } }
    const extraction = { issuing_country: null }
    expect(codes(dated({ issue_date: daysAgo(50) }, { layer, extraction, identity_document_country: "DE" }))).toEqual(["document_too_old"])
  })
  test("a document of unknown type has 90 days and is never passed by the machine", () => {
    const at = (age: number) => codes(dated({ issue_date: daysAgo(age), document_type_detected: null }))
    expect(at(90)).toEqual(["type_not_accepted"])
    expect(outcome(dated({ issue_date: daysAgo(90), document_type_detected: null }))).toBe("review")
    expect(at(106)).toEqual(["document_too_old", "type_not_accepted"])
  })
})

describe("dates that cannot be or are not there", () => {
  test("a date one day ahead is forgiven, two are not", () => {
    expect(codes(dated({ issue_date: daysAgo(-1) }))).toEqual([])
    expect(codes(dated({ issue_date: daysAgo(-2) }))).toEqual(["issue_date_future"])
    expect(codes(dated({ period_end: daysAgo(-2), issue_date: daysAgo(5) }))).toEqual(["issue_date_future"])
  })
  test("cover that still runs is measured from its issue date, else from its first day", () => {
    const running = { period_start: daysAgo(100), period_end: daysAgo(-265), document_type_detected: "insurance_statement" } as const
    expect(evaluate(dated({ ...running, issue_date: daysAgo(110) })).recency).toMatchObject({ basis: "issue_date", age_days: 110 })
    expect(evaluate(dated(running)).recency).toMatchObject({ basis: "period_start", age_days: 100 })
    expect(codes(dated({ ...running, period_start: daysAgo(-3) }))).toEqual(["issue_date_future"])
  })
  test("a yearly charge for water is billed in advance like a tax, a month of power is not", () => {
    expect(codes(dated({ issue_date: daysAgo(30), period_start: daysAgo(20), period_end: daysAgo(-345) }))).toEqual([])
    expect(codes(dated({ issue_date: daysAgo(5), period_start: daysAgo(10), period_end: daysAgo(-20) }))).toEqual(["issue_date_future"])
  })
  test("a tax document is as old as its day of issue, whatever year it taxes", () => {
    const tax = { document_type_detected: "tax_document" } as const
    const assessed = { issue_date: daysAgo(40), period_start: daysAgo(910), period_end: daysAgo(546) }
    expect(codes(dated({ ...tax, ...assessed }))).toEqual([])
    expect(codes(dated({ ...tax, ...assessed, issue_date: null }))).toEqual(["document_too_old"])
    expect(codes(dated({ ...tax, issue_date: daysAgo(450), period_start: daysAgo(440), period_end: daysAgo(75) }))).toEqual([
      "document_too_old"
    ])
    expect(codes(dated({ ...assessed, document_type_detected: "council_tax_bill" }))).toEqual(["document_too_old"])
  })
  test("text that is no date counts as none", () => {
    expect(codes(dated({ issue_date: "2026-02-30" }))).toEqual(["issue_date_missing"])
  })
  test("a day that is not a date is refused as today", () => {
    expect(() => evaluate(evidenceOf({ today: "today" }))).toThrow(RangeError)
  })
})

describe("identity documents and leases", () => {
  const card = { document_type_detected: "identity_document", issuer: null, issuer_recognised: false } as const
  test("an identity document counts until its last day and has no window", () => {
    expect(codes(dated({ ...card, issue_date: daysAgo(3000), valid_until: today }))).toEqual([])
    expect(codes(dated({ ...card, issue_date: daysAgo(30), valid_until: daysAgo(1) }))).toEqual(["document_too_old"])
    expect(codes(dated({ ...card, issue_date: daysAgo(30) }))).toEqual(["issue_date_missing"])
  })
  test("in the European preset a lease needs two months to run", () => {
    const lease = (valid_until: string | null) =>
      codes(dated({ document_type_detected: "lease_agreement", issue_date: daysAgo(100), valid_until }, { layer: { preset: "eu" } }))
    expect(lease("2026-08-30")).toEqual(["type_review_only"])
    expect(lease("2026-08-29")).toEqual(["document_too_old", "type_review_only"])
    expect(lease(null)).toEqual(["type_review_only", "issue_date_missing"])
  })
})

describe("type and country", () => {
  test("where declared and detected type differ, the shorter window and the stricter mark hold", () => {
    const mixed = dated({ issue_date: daysAgo(120), document_type_detected: "tax_document" }, { declared_type: "utility_bill" })
    expect(codes(mixed)).toEqual(["document_too_old", "type_mismatch_declared"])
    expect(evaluate(mixed).document_type).toBe("utility_bill")
    expect(codes(evidenceOf({ declared_type: "employer_letter" }))).toEqual(["type_review_only", "type_mismatch_declared"])
  })
  test("a document that is only perhaps an identity document still needs an issuer", () => {
    const unsigned = { document_type_detected: "identity_document", issuer: null, valid_until: today } as const
    expect(codes(evidenceOf({ extraction: unsigned }))).toEqual([])
    expect(codes(evidenceOf({ extraction: unsigned, declared_type: "utility_bill" }))).toEqual(["type_mismatch_declared", "issuer_unknown"])
  })
  test("a guess of low confidence is not held against the declaration", () => {
    const guess = { document_type_detected: "bank_letter", document_type_confidence: 0.49 } as const
    expect(codes(evidenceOf({ declared_type: "utility_bill", extraction: guess }))).toEqual([])
  })
  test("a country that contradicts the declared one goes to review under the stricter rules of both", () => {
    const layer = { country_overrides: { FR: { accepted_types: ["bank_statement"] } } } as const
    const { outcome, reasons } = evaluate(evidenceOf({ declared_issuing_country: "FR", layer }))
    expect(outcome).toBe("failed")
    expect(reasons.map(({ code, severity }) => [code, severity])).toEqual([
      ["type_not_accepted", "fail"],
      ["country_mismatch", "review"]
    ])
  })
  test("a code found twice stands once, at its worst severity", () => {
    const component_scores = { postal_code: 1, street: 1, city: 1, house_number: 1, region: null, country: 0, unit: null }
    const { reasons } = evaluate(evidenceOf({ declared_issuing_country: "FR", compared: { component_scores } }))
    expect(reasons.map(({ code, severity }) => [code, severity])).toEqual([["country_mismatch", "fail"]])
  })
  test("a list of accepted countries refuses the others and asks for one that is not known", () => {
    const layer = { accepted_countries: ["DE"] }
    expect(codes(evidenceOf({ layer }))).toEqual(["country_not_accepted"])
    expect(codes(evidenceOf({ layer, extraction: { issuing_country: null } }))).toEqual(["issuing_country_missing"])
  })
  test("India lets post-paid mobile bills pass within 60 days and asks for a follow-up", () => {
    const mobile = (age: number) =>
      evaluate(dated({ issue_date: daysAgo(age), document_type_detected: "mobile_phone_bill" }, { layer: { preset: "in" } }))
    expect([mobile(60).outcome, mobile(61).outcome, mobile(75).outcome, mobile(76).outcome]).toEqual([
      "passed",
      "review",
      "review",
      "failed"
    ])
    expect(mobile(60).flags).toEqual(["ovd_followup_90d"])
    expect(mobile(76).flags).toEqual([])
  })
  test("an override can hold or lift the review of a country", () => {
    const letter = { document_type_detected: "bank_letter" } as const
    const held = (review_only: boolean | ReadonlyArray<"bank_letter">) => ({ country_overrides: { GB: { review_only } } })
    expect(codes(evidenceOf({ extraction: letter, layer: held(false) }))).toEqual([])
    expect(codes(evidenceOf({ layer: held(true) }))).toEqual(["type_review_only"])
    expect(codes(evidenceOf({ layer: held(["bank_letter"]) }))).toEqual([])
  })
  test("the United Kingdom refuses mobile phone bills", () => {
    expect(outcome(evidenceOf({ layer: { preset: "uk" }, extraction: { document_type_detected: "mobile_phone_bill" } }))).toBe("failed")
  })
})

describe("addresses", () => {
  const box = { address_type: "po_box", address: anAddress({ po_box: true, street: null, house_number: null }) } as const
  test("the rule for boxes decides between refusing, reviewing and taking", () => {
    expect(outcome(evidenceOf({ extraction: box }))).toBe("failed")
    expect(outcome(evidenceOf({ extraction: box, layer: { allow_po_box: "review" } }))).toBe("review")
    expect(outcome(evidenceOf({ extraction: box, layer: { allow_po_box: true } }))).toBe("passed")
  })
  test("the United States let boxes of the armed forces through, and no others", () => {
    const layer = { preset: "us" } as const
    const military = { ...box, extracted_address: ["PSC 1234 Box 5678", "APO AE 09012"] }
    expect(outcome(evidenceOf({ extraction: military, layer }))).toBe("passed")
    expect(outcome(evidenceOf({ extraction: military }))).toBe("failed")
    expect(outcome(evidenceOf({ extraction: { ...box, extracted_address: ["PO Box 12", "Reno NV"] }, layer }))).toBe("failed")
  })
  test("a box beside a street address is only reported", () => {
    expect(evaluate(evidenceOf({ extraction: { address: anAddress({ po_box: true }) } }))).toMatchObject({
      outcome: "passed",
      reasons: [{ code: "po_box", severity: "info" }]
    })
  })
  test("the rule for business addresses decides likewise", () => {
    const extraction = { address_type: "business" } as const
    expect(outcome(evidenceOf({ extraction }))).toBe("review")
    expect(outcome(evidenceOf({ extraction, layer: { allow_business_address: false } }))).toBe("failed")
    expect(outcome(evidenceOf({ extraction, layer: { allow_business_address: true } }))).toBe("passed")
  })
})

describe("scores and references", () => {
  test("each threshold belongs to the better side", () => {
    const name = (name_score: number) => outcome(evidenceOf({ compared: { name_score } }))
    expect([name(0.9), name(0.8999), name(0.75), name(0.7499)]).toEqual(["passed", "review", "review", "failed"])
    const address = (address_score: number) => outcome(evidenceOf({ compared: { address_score } }))
    expect([address(0.85), address(0.8499), address(0.65), address(0.6499)]).toEqual(["passed", "review", "review", "failed"])
  })
  test("a score that is not a number fails", () => expect(outcome(evidenceOf({ compared: { name_score: Number.NaN } }))).toBe("failed"))
  test("an address that was never compared is weighed as the policy says", () => {
    const compared = { address_score: null, partial_reasons: ["no_reference_address"] } as const
    for (const [missing_reference, expected] of [
      ["allow", "passed"],
      ["review", "review"],
      ["fail", "failed"]
    ] as const) {
      expect(outcome(evidenceOf({ compared, layer: { missing_reference } }))).toBe(expected)
    }
  })
  test("a document that nothing was compared with is assured by nothing, and passes where the policy asks for no assurance alone", () => {
    const compared = { name_score: null, address_score: null, partial_reasons: ["no_reference_address"] } as const
    const judged = (layer: object) => {
      const { assurance, outcome: reached, reasons } = evaluate(evidenceOf({ compared, layer }))
      return [assurance, reached, reasons.map(({ code }) => code).filter((code) => code !== "no_reference_data")]
    }
    expect(judged({})).toEqual(["none", "review", ["authenticity_not_assured"]])
    expect(judged({ required_assurance: { pdf: "none" } })).toEqual(["none", "passed", []])
    expect(judged({ required_assurance: { pdf: "none" }, missing_reference: "review" })).toEqual(["none", "review", []])
    expect(judged({ missing_reference: "fail" })).toEqual(["none", "failed", []])
  })
})

describe("an address that was given", () => {
  const against = (reference_address: PostalAddress) => {
    const { address } = anExtraction()
    const compared = crossReference({ holders: [], address, reference_name: null, reference_address })
    const { name_score: _none, ...rest } = compared
    return evaluate(evidenceOf({ compared: rest }))
  }
  const bare = { house_number: null, street: null, city: null, postal_code: null, country: null } as const

  test("goes to a person where nothing of it could be compared, whatever is missing is allowed", () => {
    const { outcome: reached, reasons } = against(anAddress({ ...bare, unparsed_lines: ["x"] }))
    expect([reached, reasons]).toEqual(["review", [expect.objectContaining({ code: "no_reference_data", severity: "review" })] as any])
  })

  test("is none where it names a country alone, which still has to be the same", () => {
    expect(against(anAddress({ ...bare, country: "GB" })).outcome).toBe("passed")
    expect(against(anAddress({ ...bare, country: "FR" })).outcome).toBe("failed")
  })
})

describe("files, sources and duplicates", () => {
  test("the policy decides what a finding about the file weighs", () => {
    const weighed = (forensics: object) => outcome(evidenceOf({ flags: ["screenshot"], layer: { forensics } }))
    expect([weighed({}), weighed({ fail_flags: ["screenshot"] }), weighed({ review_flags: [] })]).toEqual(["review", "failed", "passed"])
  })
  test("two documents of one issuer are one source", () => {
    const sources = (issuer: string | null, type: "bank_statement" | "lease_agreement" = "bank_statement") =>
      codes(evidenceOf({ layer: { preset: "ca" }, passed_sources: [{ document_type: type, issuer }] }))
    expect(sources("First Bank")).toEqual([])
    expect(sources(" NORTHERN power.")).toEqual(["insufficient_independent_sources"])
    expect(sources("A Landlord", "lease_agreement")).toEqual(["insufficient_independent_sources"])
  })
  test("the session's own identity document is refused, unless the policy lets it count", () => {
    const evidence = (must_differ_from_id_document: boolean) =>
      evidenceOf({ same_as_identity_document: true, layer: { must_differ_from_id_document } })
    expect([outcome(evidence(true)), outcome(evidence(false))]).toEqual(["failed", "passed"])
  })
  test("a document that cannot be read has that one reason and score 0", () => {
    for (const code of ["unreadable", "too_many_pages", "unsupported_media_type"] as const) {
      expect(evaluate(evidenceOf({ document: { status: "unreadable", code } }))).toMatchObject({
        outcome: "failed",
        score: 0,
        reasons: [{ code: "unreadable" }]
      })
    }
  })
  test("reasons come worst first", () => {
    const { reasons } = evaluate(evidenceOf({ flags: ["screenshot", "cropped"], compared: { joint_holder: true } }))
    expect(reasons.map(({ severity }) => severity)).toEqual(["fail", "review", "info"])
  })
})
