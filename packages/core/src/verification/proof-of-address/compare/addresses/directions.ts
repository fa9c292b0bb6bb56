import { latinSpellings } from "../../../names/transliteration/latin-spellings.ts"
import { type StreetWords, streetWords } from "./abbreviations.ts"

const wordsOf = (street: string): StreetWords => streetWords(latinSpellings(street.slice(0, 200))[0] ?? "")

/** S Patel Road and Sardar Patel Road: the letter is that of a name. */
const isInitial = (directed: StreetWords, other: StreetWords): boolean => {
  const [letter] = directed.directions[0] ?? ""
  return letter !== undefined && other.core.some((word) => word.startsWith(letter) && !directed.core.includes(word))
}

/**
 * How the directions of two streets compare. Where a grid of streets is counted from a middle, 100 W Oak Ave and 100 E Oak Ave are two houses; where one side
 * leaves the direction out, nothing says which of them it means.
 */
export const compareDirections = (one: string, other: string): "same" | "one_sided" | "differ" => {
  const [left, right] = [wordsOf(one), wordsOf(other)]
  const lacks = (those: StreetWords, these: StreetWords): boolean => these.directions.some((word) => !those.directions.includes(word))
  const [leftLacks, rightLacks] = [lacks(left, right), lacks(right, left)]
  if (leftLacks && rightLacks) return "differ"
  if (!leftLacks && !rightLacks) return "same"
  const [directed, plain] = leftLacks ? [right, left] : [left, right]
  return isInitial(directed, plain) ? "same" : "one_sided"
}
