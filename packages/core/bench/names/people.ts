import { type Chance, pick } from "../screening-generator.ts"
import type { Origin, Spelled } from "./origins.ts"

/** A name as words that can be written in the own script or in one of the Latin spellings. */
export interface Person {
  readonly origin: Origin
  readonly given: ReadonlyArray<Spelled>
  readonly family: Spelled
  /** Words of a given name of syllables are written as one. */
  readonly together: boolean
}

const latinOf = (word: Spelled, which: number): string => word.latin[which % word.latin.length] ?? word.own

const givenText = ({ given, origin, together }: Person, spell: (word: Spelled) => string, own: boolean): string => {
  const words = given.map(spell)
  return origin.syllables ? (own || together ? words.join("") : words.join(" ")) : words.join(" ")
}

const capitalized = (text: string): string =>
  text.replace(/(^|[ -])(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())

export const written = (person: Person, own: boolean, which: number): string => {
  const { family, origin } = person
  const spell = (word: Spelled): string => (own ? word.own : latinOf(word, which))
  const given = givenText(person, spell, own)
  const parts = origin.order === "family first" ? [spell(family), given] : [given, spell(family)]
  const unspaced = own && (origin.script === "Han" || origin.script === "Hangul")
  return unspaced ? parts.join("") : own ? parts.join(" ") : capitalized(parts.join(" "))
}

/** Every fourth word of an origin with words for names is borne by strangers alone. */
const strangersAlone = (_: unknown, place: number): boolean => place % 4 === 3

const wordsOf = (words: ReadonlyArray<Spelled>, strangers: boolean): ReadonlyArray<Spelled> =>
  words.filter((word, place) => strangersAlone(word, place) === strangers)

export const personOf = (origin: Origin, strangers: boolean, chance: Chance): Person => {
  const shared = origin.syllables || origin.name === "Burmese" || origin.name === "Vietnamese"
  const givens = shared || strangers ? origin.given : wordsOf(origin.given, false)
  const families = shared ? origin.family : wordsOf(origin.family, strangers)
  const given = origin.syllables || chance() < origin.second ? [pick(givens, chance), pick(givens, chance)] : [pick(givens, chance)]
  return { origin, given, family: pick(families, chance), together: chance() < 0.5 }
}

/** Names with few words repeat whole; elsewhere the family and any of the given names are a name that someone else may be found by. */
export const keysOf = ({ family, given, origin }: Person): ReadonlyArray<string> =>
  origin.syllables || origin.name === "Burmese" || origin.name === "Vietnamese"
    ? [
        [...given, family]
          .map(({ own }) => own)
          .sort()
          .join(" ")
      ]
    : given.map(({ own }) => `${own} ${family.own}`)

/** Someone whose name none of those before has. */
export const freshPerson = (make: () => Person, known: ReadonlySet<string>): Person => {
  for (let attempt = 0; attempt < 500; attempt++) {
    const person = make()
    if (keysOf(person).every((key) => !known.has(key))) return person
  }
  throw new Error("Too few words for so many names")
}

/** By this a name is the same to the ear as another one, and in the first of its Latin spellings: two signs of one sound make two such names. */
export const soundOf = ({ family, given }: Person): string =>
  `${latinOf(family, 0)} ${given.map((word) => latinOf(word, 0)).join("")}`.toLowerCase()
