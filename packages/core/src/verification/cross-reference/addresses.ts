import { isCountryCode } from "../../kernel/foundation/country.ts"
import { compareAddresses as scoreAddresses } from "../proof-of-address/compare/addresses/address.ts"
import { referenceAddress } from "../proof-of-address/reference.ts"
import type { PostalAddress } from "../proof-of-address/types.ts"
import { type ComponentComparison, type ExplanationCode, factLimits, notComparable, type PersonFacts } from "./facts.ts"

const readAddress = ({ address, country }: PersonFacts): PostalAddress | null => {
  if (address === undefined || address === null) return null
  const code = country?.toUpperCase() ?? ""
  const text = typeof address === "string" ? address.slice(0, factLimits.address).toWellFormed() : address
  if (typeof text === "string" && !/[\p{L}\p{N}]/u.test(text)) return null
  return referenceAddress({ address: text, ...(isCountryCode(code) ? { country: code } : {}) })
}

/** Where an address asks for a person, and from where on it is the same (Address score). */
export interface AddressThresholds {
  readonly pass: number
  readonly review: number
}

const written = (address: PostalAddress): string => JSON.stringify(address)

/** Compares two addresses by their parts (Address score); the order of the two makes no difference. */
export const compareAddresses = (one: PersonFacts, other: PersonFacts, { pass, review }: AddressThresholds): ComponentComparison => {
  const [a, b] = [readAddress(one), readAddress(other)]
  if (a === null || b === null) return notComparable("address")
  const [found, reference] = written(a) <= written(b) ? [a, b] : [b, a]
  const { country_conflict, house_number_conflict, partial_reasons, score } = scoreAddresses(found, reference)
  if (score === null) return { ...notComparable("address"), explanations: partial_reasons }
  const verdict = score >= pass ? "match" : score >= review ? "partial" : "mismatch"
  const explanations: ReadonlyArray<ExplanationCode> = [
    ...partial_reasons,
    ...(country_conflict ? (["country_conflict"] as const) : []),
    ...(house_number_conflict ? (["house_number_differs"] as const) : []),
    ...(verdict === "mismatch" && !country_conflict && !house_number_conflict ? (["different_address"] as const) : [])
  ]
  return { component: "address", score, verdict, explanations }
}
