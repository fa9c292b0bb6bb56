import { latinLetters } from "../text/latin-letters.ts"
import { greekLetters, greekPairs } from "../scripts/greek.ts"
import { misreadLetters } from "../text/misread.ts"
import { normalizedLetters } from "../text/normalized.ts"
import { icaoCyrillic, icaoLatin } from "../scripts/icao-tables.ts"

/** Two Greek letters that passports print as one sound, beside those that watchlists read together. */
const passportPairs: Readonly<Record<string, string>> = { ...greekPairs, γξ: "nx", υι: "yi" }

const firstOf = (entry: string | ReadonlyArray<string> | undefined): string | undefined => (typeof entry === "string" ? entry : entry?.[0])

const byTable = (text: string): string => {
  const letters = [...text.normalize("NFKC").toLowerCase().normalize("NFC")]
  let out = ""
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] ?? ""
    const bare = /\p{Script=Greek}/u.test(letter) ? normalizedLetters(letter) : letter
    // A vowel with a dieresis does not form a pair with the one before it.
    const next = normalizedLetters((letters[at + 1] ?? "").replace(/[ϊϋΐΰ]/u, ""))
    const pair = passportPairs[bare + next]
    if (pair !== undefined && next !== "") {
      out += pair
      at++
      continue
    }
    out += firstOf(icaoLatin[letter]) ?? icaoCyrillic[letter] ?? greekLetters[bare] ?? latinLetters(letter)
  }
  return out
}

const mostMisread = 12

/** Spellings of a word in which each letter that English lacks is misread the same way throughout: what may be on a page, never another spelling. */
export const misreadSpellings = (text: string): ReadonlyArray<string> => {
  const lower = text.normalize("NFC").toLowerCase()
  const special = [...new Set(lower)].filter((letter) => misreadLetters[letter] !== undefined).slice(0, 4)
  let forms: ReadonlyArray<string> = special.length === 0 ? [] : [lower]
  for (const letter of special) {
    forms = forms.flatMap((form) => (misreadLetters[letter] ?? []).map((shape) => form.replaceAll(letter, shape))).slice(0, mostMisread)
  }
  return forms.map((form) => latinLetters(normalizedLetters(form)))
}

/**
 * Latin spellings of a text in lower case, best known first and without repeats: any-ascii, and the table of ICAO Doc 9303 that passports
 * and bank systems use (ü as ue).
 */
export const writtenSpellings = (text: string): ReadonlyArray<string> => {
  const plain = latinLetters(normalizedLetters(text))
  return [...new Set([plain, latinLetters(text.normalize("NFC")), byTable(text)])]
}

/** The same, and last what text recognition makes of letters that English lacks. A comparison scores all of them and keeps the best. */
export const latinSpellings = (text: string): ReadonlyArray<string> => [...new Set([...writtenSpellings(text), ...misreadSpellings(text)])]

/** One Latin spelling in lower case, for looking a word up in a table. */
export const latin = (text: string): string => (/\p{Script=Greek}/u.test(text) ? byTable(text) : latinLetters(normalizedLetters(text)))
