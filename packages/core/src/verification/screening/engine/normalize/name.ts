import { withFormsApart, withoutLegalForms } from "./legal-words.ts"
import { watchlistTitles } from "../../../names/words/titles.ts"
import { isShortRoman, joinedNumber, numberOf } from "../../../names/words/numbers.ts"
import { lastWords, nameLimits, respelled, type WordBook, type WordRole, type Written } from "./written.ts"
import { ofOrganizations, ofPersons, trait, wordsInArabic } from "./word-traits.ts"
import type { NameParts, RecordType } from "../../record.ts"

interface NameWord {
  /** The word normalized, in its own script: what the vocabulary knows it by. */
  readonly key: string
  readonly role: WordRole
  /** Place of the word in the book that it was read from, when it is as it stands there; -1 for any other. */
  readonly place: number
}

interface NormalizedName {
  readonly words: ReadonlyArray<NameWord>
  /** Identifiers of the legal forms found, none twice. */
  readonly legal: ReadonlyArray<string>
}

/*
 * Lists have tens of thousands of names, and most words of these are no more than names. So a name is first asked for the traits of all its words, and a
 * stage that none of them needs is left out. What every name goes through is written in plain loops, of which the compiler of the runtime makes little code.
 */

/** Names on lists often print the family name in capitals; that only says something when the rest is not. */
export const withCapitals = (words: ReadonlyArray<Written>): ReadonlyArray<Written> =>
  !hasAny(words, trait.capitals) || isPrintedInCapitals(words) ? words : capitalsAsFamily(words)

/** Whether all words but single letters are. */
const isPrintedInCapitals = (words: ReadonlyArray<Written>): boolean => {
  for (const word of words) if (!word.capitals && word.latin.length > 1) return false
  return true
}

const capitalsAsFamily = (words: ReadonlyArray<Written>): ReadonlyArray<Written> => {
  const found: Array<Written> = []
  for (const word of words) found.push(word.capitals ? asFamily(word) : word)
  return found
}

/** Written out, since a copy by spreading is an object of another shape. */
const asFamily = ({ capitals, key, latin, place, signs, traits }: Written): Written => ({
  key,
  latin,
  signs,
  capitals,
  role: "family",
  traits,
  place
})

const partRoles: ReadonlyArray<readonly [keyof NameParts, WordRole]> = [
  ["given", "given"],
  ["middle", "given"],
  ["patronymic", "patronymic"],
  ["family", "family"],
  ["maternal_family", "family"]
]

const partWords = (text: string, role: WordRole, book: WordBook): ReadonlyArray<Written> => (text === "" ? [] : book.split(text, role))

const partsWritten = (parts: NameParts, book: WordBook): ReadonlyArray<Written> =>
  partRoles.flatMap(([part, role]) => partWords(parts[part] ?? "", role, book))

/** LAST, First; null where what stands behind the comma is a title. */
const writtenWithComma = (full: string, comma: number, book: WordBook): ReadonlyArray<Written> | null => {
  const before = book.split(full.slice(0, comma), "family")
  const after = book.split(full.slice(comma + 1), "given")
  return before.length > 0 && after.some((word) => !watchlistTitles.has(word.latin)) ? [...before, ...after] : null
}

/** The words of a name as they are written, with what the way of writing says of them. */
export const writtenOf = (full: string, parts: NameParts | null, type: RecordType, book: WordBook): ReadonlyArray<Written> => {
  if (type !== "person") return book.split(full, "name")
  const structured = parts === null ? [] : partsWritten(parts, book)
  if (structured.length > 0) return structured
  const comma = full.indexOf(",")
  return (comma > 0 ? writtenWithComma(full, comma, book) : null) ?? withCapitals(book.split(full, "name"))
}

/** Whether any of the words has any of the traits. */
const hasAny = (words: ReadonlyArray<Written>, traits: number): boolean => {
  for (let at = 0; at < words.length; at++) if (((words[at]?.traits ?? 0) & traits) !== 0) return true
  return false
}

const has = (word: Written | undefined, traits: number): boolean => word !== undefined && (word.traits & traits) !== 0

/** Puts a word behind the others; the rest of a servant's name is one with the word before it. */
const append = (words: Array<Written>, word: Written): void => {
  const last = words[words.length - 1]
  if (has(last, trait.servant) && has(word, trait.servantRest)) words[words.length - 1] = respelled(word, "abdullah")
  else words.push(word)
}

