import { once } from "../../../kernel/schema/once.ts"
import { burmeseWords } from "../scripts/burmese.ts"
import { burmese } from "./burmese.ts"
import { pinyin, wade } from "./chinese.ts"
import { divisionsOf, type Inventory, vowelGroups } from "./inventory.ts"
import { hangulSyllable, korean } from "./korean.ts"
import { hanSyllables } from "../scripts/han.ts"
import { southern } from "./southern.ts"
import { SyllableTree } from "./syllable-tree.ts"

const mostKeys = 8
/** Syllables of the south stand for more of Mandarin than others. */
const mostSouthern = 16
const none: ReadonlyArray<never> = []

/** Each of the starts with each of the ends behind it. */
const combined = (starts: ReadonlyArray<string>, ends: ReadonlyArray<string>, most: number): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let at = 0; at < starts.length; at++)
    for (let end = 0; end < ends.length && found.length < most; end++) found.push((starts[at] ?? "") + (ends[end] ?? ""))
  return found
}

const nothing: ReadonlyArray<string> = [""]

const wholesOf = (syllables: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> =>
  syllables.reduce((starts, next) => combined(starts, next, mostKeys), nothing)

/** What the word may stand for as a whole, in each way of dividing it. */
const standsFor = (word: string, inventory: Inventory, most = mostKeys): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (const division of divisionsOf(word, inventory)) {
    let wholes = nothing
    for (const syllable of division) wholes = combined(wholes, inventory.get(syllable), most)
    for (const whole of wholes) if (found.length < most) found.push(whole)
  }
  return found
}

/** A given name has two syllables at most; longer words are compared by their letters. */
const mostSyllables = 2
const plain = /^[a-z]{1,14}$/u
const vowel = /[aeiouy]/u

/** Systems of romanization by which a word can be divided, as bits. */
const [byPinyin, byWade, bySouthern, byKorean] = [1, 2, 4, 8]
const tree = once(() => new SyllableTree([pinyin, wade, southern, korean]))

const mostSigns = 3
const hangulKeys = (signs: ReadonlyArray<string>): ReadonlyArray<string> =>
  signs.length > mostSigns ? none : wholesOf(signs.map(hangulSyllable))

const hanKeys = (signs: ReadonlyArray<string>): ReadonlyArray<string> => {
  const read = signs.length > mostSigns ? none : signs.map((sign) => hanSyllables(sign, "pinyin"))
  return read.length === 0 || read.some(({ length }) => length === 0) ? none : wholesOf(read)
}

/**
 * Keys that two words share when they may be one word of syllables by two systems of romanization, or one in its own letters: Xiaoming and Hsiaoming,
 * Jonghui and Chonghee, Htun and Tun. A word that is spelled in one way by all systems has keys as well, since others are spelled otherwise.
 */
export const syllableKeys = (word: string, script: string): ReadonlyArray<string> => {
  if (script === "hangul") return hangulKeys([...word])
  if (script === "han") return hanKeys([...word])
  if (script === "other") return (burmeseWords.get(word) ?? []).slice(0, 1).map((read) => `my ${read}`)
  return script === "latin" ? latinSyllableKeys(word) : none
}

/** The same of a Latin word. */
export const latinSyllableKeys = (word: string): ReadonlyArray<string> => {
  const systems = tree().dividing(word)
  return (systems !== 0 || burmese.has(word)) && isGivenName(word) ? keysBy(word, systems) : none
}

const isGivenName = (word: string): boolean =>
  plain.test(word) && vowelGroups(word) <= mostSyllables && (vowel.test(word) || southern.has(word))

const keysBy = (word: string, systems: number): ReadonlyArray<string> => {
  const keys: Array<string> = []
  if ((systems & byPinyin) !== 0) keys.push(...standsFor(word, pinyin))
  if ((systems & byWade) !== 0) keys.push(...standsFor(word, wade))
  if (keys.length > mostKeys) keys.length = mostKeys
  if ((systems & byKorean) !== 0) keys.push(...standsFor(word, korean))
  for (const read of burmese.get(word)) keys.push(`my ${read}`)
  if ((systems & bySouthern) !== 0) keys.push(...standsFor(word, southern, mostSouthern))
  return keys
}

const nativeKeys = (word: string): ReadonlyArray<string> => keysBy(word, byPinyin | byWade | byKorean)

/** Whether two Latin words may be one by the systems for whole languages, without what the spelling of the south may stand for. */
export const areOneBySystem = (one: string, other: string): boolean => {
  const keys = nativeKeys(other)
  return nativeKeys(one).some((key) => keys.includes(key))
}
