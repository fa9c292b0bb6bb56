import { latinWord } from "../text/latin-letters.ts"
import { digitShapes } from "../text/misread.ts"
import { icaoLatin } from "./icao-tables.ts"
import { readAbjad } from "./abjad.ts"
import { soundsOfAbjad } from "./abjad-sounds.ts"
import { readBrahmic } from "./brahmic.ts"
import { readArmenian } from "./armenian.ts"
import { readCyrillic } from "./cyrillic.ts"
import { readGreek } from "./greek.ts"
import { readHan } from "./han.ts"
import { readHangul } from "./hangul.ts"
import { readKana } from "./kana.ts"
import { burmeseWords } from "./burmese.ts"
import { isAbjad, scriptOf, type WordScript } from "./letters.ts"

/** A word in Latin letters and digits, lower case. */
interface Reading {
  readonly script: WordScript
  /** Whole spellings, the likeliest first; empty only for a word of an abjad that is in no dictionary. */
  readonly spellings: ReadonlyArray<string>
  /** Spellings without short vowels; empty for scripts that write their vowels. */
  readonly outlines: ReadonlyArray<string>
  /** The same sounded letter by letter; empty for scripts that write their vowels. */
  readonly sounds: ReadonlyArray<string>
}

// Letters that travel documents print as two (ICAO Doc 9303 part 3, section 6).
const doubled: ReadonlyMap<string, string> = new Map(
  Object.entries(icaoLatin)
    .map(([letter, entry]) => [letter, typeof entry === "string" ? entry : (entry[0] ?? "")] as const)
    .filter(([, read]) => read.length === 2)
)

// Letters whose mark is all that is left of a second letter: those of Slavic, Baltic and Turkish alphabets, and of the scientific
// romanizations of Cyrillic and Arabic (ISO 9, ISO 233), which write one letter for one.
const sounding: ReadonlyMap<string, string> = new Map(
  "č ch|ć ch|ç ch|š sh|ş sh|ș sh|ŝ shch|ž zh|ț ts|ţ ts|ǧ j|â ya|û yu|ê ye|ï yi|ẖ kh|ḫ kh|ġ gh|ḏ dh|ṯ th"
    .split("|")
    .map((row) => row.split(" "))
    .map(([letter = "", read = ""]) => [letter, read])
)

const spelledBy = (word: string, letters: ReadonlyMap<string, string>): string =>
  latinWord([...word].map((letter) => letters.get(letter) ?? letter).join(""))

const readLatin = (word: string): ReadonlyArray<string> =>
  /^[a-z0-9]*$/u.test(word) ? [word] : [...new Set([latinWord(word), spelledBy(word, doubled), spelledBy(word, sounding)])]

/** Digits that stand for a letter in names of watchlists. A 2 does not: it counts ships and companies. */
const readAsLetters = [..."0158634"]
const letterOf = (digit: string): string => digitShapes[digit]?.at(-1) ?? digit
const asLetters = (word: string): string => readAsLetters.reduce((text, digit) => text.replaceAll(digit, letterOf(digit)), word)

/** A digit between letters is a letter that was misread: the word as its shapes suggest. */
const withoutDigits = (word: string): ReadonlyArray<string> => {
  if (!/[013456 8]/u.test(word) || !/[a-z].*[a-z]/u.test(word)) return []
  const letters = asLetters(word)
  return word.includes("1") ? [letters, asLetters(word.replaceAll("1", digitShapes["1"]?.[0] ?? ""))] : [letters]
}

/** Reads one word, in lower case and in any script. */
export const readWord = (word: string): Reading => {
  const script = scriptOf(word)
  if (isAbjad(script)) return { script, ...readAbjad(word), sounds: soundsOfAbjad(word) }
  if (script === "cyrillic") return { script, spellings: readCyrillic(word).map(latinWord), outlines: [], sounds: [] }
  if (script === "greek") return { script, spellings: readGreek(word).map(latinWord), outlines: [], sounds: [] }
  if (script === "armenian") return { script, spellings: readArmenian(word).map(latinWord), outlines: [], sounds: [] }
  if (script === "brahmic") return { script, spellings: readBrahmic(word).map(latinWord), outlines: [], sounds: [] }
  if (script === "hangul") return { script, spellings: readHangul(word), outlines: [], sounds: [] }
  if (script === "kana") return { script, spellings: readKana(word), outlines: [], sounds: [] }
  if (script === "han") return { script, spellings: readHan(word), outlines: [], sounds: [] }
  const spellings = script === "latin" ? readLatin(word) : (burmeseWords.get(word) ?? [latinWord(word)])
  const [first = ""] = spellings
  return { script, spellings: [...spellings, ...withoutDigits(first)], outlines: [], sounds: [] }
}
