import { editDistance } from "../../names/distance/edit-distance.ts"
import { hanSyllables, pinyinFamilies } from "../../names/scripts/han.ts"
import { burmeseWords } from "../../names/scripts/burmese.ts"
import { burmese } from "../../names/syllables/burmese.ts"
import { pinyin, wade } from "../../names/syllables/chinese.ts"
import { divisionsOf, type Inventory } from "../../names/syllables/inventory.ts"
import { hangulSyllable, korean } from "../../names/syllables/korean.ts"
import { southern, southernSpellings } from "../../names/syllables/southern.ts"
import { vietnamese } from "../../names/syllables/vietnamese.ts"
import type { WordForms } from "./normalize/forms.ts"

/*
 * In Chinese, Korean, Burmese and Vietnamese names a syllable is a word of its own: one different syllable is another name, where in longer words
 * one different letter is a slip. Words of syllables are few, so that what looks alike is nearly always a stranger. Names that can be divided into the
 * syllables of such a language are therefore compared by them, and the evidence of their letters is held below what asks for a review.
 */

/** What one syllable may stand for; two syllables are one when they share any of it. */
type Syllable = ReadonlyArray<string>
type Syllables = ReadonlyArray<Syllable>

/** `south` is a name by its spelling in the south, `southern` by what it may stand for in Mandarin. */
const systems = ["pinyin", "wade", "south", "southern", "korean", "burmese", "vietnamese"] as const
type System = (typeof systems)[number]
const inventories = { pinyin, wade, south: southernSpellings, southern, korean, burmese, vietnamese } as const satisfies Record<
  System,
  Inventory
>

/** A name by the systems in which all of its words can be read, each with the ways of dividing it; `signs` are Han, which any spelling may stand for. */
export interface SyllableName {
  readonly signs: boolean
  readonly readings: Readonly<Partial<Record<System, ReadonlyArray<Syllables>>>>
  /** Has a family name of Mandarin in pinyin, which tells a name in pinyin from one that only could be it. */
  readonly inPinyin: boolean
}

/** Inside a word of pinyin no syllable begins with a vowel: papers write Xi'an as two words. Wade and Giles write i as a syllable of its own. */
const startsInside: Readonly<Partial<Record<System, RegExp>>> = {
  pinyin: /^[^aeiou]/u,
  wade: /^(?:[^aeiou]|i$)/u,
  southern: /^(?!ng$)/u,
  south: /^(?!ng$)/u
}
const vowelAlone = /^(?:[aeiou]|ee)$/u

/** Whether a syllable may stand behind another in one word: a vowel that is written twice, or ee behind a vowel, is a slip and no syllable of its own. */
const mayFollow = (syllable: string, before: string, system: System): boolean => {
  if (startsInside[system]?.test(syllable) === false) return false
  const last = before.charAt(before.length - 1)
  return !vowelAlone.test(syllable) || (syllable === "ee" ? !/[aeiou]/u.test(last) : syllable !== last)
}

const isWritten = (division: ReadonlyArray<string>, system: System): boolean =>
  division.every((syllable, place) => place === 0 || mayFollow(syllable, division[place - 1] ?? "", system))

/** Pinyin writes ü behind n and l alone. */
const noPinyin = /(?<![nl])ü/u

const syllablesIn = (word: WordForms, system: System): ReadonlyArray<Syllables> => {
  const inventory = inventories[system]
  if (word.script === "latin" && system === "pinyin" && noPinyin.test(word.key)) return []
  if (word.script === "latin")
    return divisionsOf(word.spellings[0] ?? "", inventory)
      .filter((division) => isWritten(division, system))
      .map((division) => division.map((syllable) => inventory.get(syllable)))
  const signs = [...word.key]
  if (word.script === "hangul") return system === "korean" ? [signs.map(hangulSyllable)] : []
  if (word.script === "han") {
    if (system !== "pinyin" && system !== "korean") return []
    const read = signs.map((sign) => hanSyllables(sign, system))
    return read.every(({ length }) => length > 0) ? [read] : []
  }
  const known = system === "burmese" ? burmeseWords.get(word.key) : undefined
  return known === undefined ? [] : [[known.slice(0, 1)]]
}

const remembered = new WeakMap<WordForms, ReadonlyArray<ReadonlyArray<Syllables>>>()

/** The ways of dividing a word by each system; words of the lists are divided once. */
const divided = (word: WordForms): ReadonlyArray<ReadonlyArray<Syllables>> => {
  const known = remembered.get(word) ?? systems.map((system) => syllablesIn(word, system))
  remembered.set(word, known)
  return known
}

const mostWords = 5
const fewestSyllables = 2
const mostInAName = 4
const mostReadings = 6

interface Reading {
  readonly syllables: Syllables
  /** Syllables of each word. */
  readonly sizes: ReadonlyArray<number>
}

/** How four syllables are written as words where given names have two: a family name of two stands at an end, or beside that of the spouse. */
const usualSizes: Readonly<Partial<Record<System, ReadonlySet<string>>>> = {
  pinyin: new Set(["1111", "22", "211", "112"]),
  wade: new Set(["1111", "22", "211", "112"]),
  south: new Set(["1111", "22", "211", "112"]),
  southern: new Set(["1111", "22", "211", "112"]),
  korean: new Set(["1111", "22", "211"])
}

/** Whether names of the language are written in words of so many syllables: letters that make a given name of three are a slip, signs are not. */
const isName = ({ sizes, syllables: { length } }: Reading, system: System, latin: boolean): boolean =>
  length >= fewestSyllables &&
  length <= mostInAName &&
  (!latin || length < mostInAName || usualSizes[system]?.has(sizes.join("")) !== false)

