import type { PostalAddress } from "../../types.ts"
import { readDwelling } from "./dwelling.ts"
import { takeLowerEnd } from "./place.ts"
import { type AddressDraft, cityStates, segmentsOf, takeCountry, takeMarkedPlaces } from "./segments.ts"
import { readJapanese } from "./japanese-address.ts"
import { withBoxesFirst } from "./post-box.ts"
import { normalizedLetters } from "../../../names/text/normalized.ts"

/**
 * Reads a printed postal address into parts without a gazetteer: from the end upwards country, postal code, place and region, then
 * street, house number and unit by the habits of the country. A country printed on the address wins over the one given;
 * without both it is inferred from a shape of postal code that no other country has. Never throws; 20 lines of 500 characters are read.
 */
export const parsePostalAddress = (lines: ReadonlyArray<string>, country: string | null): PostalAddress => {
  const segments = segmentsOf(lines)
  const draft: AddressDraft = {
    segments: withBoxesFirst(segments),
    leftover: [],
    country: null,
    postalCode: null,
    city: null,
    region: null
  }
  const given = country === null ? null : country.toUpperCase()
  takeCountry(draft, given)
  draft.country ??= given
  const isJapanese =
    (draft.country === "JP" || draft.country === null) && draft.segments.some((segment) => /[都道府県].*[市区町村]/u.test(segment))
  takeMarkedPlaces(draft)
  const above = takeLowerEnd(draft)
  const upper = (isJapanese ? readJapanese(draft) : null) ?? readDwelling(above, draft.country)
  const street = upper.street ?? (upper.poBox === null ? null : "PO Box")
  const house = upper.house ?? (upper.street === null && upper.poBox !== null ? upper.poBox : upper.houseName)
  return {
    recipient_lines: upper.recipients,
    unit: upper.units.length === 0 ? null : upper.units.join(" "),
    house_number: house,
    street,
    city: draft.city ?? (draft.country === null ? null : (cityStates[draft.country] ?? null)),
    region: draft.region,
    postal_code: draft.postalCode,
    country: draft.country,
    po_box: upper.poBox !== null,
    unparsed_lines: [...upper.unparsed, ...draft.leftover],
    as_written: segments.join(", ")
  }
}

const houseNaming = new Set(["GB", "IE", "IM", "JE", "GG"])

/**
 * Takes the line above a street without a number for the name of the house, where houses are named ("The Old Forge, Church Lane").
 * For addresses that were read without their recipient, or whose recipient's name is known to be another one.
 */
export const withHouseName = (address: PostalAddress, names: ReadonlyArray<string> = []): PostalAddress => {
  const name = address.recipient_lines.at(-1)
  if (address.house_number !== null || address.unit !== null || address.street === null || address.po_box || name === undefined)
    return address
  if (!houseNaming.has(address.country ?? "") || names.some((person) => sharesWord(person, name))) return address
  return { ...address, house_number: name, recipient_lines: address.recipient_lines.slice(0, -1) }
}

const wordsOf = (text: string): ReadonlyArray<string> =>
  normalizedLetters(text)
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2)
const sharesWord = (one: string, other: string): boolean => wordsOf(one).some((word) => wordsOf(other).includes(word))