/** Two capitals as two letters, in a name that is not printed in capitals, two words of Arabic as two, and the name of a servant as one. */
const withWordsApart = (words: ReadonlyArray<Written>): ReadonlyArray<Written> => {
  const inCapitals = isPrintedInCapitals(words)
  const found: Array<Written> = []
  for (const word of words) {
    if (has(word, trait.initials) && !inCapitals) for (const letter of word.key) append(found, respelled(word, letter))
    else if (has(word, trait.two)) for (const part of wordsInArabic(word.latin) ?? []) append(found, respelled(word, part))
    else append(found, word)
  }
  return found
}

/** A particle has a word after it: in a name of two words the second one is a name, as in Wang Bin. */
const isSecondOfTwo = (words: ReadonlyArray<Written>, place: number): boolean => words.length === 2 && place === 1

const carriesName = (word: Written): boolean => (word.signs || word.latin.length > 1) && !has(word, trait.particle)

/** The words without titles; a title beside a single name is part of how someone is known. */
const untitled = (words: ReadonlyArray<Written>): ReadonlyArray<Written> => {
  const rest: Array<Written> = []
  let named = false
  let names = 0
  for (const word of words) {
    const title = has(word, trait.title)
    if (title && !(named && has(word, trait.rankOrName))) continue
    rest.push(word)
    if (!carriesName(word)) continue
    names++
    named ||= !title
  }
  return names > 1 ? rest : words
}

/** The words of a name; those are more than they seem that are titles, particles, initials, or two words written as one. */
const personWords = (written: ReadonlyArray<Written>): ReadonlyArray<NameWord> => {
  if (!hasAny(written, ofPersons)) return written
  let words = written
  if (hasAny(words, trait.initials | trait.two | trait.servant)) words = withWordsApart(words)
  if (hasAny(words, trait.title)) words = untitled(words)
  const found: Array<NameWord> = []
  for (let place = 0; place < words.length; place++) {
    const word = words[place]
    if (word !== undefined) found.push(inRole(word, personRole(word, word.role, place, words)))
  }
  return found
}

/** The word in its role. Initials and particles are known by their Latin letters. */
const inRole = (word: Written, role: WordRole): NameWord => {
  if (role === word.role) return word
  const key = role === "initial" || role === "particle" ? word.latin : word.key
  return { key, role, place: key === word.key ? word.place : -1 }
}

/** What a word is at its place in a person's name; `role` is what the way of writing says. */
export const personRole = ({ signs, traits }: Written, role: WordRole, place: number, words: ReadonlyArray<Written>): WordRole => {
  if ((traits & trait.single) !== 0 && !signs) return "initial"
  if ((traits & trait.particle) !== 0) return isSecondOfTwo(words, place) ? role : "particle"
  if ((traits & trait.kinship) !== 0 || (words.length > 1 && (traits & (trait.title | trait.rankOrName)) === trait.title)) return "kinship"
  if (role === "family") return role
  return place > 0 && ((traits & trait.patronymic) !== 0 || has(words[place - 1], trait.filiation)) ? "patronymic" : role
}

/** Letters that stand alone one after the other are one word: A.B.C. is ABC. Tens and units are one number. */
const joinLetters = (words: ReadonlyArray<Written>): ReadonlyArray<Written> => {
  const joined: Array<Written> = []
  let open = false
  for (const word of words) {
    const last = joined[joined.length - 1]
    const letter = word.latin.length === 1 && /^[a-z]$/u.test(word.latin)
    const number = last === undefined ? null : joinedNumber(last.latin, word.latin)
    if (last !== undefined && number !== null) joined.splice(-1, 1, respelled(word, number))
    else if (last !== undefined && letter && open) joined.splice(-1, 1, respelled(last, last.latin + word.latin))
    else joined.push(word)
    open = letter
  }
  return joined
}

const organizationWord = (word: Written, place: number, words: ReadonlyArray<Written>, type: RecordType): NameWord => {
  const { latin, role } = word
  // Of someone who may be a person or a company, Xi may be either: the word is compared as a name and as a number.
  if (type === "unknown" && isShortRoman(latin)) return inRole(word, "number")
  if (has(word, trait.numberSign) && has(words[place + 1], trait.number)) return inRole(word, "particle")
  const number = has(word, trait.number) ? numberOf(latin) : null
  if (number !== null) return { key: number, role: "number", place: -1 }
  if (type === "unknown" && has(word, trait.particle))
    return isSecondOfTwo(words, place) ? { key: latin, role: "name", place: -1 } : inRole(word, "particle")
  if (has(word, trait.link)) return inRole(word, "particle")
  return role === "whole" || !has(word, trait.business) ? word : inRole(word, "business")
}

