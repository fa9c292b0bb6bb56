import { normalizedLetters } from "../../../names/text/normalized.ts"
import type { PostalAddress } from "../../types.ts"
import { regionCode } from "./regions.ts"
import { takeUnit } from "./street-line.ts"

const wordsOf = (text: string): ReadonlyArray<string> =>
  text
    .slice(0, 200)
    .split(/[\s,]+/u)
    .filter((word) => word !== "")
const keyOf = (word: string): string => normalizedLetters(word).replace(/[^\p{L}\p{N}]/gu, "")

/** The words before those of a name that ends them; null where they do not end so, or where nothing stands before. */
const beforeName = (words: ReadonlyArray<string>, name: string | null): ReadonlyArray<string> | null => {
  const wanted = wordsOf(name ?? "").map(keyOf)
  const rest = words.slice(0, words.length - wanted.length)
  const matches =
    wanted.length > 0 && rest.length > 0 && wanted.every((word, at) => word !== "" && word === keyOf(words[rest.length + at] ?? ""))
  return matches ? rest : null
}

/** Words without the region of the other address at their end, by its name or its short form. */
const withoutRegion = (words: ReadonlyArray<string>, { country, region }: PostalAddress): ReadonlyArray<string> => {
  if (region === null) return words
  const code = regionCode(region, country)
  const last = words.at(-1) ?? ""
  const short = code !== null && /^[A-Z]{2,3}$/.test(last) && regionCode(last, country) === code
  return short ? words.slice(0, -1) : (beforeName(words, region) ?? words)
}

/**
 * An address in one line in which nothing parts street and place ("52 Summerhill North Cork"): no rule knows where the street ends, but the
 * other address names the place. What stands before that name is the street with its number, and is compared like any other.
 */
export const partedByPlace = (address: PostalAddress, other: PostalAddress): PostalAddress => {
  const run = address.street === null ? address.city : address.city === null && address.unit === null ? address.street : null
  const joined = address.street === null ? run : [address.house_number, run].filter((part) => part !== null).join(" ")
  if (joined === null || run === null || address.po_box || other.city === null || !/\d/.test(joined)) return address
  const rest = beforeName(withoutRegion(wordsOf(joined), other), other.city)
  const street = rest?.join(" ") ?? ""
  if (!/\d/.test(street) || !/\p{L}{2}/u.test(street)) return address
  const dwelling = takeUnit(street, address.country ?? other.country)
  return { ...address, city: other.city, unit: address.unit ?? dwelling.unit, house_number: null, street: dwelling.rest }
}
