import type { PostalAddress } from "../../types.ts"
import { compareAddresses } from "../../compare/addresses/address.ts"
import { normalizedWords } from "../../../names/text/normalized.ts"

/** Two prints of one address agree this well. */
const sameAddress = 0.9

const lettersOf = (text: string | null) => normalizedWords(text ?? "").replace(/[^\p{L}\p{N}]/gu, "")

const isSame = (one: string | null, other: string | null) => lettersOf(one) !== "" && lettersOf(one) === lettersOf(other)

/** A code of another length, or with more than one other sign, is another code. */
const mostOtherSigns = 1

const isNearlyCode = (one: string | null, other: string | null): boolean => {
  const [first, second] = [lettersOf(one), lettersOf(other)]
  if (first === "" || first.length !== second.length) return false
  return [...first].filter((sign, at) => sign !== second.charAt(at)).length <= mostOtherSigns
}

/** Two prints of one house in one street of one town, of whose postcodes one may be misread in a sign. */
const isReprint = (one: PostalAddress, other: PostalAddress): boolean =>
  isSame(one.house_number, other.house_number) &&
  isSame(one.street, other.street) &&
  isSame(one.city, other.city) &&
  isNearlyCode(one.postal_code, other.postal_code) &&
  lettersOf(one.unit) === lettersOf(other.unit)

/** Whether two printed addresses are one. */
export const isOneAddress = (one: PostalAddress, other: PostalAddress): boolean =>
  (compareAddresses(one, other).score ?? 0) >= sameAddress || isReprint(one, other)
