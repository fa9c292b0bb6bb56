import { normalizedLetters } from "../text/normalized.ts"
import { cyrillicExceptions, icaoArabic, icaoCyrillic, icaoLatin, type IcaoTable, ukrainianInitials } from "../scripts/icao-tables.ts"

const alternativesOf = (entry: string | ReadonlyArray<string> | undefined): ReadonlyArray<string> =>
  entry === undefined ? [] : typeof entry === "string" ? [entry] : entry

const base = (letter: string): string => normalizedLetters(letter).replace(/[^a-z0-9]/g, "")

const latinSpelling = (letters: ReadonlyArray<string>, alternative: number): string =>
  letters
    .map((letter) => {
      const choices = alternativesOf(icaoLatin[letter])
      return choices[Math.min(alternative, choices.length - 1)] ?? base(letter)
    })
    .join("")

const cyrillicSpelling = (letters: ReadonlyArray<string>, exceptions: IcaoTable): string =>
  letters.map((letter) => alternativesOf(exceptions[letter] ?? icaoCyrillic[letter])[0] ?? "").join("")

const shadda = "\u0651"

const arabicSpelling = (word: string, doubled: boolean): string => {
  const letters = [...word].filter((letter) => icaoArabic[letter] !== undefined || letter === shadda)
  return letters
    .map((letter, at) => {
      const coded = letter === shadda ? (doubled ? letters[at - 1] : undefined) : letter
      const choices = alternativesOf(coded === undefined ? undefined : icaoArabic[coded])
      return (at === letters.length - 1 ? choices.at(-1) : choices[0]) ?? ""
    })
    .join("")
}

/**
 * Spellings of one word in a machine readable zone by the tables of ICAO 9303 part 3 section 6, in lower case and without repeats:
 * Latin national letters with their alternatives, Cyrillic with the exceptions of single languages, Arabic with its X codes.
 * Empty for scripts without a table.
 */
export const icaoSpellings = (word: string): ReadonlyArray<string> => {
  const lower = word.normalize("NFC").toLowerCase().normalize("NFC")
  const letters = [...lower]
  if (letters.some((letter) => /\p{Script=Arabic}/u.test(letter))) {
    return [...new Set([arabicSpelling(lower, true), arabicSpelling(lower, false)])].filter((spelling) => spelling !== "")
  }
  if (letters.some((letter) => /\p{Script=Cyrillic}/u.test(letter))) {
    const plain = cyrillicSpelling(letters, {})
    const [first = "", ...others] = letters
    const initial = `${alternativesOf(ukrainianInitials[first] ?? icaoCyrillic[first])[0] ?? ""}${cyrillicSpelling(others, { г: "h", и: "y" })}`
    return [...new Set([plain, ...cyrillicExceptions.map((table) => cyrillicSpelling(letters, table)), initial])]
  }
  if (!/^[\p{Script=Latin}\p{M}\p{N}]+$/u.test(lower)) return []
  return [...new Set([0, 1, 2].map((alternative) => latinSpelling(letters, alternative)))].filter((spelling) => spelling !== "")
}

// Only codes that hardly occur in Latin names: two consonants behind an X, and the long vowels at the start of a word.
const arabicCodes = /x(?:th|kh|dh|sh|ss|dz|tt|zz|h)|^xa[ae]/

const decodings: ReadonlyArray<readonly [RegExp, string]> = [
  [/xtah?$|xah$/g, ""],
  [/xta/g, "t"],
  [/xa[aey]|xe|xi|xya|xyb|xya/g, ""],
  [/xss/g, "s"],
  [/xdz/g, "d"],
  [/xtt/g, "t"],
  [/xzz/g, "z"],
  [/xkk/g, "k"],
  [/xgg/g, "g"],
  [/xc/g, "ch"],
  [/x(?=[a-z])/g, ""]
]

/** A word of a zone that is written in the X codes of Arabic, as consonants that a romanization has too; null for any other word. */
export const decodedArabic = (word: string): string | null =>
  arabicCodes.test(word) ? decodings.reduce((text, [from, to]) => text.replace(from, to), word) : null
