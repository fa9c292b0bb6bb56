import { apostrophes, invisible } from "../../../names/text/written-words.ts"
import { normalizedAbjad } from "../../../names/scripts/abjad.ts"
import { isAbjad, scriptOf } from "../../../names/scripts/letters.ts"
import { readWord } from "../../../names/scripts/reading.ts"
import { type Piece, piecesOf } from "../../../names/scripts/pieces.ts"
import { trait, traitsOf } from "./word-traits.ts"

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
  /** What is known of it by itself, as bits (`trait`). */
  readonly traits: number
  /** Place among the words of its book; -1 for a word of none. All words have it, so that they are objects of one shape. */
  readonly place: number
}

const separators = /[^\p{L}\p{N}\p{M}&+]+/u

// A change of case inside a word, such as FaisalNADEEM, with enough letters before it to be no prefix such as Mac.
const writtenTogether = /(?<=\p{L}\p{Ll}{3})(?=\p{Lu})|(?<=\p{Lu}{4})(?=\p{Lu}\p{Ll}{2})/gu

const isCapitals = (word: string, lower: string): boolean => word.length > 1 && word !== lower && word === word.toUpperCase()

const initialLetters = /^[b-df-hj-np-tv-z]{2}$/u
const noInitials: ReadonlySet<string> = new Set(["ng", "md", "jr", "sr"])

const isInitials = (latin: string): boolean => latin.length === 2 && initialLetters.test(latin) && !noInitials.has(latin)

const unnamed = trait.single | trait.particle | trait.link | trait.legalStart

/** What is read of a word as it stands. */
interface ReadWord {
  readonly key: string
  readonly latin: string
  readonly signs: boolean
  readonly capitals: boolean
}

const writtenAs = ({ capitals, key, latin, signs }: ReadWord, role: WordRole, place = -1): Written => {
  const known = traitsOf(key, latin)
  const named = latin.length > 1 && (known & unnamed) === 0 ? trait.named : 0
  const letters = capitals ? trait.capitals | (isInitials(latin) ? trait.initials : 0) : latin.length > 1 ? trait.small : 0
  return { key, latin, signs, capitals, role, traits: known | named | letters | (signs ? trait.signs : 0), place }
}

/** The word with other letters in its place. */
export const respelled = (word: Written, latin: string): Written =>
  writtenAs({ key: latin, latin, signs: word.signs, capitals: word.capitals }, word.role)

const plainLetters = /^[a-z0-9]+$/u

const readLetters = (text: string): ReadWord => {
  const lower = text.toLowerCase()
  const key = lower.length > nameLimits.word ? lower.slice(0, nameLimits.word) : lower
  return plainLetters.test(key) ? { key, latin: key, signs: false, capitals: isCapitals(text, lower) } : readOtherLetters(text, lower, key)
}

const readOtherLetters = (text: string, lower: string, key: string): ReadWord => {
  if (key === "ال") return { key: "al", latin: "al", signs: false, capitals: false }
  if (key === "&" || key === "+") return { key: "and", latin: "and", signs: false, capitals: false }
  if (isAbjad(scriptOf(key))) return { key: normalizedAbjad(key), latin: readWord(key).spellings[0] ?? key, signs: false, capitals: false }
  return { key, latin: readWord(key).spellings[0] ?? key, signs: false, capitals: isCapitals(text, lower) }
}

const writtenSigns = ({ text, whole }: Piece, role: WordRole): Written => {
  const key = text.toLowerCase().slice(0, nameLimits.word)
  return writtenAs({ key, latin: key, signs: true, capitals: false }, whole ? "whole" : role)
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

/** Signs of plain text: what is in no word, letters of either case, what else is in words, the word &, and what asks for a closer look. */
const sign = { between: 0, small: 1, capital: 2, figure: 3, and: 4, closer: 5 } as const
const signs: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => {
  const text = String.fromCharCode(code)
  if (text < " " || text > "~" || "'\"`".includes(text)) return sign.closer
  if (text === "&") return sign.and
  return /[a-z]/u.test(text) ? sign.small : /[A-Z]/u.test(text) ? sign.capital : /[0-9+]/u.test(text) ? sign.figure : sign.between
})

/**
 * What `mayBePlainTogether` looks for, sign by sign: each row is a run of letters, by the small letters `a` and capitals `A` in it, with the rows behind
 * it and one more small letter, and one more capital. Any other sign begins again.
 */
const glued = 13
const runs: Uint8Array = Uint8Array.from(
  [
    ["", 1, 5],
    ["a", 2, 5],
    ["aa", 3, 5],
    ["aaa", 4, 5],
    ["aaaa or Aaaa", 4, glued],
    ["A", 10, 6],
    ["AA", 10, 7],
    ["AAA", 10, 8],
    ["AAAA", 10, 9],
    ["AAAAA", 12, 9],
    ["Aa", 11, 5],
    ["Aaa", 4, 5],
    ["AAAAAa", glued, 5]
  ].flatMap(([, small, capital]) => [0, Number(small), Number(capital), 0, 0, glued])
)
/** Kinds of signs, in the order of `sign`. */
const kinds = 6

const space = 32

const smallestBook = 2_048
/** Words of one hash that are remembered: whoever makes more of them has each read again. */
const mostProbes = 64

const slotOf = (hash: number): number => Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)

