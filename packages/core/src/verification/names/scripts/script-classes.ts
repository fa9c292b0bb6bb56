import { latinLetters } from "../text/latin-letters.ts"

/** True when a text contains a letter of another script than Latin. */
export const leavesLatin = (text: string): boolean => /(?!\p{Script=Latin})\p{L}/u.test(text.replace(/[ªº]/gu, ""))

/** True for scripts that leave out vowels, so that a Latin spelling of them only shows the consonants. */
export const leavesOutVowels = (text: string): boolean =>
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Thai}]/u.test(
    text
  )

/** True for scripts in which a word of one or more signs is a row of syllables without spaces. */
export const isSyllabic = (text: string): boolean => /[\p{Script=Han}\p{Script=Hangul}]/u.test(text)

/** The syllables of a word in Han or Hangul signs, each in Latin letters. */
export const syllables = (word: string): ReadonlyArray<string> =>
  [...word].map((sign) => latinLetters(sign).replace(/[^a-z]/g, "")).filter((syllable) => syllable !== "")
