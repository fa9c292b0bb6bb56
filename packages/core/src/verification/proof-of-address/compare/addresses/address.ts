import { isSameUnit } from "./units.ts"
import { unsaidParts } from "./unsaid.ts"
import type { CrossReference, PartialReason, PostalAddress } from "../../types.ts"
import { countriesConflict } from "./country-names.ts"
import { compareDirections } from "./directions.ts"
import { compareHouseNumbers } from "./house-numbers.ts"
import { partedByPlace } from "./parted-place.ts"
import { comparePlaces } from "./places.ts"
import { comparePostalCodes, hasNoPostalCodes } from "./postal-codes.ts"
import { regionCode } from "./regions.ts"
import { hasSameWords } from "./same-words.ts"
import { readStreet } from "./street-line.ts"
import { compareStreets } from "./streets.ts"
import { leavesLatin } from "../../../names/scripts/script-classes.ts"
import { normalizedLetters } from "../../../names/text/normalized.ts"

type AddressPart = keyof CrossReference["component_scores"]

/** Weights of the parts; the unit is shown and counts for nothing. */
export const addressWeights = {
  postal_code: 0.3,
  street: 0.25,
  city: 0.2,
  house_number: 0.15,
  region: 0.05,
  country: 0.05,
  unit: 0
} as const satisfies Record<AddressPart, number>

interface AddressComparison {
  /** 0 to 1; null when no part but the country is on both sides. */
  readonly score: number | null
  readonly component_scores: CrossReference["component_scores"]
  readonly partial: boolean
  readonly partial_reasons: ReadonlyArray<PartialReason>
  /** The countries cannot both be right; the score is 0. */
  readonly country_conflict: boolean
  /** The house numbers differ; the score is at most 0.60. */
  readonly house_number_conflict: boolean
  /** What agrees may be another house or another flat: at best for a person to decide, whatever a policy says. The score is at most 0.80. */
  readonly doubtful: boolean
}

const houseNumberCap = 0.6
const doubtfulCap = 0.8
/** With less than this weight on both sides (a city alone, a postal code alone) agreement is too thin to pass. */
const thinEvidence = { weight: 0.45, cap: 0.8 } as const

const compareRegions = (a: string, b: string, country: string | null): number => {
  const one = regionCode(a, country)
  const other = regionCode(b, country)
  if (one !== null && other !== null) return one === other ? 1 : 0
  return comparePlaces(a, b)
}

const onBoth = <Part, Found>(a: Part | null, b: Part | null, compare: (one: Part, other: Part) => Found): Found | null =>
  a === null || b === null ? null : compare(a, b)

/** A reference is often entered with the house number inside the street line. */
const completed = (address: PostalAddress): PostalAddress => {
  if (address.house_number !== null || address.street === null || address.po_box) return address
  const read = readStreet(address.street, address.country)
  if (read.house_number === null || read.street === null) return address
  return { ...address, house_number: read.house_number, street: read.street, unit: address.unit ?? read.unit }
}

const cityScore = (a: PostalAddress, b: PostalAddress): number | null => {
  const direct = onBoth(a.city, b.city, comparePlaces)
  if (direct === null || direct >= 0.9 || a.city === null || b.city === null) return direct
  // The post town on one side and the district on the other: "Ealing" against "Ealing, London".
  const isNamedBy = (city: string, other: PostalAddress): boolean =>
    [...other.unparsed_lines.slice(0, 10), ...(other.region === null ? [] : [other.region])].some(
      (line) => comparePlaces(city, line) >= 0.9
    )
  return isNamedBy(a.city, b) || isNamedBy(b.city, a) ? 0.9 : direct
}

interface StreetScore {
  readonly score: number | null
  /** The street was only found among lines that no rule understood. */
  readonly unparsed: boolean
}

const streetScore = (a: PostalAddress, b: PostalAddress): StreetScore => {
  const direct = onBoth(a.street, b.street, compareStreets)
  if (direct === null || direct >= 0.8 || a.po_box !== b.po_box) return { score: direct, unparsed: false }
  const named = (street: string | null, other: PostalAddress): number =>
    street === null ? 0 : Math.max(0, ...other.unparsed_lines.slice(0, 10).map((line) => compareStreets(street, line) * 0.9))
  // A street and a district may have traded places between two layouts of one address; a street that is simply another one never does.
  const found = Math.max(named(a.street, b), named(b.street, a))
  return { score: Math.max(direct, found), unparsed: found > direct }
}

const isHouseName = (text: string | null): text is string => text !== null && !/\d/u.test(text)

