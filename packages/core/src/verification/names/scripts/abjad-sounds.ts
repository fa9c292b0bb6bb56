import { normalizedAbjad } from "./abjad.ts"

/*
 * What the letters of an abjad sound like, by the signs of `soundOf`. Letters are sounded one by one: z and h are two sounds in Zuhair and Sahar, though
 * their Latin letters would make zh and sh. A reading after the first is one of another language, or of the vowel that the letter also stands for.
 */
const arabic = `ب b|ت t|ث t s|ج j g|ح h|خ k|د d|ذ d z|ر r|ز z|س s|ش S|ص s|ض d z|ط t|ظ z d|غ g|ف f|ق k g|ک k g|ل l|م m|ن n|ه h|ة h a|و v u|ؤ u v|ی i|ئ i|ې e|ۍ e
ا a|ع a|پ p|چ S|ژ j|گ g|ڭ g|ګ g|ڤ v|ٹ t|ڈ d|ڑ r|ں n|ھ h|ہ h|ۀ h|ے e|ټ t|ډ d|ړ r|ږ g j|ښ S k|ځ z|څ s|ڼ n`
const hebrew = `א a|ב v b|ג g|ד d|ה h|ו v u|ז z|ח h S k|ט t|י i|כ k S|ך k S|ל l|מ m|ם m|נ n|ן n|ס s|ע a|פ p f|ף f|צ s z|ץ s S|ק k|ר r|ש S s|ת t`

const sounds: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  `${arabic}|${hebrew}`
    .split(/[|\n]/)
    .map((row) => row.trim().split(" "))
    .map(([letter = "", ...signs]) => [letter, signs])
)

/** Letters that are a vowel as often as a consonant, and a consonant at the start of a word. */
const semivowels: ReadonlyMap<string, string> = new Map([
  ["و", "v"],
  ["ו", "v"],
  ["ی", "j"],
  ["י", "j"]
])

/** What Latin letters make of the letter and an h behind it where no vowel parts them, which no word begins with: Mazhar, Ashar. */
const beforeH: ReadonlyMap<string, string> = new Map(
  [..."زظذضسص"].map((letter): readonly [string, string] => [letter, letter === "س" || letter === "ص" ? "S" : "j"])
)

const mostReadings = 16

/** A sign that comes again is one sound. */
const extended = (start: string, sign: string): string => (start.endsWith(sign) ? start : start + sign)

const signsAt = (letters: ReadonlyArray<string>, place: number): ReadonlyArray<string> => {
  const letter = letters[place] ?? ""
  const first = place === 0 ? semivowels.get(letter) : undefined
  return first === undefined ? (sounds.get(letter) ?? []) : [first]
}

/** Sounds of a word in Arabic or Hebrew letters, the plainest first; sixteen at most. A long word keeps fewer readings, never fewer letters. */
export const soundsOfAbjad = (word: string): ReadonlyArray<string> => {
  const letters = [...normalizedAbjad(word)]
  let found: ReadonlyArray<string> = [""]
  for (const [place, letter] of letters.entries()) {
    const signs = signsAt(letters, place)
    if (signs.length === 0) continue
    const joined = place > 1 && (letter === "ه" || letter === "ح") ? beforeH.get(letters[place - 1] ?? "") : undefined
    // When there are too many readings already, a letter of two kinds inside a word is a vowel.
    const few = semivowels.has(letter) ? signs.slice(-1) : signs.slice(0, 1)
    const fits = found.length * signs.length <= mostReadings ? signs : few
    const read = fits.flatMap((sign) => found.map((start) => extended(start, sign)))
    const together = joined === undefined || found.length * 2 > mostReadings ? [] : found.map((start) => start.slice(0, -1) + joined)
    found = [...new Set([...read, ...together])]
  }
  return found
}
