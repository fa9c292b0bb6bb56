import { describe, expect, test } from "bun:test"
import { CountryCode, countries, countryName, isCountryCode } from "@vouchkit/core/kernel/foundation/country"
import { detailsOf, detailLimits, PoaCheckDetails } from "@vouchkit/core/verification/proof-of-address/details"
import { evaluate } from "@vouchkit/core/verification/proof-of-address/evaluate"
import { poaReasons } from "@vouchkit/core/verification/proof-of-address/reasons"
import { resolvePolicy } from "@vouchkit/core/verification/proof-of-address/resolve"
import { sessionOutcome } from "@vouchkit/core/verification/proof-of-address/session-outcome"
import { acceptedTypeOptions, ProofOfAddressSettings, settingsView } from "@vouchkit/core/verification/proof-of-address/settings"
import { Schema } from "effect"
import { evidenceOf } from "./evidence.ts"

describe("settings", () => {
  test("show what is stored, what holds and every table, in the shape they promise", () => {
    const stored = { preset: "uk", grace_days: 5 } as const
    const view = settingsView({ stored, version: 3, effective: resolvePolicy([stored]) })
    expect(Schema.decodeUnknownSync(ProofOfAddressSettings)(JSON.parse(JSON.stringify(view)))).toEqual(view)
    expect(view).toMatchObject({ policy: stored, version: 3, effective_policy: { preset: "uk", grace_days: 5 } })
    expect(view.document_types).toHaveLength(15)
    expect(view.document_types[2]).toEqual({
      key: "mobile_phone_bill",
      label: "Mobile phone bill",
      category: "utility",
      default_max_age_days: 90,
      review_only: true,
      counts_as_independent: true
    })
    expect(view.presets.map(({ key }) => key)).toEqual(["global", "in", "ca", "au", "uk", "eu", "eu_lenient", "us", "sg", "ae"])
    expect(view.reason_codes).toHaveLength(Object.keys(poaReasons).length)
    expect(view.legacy_types).toEqual({ rental_agreement: "lease_agreement", vehicle_registration: "government_letter" })
  })
  test("show no policy while none is stored", () => {
    expect(settingsView({ stored: null, version: 0, effective: resolvePolicy([]) })).toMatchObject({ policy: null, version: 0 })
  })
  test("offer only the types that the effective policy accepts", () => {
    const keys = acceptedTypeOptions(resolvePolicy([{ preset: "uk" }]), "GB").map(({ key }) => key)
    expect(keys).toHaveLength(14)
    expect(keys).not.toContain("mobile_phone_bill")
  })
})

describe("countries", () => {
  test("are the 249 of ISO 3166-1 and Kosovo, each with a name, sorted by code", () => {
    expect(countries).toHaveLength(250)
    expect(countries.map(({ code }) => code)).toEqual(countries.map(({ code }) => code).sort())
    expect(countries.every(({ code, name }) => /^[A-Z]{2}$/.test(code) && name.length > 1)).toBe(true)
    expect([countryName("GB"), countryName("CZ"), countryName("XK"), countryName("ZZ")]).toEqual([
      "United Kingdom",
      "Czechia",
      "Kosovo",
      null
    ])
  })
  test("are told from codes that no country has", () => {
    for (const code of ["UK", "ZZ", "gb", "GBR", "", "EU", "__proto__"]) {
      expect(isCountryCode(code)).toBe(false)
      expect(Schema.is(CountryCode)(code)).toBe(false)
    }
    expect(Schema.is(CountryCode)("GB")).toBe(true)
  })
})

