import { burmeseWords } from "../scripts/burmese.ts"
import { burmese } from "./burmese.ts"
import { pinyin, wade } from "./chinese.ts"
import { divisionsOf, type Inventory, syllablesPattern, vowelGroups } from "./inventory.ts"
import { hangulSyllable, korean } from "./korean.ts"

const mostKeys = 8
const none: ReadonlyArray<never> = []

/** What the word may stand for as a whole, in each way of dividing it. */
const standsFor = (word: string, inventory: Inventory): ReadonlyArray<string> => {
  const divisions = divisionsOf(word, inventory)
  return divisions.length === 0 ? none : wholes(divisions, inventory)
}

const wholes = (divisions: ReadonlyArray<ReadonlyArray<string>>, inventory: Inventory): ReadonlyArray<string> =>
  divisions
    .flatMap((division) =>
      division
        .map((syllable) => inventory.get(syllable))
        .reduce<ReadonlyArray<string>>((starts, next) => starts.flatMap((start) => next.map((end) => start + end)).slice(0, mostKeys), [""])
    )
    .slice(0, mostKeys)

/** A given name has two syllables at most; longer words are compared by their letters. */
const mostSyllables = 2
const plain = /^[a-z]{2,14}$/u
const vowel = /[aeiouy]/u
const ofSyllables = syllablesPattern([pinyin, wade, korean])

const hangulKeys = (signs: ReadonlyArray<string>): ReadonlyArray<string> =>
  signs.length > 3
    ? []
    : signs
        .map(hangulSyllable)
        .reduce<ReadonlyArray<string>>((starts, next) => starts.flatMap((start) => next.map((end) => start + end)), [""])
        .slice(0, mostKeys)

/**
 * Keys that two words share when they may be one word of syllables by two systems of romanization, or one in its own letters: Xiaoming and Hsiaoming,
 * Jonghui and Chonghee, Htun and Tun. A word that is spelled in one way by all systems has keys as well, since others are spelled otherwise.
 */
export const syllableKeys = (word: string, script: string): ReadonlyArray<string> => {
  if (script === "hangul") return hangulKeys([...word])
  if (script === "other") return (burmeseWords.get(word) ?? []).slice(0, 1).map((read) => `my ${read}`)
  return script === "latin" && mayBeSyllables(word) ? latinKeys(word) : none
}

const mayBeSyllables = (word: string): boolean =>
  plain.test(word) && vowelGroups(word) <= mostSyllables && (ofSyllables.test(word) || burmese.has(word)) && vowel.test(word)

const latinKeys = (word: string): ReadonlyArray<string> => {
  const inMandarin = [...standsFor(word, pinyin), ...standsFor(word, wade)]
  return [...inMandarin.slice(0, mostKeys), ...standsFor(word, korean), ...burmese.get(word).map((read) => `my ${read}`)]
}