/**
 * Words as they were read, by how they are written: lists repeat their words. A table of its own, since a text is looked through
 * once to find its words, and they need not be cut out of it to be known again. The letters of all words stand in one array, near each other in memory.
 */
export class WordBook {
  readonly #most: number
  #slots = new Int32Array(smallestBook).fill(-1)
  #hashes: Array<number> = []
  #roles: Array<WordRole> = []
  #words: Array<Written> = []
  #letters = new Uint16Array(8 * smallestBook)
  /** Where the letters of each word begin, and where those of the last one end. */
  #starts: Array<number> = [0]

  /** A book that is full begins again. */
  constructor(most: number = Number.POSITIVE_INFINITY) {
    this.#most = most
  }

  /** The words of a text; `role` is what is known of all of them. */
  split(text: string, role: WordRole): ReadonlyArray<Written> {
    const bounded = text.length > nameLimits.characters ? text.slice(0, nameLimits.characters) : text
    const words = this.#plainWords(bounded, role) ?? this.#closerWords(bounded, role)
    return words.length > nameLimits.written ? words.slice(0, nameLimits.written) : words
  }

  #closerWords(text: string, role: WordRole): ReadonlyArray<Written> {
    const plain = plainText.test(text)
    const clean = plain ? cleanedPlain(text) : cleaned(text)
    const words = plain ? this.#plainWords(clean, role) : null
    if (words !== null) return words
    return this.#pieces(piecesOf(clean.split(separators).filter(Boolean)), role)
  }

  #pieces(pieces: ReadonlyArray<Piece>, role: WordRole): ReadonlyArray<Written> {
    const words: Array<Written> = []
    for (let place = 0; place < pieces.length; place++) {
      const piece = pieces[place]
      if (piece === undefined) continue
      const { text } = piece
      let hash = 0
      for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
      const word = piece.signs ? writtenSigns(piece, role) : this.#word(text, 0, text.length, hash, role)
      if (word.key !== "") words.push(word)
    }
    return words
  }

  /** The words of a text of plain signs, none of them glued; null for any other text. */
  #plainWords(text: string, role: WordRole): ReadonlyArray<Written> | null {
    const words: Array<Written> = []
    const { length } = text
    let from = -1
    let hash = 0
    let run = 0
    for (let at = 0; at <= length; at++) {
      const code = at < length ? text.charCodeAt(at) : space
      const kind = code < 128 ? (signs[code] ?? sign.closer) : sign.closer
      run = runs[run * kinds + kind] ?? glued
      if (run === glued) return null
      if (kind === sign.between || kind === sign.and) {
        if (from >= 0) words.push(this.#word(text, from, at, hash, role))
        if (kind === sign.and) words.push(this.#word(text, at, at + 1, code, role))
        from = -1
      } else {
        if (from < 0) {
          from = at
          hash = 0
        }
        hash = (Math.imul(hash, 31) + code) | 0
      }
    }
    return words
  }

  #word(text: string, from: number, to: number, hash: number, role: WordRole): Written {
    const slots = this.#slots
    const mask = slots.length - 1
    let slot = slotOf(hash) & mask
    for (let probe = 0; probe < mostProbes; probe++) {
      const place = slots[slot] ?? -1
      if (place < 0) return this.#add(text.slice(from, to), hash, role)
      if (this.#hashes[place] === hash && this.#roles[place] === role && this.#stands(place, text, from, to)) {
        const word = this.#words[place]
        if (word !== undefined) return word
      }
      slot = (slot + 1) & mask
    }
    return writtenAs(readLetters(text.slice(from, to)), role)
  }

  /** Whether the word of the book stands in the text from here to there. */
  #stands(place: number, text: string, from: number, to: number): boolean {
    const letters = this.#letters
    const start = this.#starts[place] ?? 0
    if ((this.#starts[place + 1] ?? 0) - start !== to - from) return false
    for (let at = from; at < to; at++) if (letters[start + at - from] !== text.charCodeAt(at)) return false
    return true
  }

  #add(text: string, hash: number, role: WordRole): Written {
    if (this.#words.length >= this.#most) this.#clear()
    if (2 * this.#words.length >= this.#slots.length) this.#grow()
    const word = writtenAs(readLetters(text), role, this.#words.length)
    this.#lay(hash, this.#words.length)
    this.#hashes.push(hash)
    this.#roles.push(role)
    this.#words.push(word)
    this.#keep(text)
    return word
  }

  #keep(text: string): void {
    const start = this.#starts[this.#starts.length - 1] ?? 0
    const end = start + text.length
    if (end > this.#letters.length) {
      const letters = new Uint16Array(2 * end)
      letters.set(this.#letters)
      this.#letters = letters
    }
    for (let at = 0; at < text.length; at++) this.#letters[start + at] = text.charCodeAt(at)
    this.#starts.push(end)
  }

  #lay(hash: number, place: number): void {
    const mask = this.#slots.length - 1
    let slot = slotOf(hash) & mask
    while ((this.#slots[slot] ?? -1) >= 0) slot = (slot + 1) & mask
    this.#slots[slot] = place
  }

  #grow(): void {
    this.#slots = new Int32Array(4 * this.#slots.length).fill(-1)
    for (const [place, hash] of this.#hashes.entries()) this.#lay(hash, place)
  }

  #clear(): void {
    this.#slots.fill(-1)
    this.#hashes = []
    this.#roles = []
    this.#words = []
    this.#starts = [0]
  }
}

/** Words that were read last. */
export const lastWords = new WordBook(4_096)
