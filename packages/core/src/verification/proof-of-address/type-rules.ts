import type { PoaPolicy } from "./policy.ts"
import { PoaDocumentType } from "./types.ts"

/** Days that count when no one knows what the document is. */
export const unknownTypeMaxAgeDays = 90

/** What a policy says of one document type from one country. */
export interface TypeRules {
  readonly accepted: boolean
  /** Null when the document's own expiry counts instead of its age. */
  readonly max_age_days: number | null
  readonly review_only: boolean
}

const overrideOf = (policy: PoaPolicy, country: string | null) =>
  country !== null && Object.hasOwn(policy.country_overrides, country) ? policy.country_overrides[country] : undefined

/** The rules for a type; what the policy says of the issuing country goes before what it says of the type. */
export const typeRules = (policy: PoaPolicy, type: PoaDocumentType, country: string | null): TypeRules => {
  const override = overrideOf(policy, country)
  const age = override?.max_age_days?.[type]
  const held = override?.review_only ?? policy.review_only_types
  return {
    accepted: (override?.accepted_types ?? policy.accepted_types).includes(type),
    max_age_days: age === undefined ? policy.max_age_days[type] : age,
    review_only: typeof held === "boolean" ? held : held.includes(type)
  }
}

/** Whether any document of the country is accepted; a country that is not known is judged by other rules. */
export const countryAccepted = (policy: PoaPolicy, country: string): boolean =>
  (policy.accepted_countries === "any" || policy.accepted_countries.includes(country)) &&
  overrideOf(policy, country)?.accepted_types?.length !== 0

/** The types that a subject may offer for a country, in the order in which pages offer them; all that apply anywhere when the country is null. */
export const acceptedTypes = (policy: PoaPolicy, country: string | null): ReadonlyArray<PoaDocumentType> =>
  country !== null && !countryAccepted(policy, country)
    ? []
    : PoaDocumentType.literals.filter((type) => typeRules(policy, type, country).accepted)
