import { once } from "../../../kernel/schema/once.ts"

/** Syllables of one language as they are spelled in Latin letters, each with what it may stand for; two spellings are one syllable when they share one. */
export interface Inventory {
  /** What the syllable may stand for; none for any other text. */
  get(syllable: string): ReadonlyArray<string>
  readonly spellings: ReadonlyArray<string>
  has(syllable: string): boolean
  /** What it holds, for loops over many words. */
  tables(): Tables
}

interface Tables {
  readonly stands: ReadonlyMap<string, ReadonlyArray<string>>
  /** Lengths of the syllables that begin with these two letters, and of the first of them where it is one by itself, the longest first. */
  readonly lengths: ReadonlyMap<string, ReadonlyArray<number>>
}

const none: ReadonlyArray<never> = []

const readOf = (pairs: Iterable<readonly [string, string]>): Tables => {
  const stands = new Map<string, Array<string>>()
  const lengths = new Map<string, Array<number>>()
  for (const [spelling, stood] of pairs) {
    const known = stands.get(spelling)
    if (known === undefined) stands.set(spelling, [stood])
    else if (!known.includes(stood)) known.push(stood)
  }
  stands.delete("")
  for (const spelling of stands.keys()) {
    const start = spelling.slice(0, 2)
    const known = lengths.get(start) ?? (stands.has(spelling.charAt(0)) ? [1] : [])
    if (!known.includes(spelling.length)) known.push(spelling.length)
    lengths.set(start, known)
  }
  for (const known of lengths.values()) known.sort((one, other) => other - one)
  return { stands, lengths }
}

/** The inventory of pairs of a spelling and what it stands for, which are read when it is first asked. */
export const inventoryOf = (pairs: () => Iterable<readonly [string, string]>): Inventory => {
  const read = once(() => readOf(pairs()))
  return {
    get: (syllable) => read().stands.get(syllable) ?? none,
    has: (syllable) => read().stands.has(syllable),
    get spellings() {
      return [...read().stands.keys()]
    },
    tables: read
  }
}

const longestWord = 16
/** Most rows of vowels of a word that is divided into three syllables at most. */
const mostSyllables = 3
const mostDivisions = 4
/** Letters that a syllable of these languages ends in. */
const mayEnd = /[aeghiklmnoprtuwyc]$/u

const vowels = [..."aeiou"].reduce((bits, letter) => bits | (1 << (letter.charCodeAt(0) - 97)), 0)
const isVowel = (code: number): boolean => code >= 97 && code <= 122 && ((vowels >>> (code - 97)) & 1) === 1

/** Rows of vowels; no word has fewer syllables than these. */
export const vowelGroups = (word: string): number => {
  let count = 0
  let inside = false
  for (let at = 0; at < word.length; at++) {
    const vowel = isVowel(word.charCodeAt(at))
    if (vowel && !inside) count++
    inside = vowel
  }
  return count
}

/** Lengths of the syllables that a word may begin with. */
const lengthsOf = ({ lengths }: Tables, word: string): ReadonlyArray<number> =>
  lengths.get(word.slice(0, 2)) ?? lengths.get(word.charAt(0)) ?? none

/** The ways of dividing a word into syllables of the inventory, fewest syllables first: four at most, of three syllables at most; none for any other word. */
export const divisionsOf = (word: string, inventory: Inventory): ReadonlyArray<ReadonlyArray<string>> => {
  if (word.length > longestWord || !mayEnd.test(word) || vowelGroups(word) > mostSyllables) return none
  const tables = inventory.tables()
  const lengths = lengthsOf(tables, word)
  if (lengths === none) return none
  const found: Array<ReadonlyArray<string>> = []
  for (let at = 0; at < lengths.length; at++) {
    const length = lengths[at] ?? 0
    const first = word.slice(0, length)
    if (length > word.length || !tables.stands.has(first)) continue
    if (length === word.length) found.push([first])
    else divideRest(first, word.slice(length), tables, found)
  }
  return found.length < 2 ? found : found.toSorted((one, other) => one.length - other.length).slice(0, mostDivisions)
}

/** Finds the divisions of a word behind its first syllable into one more or two. */
const divideRest = (first: string, rest: string, tables: Tables, found: Array<ReadonlyArray<string>>): void => {
  const lengths = lengthsOf(tables, rest)
  for (let at = 0; at < lengths.length; at++) {
    const length = lengths[at] ?? 0
    const second = rest.slice(0, length)
    if (length > rest.length || !tables.stands.has(second)) continue
    const third = rest.slice(length)
    if (third === "") found.push([first, second])
    else if (tables.stands.has(third)) found.push([first, second, third])
  }
}