const organizationWords = (written: ReadonlyArray<Written>, type: RecordType): ReadonlyArray<NameWord> => {
  const words = hasAny(written, trait.single | trait.number) ? joinLetters(written) : written
  const traits = type === "unknown" ? ofOrganizations | trait.particle : ofOrganizations
  if (!hasAny(words, traits)) return words
  const found: Array<NameWord> = []
  for (let place = 0; place < words.length; place++) {
    const word = words[place]
    if (word !== undefined) found.push(organizationWord(word, place, words, type))
  }
  return found
}

const lightness: Readonly<Record<WordRole, number>> = {
  family: 0,
  given: 0,
  name: 0,
  whole: 0,
  number: 0,
  patronymic: 1,
  business: 1,
  kinship: 2,
  initial: 2,
  particle: 3
}
const lightest = 3

const isOfParticles = (words: ReadonlyArray<NameWord>): boolean => {
  for (let at = 0; at < words.length; at++) {
    const role = words[at]?.role
    if (role !== "particle" && role !== "initial") return false
  }
  return true
}

/** Of a longer name the lightest words go first, from the end; a name of particles and letters alone is compared by them. */
const bounded = (words: ReadonlyArray<NameWord>): ReadonlyArray<NameWord> => {
  const kept = [...words]
  for (let light = lightest; light >= 0; light--) {
    for (let place = kept.length - 1; place >= 0 && kept.length > nameLimits.words; place--) {
      const role = kept[place]?.role
      if (role !== undefined && lightness[role] === light) kept.splice(place, 1)
    }
  }
  if (!isOfParticles(kept)) return kept
  return kept.map(({ key, place, role }) => ({ key, role: role === "particle" ? "name" : role, place }))
}

/** The words that are compared: nearly always all of them. */
const compared = (words: ReadonlyArray<NameWord>): ReadonlyArray<NameWord> =>
  words.length > nameLimits.words || isOfParticles(words) ? bounded(words) : words

/** The words of a whole name in its order, with what the parts say of them; null where a part has a word that the name lacks. */
const placed = (full: string, parts: NameParts): ReadonlyArray<Written> | null => {
  const waiting = [...partsWritten(parts, lastWords)]
  const words = lastWords.split(full, "name").map((word) => {
    const at = waiting.findIndex(({ key }) => key === word.key)
    const [part = word] = at < 0 ? [] : waiting.splice(at, 1)
    return { ...word, role: part.role }
  })
  return waiting.length === 0 ? words : null
}

/** Whether the whole name has every word of the parts, so that these only say which word is which. */
export const holdsParts = (full: string, parts: NameParts): boolean => placed(full, parts) !== null

/** Normalizes a name that is looked for: parts that it holds say which of its words is which, and any others take its place. */
export const normalizeAsked = (full: string, parts: NameParts | null, type: RecordType): NormalizedName => {
  const words = type !== "person" || parts === null ? null : placed(full, parts)
  return words === null ? normalizeName(full, parts, type) : { words: compared(personWords(words)), legal: [] }
}

/** Reduces a name to what the engine compares. Deterministic, and the same for listed names and for queries without parts. */
export const normalizeName = (full: string, parts: NameParts | null, type: RecordType, book: WordBook = lastWords): NormalizedName => {
  return normalizeWritten(writtenOf(full, parts, type, book), type)
}

/** The same of a name whose words are read. */
export const normalizeWritten = (written: ReadonlyArray<Written>, type: RecordType): NormalizedName =>
  type === "person" ? { words: compared(personWords(written)), legal: noForms } : ofOrganization(written, type)

const withoutShipTitles = (written: ReadonlyArray<Written>): ReadonlyArray<Written> => written.filter((word) => !has(word, trait.shipTitle))

const ofOrganization = (written: ReadonlyArray<Written>, type: RecordType): NormalizedName => {
  const titled = type === "vessel" ? withoutShipTitles(written) : written
  const { legal, rest } = withoutLegalForms(withFormsApart(titled.length === 0 ? written : titled))
  return { words: compared(organizationWords(rest, type)), legal }
}

const noForms: ReadonlyArray<string> = []

const letterOrDigit = /[\p{L}\p{N}]/u

/** Whether anybody can be found by the name: letters that stand alone, particles, signs that are no letters and accents without a letter find no one. */
export const isSearchable = (full: string, type: RecordType): boolean =>
  normalizeName(full, null, type).words.some(({ key, role }) => role !== "initial" && role !== "particle" && letterOrDigit.test(key))
