import { describe, expect, test } from "bun:test"
import { canonicalPoaType, SubmittedPoaType } from "@vouchkit/core/resources/documents/model"
import {
  decodePolicyLayer,
  PoaPolicy,
  PoaPolicyLayer,
  PoaPresetName,
  policyProblems
} from "@vouchkit/core/verification/proof-of-address/policy"
import { poaPresets } from "@vouchkit/core/verification/proof-of-address/presets"
import { resolvePolicy } from "@vouchkit/core/verification/proof-of-address/resolve"
import { acceptedTypes } from "@vouchkit/core/verification/proof-of-address/type-rules"
import { PoaDocumentType, poaTypes } from "@vouchkit/core/verification/proof-of-address/types"
import { Result, Schema } from "effect"

const problems = (input: unknown) => {
  const result = decodePolicyLayer(input)
  return Result.isFailure(result) ? result.failure.map(({ loc }) => loc.join(".")) : []
}

describe("a layer of a policy", () => {
  test("may say nothing at all", () => expect(problems({})).toEqual([]))
  test("may be a whole policy", () => {
    for (const { policy } of Object.values(poaPresets)) expect(problems(policy)).toEqual([])
  })
  for (const [name, input, at] of [
    ["a type that does not exist", { accepted_types: ["utility_bill", "library_card"] }, "accepted_types.1"],
    ["a legacy name of a type", { accepted_types: ["rental_agreement"] }, "accepted_types.0"],
    ["no accepted type", { accepted_types: [] }, "accepted_types"],
    ["a type twice", { accepted_types: ["utility_bill", "utility_bill"] }, "accepted_types"],
    ["a window for a type that does not exist", { max_age_days: { library_card: 90 } }, "max_age_days.library_card"],
    ["a window of no days", { max_age_days: { utility_bill: 0 } }, "max_age_days.utility_bill"],
    ["a window of more than ten years", { max_age_days: { utility_bill: 3651 } }, "max_age_days.utility_bill"],
    ["a window of a day and a half", { max_age_days: { utility_bill: 1.5 } }, "max_age_days.utility_bill"],
    ["a window in words", { max_age_days: { utility_bill: "90" } }, "max_age_days.utility_bill"],
    ["a country that does not exist", { country_overrides: { ZZ: {} } }, "country_overrides.ZZ"],
    ["a country in small letters", { country_overrides: { gb: {} } }, "country_overrides.gb"],
    ["a prototype for a country", JSON.parse('{"country_overrides":{"__proto__":{}}}'), "country_overrides.__proto__"],
    ["an unknown type in an override", { country_overrides: { GB: { review_only: ["x"] } } }, "country_overrides.GB.review_only.0"],
    ["an accepted country that does not exist", { accepted_countries: ["GB", "UK"] }, "accepted_countries.1"],
    ["a review threshold above the pass threshold", { name: { pass: 0.7, review: 0.71 } }, "name.review"],
    ["a threshold above 1", { address: { pass: 1.01 } }, "address.pass"],
    ["a threshold below 0", { address: { review: -0.01 } }, "address.review"],
    ["a rule that is no rule", { allow_po_box: "perhaps" }, "allow_po_box"],
    ["a language that is no code", { languages: ["English"] }, "languages.0"],
    ["no language", { languages: [] }, "languages"],
    ["a finding in two lists", { forensics: { fail_flags: ["cropped"], review_flags: ["cropped"] } }, "forensics.review_flags.0"],
    ["an unknown finding", { forensics: { fail_flags: ["blurred"] } }, "forensics.fail_flags.0"],
    ["no source", { min_independent_sources: 0 }, "min_independent_sources"],
    ["six sources", { min_independent_sources: 6 }, "min_independent_sources"],
    ["an unknown preset", { preset: "mars" }, "preset"],
    ["an unknown member", { acepted_types: ["utility_bill"] }, "acepted_types"],
    ["null for a member", { name: null }, "name"]
  ] as const) {
    test(`with ${name} is refused at ${at}`, () => expect(problems(input)).toEqual([at]))
  }
  test("is refused with all its problems at once, and without repeating what was sent", () => {
    const result = decodePolicyLayer({ preset: "secret-value", grace_days: 91, name: { pass: 2 } })
    const found = Result.isFailure(result) ? result.failure : []
    expect(found.map(({ loc }) => loc[0]).sort()).toEqual(["grace_days", "name", "preset"])
    expect(JSON.stringify(found)).not.toContain("secret-value")
  })
  test("that is no object is refused", () => {
    for (const input of [null, 1, "x", [], true]) expect(Result.isFailure(decodePolicyLayer(input))).toBe(true)
  })
  test("keeps the bounds 1 and 3650", () => {
    expect(problems({ max_age_days: { utility_bill: 1, tax_document: 3650, identity_document: null } })).toEqual([])
  })
  test("whose threshold contradicts another layer's shows when they are resolved", () => {
    expect(policyProblems(resolvePolicy([{ name: { pass: 0.8 } }, { name: { review: 0.85 } }]))).toMatchObject([
      { loc: ["name", "review"], code: "review_above_pass" }
    ])
    expect(policyProblems(resolvePolicy([]))).toEqual([])
  })
})

