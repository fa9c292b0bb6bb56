import { areSpellingsOfOneName } from "../../../verification/names/given-names/nicknames.ts"
import { romanizationKey } from "../../../verification/names/sound/romanization-key.ts"
import { coarseSound } from "../../../verification/names/sound/coarse-sound.ts"
import { slipSimilarity } from "../../../verification/names/distance/slips.ts"
import { areDifferentGivenNames } from "../../../verification/names/given-names/given-names.ts"
import { latinLetters } from "../../../verification/names/text/latin-letters.ts"
import { compareNames } from "../../../verification/proof-of-address/compare/names/name.ts"
import { formsVersion, normalForm, seenForm } from "./normalize.ts"

/*
 * Names that are alike cannot be found by a digest of the whole, so an entry is kept under several: for every two of its words, what one of
 * them sounds like with how the other begins. A name is compared with the entries that share such a key, most shared first. So a match needs
 * one word that sounds the same and another that begins the same; and like the normal forms, these keys are kept (`formsVersion`).
 */
export const alikeLimits = {
  /** Words that keys are made of: at most 30 keys of two words, and one more for a name of a single word. */
  words: 6,
  /** Entries that are fetched for one look-up, and pairs of names that are compared, at up to two milliseconds each. */
  fetched: 1_000,
  compared: 200,
  /** From 0 to 1: a letter or a spelling apart, not a mere initial for a name. */
  threshold: 0.95
} as const

/** Words in Latin letters; of long names those that say most. */
const wordsOf = (name: string): ReadonlyArray<string> => {
  const form = normalForm("name", name)
  const words = form === undefined ? [] : latinLetters(form).split(/[^a-z0-9]+/u)
  return [...new Set(words.filter((word) => word !== ""))]
    .toSorted((left, right) => right.length - left.length || (left < right ? -1 : 1))
    .slice(0, alikeLimits.words)
}

const pairs = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.flatMap((one, place) =>
    words.flatMap((other, index) =>
      index === place ? [] : [JSON.stringify([formsVersion, "two", coarseSound(one), coarseSound(other).slice(0, 1)])]
    )
  )

/** The keys under which a fuzzy entry for this name is kept; none for a name without letters. */
export const alikeKeys = (name: string): ReadonlyArray<string> => {
  const words = wordsOf(name)
  const [only] = words
  if (only === undefined) return []
  return [...new Set(words.length === 1 ? [JSON.stringify([formsVersion, "one", coarseSound(only)])] : pairs(words))]
}

const leastSlip = 0.7

/** How alike a name is to another that it is measured by, 0 to 1: transliteration, order, nicknames and slips of a letter are allowed for. */
const likeness = (name: string, measure: string): number => compareNames([name], { full_name: measure }).likeness

const isRespelled = (word: string, other: string): boolean =>
  (areSpellingsOfOneName(word, other) || romanizationKey(word) === romanizationKey(other)) && !areDifferentGivenNames(word, other)

/** A name in the spellings of another where one of them is the other's: Smyth becomes Smith. Comparing names asks a person about these; a list has to find them. */
const respelled = (name: string, other: string): string => {
  const known = wordsOf(other)
  const words = normalForm("name", name)?.split(" ") ?? []
  return words.map((word) => known.find((one) => isRespelled(word, one)) ?? word).join(" ")
}

/** Of three words or more all but one are equal, and that one is a letter apart: the same name, whichever of its words are the family's. */
const isOneLetterApart = (name: string, other: string): boolean => {
  const [one, two] = [wordsOf(name), wordsOf(other)]
  const [left, secondLeft] = one.filter((word) => !two.includes(word))
  const [right, secondRight] = two.filter((word) => !one.includes(word))
  if (one.length < 3 || one.length !== two.length || left === undefined || right === undefined) return false
  if (secondLeft !== undefined || secondRight !== undefined || areDifferentGivenNames(left, right)) return false
  return slipSimilarity(left, right) >= leastSlip
}

/** Whether a name matches a fuzzy entry, once they share a key. */
export const isAlike = (written: string, name: string): boolean => {
  const entry = seenForm("name", written)
  const same = normalForm("name", entry)
  if (same !== undefined && same === normalForm("name", name)) return true
  // A holder may name several people and an entry one, so that each is asked in turn.
  const spelled = respelled(name, entry)
  return (
    [name, spelled].some((one) => likeness(one, entry) >= alikeLimits.threshold || likeness(entry, one) >= alikeLimits.threshold) ||
    isOneLetterApart(name, entry)
  )
}
