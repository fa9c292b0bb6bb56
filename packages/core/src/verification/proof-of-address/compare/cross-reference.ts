import type { CrossReference, PostalAddress } from "../types.ts"
import { compareAddresses } from "./addresses/address.ts"
import { compareNames, type ReferenceName } from "./names/name.ts"

interface CrossReferenceInput {
  /** Names printed on the document. */
  readonly holders: ReadonlyArray<string>
  readonly address: PostalAddress | null
  readonly reference_name: ReferenceName | null
  readonly reference_address: PostalAddress | null
}

const nothing: CrossReference["component_scores"] = {
  postal_code: null,
  street: null,
  city: null,
  house_number: null,
  region: null,
  country: null,
  unit: null
}

const hasLetters = (text: string): boolean => /\p{L}/u.test(text)

const isNamed = (name: ReferenceName | null): name is ReferenceName =>
  name !== null && ("full_name" in name ? hasLetters(name.full_name) : hasLetters(name.first_name) || hasLetters(name.last_name))

/** Nothing but a country is no address. */
const isCountryAlone = ({ country: _country, po_box, recipient_lines, unparsed_lines, ...parts }: PostalAddress): boolean =>
  !po_box && recipient_lines.length === 0 && unparsed_lines.length === 0 && Object.values(parts).every((part) => part === null)

/**
 * Puts both comparisons of a proof of address together for the policy. A score is null when one side has nothing to compare;
 * the reason `no_reference_address` tells that the reference had no address.
 */
export const crossReference = (
  input: CrossReferenceInput
): CrossReference & { readonly country_conflict: boolean; readonly house_number_conflict: boolean } => {
  const holders = input.holders.filter(hasLetters)
  // Whether a document is in two names is a fact of the document alone.
  const names =
    holders.length === 0 ? null : compareNames(holders, isNamed(input.reference_name) ? input.reference_name : { full_name: "" })
  const name = {
    name_score: names !== null && isNamed(input.reference_name) ? names.score : null,
    joint_holder: names?.joint_holder ?? false,
    name_doubtful: names?.doubtful ?? false
  }
  if (input.reference_address === null || input.address === null) {
    const withoutReference = input.reference_address === null
    return {
      ...name,
      address_score: null,
      address_doubtful: false,
      component_scores: nothing,
      partial: withoutReference,
      partial_reasons: withoutReference ? ["no_reference_address"] : [],
      country_conflict: false,
      house_number_conflict: false
    }
  }
  const { doubtful, score, ...address } = compareAddresses(input.address, input.reference_address)
  if (score === null && isCountryAlone(input.reference_address))
    return { ...name, ...address, partial: true, partial_reasons: ["no_reference_address"], address_score: null, address_doubtful: false }
  return { ...name, ...address, address_score: score, address_doubtful: doubtful }
}
