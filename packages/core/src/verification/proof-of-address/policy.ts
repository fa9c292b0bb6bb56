import { codeKeys } from "../../kernel/schema/shape.ts"
import { Schema } from "effect"
import { CountryCode, isCountryCode } from "../../kernel/foundation/country.ts"
import { layerDecoder } from "../../kernel/foundation/layer-decoder.ts"
import type { Problem } from "../../kernel/foundation/failure.ts"
import { Assurance } from "../assurance.ts"
import { PoaDocumentType } from "./types.ts"

/** Bounds of the numbers and lists of a policy; days are calendar days. */
const policyLimits = {
  min_age_days: 1,
  max_age_days: 3650,
  max_grace_days: 90,
  max_independent_sources: 5,
  max_lease_months_left: 24,
  max_languages: 60,
  max_countries: 250
} as const

/** Names of the regional presets that a policy may start from. */
export const PoaPresetName = Schema.Literals(["global", "in", "ca", "au", "uk", "eu", "eu_lenient", "us", "sg", "ae"]).annotate({
  identifier: "PoaPresetName"
})
export type PoaPresetName = typeof PoaPresetName.Type

/** Findings about the file itself that a policy may weigh; a finding in neither list is reported and weighs nothing. */
export const PoaForensicCode = Schema.Literals([
  "edited_software",
  "modified_after_signing",
  "overlay_text",
  "metadata_mismatch",
  "altered_text",
  "screenshot",
  "cropped",
  "low_quality",
  "template_known_forgery"
])
export type PoaForensicCode = typeof PoaForensicCode.Type

/** Duties that outlive a passed check: `ovd_followup_90d` asks for an officially valid document with the address within 90 days. */
export const PoaPolicyFlag = Schema.Literals(["ovd_followup_90d"])
export type PoaPolicyFlag = typeof PoaPolicyFlag.Type

/** `true` accepts, `"review"` sends to a person, `false` refuses. */
export const AddressRule = Schema.Union([Schema.Boolean, Schema.Literal("review")])
export type AddressRule = typeof AddressRule.Type

const distinct = <S extends Schema.Constraint>(item: S, most: number) =>
  Schema.Array(item).check(Schema.isMaxLength(most), Schema.isUnique())

const Types = distinct(PoaDocumentType, PoaDocumentType.literals.length)
const AtLeastOneType = Types.check(Schema.isMinLength(1))
const AgeDays = Schema.NullOr(
  Schema.Int.check(Schema.isBetween({ minimum: policyLimits.min_age_days, maximum: policyLimits.max_age_days }))
)
const Score = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
const ForensicCodes = distinct(PoaForensicCode, PoaForensicCode.literals.length)
const Language = Schema.String.check(Schema.isPattern(/^[a-z]{2}$/u, { message: "must be a language code of ISO 639-1, such as en" }))

const isType = Schema.is(PoaDocumentType)
/** Keys are checked by value and not by a closed struct, so that an unknown type is reported and never silently dropped. */
const AgesByType = Schema.Record(Schema.String, AgeDays).check(
  Schema.makeFilter(
    (ages) =>
      Object.keys(ages)
        .filter((key) => !isType(key))
        .slice(0, 100)
        .map((key) => ({ path: [key], issue: "is not one of the canonical document types" })),
    { toJsonSchema: () => ({ propertyNames: { type: "string", enum: [...PoaDocumentType.literals] } }) }
  )
)

const inOrder = Schema.makeFilter((bounds: { readonly pass?: number; readonly review?: number }) =>
  bounds.pass !== undefined && bounds.review !== undefined && bounds.review > bounds.pass
    ? { path: ["review"], issue: "must not be greater than pass" }
    : undefined
)

const inOneListOnly = Schema.makeFilter(
  (lists: { readonly fail_flags?: ReadonlyArray<PoaForensicCode>; readonly review_flags?: ReadonlyArray<PoaForensicCode> }) =>
    (lists.review_flags ?? [])
      .map((flag, index) => ({ flag, index }))
      .filter(({ flag }) => lists.fail_flags?.includes(flag) ?? false)
      .map(({ index }) => ({ path: ["review_flags", index], issue: "is in fail_flags as well; leave it in one of the two lists" }))
)

/** What differs for documents issued in one country; an empty `accepted_types` refuses the country. */
export const PoaCountryOverride = Schema.Struct({
  accepted_types: Schema.optionalKey(Types),
  max_age_days: Schema.optionalKey(AgesByType),
  /** A list replaces `review_only_types` for the country; `true` holds every type for review and `false` none. */
  review_only: Schema.optionalKey(Schema.Union([Schema.Boolean, Types]))
}).annotate({ identifier: "PoaCountryOverride" })
export type PoaCountryOverride = typeof PoaCountryOverride.Type

const CountryOverrides = Schema.Record(Schema.String, PoaCountryOverride).check(
  Schema.makeFilter(
    (overrides) =>
      Object.keys(overrides)
        .filter((key) => !isCountryCode(key))
        .slice(0, 100)
        .map((key) => ({ path: [key], issue: "is not a country code of ISO 3166-1 alpha-2 in capitals" })),
    { toJsonSchema: () => ({ propertyNames: { type: "string", pattern: "^[A-Z]{2}$", maxLength: 2 } }) }
  )
)

const age = (type: PoaDocumentType) => AgeDays.annotate({ description: `Window of ${type} in days; null when its own expiry counts` })

