import { withFormsApart, withoutLegalForms } from "./legal-words.ts"
import { watchlistParticles } from "../../../names/words/particles.ts"
import { vesselTitles, watchlistTitles } from "../../../names/words/titles.ts"
import { isShortRoman, joinedNumber } from "../../../names/words/numbers.ts"
import { lastWords, nameLimits, respelled, type WordBook, type WordRole, type Written } from "./written.ts"
import type { NameParts, RecordType } from "../../record.ts"

export interface NameWord {
  /** The word normalized, in its own script: what the vocabulary knows it by. */
  readonly key: string
  readonly role: WordRole
  /** Place of the word in the book that it was read from, when it is as it stands there. */
  readonly place?: number
}

interface NormalizedName {
  readonly words: ReadonlyArray<NameWord>
  /** Identifiers of the legal forms found, none twice. */
  readonly legal: ReadonlyArray<string>
}

/** Names on lists often print the family name in capitals; that only says something when the rest is not. */
const withCapitals = (words: ReadonlyArray<Written>): ReadonlyArray<Written> => {
  if (!words.some(({ capitals }) => capitals)) return words
  const mixed = words.some((word) => !word.capitals && word.latin.length > 1)
  return mixed ? words.map((word) => (word.capitals ? { ...word, role: "family" } : word)) : words
}

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

const writtenOf = (full: string, parts: NameParts | null, type: RecordType, book: WordBook): ReadonlyArray<Written> => {
  if (type !== "person") return book.split(full, "name")
  const structured = parts === null ? [] : partsWritten(parts, book)
  if (structured.length > 0) return structured
  const comma = full.indexOf(",")
  return (comma > 0 ? writtenWithComma(full, comma, book) : null) ?? withCapitals(book.split(full, "name"))
}

const initials = (word: Written): ReadonlyArray<Written> =>
  word.initials ? [...word.key].map((letter) => respelled(word, letter)) : [word]

/** Latin words that are two in Arabic, apart from the article between them: Badruddin is Badr al-Din, Aboulkheir is Abu al-Khair. */
const joinedByArticle: ReadonlyArray<readonly [RegExp, (rest: ReadonlyArray<string>) => ReadonlyArray<string>]> = [
  // Behind the l of the article the word begins at once; r, s and other letters of the sun stand twice or, in Turkic spellings, once.
  [/^abd(?:[ueaoi]?l|[ueaoi]([rsnztd])(?=\1)|[ueaoi](?=[rsz][aeiou]))-?(?![lh]*ah?i?$)([a-z]{3,})$/u, ([, rest = ""]) => ["abdul", rest]],
  [/^(.{2,}?)(?:[aeiouy]dd(?:in|ine|een|ien|yn)|[aeu]ld(?:in|een)|eldine)$/u, ([stem = ""]) => [stem, "din"]],
  [/^ab[ou]u?l(?=[^aeiouyl])([a-z]{4,})$/u, ([rest = ""]) => ["abu", rest]]
]

/** Slavic family names that begin like a servant's name are one word: Abdulov, Abdeev, Abdulin. */
const slavicFamily = /(?:[oe]v|[oe]va|[oe]ff|enko|uk)$|^abd[a-z]{0,4}ina?$/u

/** The words of a Latin word that is two in Arabic; else the word itself. */
const arabicWords = (word: Written): ReadonlyArray<Written> => {
  if (!word.facts.person.mayBeTwo || word.key !== word.latin || slavicFamily.test(word.latin)) return [word]
  for (const [pattern, parts] of joinedByArticle) {
    const found = pattern.exec(word.latin)
    if (found !== null) return parts(found.slice(1)).map((part) => respelled(word, part))
  }
  return [word]
}

const joinServant = (words: ReadonlyArray<Written>): ReadonlyArray<Written> => {
  if (!words.some(({ facts }) => facts.person.servant)) return words
  const joined: Array<Written> = []
  for (const word of words) {
    const last = joined.at(-1)
    const isServant = last !== undefined && /^abd[aeou]?l?$/u.test(last.latin)
    if (isServant && /^(?:all?ah|lah|llah|ullah)$/u.test(word.latin)) joined.splice(-1, 1, respelled(word, "abdullah"))
    else joined.push(word)
  }
  return joined
}

/** A particle has a word after it: in a name of two words the second one is a name, as in Wang Bin. */
const isSecondOfTwo = (words: ReadonlyArray<Written>, place: number): boolean => words.length === 2 && place === 1

const carriesName = (word: Written): boolean => (word.signs || word.latin.length > 1) && !word.facts.person.particle

const isTitle = (words: ReadonlyArray<Written>, place: number): boolean => {
  const { rankOrName, title } = words[place]?.facts.person ?? {}
  return title === true && !(rankOrName && words.slice(0, place).some((word) => carriesName(word) && !word.facts.person.title))
}

