import { latinLetters } from "../text/latin-letters.ts"

/** Letters that are read together: the vowel u is written with two, and so may be ev. */
const together: ReadonlyArray<readonly [RegExp, string]> = [
  [/ու/gu, "u"],
  [/եւ|և/gu, "ev"]
]
/** At the start of a word e and o are read with the consonant before them. */
const atStart: ReadonlyArray<readonly [RegExp, string]> = [
  [/^ե/u, "ye"],
  [/^ո/u, "vo"]
]

/** Consonants that Armenians of the west, and those whose names were romanized there, read the other way round: Karekin and Garegin. */
const western: ReadonlyMap<string, string> = new Map(
  "բ p|պ b|գ k|կ g|դ t|տ d|ձ ts|ծ dz|ջ ch|ճ j"
    .split("|")
    .map((row) => row.split(" "))
    .map(([letter = "", read = ""]) => [letter, read])
)

const replaced = (word: string, rules: ReadonlyArray<readonly [RegExp, string]>): string =>
  rules.reduce((text, [from, to]) => text.replace(from, to), word)

/** Latin spellings of an Armenian word in lower case: as it is read in the east, letter by letter, and as it is read in the west. */
export const readArmenian = (word: string): ReadonlyArray<string> => {
  const plain = replaced(word, together)
  const read = replaced(plain, atStart)
  const west = [...read].map((letter) => western.get(letter) ?? letter).join("")
  return [...new Set([read, plain, west].map(latinLetters))]
}
