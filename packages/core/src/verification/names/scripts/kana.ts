import { latinWord } from "../text/latin-letters.ts"

const hiraganaStart = 0x3041
const hiraganaEnd = 0x3096
const toKatakana = 0x60

/** The word in katakana, whichever kana it was written in. */
export const normalizedKana = (word: string): string =>
  [...word]
    .map((sign) => {
      const code = sign.codePointAt(0) ?? 0
      return code >= hiraganaStart && code <= hiraganaEnd ? String.fromCodePoint(code + toKatakana) : sign
    })
    .join("")

const glides: ReadonlyMap<string, string> = new Map([
  ["ャ", "a"],
  ["ュ", "u"],
  ["ョ", "o"]
])
const smallVowels: ReadonlyMap<string, string> = new Map([
  ["ァ", "a"],
  ["ィ", "i"],
  ["ゥ", "u"],
  ["ェ", "e"],
  ["ォ", "o"]
])

/** A small sign changes the syllable before it: ki and small yo are kyo, te and small i are ti. */
const withSmall = (before: string, sign: string): string => {
  const glide = glides.get(sign)
  if (glide !== undefined && before.endsWith("i")) return before.slice(0, -1) + (/(?:sh|ch|j)i$/u.test(before) ? "" : "y") + glide
  const vowel = smallVowels.get(sign)
  return vowel === undefined ? before + latinWord(sign) : before.replace(/[aeiou]$/u, "") + vowel
}

/** Latin spellings of a normalized word of kana: with its long vowels written out, then as passports print it, without. */
export const readKana = (word: string): ReadonlyArray<string> => {
  let spelled = ""
  let doubled = false
  for (const sign of word) {
    if (sign === "ー") continue
    if (sign === "ッ") {
      doubled = true
      continue
    }
    const small = glides.has(sign) || smallVowels.has(sign)
    const next = small ? "" : latinWord(sign)
    spelled = small ? withSmall(spelled, sign) : spelled + (doubled ? next.charAt(0) : "") + next
    doubled = false
  }
  return [...new Set([spelled, spelled.replace(/ou|oo/gu, "o").replace(/uu/gu, "u")])]
}
