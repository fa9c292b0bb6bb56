import { latinLetters } from "../text/latin-letters.ts"
import { familyReadings, japaneseFamilyReadings, japaneseGivenReadings, koreanReadings, simplifiedPairs } from "./han-tables.ts"
import { japaneseReading } from "./japanese.ts"
import { readHangul } from "./hangul.ts"
import { wadeGiles } from "./wade-giles.ts"

type Readings = ReadonlyMap<string, ReadonlyArray<string>>

const readingsOf = (rows: string): Readings =>
  new Map(
    rows
      .trim()
      .split(/[|\n]/u)
      .map((row) => row.split(" "))
      .map(([signs = "", ...latin]) => [signs, latin])
  )

const simplified: ReadonlyMap<string, string> = new Map(
  simplifiedPairs
    .trim()
    .split(/\s+/u)
    .map((pair) => [...pair])
    .map(([from = "", to = ""]) => [from, to])
)
const families = readingsOf(familyReadings)
const japaneseFamilies = readingsOf(japaneseFamilyReadings)
const japaneseGiven = readingsOf(japaneseGivenReadings)

/** Sign → the Korean syllable that it is read as in given names. */
const koreanSyllables: ReadonlyMap<string, string> = new Map(
  koreanReadings
    .trim()
    .split(/[|\n]/u)
    .map((row) => [...row])
    .flatMap(([syllable = "", ...signs]) => signs.map((sign) => [sign, syllable] as const))
)

/** The word in simplified signs, whether it was written in traditional, Japanese or simplified ones. */
export const normalizedHan = (word: string): string => [...word].map((sign) => simplified.get(sign) ?? sign).join("")

const japanese = japaneseReading((sign) => simplified.get(sign) ?? sign)

const pinyinOf = (sign: string): string => latinLetters(sign).replace(/[^a-z]/gu, "")

const inKorean = (signs: ReadonlyArray<string>): ReadonlyArray<string> => {
  const syllables = signs.map((sign) => koreanSyllables.get(sign))
  return syllables.includes(undefined) ? [] : readHangul(syllables.join(""))
}

/** What a normalized sign is read as in one language: pinyin with that of family names, or the Hangul of Korean given names. Empty where it is not known. */
export const hanSyllables = (sign: string, language: "pinyin" | "korean"): ReadonlyArray<string> => {
  const korean = koreanSyllables.get(sign)
  if (language === "korean") return korean === undefined ? [] : [korean]
  const [family] = families.get(sign) ?? []
  return [...new Set([family ?? "", pinyinOf(sign)])].filter((text) => text !== "")
}

/** Family names of Mandarin in pinyin. */
export const pinyinFamilies: ReadonlySet<string> = new Set(
  [...families].flatMap(([sign, [first = ""]]) => (sign.length === 1 ? [first] : []))
)

const mostReadings = 6

/** Latin spellings of a normalized word of Han signs: those in use for a family name, pinyin without tones, Wade-Giles, Korean. Six at most. */
export const readHan = (word: string): ReadonlyArray<string> => {
  const signs = [...word]
  const syllables = signs.map(pinyinOf)
  const known = [...(families.get(word) ?? []), ...(japaneseFamilies.get(word) ?? []), ...(japaneseGiven.get(word) ?? [])]
  const readings = [...known, syllables.join(""), syllables.map(wadeGiles).join(""), ...inKorean(signs)]
  return [...new Set(readings)].filter((text) => text !== "").slice(0, mostReadings)
}

/** What a normalized word of Han signs may be in a Japanese name, in Latin letters. */
export const japaneseReadings = (word: string): ReadonlyArray<string> => [
  ...new Set([...(japaneseFamilies.get(word) ?? []), ...(japaneseGiven.get(word) ?? []), ...japanese.read(word)])
]

const isFamily = (signs: ReadonlyArray<string>): boolean => {
  const word = signs.join("")
  return families.has(word) || japaneseFamilies.has(word) || japanese.isFamily(word)
}

const shortestWhole = 2
const longestWhole = 5

/**
 * A whole name without spaces, normalized, taken apart into the family name and the given one: by the tables of family names, else as names of that many signs
 * usually are. A word of one sign or of more than five stays whole.
 */
export const splitHan = (word: string): ReadonlyArray<string> => {
  const signs = [...word]
  if (signs.length < shortestWhole || signs.length > longestWhole) return [word]
  const double = signs.length > 2 && isFamily(signs.slice(0, 2))
  const triple = signs.length > 3 && japaneseFamilies.has(signs.slice(0, 3).join(""))
  const family = triple ? 3 : double || (signs.length > 3 && !families.has(signs[0] ?? "")) ? 2 : 1
  return [signs.slice(0, family).join(""), signs.slice(family).join("")]
}
