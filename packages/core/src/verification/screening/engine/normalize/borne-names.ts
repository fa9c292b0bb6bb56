import { isSoundVowel } from "../../../names/sound/sound.ts"
import { respellingCost } from "../../../names/sound/respelling.ts"
import { type LetterCosts, letterCosts, weightedDistance } from "../../../names/distance/weighted-distance.ts"
import type { WordForms } from "./forms.ts"

/*
 * A word that several listed names have is a name in use. Of two of these no one is a slip for the other, as an unknown word may be for either. They
 * are one where romanizations exchange what they differ in, and vowels, which every romanization writes otherwise, do not count.
 */

/** Most that the consonants of two romanizations of one name cost: one usual exchange. */
const mostOfOneName = 0.45
/** What it costs that one side begins with a vowel that the other lacks, or that one of the letters of s begins a name and a z the other. */
const otherStart = 0.6

const consonantCosts = (silent: string): LetterCosts =>
  letterCosts(
    (one, other) => {
      const [first, second] = [isSoundVowel(one), isSoundVowel(other)]
      return first && second ? 0 : first !== second ? 1 : Math.max(respellingCost(one, other), 0.05)
    },
    (sign) => (isSoundVowel(sign) ? 0 : silent.includes(sign) ? 0.3 : 0.8)
  )

const latinCosts = consonantCosts("hjv")
/** Letters of an abjad are never silent, but for those that may be vowels; and its letters of s are no z. */
const abjadCosts = letterCosts(
  (one, other) =>
    (one === "s" && other === "z") || (one === "z" && other === "s")
      ? 0.8
      : (latinCosts.exchange[one.charCodeAt(0) * 128 + other.charCodeAt(0)] ?? 1),
  (sign) => (isSoundVowel(sign) ? 0 : "jv".includes(sign) ? 0.3 : 0.8)
)

const mayBeVowel = new Set("aeiouhjv")

const startCost = (one: string, other: string): number => {
  const [first, start] = [one.charAt(0), other.charAt(0)]
  if ((first === "s" && start === "z") || (first === "z" && start === "s")) return otherStart
  const vowel = isSoundVowel(first)
  if (vowel === isSoundVowel(start)) return 0
  return mayBeVowel.has(vowel ? start : first) ? 0 : otherStart
}

const written = ({ outlines, sounds }: WordForms): ReadonlyArray<string> => (outlines.length > 0 ? [...outlines, ...sounds] : sounds)

const isSigns = ({ script }: WordForms): boolean => script === "han" || script === "hangul"

const shared = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): boolean => one.some((each) => other.includes(each))

/** Whether two words that are names in use are two of them, by their consonants. Says no of signs and of words of one letter, which say less. Symmetric. */
export const areOtherNames = (one: WordForms, other: WordForms): boolean => {
  if (one.key === other.key || one.number || other.number || isSigns(one) || isSigns(other)) return false
  if (one.key.length < 2 || other.key.length < 2) return false
  if (shared(one.variants, other.variants) || shared(one.syllables, other.syllables) || shared(one.japanese, other.japanese)) return false
  const costs = one.script === "abjad" || other.script === "abjad" ? abjadCosts : latinCosts
  for (const left of written(one))
    for (const right of written(other)) if (weightedDistance(left, right, costs) + startCost(left, right) <= mostOfOneName) return false
  return true
}

const consonantAtEnd = /[^aeiouhjv]$/u

/**
 * Whether a word is the other with an i behind it, as a family name is formed of a name: Al-Mizhari of Mizhar. Arabic writes such an i, and every romanization does.
 */
export const isFormedOf = (formed: WordForms, stem: WordForms): boolean => {
  const [ours, theirs] = [written(formed), written(stem)]
  return (
    ours.length > 0 &&
    theirs.length > 0 &&
    ours.every((sound) => sound.endsWith("i")) &&
    theirs.every((sound) => consonantAtEnd.test(sound))
  )
}
