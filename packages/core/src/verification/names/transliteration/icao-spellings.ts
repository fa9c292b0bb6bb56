import { foldLetters, icaoCyrillic } from "./latin-spellings.ts"

type Table = Readonly<Record<string, string | ReadonlyArray<string>>>

/** ICAO 9303 part 3, section 6.A: letters that become more than their base letter; alternatives in the order of the standard. */
const latin: Table = {
  ä: ["ae", "a"],
  å: ["aa", "a"],
  æ: "ae",
  ð: "d",
  đ: "d",
  ə: "e",
  ħ: "h",
  ı: "i",
  ĳ: "ij",
  ĸ: "q",
  ł: "l",
  ñ: ["n", "nxx"],
  ŋ: "n",
  ö: ["oe", "o"],
  ø: ["oe", "o"],
  œ: "oe",
  ß: "ss",
  þ: "th",
  ŧ: "t",
  ü: ["ue", "u", "uxx"]
}

/** Section 6.B: beside the letters of the Slavic languages those that others add. */
const cyrillic: Table = {
  ...icaoCyrillic,
  ѐ: "e",
  ѓ: "g",
  ѕ: "dz",
  ќ: "k",
  ѝ: "i",
  ѫ: "u",
  ѵ: "y",
  ғ: "f",
  ҫ: "c",
  ҹ: "c",
  ә: "a",
  ө: "o",
  ү: "u",
  ұ: "u",
  қ: "k",
  ң: "n",
  һ: "h"
}

/** The exceptions of section 6.B by language; for Bulgarian ъ also what the law on transliteration prints. */
const cyrillicExceptions: ReadonlyArray<Table> = [
  { г: "h", и: "y", ё: "io" },
  { ж: "z", х: "h", ц: "c", ч: "c", ш: "s" },
  { ђ: "dj", ѓ: "gj", ќ: "kj", џ: "dj", х: "h", ц: "c" },
  { щ: "sht", ъ: "a" }
]

/** Ukrainian letters that are written with a y where they begin a word. */
const ukrainianInitials: Table = { є: "ye", ї: "yi", й: "y", ю: "yu", я: "ya" }

/** Section 6.C. Vowel signs and tatweel are not encoded; the second alternative stands at the end of a word. */
const arabic: Table = {
  ء: "xe",
  آ: "xaa",
  أ: "xae",
  ؤ: "u",
  إ: "i",
  ئ: "xi",
  ا: "a",
  ب: "b",
  ة: ["xta", "xah"],
  ت: "t",
  ث: "xth",
  ج: "j",
  ح: "xh",
  خ: "xkh",
  د: "d",
  ذ: "xdh",
  ر: "r",
  ز: "z",
  س: "s",
  ش: "xsh",
  ص: "xss",
  ض: "xdz",
  ط: "xtt",
  ظ: "xzz",
  ع: "e",
  غ: "g",
  ف: "f",
  ق: "q",
  ك: "k",
  ل: "l",
  م: "m",
  ن: "n",
  ه: "h",
  و: "w",
  ى: "xay",
  ي: "y",
  ٱ: "xxa",
  ٹ: "xxt",
  ټ: "xrt",
  پ: "p",
  ځ: "xke",
  څ: "xxh",
  چ: "xc",
  ڈ: "xxd",
  ډ: "xdr",
  ڑ: "xxr",
  ړ: "xrr",
  ږ: "xrx",
  ژ: "xj",
  ښ: "xxs",
  ک: "xkk",
  ګ: "xxk",
  ڭ: "xng",
  گ: "xgg",
  ں: "xnn",
  ڼ: "xxn",
  ھ: "xdo",
  ۀ: "xyh",
  ہ: "xxg",
  ۂ: "xge",
  ۃ: "xtg",
  ی: "xya",
  ۍ: "xxy",
  ې: "y",
  ے: "xyb",
  ۓ: "xbe"
}

const alternativesOf = (entry: string | ReadonlyArray<string> | undefined): ReadonlyArray<string> =>
  entry === undefined ? [] : typeof entry === "string" ? [entry] : entry

const base = (letter: string): string => foldLetters(letter).replace(/[^a-z0-9]/g, "")

const latinSpelling = (letters: ReadonlyArray<string>, alternative: number): string =>
  letters
    .map((letter) => {
      const choices = alternativesOf(latin[letter])
      return choices[Math.min(alternative, choices.length - 1)] ?? base(letter)
    })
    .join("")

const cyrillicSpelling = (letters: ReadonlyArray<string>, exceptions: Table): string =>
  letters.map((letter) => alternativesOf(exceptions[letter] ?? cyrillic[letter])[0] ?? "").join("")

const shadda = "\u0651"

const arabicSpelling = (word: string, doubled: boolean): string => {
  const letters = [...word].filter((letter) => arabic[letter] !== undefined || letter === shadda)
  return letters
    .map((letter, at) => {
      const coded = letter === shadda ? (doubled ? letters[at - 1] : undefined) : letter
      const choices = alternativesOf(coded === undefined ? undefined : arabic[coded])
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
    const initial = `${alternativesOf(ukrainianInitials[first] ?? cyrillic[first])[0] ?? ""}${cyrillicSpelling(others, { г: "h", и: "y" })}`
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