const houseScore = (a: PostalAddress, b: PostalAddress, country: string | null): number | null => {
  const isNamedBy = (name: string | null, other: PostalAddress): boolean =>
    isHouseName(name) && other.unparsed_lines.slice(0, 10).some((line) => compareStreets(name, line) >= 0.8)
  return onBoth(a.house_number, b.house_number, (one, other) => {
    if (a.po_box !== b.po_box) return null
    if (isHouseName(one) && isHouseName(other)) {
      const likeness = compareStreets(one, other)
      // A house name that is nearly the same may be misread: no agreement, and no conflict either.
      return likeness >= 0.75 ? 1 : likeness >= 0.5 ? null : 0
    }
    if (isNamedBy(one, b) || isNamedBy(other, a)) return 1
    const direct = compareHouseNumbers(one, other, country)
    if (direct !== 0) return direct
    // "Flat A, 22 Elm Grove" and "22A Elm Grove" are one door.
    const withFlat = (address: PostalAddress, house: string): string | null =>
      address.unit !== null && /^[a-z]$/iu.test(address.unit) ? `${house}${address.unit}` : null
    const ownDoor = withFlat(a, one)
    const otherDoor = withFlat(b, other)
    return (ownDoor !== null && compareHouseNumbers(ownDoor, other) === 1) ||
      (otherDoor !== null && compareHouseNumbers(one, otherDoor) === 1)
      ? 1
      : 0
  })
}

const partialReasons = (found: PostalAddress, reference: PostalAddress, country: string | null): ReadonlyArray<PartialReason> => {
  const reasons: Array<PartialReason> = []
  if (found.postal_code === null && !(hasNoPostalCodes(country) && reference.postal_code === null)) reasons.push("missing_postal_code")
  if (found.house_number === null) reasons.push("missing_house_number")
  if (found.city === null) reasons.push("missing_city")
  const understood = (line: string): boolean => {
    const key = (text: string): string => normalizedLetters(text).replace(/[^\p{L}\p{N}]/gu, "")
    return [...reference.unparsed_lines, reference.city, reference.region, reference.street, reference.house_number].some(
      (other) => other !== null && key(other) === key(line)
    )
  }
  if (!found.unparsed_lines.every(understood)) reasons.push("unparsed_line")
  const words = (address: PostalAddress): string => [address.street, address.city, address.region].join(" ")
  if (leavesLatin(words(found)) !== leavesLatin(words(reference))) reasons.push("transliterated")
  const lacks = (["postal_code", "house_number", "city", "street"] as const).some(
    (part) => reference[part] === null && found[part] !== null
  )
  if (lacks) reasons.push("reference_incomplete")
  return reasons
}

const numbersIn = (texts: ReadonlyArray<string | null>): ReadonlyArray<string> =>
  texts.flatMap((text) => (text ?? "").slice(0, 200).match(/\d+/gu) ?? []).map((number) => number.replace(/^0+(?=\d)/u, ""))

/**
 * One side has a house number, and the other has numbers that no rule understood, none of them the house: they may be the number of another
 * house, so that what agrees is not enough to pass.
 */
const hasOtherNumbers = (a: PostalAddress, b: PostalAddress): boolean => {
  const [numbered, other] = a.house_number === null ? [b, a] : [a, b]
  const known = new Set(numbersIn([numbered.house_number, numbered.unit, numbered.street, ...numbered.unparsed_lines]))
  const house = numbersIn([numbered.house_number])
  const unread = numbersIn([other.street, other.unit, ...other.unparsed_lines.slice(0, 10)])
  return house.length > 0 && !unread.some((number) => house.includes(number)) && unread.some((number) => !known.has(number))
}

/** Both sides have numbers that no rule understood and that the other lacks: doors of a tower (A-12-3 and A-13-3), blocks, plots. */
const haveOtherUnread = (a: PostalAddress, b: PostalAddress): boolean => {
  const all = ({ city, house_number, postal_code, region, street, unit, unparsed_lines }: PostalAddress) =>
    new Set(numbersIn([house_number, unit, street, city, region, postal_code, ...unparsed_lines]))
  const lacks = (one: PostalAddress, other: PostalAddress): boolean => {
    const known = all(other)
    return numbersIn(one.unparsed_lines.slice(0, 10)).some((number) => !known.has(number))
  }
  return lacks(a, b) && lacks(b, a)
}

