import { abjadMarks } from "../text/abjad-marks.ts"
import { commonAbjadWords } from "./abjad-words.ts"

// Consonants of Arabic, Persian, Urdu and Pashto, then Hebrew. A letter that can be a consonant or a long vowel has its consonant first.
const arabic = `ب b|ت t|ث th|ج j g|ح h|خ kh|د d|ذ dh z|ر r|ز z|س s|ش sh|ص s|ض d z|ط t|ظ z|غ gh|ف f|ق q g|ك k|ک k|ل l|م m|ن n|ه h|ة a|و w u|ؤ w u|ي y i|ی y i|ى a i|ئ i y|ې e|ۍ e
ا a|أ a|إ i a|آ a|ٱ a|ع a|ء -|پ p|چ ch|ژ zh|گ g|ګ g|ڤ v|ٹ t|ڈ d|ڑ r|ں n|ھ h|ہ h|ۀ h|ے e|ټ t|ډ d|ړ r|ږ g zh|ښ sh kh|ځ z|څ ts|ڼ n`
const hebrew = `א a|ב v b|ג g|ד d|ה h|ו v u|ז z|ח h ch|ט t|י y i|כ k ch|ך kh|ל l|מ m|ם m|נ n|ן n|ס s|ע a|פ p f|ף f|צ ts|ץ ts|ק k|ר r|ש sh s|ת t`

const readings: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  `${arabic}|${hebrew}`
    .split(/[|\n]/)
    .map((row) => row.trim().split(" "))
    .map(([letter = "", ...latin]) => [letter, latin.map((text) => text.replace("-", ""))])
)

const mostReadings = 8

/** What a word of an abjad may be in Latin letters. */
interface AbjadReading {
  /** Whole spellings with their vowels, for words of the dictionary of names; empty for all others. */
  readonly spellings: ReadonlyArray<string>
  /** Consonants and long vowels in every reading of the open letters; eight at most, the plainest first. */
  readonly outlines: ReadonlyArray<string>
}

const marks = new RegExp(`[${abjadMarks}]+`, "gu")

/** The word without its vowel points, with the forms of alif, ya and kaf that keyboards mix made one. */
export const normalizedAbjad = (word: string): string =>
  word
    .replace(marks, "")
    .replace(/[أإآٱ]/gu, "ا")
    .replace(/[يى]/gu, "ی")
    .replace(/ك/gu, "ک")

/** Reads a word of Arabic or Hebrew letters. Long words keep fewer of their open readings, never fewer letters. */
export const readAbjad = (word: string): AbjadReading => {
  const normalized = normalizedAbjad(word)
  let outlines: ReadonlyArray<string> = [""]
  const letters = [...normalized]
  for (const [place, letter] of letters.entries()) {
    const all = readings.get(letter) ?? [""]
    // At the start of a word these letters are consonants; inside they are as often long vowels.
    const open = place === 0 ? all.slice(0, letter === "و" || letter === "ی" || letter === "ו" || letter === "י" ? 1 : 2) : all
    const fits = outlines.length * open.length <= mostReadings ? open : open.slice(-1)
    outlines = fits.flatMap((reading) => outlines.map((start) => start + reading))
  }
  return { spellings: commonAbjadWords.get(normalized) ?? [], outlines: [...new Set(outlines)] }
}
