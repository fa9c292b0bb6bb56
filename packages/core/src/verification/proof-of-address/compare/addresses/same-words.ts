import type { PostalAddress } from "../../types.ts"
import { latin } from "../../../names/transliteration/latin-spellings.ts"
import { writtenOut } from "./abbreviations.ts"
import { countryNamed } from "./country-names.ts"

/** Words that announce a number and say nothing themselves. */
const announces = new Set(["no", "nr", "nro", "num", "number", "numero", "postcode", "postcodes"])
/** No address is longer, and what would be left out could differ. */
const mostWords = 60
/** With fewer words ("12 High Street") the same may be said of another town. */
const fewestWords = 5
const longestCountry = 5

const wordsOf = (text: string): ReadonlyArray<string> =>
  latin(text)
    .replace(/['’`´"“”.]/gu, " ")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")

/** Without the name of a country at the end, which one side prints and the other leaves to what is known. */
const withoutCountry = (text: string): string => {
  const words = text.trim().split(/[\s,;]+/u)
  for (let count = Math.min(longestCountry, words.length - fewestWords); count >= 1; count--) {
    if (countryNamed(words.slice(-count).join(" ")) !== null) return words.slice(0, -count).join(" ")
  }
  return text
}

/** All letters and digits in their order, with a space where two numbers meet: "Flat 1, 2 Elm Road" is not "Flat 12 Elm Road". */
const keyOf = (words: ReadonlyArray<string>): string =>
  words
    // A letter alone is more often a flat or a stair than short for a street or a direction.
    .map((word) => (word.length === 1 ? word : writtenOut(word)))
    .filter((word) => !announces.has(word))
    .join(" ")
    .replace(/(?<!\d) | (?!\d)/gu, "")

/**
 * Whether two addresses are written with the same words in the same order, whatever parts them. How an address of a country whose habits no rule
 * knows falls into parts is a guess, and one in a single line without commas is guessed otherwise; the same words are the same address all the same.
 */
export const hasSameWords = (one: PostalAddress, other: PostalAddress): boolean => {
  if (one.as_written === undefined || other.as_written === undefined) return false
  const [first, second] = [wordsOf(withoutCountry(one.as_written)), wordsOf(withoutCountry(other.as_written))]
  const comparable = [first, second].every(({ length }) => length >= fewestWords && length <= mostWords)
  return comparable && first.some((word) => /\d/u.test(word)) && keyOf(first) === keyOf(second)
}