/** One side has a house number, and no line of the other shows it: any house of the street would agree. */
const isHouseDoubtful = (a: PostalAddress, b: PostalAddress): boolean => {
  if ((a.house_number === null) === (b.house_number === null)) return false
  const [numbered, other] = a.house_number === null ? [b, a] : [a, b]
  const house = numbersIn([numbered.house_number])
  const shown = numbersIn([other.street, other.unit, ...other.unparsed_lines.slice(0, 10)])
  const named =
    isHouseName(numbered.house_number) && other.unparsed_lines.some((line) => compareStreets(numbered.house_number ?? "", line) >= 0.8)
  return hasOtherNumbers(a, b) || !(named || (house.length > 0 && house.every((number) => shown.includes(number))))
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000

const inConflict = (a: PostalAddress, b: PostalAddress): boolean =>
  a.country !== null && b.country !== null && countriesConflict(a.country, b.country)

/** Of two addresses in the same words everything agrees, however each was taken apart. */
const compareSameWords = (found: PostalAddress, reference: PostalAddress): AddressComparison => {
  const conflict = inConflict(found, reference)
  const shared = (Object.keys(addressWeights) as ReadonlyArray<AddressPart>).map((part): readonly [AddressPart, number | null] => [
    part,
    onBoth(found[part], reference[part], () => (part === "country" && conflict ? 0 : 1))
  ])
  return {
    score: conflict ? 0 : 1,
    component_scores: Object.fromEntries(shared) as Record<AddressPart, number | null>,
    partial: false,
    partial_reasons: [],
    country_conflict: conflict,
    house_number_conflict: false,
    doubtful: false
  }
}

/**
 * Compares a found address with the reference part by part (Address score): weights are renormalized over the parts that
 * both sides have, and what is missing is reported in `partial_reasons`. Two addresses in the same words are the same.
 */
export const compareAddresses = (found: PostalAddress, reference: PostalAddress): AddressComparison => {
  if (hasSameWords(found, reference)) return compareSameWords(found, reference)
  const a = completed(partedByPlace(found, reference))
  const b = completed(partedByPlace(reference, found))
  const country = b.country ?? a.country
  const countryConflict = inConflict(a, b)
  const street = streetScore(a, b)
  const components: Record<AddressPart, number | null> = {
    postal_code: onBoth(a.postal_code, b.postal_code, (one, other) => comparePostalCodes(one, other, country)),
    street: street.score,
    city: cityScore(a, b),
    house_number: houseScore(a, b, country),
    region: onBoth(a.region, b.region, (one, other) => compareRegions(one, other, country)),
    country: onBoth(a.country, b.country, () => (countryConflict ? 0 : 1)),
    unit: onBoth(a.unit, b.unit, (one, other) => (isSameUnit(one, other) ? 1 : 0))
  }
  const unsaid = unsaidParts(a, b, components)
  for (const part of unsaid) components[part] = null
  // Springfield in Illinois and Springfield in Massachusetts share a name and nothing else.
  if (components.region === 0 && components.postal_code !== 1 && components.city !== null) components.city = 0
  const direction = onBoth(a.street, b.street, compareDirections)
  const houseConflict = components.house_number === 0
  let weight = 0
  let total = 0
  let beyondCountry = 0
  for (const part of ["postal_code", "street", "city", "house_number", "region", "country"] as const) {
    const score = components[part]
    if (score === null) continue
    weight += addressWeights[part]
    total += addressWeights[part] * score
    if (part !== "country") beyondCountry += addressWeights[part]
    components[part] = rounded(score)
  }
  let score: number | null = beyondCountry === 0 ? null : total / weight
  if (score !== null && weight < thinEvidence.weight - 1e-9) score = Math.min(score, thinEvidence.cap)
  // A town and its postal code, however well they agree, are shared by thousands: without street or house the score cannot pass.
  if (score !== null && components.street === null && components.house_number === null) score = Math.min(score, thinEvidence.cap)
  const doubtful =
    isHouseDoubtful(a, b) ||
    haveOtherUnread(a, b) ||
    components.unit === 0 ||
    street.unparsed ||
    direction === "one_sided" ||
    (a.street === null) !== (b.street === null) ||
    unsaid.length > 0
  if (score !== null && doubtful) score = Math.min(score, doubtfulCap)
  if (score !== null && (houseConflict || (direction === "differ" && !street.unparsed))) score = Math.min(score, houseNumberCap)
  if (countryConflict) score = 0
  const reasons = partialReasons(a, b, country)
  return {
    score: score === null ? null : rounded(score),
    component_scores: components,
    partial: reasons.length > 0,
    partial_reasons: reasons,
    country_conflict: countryConflict,
    house_number_conflict: houseConflict,
    doubtful
  }
}
