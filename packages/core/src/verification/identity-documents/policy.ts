import { Schema } from "effect"
import { CountryCode } from "../../kernel/foundation/country.ts"
import { Assurance } from "../assurance.ts"
import { IdentityDocumentType, requiredSides } from "./document-type.ts"
import { IdentityReasonSeverity, WeighableReasonCode } from "./reasons.ts"

/** Bounds of the numbers and lists of a policy. */
const identityPolicyLimits = { max_countries: 250, max_age: 120, max_grace_days: 3650 } as const

const distinct = <S extends Schema.Constraint>(item: S, most: number) =>
  Schema.Array(item).check(Schema.isMaxLength(most), Schema.isUnique())
const Types = distinct(IdentityDocumentType, IdentityDocumentType.literals.length)
const Countries = distinct(CountryCode, identityPolicyLimits.max_countries)
const Share = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
const isWeighable = Schema.is(WeighableReasonCode)

/** Keys are checked by value and not by a closed struct, so that an unknown code is reported and never silently dropped. */
const Weights = Schema.Record(Schema.String, IdentityReasonSeverity).check(
  Schema.makeFilter(
    (weights) =>
      Object.keys(weights)
        .filter((key) => !isWeighable(key))
        .slice(0, 100)
        .map((key) => ({ path: [key], issue: "is not a reason code with a severity that a policy can set" })),
    { toJsonSchema: () => ({ propertyNames: { type: "string", enum: [...WeighableReasonCode.literals] } }) }
  )
)

/**
 * What a chip has to prove before it passes alone. `always`: without active or chip authentication it fails. `if_offered`: it fails where the
 * issuing state signed a key for either and the proof was held back, and a person looks at chips that offer none. `review`: a person looks
 * whenever there is no proof. `never`: a copy passes like the original.
 */
export const CopyDetection = Schema.Literals(["always", "if_offered", "review", "never"]).annotate({ identifier: "CopyDetection" })
export type CopyDetection = typeof CopyDetection.Type

const members = {
  accepted_types: Types.check(Schema.isMinLength(1)),
  accepted_countries: Schema.Union([Schema.Literal("any"), Countries.check(Schema.isMinLength(1))]),
  denied_countries: Countries,
  /** Types that a person looks at however clean they are. */
  review_only_types: Types,
  /** Completed years of age; null asks for none. */
  minimum_age: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: identityPolicyLimits.max_age }))),
  /** Calendar days for which an expired document goes to a person instead of being refused. */
  expiry_grace_days: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: identityPolicyLimits.max_grace_days })),
  /** Types whose back is asked for as well, or whose front suffices; other types follow the type and country. `front_only` wins. */
  both_sides: Types,
  front_only: Types,
  /**
   * How sure the service has to be that the issuer made the document, for it to pass without a person. Less than `template` lets documents pass whose
   * sources agree with one another, however they were made.
   */
  required_assurance: Assurance,
  /** Whether a chip may pass that did not prove that it is no copy. */
  require_copy_detection: CopyDetection,
  /** Severity of reasons in place of the usual one. */
  weights: Weights
} as const

const qualityMembers = { focus: Share, glare: Share, brightness: Share, resolution: Share } as const
const signalMembers = { screen_capture: Share, printed_copy: Share } as const

/** The complete policy that identity documents are judged by. */
export const IdentityDocumentPolicy = Schema.Struct({
  ...members,
  /** Least quality, each 0 to 1: a picture below any of these has to be taken again. */
  quality: Schema.Struct(qualityMembers),
  /** Signs from which a picture counts as one of a screen, or of a printed copy. */
  signals: Schema.Struct(signalMembers)
}).annotate({ identifier: "IdentityDocumentPolicy" })
export type IdentityDocumentPolicy = typeof IdentityDocumentPolicy.Type

/** What one layer (organization, workflow node or session) says about the policy: every member may be absent. */
export const IdentityDocumentPolicyLayer = Schema.Struct({
  accepted_types: Schema.optionalKey(members.accepted_types),
  accepted_countries: Schema.optionalKey(members.accepted_countries),
  denied_countries: Schema.optionalKey(members.denied_countries),
  review_only_types: Schema.optionalKey(members.review_only_types),
  minimum_age: Schema.optionalKey(members.minimum_age),
  expiry_grace_days: Schema.optionalKey(members.expiry_grace_days),
  both_sides: Schema.optionalKey(members.both_sides),
  front_only: Schema.optionalKey(members.front_only),
  required_assurance: Schema.optionalKey(members.required_assurance),
  require_copy_detection: Schema.optionalKey(members.require_copy_detection),
  weights: Schema.optionalKey(members.weights),
  quality: Schema.optionalKey(
    Schema.Struct({
      focus: Schema.optionalKey(Share),
      glare: Schema.optionalKey(Share),
      brightness: Schema.optionalKey(Share),
      resolution: Schema.optionalKey(Share)
    })
  ),
  signals: Schema.optionalKey(Schema.Struct({ screen_capture: Schema.optionalKey(Share), printed_copy: Schema.optionalKey(Share) }))
}).annotate({ identifier: "IdentityDocumentPolicyLayer" })
export type IdentityDocumentPolicyLayer = typeof IdentityDocumentPolicyLayer.Type

/** Where no layer speaks: documents that states issue to prove identity, of every country, valid today. */
export const defaultIdentityPolicy: IdentityDocumentPolicy = {
  accepted_types: ["passport", "national_id", "drivers_license", "residence_permit", "travel_document"],
  accepted_countries: "any",
  denied_countries: [],
  review_only_types: [],
  minimum_age: 18,
  expiry_grace_days: 0,
  both_sides: [],
  front_only: [],
  required_assurance: "template",
  require_copy_detection: "review",
  weights: {},
  // Below these a person is asked for a better picture. Focus: edges of print rise over more than 0.6 mm. Glare: light lies over print on 2.5 %
  // of the document or over empty parts on 15 %. Brightness: the paper is darker than a third of white, or print hardly differs from it.
  // Resolution: fewer than 4.2 pixels per millimetre, where a machine readable zone has letters of 10 pixels.
  quality: { focus: 0.35, glare: 0.5, brightness: 0.3, resolution: 0.25 },
  signals: { screen_capture: 0.7, printed_copy: 0.7 }
}

const withLayer = (policy: IdentityDocumentPolicy, layer: IdentityDocumentPolicyLayer): IdentityDocumentPolicy => ({
  ...policy,
  ...layer,
  weights: { ...policy.weights, ...layer.weights },
  quality: { ...policy.quality, ...layer.quality },
  signals: { ...policy.signals, ...layer.signals }
})

/** The policy that holds: the default, then organization, workflow node and session, each over the one before. Maps merge, lists replace. */
export const resolveIdentityPolicy = (layers: ReadonlyArray<IdentityDocumentPolicyLayer | null>): IdentityDocumentPolicy =>
  layers.filter((layer) => layer !== null).reduce(withLayer, defaultIdentityPolicy)

/** The sides of a document of a type and country that the policy asks for. */
export const sidesAskedFor = (
  { both_sides, front_only }: Pick<IdentityDocumentPolicy, "both_sides" | "front_only">,
  type: typeof IdentityDocumentType.Type,
  country: string | null
): ReadonlyArray<"front" | "back"> => {
  const sides = both_sides.includes(type) ? (["front", "back"] as const) : requiredSides(type, country)
  return front_only.includes(type) ? sides.filter((side) => side === "front") : sides
}