describe("details of a check", () => {
  const file = { producer: "Scanner", creator: null, created_at: null, modified_at: null, revisions: 1, signed: false, flags: [] } as const
  test("carry every member the interface lists", () => {
    const evidence = evidenceOf()
    const details = detailsOf(evidence, evaluate(evidence), file)
    expect(Schema.is(PoaCheckDetails)(details)).toBe(true)
    expect(Object.keys(details).sort()).toEqual([
      "action_override",
      "address_type",
      "compared",
      "cross_reference",
      "document_type_detected",
      "extracted_address",
      "forensics",
      "holder_names",
      "issue_date",
      "issuer",
      "issuing_country",
      "outcome",
      "period_end",
      "period_start",
      "policy",
      "reasons",
      "recency",
      "valid_until",
      "values"
    ])
    expect(details.policy).toEqual(evidence.policy)
  })
  test("keep within their bounds whatever was read", () => {
    const long = "\u{1F3E0}".repeat(5000)
    const evidence = evidenceOf({
      extraction: {
        issuer: `a${long}`,
        holder_names: Array.from({ length: 500 }, () => `b${long}`),
        extracted_address: Array.from({ length: 500 }, () => `${long}\u0000`),
        issuing_country: "??",
        period_start: "soon"
      },
      compared: { name_score: 3, address_score: Number.NaN }
    })
    const details = detailsOf(evidence, evaluate(evidence), { ...file, producer: long, revisions: -1.5 })
    expect(Schema.is(PoaCheckDetails)(details)).toBe(true)
    expect(details.holder_names).toHaveLength(detailLimits.names)
    expect(details.issuer?.isWellFormed()).toBe(true)
    expect(details).toMatchObject({ issuing_country: null, period_start: null })
  })
  test("of a document that could not be read are empty but for the verdict", () => {
    const evidence = evidenceOf({ document: { status: "unreadable", code: "encrypted" } })
    const details = detailsOf(evidence, evaluate(evidence), null)
    expect(Schema.is(PoaCheckDetails)(details)).toBe(true)
    expect(details).toMatchObject({ outcome: "failed", issuer: null, holder_names: [], forensics: null })
  })
  test("mark issuer, holder names, extracted address and what a file says of its maker as personal, and nothing else", () => {
    const { definitions } = Schema.toJsonSchemaDocument(PoaCheckDetails, { includeAnnotationKey: (key) => key.startsWith("x-") })
    const properties = (definitions.PoaCheckDetails as { properties: Record<string, unknown> }).properties
    const personal = Object.keys(properties).filter((key) => JSON.stringify(properties[key]).includes('"x-personal":true'))
    expect(personal.sort()).toEqual(["extracted_address", "forensics", "holder_names", "issuer"])
  })
})

describe("what a check does to its session", () => {
  const limits = { resubmission_count: 0, max_resubmissions: 3 }
  const after = (evidence: ReturnType<typeof evidenceOf>, resubmission_count = 0) =>
    sessionOutcome(evaluate(evidence), { ...limits, resubmission_count })

  test("passing approves, review sends it to the queue", () => {
    expect(after(evidenceOf())).toEqual({ status: "approved", reason_codes: [] })
    expect(after(evidenceOf({ duplicate: true }))).toEqual({ status: "in_review", reason_codes: ["poa_review"] })
  })
  for (const flag of ["modified_after_signing", "overlay_text"] as const) {
    test(`${flag} declines as tampering, but only where the policy lets it fail`, () => {
      expect(after(evidenceOf({ flags: [flag] }))).toEqual({ status: "declined", reason_codes: ["document_tampered", "poa_failed"] })
      const lenient = { forensics: { fail_flags: [], review_flags: [flag] } }
      expect(after(evidenceOf({ flags: [flag], layer: lenient })).status).toBe("in_review")
      const mismatch = evidenceOf({ flags: [flag], layer: lenient, compared: { name_score: 0 } })
      expect(after(mismatch)).toEqual({ status: "resubmission_required", reason_codes: ["poa_failed"] })
    })
  }
  test("a known forgery declines, whatever else is wrong and however many tries are left", () => {
    expect(after(evidenceOf({ known_forgery: true, flags: ["cropped"] })).reason_codes[0]).toBe("document_tampered")
  })
  test("any other failure asks for another document and says what to mend", () => {
    expect(after(evidenceOf({ extraction: { issue_date: "2024-01-01", holder_names: [], address: null } }))).toEqual({
      status: "resubmission_required",
      reason_codes: ["poa_failed", "document_expired", "document_data_missing"]
    })
    const locked = evidenceOf({ document: { status: "unreadable", code: "encrypted" } })
    expect(after(locked).reason_codes).toEqual(["poa_failed", "document_unreadable"])
  })
  test("the limit declines at the failure after the last resubmission", () => {
    const stale = evidenceOf({ extraction: { issue_date: "2024-01-01" } })
    expect(after(stale, 2).status).toBe("resubmission_required")
    expect(after(stale, 3)).toEqual({ status: "declined", reason_codes: ["resubmission_limit_exceeded", "poa_failed", "document_expired"] })
    expect(after(evidenceOf(), 3).status).toBe("approved")
  })
})
