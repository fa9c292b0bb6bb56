import { Schema } from "effect"
import { ReadAt } from "../evidence/evidence.ts"
import { type PairComparison, compareFacts } from "./compare.ts"
import { explanationCodes, factComponents, factLimits, factSources, factVerdicts, type PersonFacts } from "./facts.ts"
import type { CrossReferencePolicy } from "./policy.ts"

const personal = { "x-personal": true } as const
const text = (most: number) => Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(most))).annotate(personal)
const unit = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
const position = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: factLimits.sources - 1 }))
const Source = Schema.Literals(factSources)

/** Which rules compared: raised when a change of them may change a score. */
const crossReferenceVersion = "3"

const ComparedSource = Schema.Struct({
  source: Source,
  surname: text(factLimits.name),
  given_names: text(factLimits.name),
  full_name: text(factLimits.name),
  native_name: text(factLimits.name),
  date_of_birth: text(factLimits.date),
  document_number: text(factLimits.number),
  address: text(factLimits.address),
  nationality: text(factLimits.code),
  truncated: Schema.Boolean,
  transliterated: Schema.Boolean,
  confidence: Schema.NullOr(unit),
  /** Where each fact was read; absent from checks that were made before it was kept. */
  read_at: Schema.optionalKey(
    Schema.Array(Schema.Struct({ component: Schema.Literals(factComponents), ...ReadAt.fields })).check(
      Schema.isMaxLength(factComponents.length)
    )
  )
}).annotate({ identifier: "CrossReferenceSource" })

const ComparedComponent = Schema.Struct({
  component: Schema.Literals(factComponents),
  score: Schema.NullOr(unit),
  verdict: Schema.Literals(factVerdicts),
  explanations: Schema.Array(Schema.Literals(explanationCodes)).check(Schema.isMaxLength(explanationCodes.length))
}).annotate({ identifier: "CrossReferenceComponent" })

const ComparedPair = Schema.Struct({
  first: position,
  second: position,
  first_source: Source,
  second_source: Source,
  name_score: Schema.NullOr(unit),
  components: Schema.Array(ComparedComponent).check(Schema.isMaxLength(factComponents.length))
}).annotate({ identifier: "CrossReferencePair" })

/** Every pair of the most sources that are read. */
const mostPairs = (factLimits.sources * (factLimits.sources - 1)) / 2

/** `details` of an identity cross-reference. What was compared is personal; scores and codes are not. */
export const CrossReferenceDetails = Schema.Struct({
  version: Schema.String.check(Schema.isMaxCodePoints(16)),
  thresholds: Schema.Struct({ name_pass: unit, name_review: unit, address_pass: unit, address_review: unit }),
  sources: Schema.Array(ComparedSource).check(Schema.isMaxLength(factLimits.sources)),
  pairs: Schema.Array(ComparedPair).check(Schema.isMaxLength(mostPairs))
}).annotate({ identifier: "CrossReferenceDetails" })
export interface CrossReferenceDetails extends Schema.Schema.Type<typeof CrossReferenceDetails> {}

/** Cuts without leaving half of a surrogate pair behind, which no database column holds. */
const cut = (value: string | null | undefined, most: number): string | null =>
  value === null || value === undefined || value.trim() === "" ? null : value.slice(0, most).toWellFormed().replaceAll("\u0000", "")

const addressText = ({ address }: PersonFacts): string | null => {
  if (address === null || address === undefined || typeof address === "string") return address ?? null
  const { city, country, house_number, line1, line2, postal_code, region, street, unit: door } = address
  return [line1, line2, door, house_number, street, city, region, postal_code, country].filter((part) => part !== undefined).join(", ")
}

const bounded = (value: number): number => (Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0)

const shown = (facts: PersonFacts): CrossReferenceDetails["sources"][number] => ({
  source: facts.source,
  surname: cut(facts.surname, factLimits.name),
  given_names: cut(facts.given_names, factLimits.name),
  full_name: cut(facts.full_name, factLimits.name),
  native_name: cut(facts.native_name, factLimits.name),
  date_of_birth: cut(facts.date_of_birth, factLimits.date),
  document_number: cut(facts.document_number, factLimits.number),
  address: cut(addressText(facts), factLimits.address),
  nationality: cut(facts.nationality, factLimits.code),
  truncated: facts.truncated ?? false,
  transliterated: facts.transliterated ?? false,
  confidence: facts.confidence === null || facts.confidence === undefined ? null : bounded(facts.confidence),
  ...(facts.read_at === undefined ? {} : { read_at: readings(facts.read_at) })
})

const readings = (read_at: NonNullable<PersonFacts["read_at"]>) =>
  factComponents.flatMap((component) => {
    const read = read_at[component]
    return read === undefined ? [] : [{ component, ...read }]
  })

/** What was compared and what came of it, cut to the bounds of the schema. */
export const crossReferenceDetails = (sources: ReadonlyArray<PersonFacts>, policy: CrossReferencePolicy): CrossReferenceDetails => {
  const pairs: ReadonlyArray<PairComparison> = compareFacts(sources, policy.address)
  return {
    version: crossReferenceVersion,
    thresholds: {
      name_pass: bounded(policy.name.pass),
      name_review: bounded(policy.name.review),
      address_pass: bounded(policy.address.pass),
      address_review: bounded(policy.address.review)
    },
    sources: sources.slice(0, factLimits.sources).map(shown),
    pairs
  }
}