describe("presets", () => {
  for (const key of PoaPresetName.literals) {
    test(`${key} is a complete policy that names its basis and what needs sign-off`, () => {
      const preset = poaPresets[key]
      expect(Schema.is(PoaPolicy)(preset.policy)).toBe(true)
      expect(Schema.is(PoaPolicyLayer)(preset.policy)).toBe(true)
      expect([preset.key, preset.policy.preset]).toEqual([key, key])
      expect(preset.needs_sign_off.length).toBeGreaterThan(0)
      expect(policyProblems(preset.policy)).toEqual([])
      expect(resolvePolicy([{ preset: key }])).toEqual(preset.policy)
    })
  }
  test("nothing said is the global preset, with the windows and marks of the type table", () => {
    const policy = resolvePolicy([null, null, null])
    expect(policy).toEqual(poaPresets.global.policy)
    for (const type of PoaDocumentType.literals) {
      expect(policy.max_age_days[type]).toBe(poaTypes[type].default_max_age_days)
      expect(policy.review_only_types.includes(type)).toBe(poaTypes[type].review_only)
    }
  })
  test("differ from the global one as decided", () => {
    const { ae, au, ca, eu, eu_lenient, sg, uk, us } = poaPresets
    expect(poaPresets.in.policy.max_age_days).toMatchObject({
      utility_bill: 60,
      telecom_bill: 60,
      mobile_phone_bill: 60,
      bank_statement: 90
    })
    expect(poaPresets.in.policy.review_only_types).not.toContain("mobile_phone_bill")
    expect(ca.policy.min_independent_sources).toBe(2)
    expect(au.policy.max_age_days).toMatchObject({ utility_bill: 90, council_tax_bill: 90, government_letter: 365, tax_document: 365 })
    expect(uk.policy.accepted_types).toEqual(PoaDocumentType.literals.filter((type) => type !== "mobile_phone_bill"))
    expect(eu.policy.lease_min_months_left).toBe(2)
    expect([eu, eu_lenient].map(({ policy }) => policy.max_age_days.bank_statement)).toEqual([90, 180])
    expect(us.policy).toMatchObject({ allow_po_box: false, allow_military_po_box: true })
    for (const { policy } of [sg, ae]) {
      expect([...new Set(Object.values(policy.max_age_days))]).toEqual([90, null])
    }
  })
})

describe("overrides of one country from two layers", () => {
  test("merge window by window, and a list of the upper one replaces that of the lower", () => {
    const below = {
      GB: { accepted_types: ["utility_bill"], max_age_days: { utility_bill: 30, bank_statement: 40 } },
      FR: { review_only: true }
    } as const
    const above = { GB: { accepted_types: ["bank_statement"], max_age_days: { bank_statement: 50 } } } as const
    expect(resolvePolicy([{ country_overrides: below }, { country_overrides: above }]).country_overrides).toEqual({
      GB: { accepted_types: ["bank_statement"], max_age_days: { utility_bill: 30, bank_statement: 50 } },
      FR: { review_only: true }
    })
  })
})

describe("accepted types", () => {
  test("are those of the country where it has a say", () => {
    const policy = resolvePolicy([
      { country_overrides: { FR: { accepted_types: ["tax_document", "utility_bill"] }, KP: { accepted_types: [] } } }
    ])
    expect(acceptedTypes(policy, "FR")).toEqual(["utility_bill", "tax_document"])
    expect(acceptedTypes(policy, "KP")).toEqual([])
    expect(acceptedTypes(policy, null)).toEqual(PoaDocumentType.literals)
  })
  test("keys of every object are no countries", () => {
    expect(acceptedTypes(resolvePolicy([]), "constructor")).toEqual(PoaDocumentType.literals)
  })
})

describe("names of types", () => {
  test("the canonical 15 and the two legacy names are understood, nothing else", () => {
    for (const type of PoaDocumentType.literals) expect(canonicalPoaType(type)).toBe(type)
    expect(canonicalPoaType("rental_agreement")).toBe("lease_agreement")
    expect(canonicalPoaType("vehicle_registration")).toBe("government_letter")
    for (const name of ["", "Utility_Bill", "passport", "toString", "__proto__"]) expect(Schema.is(SubmittedPoaType)(name)).toBe(false)
  })
})
