import { apostrophes, invisible } from "../../../names/text/written-words.ts"
import { normalizedAbjad } from "../../../names/scripts/abjad.ts"
import { isAbjad, scriptOf } from "../../../names/scripts/letters.ts"
import { readWord } from "../../../names/scripts/reading.ts"
import { type Piece, piecesOf } from "../../../names/scripts/pieces.ts"

/** What a word is in a name. `name` is a word of which no more is known, `whole` a name in signs that is written as one word. */
export type WordRole = "family" | "given" | "patronymic" | "name" | "whole" | "kinship" | "business" | "number" | "initial" | "particle"

/** Bounds of one name; what is longer is cut, as no listed name is. */
export const nameLimits = { characters: 512, written: 40, words: 12, word: 40 } as const

/** A word of a name as it was written. */
export interface Written {
  readonly key: string
  /** Plain Latin spelling, for tables; of a word in signs the signs, since their reading is no particle, title or number. */
  readonly latin: string
  readonly signs: boolean
  readonly capitals: boolean
  readonly role: WordRole
}

const separators = /[^\p{L}\p{N}\p{M}&+]+/u
const plainSeparators = /[^A-Za-z0-9&+]+/u

// A change of case inside a word, such as FaisalNADEEM, with enough letters before it to be no prefix such as Mac.
const writtenTogether = /(?<=\p{L}\p{Ll}{3})(?=\p{Lu})|(?<=\p{Lu}{4})(?=\p{Lu}\p{Ll}{2})/gu

const isCapitals = (word: string): boolean => word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase()

const writtenWord = ({ signs, text, whole }: Piece, role: WordRole): Written => {
  const key = text.toLowerCase().slice(0, nameLimits.word)
  const plain = { signs: false, capitals: false, role }
  if (signs) return { key, latin: key, signs, capitals: false, role: whole ? "whole" : role }
  if (key === "ال") return { ...plain, key: "al", latin: "al" }
  if (key === "&" || key === "+") return { ...plain, key: "and", latin: "and" }
  if (/^[a-z0-9]+$/u.test(key)) return { ...plain, key, latin: key, capitals: isCapitals(text) }
  if (isAbjad(scriptOf(key))) return { ...plain, key: normalizedAbjad(key), latin: readWord(key).spellings[0] ?? key }
  return { ...plain, key, latin: readWord(key).spellings[0] ?? key, capitals: isCapitals(text) }
}

const plainText = /^[ -~]*$/u
const mayBeTogether = /\p{L}\p{Ll}{3}\p{Lu}|\p{Lu}{5}\p{Ll}{2}/u
const mayBePlainTogether = /[A-Za-z][a-z]{3}[A-Z]|[A-Z]{5}[a-z]{2}/u

/** One form of each sign. */
const cleaned = (text: string): string => {
  const visible = text.normalize("NFKC").replace(invisible, (sign) => (/\s/u.test(sign) ? " " : ""))
  const apart = visible.replace(apostrophes, "").replace(/&/gu, " & ")
  return mayBeTogether.test(apart) ? apart.replace(writtenTogether, " ") : apart
}

/** The same for text of plain signs, which are their own form: that of most listed names. */
const cleanedPlain = (text: string): string => {
  const apart = /['"`&]/u.test(text) ? text.replace(/['"`]/gu, "").replace(/&/gu, " & ") : text
  return mayBePlainTogether.test(apart) ? apart.replace(writtenTogether, " ") : apart
}

/** Words that were read last as they are written, by their role: lists repeat their words. */
const remembered = new Map<WordRole, Map<string, Written>>()
export const mostRemembered = 4_096

const rememberedOf = (role: WordRole): Map<string, Written> => {
  const known = remembered.get(role)
  if (known !== undefined && known.size < mostRemembered) return known
  const fresh = new Map<string, Written>()
  remembered.set(role, fresh)
  return fresh
}

const plainWord = (text: string, role: WordRole): Written => {
  const known = remembered.get(role)?.get(text)
  return known === undefined ? remember(text, role) : known
}

const remember = (text: string, role: WordRole): Written => {
  const word = writtenWord({ text, signs: false, whole: false }, role)
  rememberedOf(role).set(text, word)
  return word
}

/** The words of a text; `role` is what is known of all of them. */
export const split = (text: string, role: WordRole): ReadonlyArray<Written> => {
  const words: Array<Written> = []
  const bounded = text.slice(0, nameLimits.characters)
  const add = (word: Written): void => {
    if (word.key !== "" && words.length < nameLimits.written) words.push(word)
  }
  if (plainText.test(bounded)) for (const word of cleanedPlain(bounded).split(plainSeparators)) add(plainWord(word, role))
  else for (const piece of piecesOf(cleaned(bounded).split(separators))) add(writtenWord(piece, role))
  return words
}