/** The words without titles; a title beside a single name is part of how someone is known. */
const untitled = (words: ReadonlyArray<Written>): ReadonlyArray<Written> => {
  if (!words.some(({ facts }) => facts.person.title)) return words
  const rest = words.filter((_, place) => !isTitle(words, place))
  return rest.filter(carriesName).length > 1 ? rest : words
}

const personWords = (written: ReadonlyArray<Written>): ReadonlyArray<NameWord> =>
  written.every(({ ordinary }) => ordinary) ? written : distinguished(written)

/** The words of a name in which some are more than they seem: titles, particles, initials, two words written as one. */
const distinguished = (written: ReadonlyArray<Written>): ReadonlyArray<NameWord> => {
  const allCapitals = written.every((word) => word.capitals || word.latin.length < 2)
  const spelled = allCapitals ? written : written.flatMap(initials)
  const kept = untitled(joinServant(spelled.some(({ facts }) => facts.person.mayBeTwo) ? spelled.flatMap(arabicWords) : spelled))
  return kept.map((word, place) => {
    const { facts, key, latin, role, signs } = word
    if (latin.length === 1 && !signs) return { key: latin, role: "initial" }
    if (facts.person.particle) return isSecondOfTwo(kept, place) ? { key, role } : { key: latin, role: "particle" }
    if (facts.person.kinship || (kept.length > 1 && facts.person.title && !facts.person.rankOrName)) return { key, role: "kinship" }
    if (facts.person.patronymic && place > 0) return { key, role: role === "family" ? "family" : "patronymic" }
    if (kept[place - 1]?.facts.person.filiation === true && role !== "family") return { key, role: "patronymic" }
    return { key, role }
  })
}

/** Letters that stand alone one after the other are one word: A.B.C. is ABC. Tens and units are one number. */
const joinLetters = (words: ReadonlyArray<Written>): ReadonlyArray<Written> => {
  const joined: Array<Written> = []
  let open = false
  for (const word of words) {
    const last = joined.at(-1)
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
  const { key, latin, role } = word
  const { business, link, number, numberSign } = word.facts.organization
  // Of someone who may be a person or a company, Xi may be either: the word is compared as a name and as a number.
  if (type === "unknown" && isShortRoman(latin)) return { key, role: "number" }
  const next = words[place + 1]?.facts.organization.number ?? null
  if (numberSign && next !== null) return { key: latin, role: "particle" }
  if (number !== null) return { key: number, role: "number" }
  if (type === "unknown" && watchlistParticles.has(latin)) return { key: latin, role: isSecondOfTwo(words, place) ? "name" : "particle" }
  if (link) return { key: latin, role: "particle" }
  return role === "whole" || !business ? word : { key, role: "business" }
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

/** Of a longer name the lightest words go first, from the end. */
const bounded = (words: ReadonlyArray<NameWord>): ReadonlyArray<NameWord> => {
  if (words.length <= nameLimits.words) return words
  const kept = words
    .map((word, place) => ({ place, light: lightness[word.role] }))
    .sort((one, other) => one.light - other.light || one.place - other.place)
    .slice(0, nameLimits.words)
  const places = new Set(kept.map(({ place }) => place))
  return words.filter((_, place) => places.has(place))
}

/** A name of particles and letters alone is compared by them. */
const weighed = (words: ReadonlyArray<NameWord>): ReadonlyArray<NameWord> =>
  words.some((word) => word.role !== "particle" && word.role !== "initial")
    ? words
    : words.map((word) => (word.role === "particle" ? { ...word, role: "name" } : word))

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
  return words === null ? normalizeName(full, parts, type) : { words: weighed(bounded(personWords(words))), legal: [] }
}

/** Reduces a name to what the engine compares. Deterministic, and the same for listed names and for queries without parts. */
export const normalizeName = (full: string, parts: NameParts | null, type: RecordType, book: WordBook = lastWords): NormalizedName => {
  const written = writtenOf(full, parts, type, book)
  if (type === "person") return { words: weighed(bounded(personWords(written))), legal: noForms }
  const titled = type === "vessel" ? written.filter((word) => !vesselTitles.has(word.latin)) : written
  const { legal, rest } = withoutLegalForms(withFormsApart(titled.length === 0 ? written : titled))
  const words = joinLetters(rest).map((word, place, all) => organizationWord(word, place, all, type))
  return { words: weighed(bounded(words)), legal }
}

const noForms: ReadonlyArray<string> = []

const letterOrDigit = /[\p{L}\p{N}]/u

/** Whether anybody can be found by the name: letters that stand alone, particles, signs that are no letters and accents without a letter find no one. */
export const isSearchable = (full: string, type: RecordType): boolean =>
  normalizeName(full, null, type).words.some(({ key, role }) => role !== "initial" && role !== "particle" && letterOrDigit.test(key))