const nothingRead: Reading = { syllables: [], sizes: [] }

const readingsOf = (words: ReadonlyArray<WordForms>, system: System, place: number): ReadonlyArray<Syllables> => {
  let readings: ReadonlyArray<Reading> = [nothingRead]
  for (const word of words) {
    const ways = divided(word)[place] ?? []
    if (ways.length === 0) return []
    readings = readings
      .flatMap(({ sizes, syllables }) => ways.map((way) => ({ syllables: [...syllables, ...way], sizes: [...sizes, way.length] })))
      .slice(0, mostReadings)
  }
  const latin = words.every(({ script }) => script === "latin")
  return readings.filter((reading) => isName(reading, system, latin)).map(({ syllables }) => syllables)
}

/** Of three and more words the family name comes first: En-lai ends in a family name, and is a given one. */
const hasPinyinFamily = (words: ReadonlyArray<WordForms>): boolean =>
  words.some(
    ({ script, spellings: [spelling = ""] }, place) =>
      script === "latin" && (place === 0 || words.length === 2) && pinyinFamilies.has(spelling)
  )

/** Syllables of pinyin that hardly any name has, and which are frequent ones in the spelling of Wade and Giles. */
const seldomInPinyin: ReadonlySet<string> = new Set("te pao po pin kuo ti ta pi pa pai ken keng kou".split(" "))

const isSeldom = (reading: Syllables): boolean => reading.some(([first = ""]) => seldomInPinyin.has(first))

/** The name by its syllables; null for a name that is not made of them, has no word of a single one, or has more than four. */
export const syllableName = (words: ReadonlyArray<WordForms>): SyllableName | null => {
  if (words.length < 2 || words.length > mostWords) return null
  if (!words.some((word) => divided(word).some((ways) => ways.some(({ length }) => length === 1)))) return null
  const readings: Partial<Record<System, ReadonlyArray<Syllables>>> = {}
  for (const [place, system] of systems.entries()) {
    const found = readingsOf(words, system, place)
    if (found.length > 0) readings[system] = found
  }
  if (Object.keys(readings).length === 0) return null
  return {
    signs: words.some(({ script }) => script === "han"),
    readings,
    inPinyin: hasPinyinFamily(words) && readings.pinyin?.some((reading) => !isSeldom(reading)) === true
  }
}

/** The most evidence that two names can have: `other` where a syllable differs, `unsupported` where only a birth date that agrees makes them one person. */
export const syllableCaps = { other: 0.55, unsupported: 0.705 } as const

const isOne = (one: Syllable, other: Syllable): boolean => one.some((each) => other.includes(each))

const isRotated = (one: Syllables, other: Syllables): boolean =>
  one.length === other.length &&
  one.some((_, from) => other.every((syllable, place) => isOne(one[(from + place) % one.length] ?? [], syllable)))

const isNear = (one: Syllable, other: Syllable): boolean =>
  one.some((left) => other.some((right) => editDistance(left.normalize("NFD"), right.normalize("NFD")) <= 1))

const shortestNear = 3

/** Most evidence that two names can have by these ways of dividing them; 1 when each syllable has its place on the other side. */
const capOf = (one: Syllables, other: Syllables): number => {
  if (isRotated(one, other)) return 1
  const left = [...other]
  const alone = one.filter((syllable) => {
    const place = left.findIndex((each) => isOne(syllable, each))
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
  // The same syllables in another order, or more of them on one side, may be one person: a birth date has to say so.
  if (alone.length === 0 || left.length === 0) return syllableCaps.unsupported
  const [first = [], second = []] = [alone[0], left[0]]
  const slip = alone.length === 1 && left.length === 1 && one.length >= shortestNear && isNear(first, second)
  return slip ? syllableCaps.unsupported : syllableCaps.other
}

const joined = (name: Syllables): string => name.map(([first = ""]) => first).join("")

const bestCap = (one: ReadonlyArray<Syllables>, other: ReadonlyArray<Syllables>): number =>
  Math.max(...one.flatMap((left) => other.map((right) => (joined(left) === joined(right) ? 1 : capOf(left, right)))))

/** The systems by which two names are compared: pinyin with pinyin where both may be it, else each with each of Mandarin. */
const comparedBy = (one: SyllableName, other: SyllableName): ReadonlyArray<readonly [System, System]> => {
  const mandarin: ReadonlyArray<readonly [System, System]> =
    one.readings.pinyin !== undefined && other.readings.pinyin !== undefined && one.inPinyin && other.inPinyin
      ? [["pinyin", "pinyin"]]
      : [
          ["pinyin", "pinyin"],
          ["pinyin", "wade"],
          ["wade", "pinyin"],
          ["wade", "wade"],
          ["south", "south"],
          ["pinyin", "southern"],
          ["southern", "pinyin"],
          ["wade", "southern"],
          ["southern", "wade"]
        ]
  return [...mandarin, ["korean", "korean"], ["burmese", "burmese"], ["vietnamese", "vietnamese"]]
}

/** Most evidence that two names of syllables can have. Names of two languages that share no reading need support. */
export const syllableCap = (one: SyllableName, other: SyllableName): number => {
  let cap = 0
  for (const [left, right] of comparedBy(one, other)) {
    const [ours, theirs] = [one.readings[left], other.readings[right]]
    if (ours !== undefined && theirs !== undefined) cap = Math.max(cap, bestCap(ours, theirs))
  }
  return cap === 0 ? syllableCaps.unsupported : cap
}
