import { writtenWords } from "../text/written-words.ts"
import { usualSpellings } from "../scripts/syllable-spellings.ts"
import { generations } from "../words/generations.ts"
import { particles } from "../words/particles.ts"
import { placeholders, wholePlaceholders } from "../words/placeholders.ts"
import { latin, misreadSpellings, writtenSpellings } from "../transliteration/latin-spellings.ts"
import { isSyllabic, leavesLatin, leavesOutVowels, syllables } from "../scripts/script-classes.ts"
import { readWord } from "../scripts/reading.ts"
import { normalizedLetters } from "../text/normalized.ts"

/** One word of a name, ready to be compared. */
export interface NameToken {
  /** In lower case, without marks, in its own script. */
  readonly native: string
  /** In lower case, with its marks. */
  readonly marked: string
  /** Latin spellings, lower case, letters and digits only. */
  readonly spellings: ReadonlyArray<string>
  /** What text recognition may print for it: an ü as two strokes. */
  readonly misread: ReadonlyArray<string>
  /** Consonants and long vowels of a word in Arabic or Hebrew letters, in each reading of them. */
  readonly outlines: ReadonlyArray<string>
  readonly initial: boolean
  readonly particle: boolean
  readonly foreign: boolean
  readonly vowelless: boolean
  /** Written in capitals with two or three letters, so that it may be a row of initials. */
  readonly capitals: boolean
}

export const maximumTextLength = 500
const maximumTokens = 8
const maximumWordLength = 64

const letters = (text: string): string => text.replace(/[^a-z0-9|]/g, "")

/** The general table writes one letter for the sound that Indian papers write as ch. */
const withIndicLetters = (spelling: string, word: string): ReadonlyArray<string> =>
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}]/u.test(word) && spelling.includes("c")
    ? [spelling.replace(/ch?/g, "ch"), spelling]
    : [spelling]

const outlinesOf = (word: string): ReadonlyArray<string> => {
  if (!/[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(word)) return []
  const { outlines, spellings } = readWord(word)
  // A closing he is a vowel.
  return [...new Set([...spellings, ...outlines, ...outlines.map((outline) => outline.replace(/(?<=[a-z]{2})h$/, ""))])]
}

/** A token of a single word; null when nothing of it can be compared. */
export const nameToken = (printed: string): NameToken | null => {
  const word = printed.slice(0, maximumWordLength)
  const native = normalizedLetters(word).replace(/[^\p{L}\p{M}\p{N}|]/gu, "")
  const foreign = leavesLatin(word)
  const spellings = [...new Set(writtenSpellings(word).flatMap((spelling) => withIndicLetters(letters(spelling), word)))].filter(
    (spelling) => spelling !== ""
  )
  const [first] = spellings
  if (first === undefined || native === "") return null
  return {
    native,
    marked: word.normalize("NFC").toLowerCase(),
    spellings,
    misread: misreadSpellings(word)
      .map(letters)
      .filter((spelling) => spelling !== "" && !spellings.includes(spelling)),
    outlines: outlinesOf(native),
    initial: [...native].length === 1,
    // A capital letter alone is an initial: V. van Gogh, E Jones.
    particle: particles.has(first) && (first.length > 1 || word === word.toLowerCase()),
    foreign,
    vowelless: leavesOutVowels(word),
    capitals: /^\p{Lu}{2,3}$/u.test(word)
  }
}

const syllableTokens = (word: string): ReadonlyArray<NameToken> => {
  const signs = [...word]
  return syllables(word).map((syllable, at) => ({
    native: signs[at] ?? syllable,
    marked: signs[at] ?? syllable,
    spellings: [syllable, ...usualSpellings(syllable)],
    misread: [],
    outlines: [],
    initial: false,
    particle: false,
    foreign: true,
    vowelless: false,
    capitals: false
  }))
}

/** The words of a name without punctuation: hyphens and dots part words, apostrophes join them (O'Brien), dotted letters are initials. */
export const nameTokens = (text: string): ReadonlyArray<NameToken> => {
  const parts = writtenWords(text.slice(0, maximumTextLength))
  const tokens = parts.flatMap((part) => {
    if (isSyllabic(part)) return syllableTokens(part)
    const token = nameToken(part)
    const spelling = token?.spellings[0] ?? ""
    return token === null || placeholders.has(spelling) || (parts.length === 1 && wholePlaceholders.has(spelling)) ? [] : [token]
  })
  if (tokens.length <= maximumTokens) return tokens
  // The ends of a very long name carry the given and the family name in every order.
  return [...tokens.slice(0, maximumTokens / 2), ...tokens.slice(-maximumTokens / 2)]
}

/** The generation a word stands for (Jr is 2, III is 3), or null. */
export const generationOf = (word: string): string | null => {
  const key = latin(word).replace(/[^a-z0-9]/g, "")
  return Object.hasOwn(generations, key) ? (generations[key] ?? null) : null
}