/** Members that a layer gives whole or not at all. */
const plainMembers = {
  preset: PoaPresetName,
  accepted_types: AtLeastOneType,
  accepted_countries: Schema.Union([Schema.Literal("any"), distinct(CountryCode, policyLimits.max_countries).check(Schema.isMinLength(1))]),
  review_only_types: Types,
  grace_days: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: policyLimits.max_grace_days })),
  lease_min_months_left: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: policyLimits.max_lease_months_left })),
  require_issuing_country: Schema.Boolean,
  allow_po_box: AddressRule,
  allow_military_po_box: Schema.Boolean,
  allow_business_address: AddressRule,
  /** One asks for no more than the document at hand; from two on, only types that count as independent sources are counted. */
  min_independent_sources: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: policyLimits.max_independent_sources })),
  must_differ_from_id_document: Schema.Boolean,
  languages: Schema.Union([Schema.Literal("any"), distinct(Language, policyLimits.max_languages).check(Schema.isMinLength(1))]),
  missing_reference: Schema.Literals(["allow", "review", "fail"]),
  flags: distinct(PoaPolicyFlag, PoaPolicyFlag.literals.length)
} as const

/** How sure the service has to be that the issuer made a document, for it to pass without a person. */
const requiredAssurance = {
  pdf: Assurance.annotate({ description: "Of a PDF with text of its own, as an issuer sends it" }),
  picture: Assurance.annotate({
    description:
      "Of a photograph, a scan or a PDF of one. `consistency` lets pictures pass that were edited without a trace; the default asks for more"
  })
} as const

/** The complete policy that a check runs under. */
export const PoaPolicy = Schema.Struct({
  ...plainMembers,
  max_age_days: Schema.Struct({
    utility_bill: age("utility_bill"),
    telecom_bill: age("telecom_bill"),
    mobile_phone_bill: age("mobile_phone_bill"),
    bank_statement: age("bank_statement"),
    credit_card_statement: age("credit_card_statement"),
    mortgage_statement: age("mortgage_statement"),
    bank_letter: age("bank_letter"),
    insurance_statement: age("insurance_statement"),
    tax_document: age("tax_document"),
    council_tax_bill: age("council_tax_bill"),
    government_letter: age("government_letter"),
    residence_certificate: age("residence_certificate"),
    identity_document: age("identity_document"),
    lease_agreement: age("lease_agreement"),
    employer_letter: age("employer_letter")
  } satisfies Record<PoaDocumentType, typeof AgeDays>).annotate({ [codeKeys]: true }),
  country_overrides: CountryOverrides,
  name: Schema.Struct({ pass: Score, review: Score }).check(inOrder),
  address: Schema.Struct({ pass: Score, review: Score }).check(inOrder),
  forensics: Schema.Struct({ fail_flags: ForensicCodes, review_flags: ForensicCodes }),
  required_assurance: Schema.Struct(requiredAssurance)
}).annotate({ identifier: "PoaPolicy" })
export type PoaPolicy = typeof PoaPolicy.Type

const PartialThresholds = Schema.Struct({ pass: Schema.optionalKey(Score), review: Schema.optionalKey(Score) }).check(inOrder)

/** What one layer (organization, workflow node or session) says about the policy: every member may be absent. */
export const PoaPolicyLayer = Schema.Struct({
  preset: Schema.optionalKey(plainMembers.preset),
  accepted_types: Schema.optionalKey(plainMembers.accepted_types),
  accepted_countries: Schema.optionalKey(plainMembers.accepted_countries),
  review_only_types: Schema.optionalKey(plainMembers.review_only_types),
  max_age_days: Schema.optionalKey(AgesByType),
  country_overrides: Schema.optionalKey(CountryOverrides),
  grace_days: Schema.optionalKey(plainMembers.grace_days),
  lease_min_months_left: Schema.optionalKey(plainMembers.lease_min_months_left),
  require_issuing_country: Schema.optionalKey(plainMembers.require_issuing_country),
  allow_po_box: Schema.optionalKey(plainMembers.allow_po_box),
  allow_military_po_box: Schema.optionalKey(plainMembers.allow_military_po_box),
  allow_business_address: Schema.optionalKey(plainMembers.allow_business_address),
  min_independent_sources: Schema.optionalKey(plainMembers.min_independent_sources),
  must_differ_from_id_document: Schema.optionalKey(plainMembers.must_differ_from_id_document),
  languages: Schema.optionalKey(plainMembers.languages),
  name: Schema.optionalKey(PartialThresholds),
  address: Schema.optionalKey(PartialThresholds),
  forensics: Schema.optionalKey(
    Schema.Struct({ fail_flags: Schema.optionalKey(ForensicCodes), review_flags: Schema.optionalKey(ForensicCodes) }).check(inOneListOnly)
  ),
  missing_reference: Schema.optionalKey(plainMembers.missing_reference),
  flags: Schema.optionalKey(plainMembers.flags),
  required_assurance: Schema.optionalKey(
    Schema.Struct({ pdf: Schema.optionalKey(requiredAssurance.pdf), picture: Schema.optionalKey(requiredAssurance.picture) })
  )
}).annotate({ identifier: "PoaPolicyLayer" })
export type PoaPolicyLayer = typeof PoaPolicyLayer.Type

export const decodePolicyLayer = layerDecoder(PoaPolicyLayer)

/** Problems that appear only when layers meet: a threshold of one layer that contradicts one of another. */
export const policyProblems = (effective: PoaPolicy): ReadonlyArray<Problem> =>
  (["name", "address"] as const)
    .filter((part) => effective[part].review > effective[part].pass)
    .map((part) => ({
      loc: [part, "review"],
      code: "review_above_pass",
      message: `The review threshold of ${part} must not be greater than its pass threshold. Raise pass or lower review.`
    }))
