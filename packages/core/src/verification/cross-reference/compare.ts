import { type AddressThresholds, compareAddresses } from "./addresses.ts"
import { compareDatesOfBirth } from "./dates-of-birth.ts"
import { compareDocumentNumbers } from "./document-numbers.ts"
import {
  type ComponentComparison,
  type FactComponent,
  factComponents,
  type FactSource,
  factLimits,
  notComparable,
  type PersonFacts
} from "./facts.ts"
import { compareNames } from "./names.ts"
import { compareNationalities } from "./nationalities.ts"

/** Two sources compared: `first` and `second` are positions in the list that was given. */
export interface PairComparison {
  readonly first: number
  readonly second: number
  readonly first_source: FactSource
  readonly second_source: FactSource
  /** 0 to 1: surname and given names together; null where one side has no name. */
  readonly name_score: number | null
  /** One for every component, in the order of `factComponents`. */
  readonly components: ReadonlyArray<ComponentComparison>
}

/** The comparison of one component; every pair has one. */
export const componentOf = ({ components }: Pick<PairComparison, "components">, component: FactComponent): ComponentComparison =>
  components.find((each) => each.component === component) ?? notComparable(component)

/** A bill has numbers of its own, which are no document numbers. */
const hasDocumentNumber = ({ source }: PersonFacts): boolean => source !== "proof_of_address"

const withNameChange = (components: ReadonlyArray<ComponentComparison>): ReadonlyArray<ComponentComparison> => {
  const verdict = (component: FactComponent) => componentOf({ components }, component).verdict
  const changed = verdict("surname") === "mismatch" && verdict("given_names") === "match" && verdict("date_of_birth") === "match"
  if (!changed) return components
  return components.map((each) =>
    each.component === "surname"
      ? { ...each, explanations: [...new Set([...each.explanations, "married_name_possible" as const])].toSorted() }
      : each
  )
}

const comparePair = (
  one: PersonFacts,
  other: PersonFacts,
  address: AddressThresholds
): Pick<PairComparison, "name_score" | "components"> => {
  const names = compareNames(one, other)
  const compared = {
    surname: names.surname,
    given_names: names.given_names,
    date_of_birth: compareDatesOfBirth(one.date_of_birth, other.date_of_birth),
    document_number:
      hasDocumentNumber(one) && hasDocumentNumber(other)
        ? compareDocumentNumbers(one.document_number, other.document_number)
        : notComparable("document_number"),
    address: compareAddresses(one, other, address),
    nationality: compareNationalities(one.nationality, other.nationality)
  } satisfies Record<FactComponent, ComponentComparison>
  return { name_score: names.score, components: withNameChange(factComponents.map((component) => compared[component])) }
}

/** One source speaks twice only of an identity document: its zones have to agree with each other. */
const isComparedPair = (one: FactSource, other: FactSource): boolean => one !== other || one === "identity_document"

/**
 * Compares what several sources say of one person, every source with every other one. At most eight sources are read. Pure; no text makes
 * it throw, and the order of the sources changes no score.
 */
export const compareFacts = (sources: ReadonlyArray<PersonFacts>, address: AddressThresholds): ReadonlyArray<PairComparison> => {
  const read = sources.slice(0, factLimits.sources)
  return read.flatMap((one, first) =>
    read.slice(first + 1).flatMap((other, offset): ReadonlyArray<PairComparison> => {
      if (!isComparedPair(one.source, other.source)) return []
      return [
        {
          first,
          second: first + 1 + offset,
          first_source: one.source,
          second_source: other.source,
          ...comparePair(one, other, address)
        }
      ]
    })
  )
}
