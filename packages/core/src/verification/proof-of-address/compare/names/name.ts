import { isKnownGivenName } from "../../../names/given-names/given-names.ts"
import { type HolderPerson, readHolder, readSingleName } from "../../../names/printed/holder-names.ts"
import { alignName, type NameParts } from "./alignment.ts"
import { maximumTextLength, nameTokens } from "../../../names/printed/tokens.ts"

/** The name a document is compared with, from an identity document or from what the session expects. */
export type ReferenceName =
  | { readonly first_name: string; readonly middle_name?: string | null | undefined; readonly last_name: string }
  | { readonly full_name: string }

interface NameComparison {
  /** 0 to 1, of the holder that fits best. */
  readonly score: number
  /** 0 to 1 each; null where the reference has no such part. */
  readonly components: { readonly given: number | null; readonly family: number | null }
  /** True when the document names more than one person. */
  readonly joint_holder: boolean
  /** True when the names only agree after one of them was put into other letters. */
  readonly transliterated: boolean
}

/** How many names of a document are looked at. */
const maximumHolders = 20

/** Above this the family name is the same; below it the score is capped. */
const familyMismatchCap = 0.7
const familyMatch = 0.55
const givenMatch = 0.5
/** One side carries Jr and the other nothing: papers often leave it out, and father and son share a letterbox. */
const oneSidedGenerationCap = 0.89
const organizationCap = 0.6
const spouseScore = 0.76
const singleName = { match: 1, withOthers: 0.85 } as const

interface Reference {
  readonly readings: ReadonlyArray<NameParts>
  readonly generation: string | null
}

const noTokens: NameParts = { family: [], given: [], middle: [] }

const readings = (person: HolderPerson, text: string): ReadonlyArray<NameParts> => {
  const { tokens } = person
  if (tokens.length <= 1) return [{ ...noTokens, family: tokens }]
  const comma = text.indexOf(",")
  if (comma > 0) {
    const family = nameTokens(text.slice(0, comma)).length
    if (family > 0 && family < tokens.length) return [parts(tokens.slice(family), tokens.slice(0, family))]
  }
  let start = tokens.length - 1
  while (start > 1 && tokens[start - 1]?.particle === true) start--
  const found = [parts(tokens.slice(0, start), tokens.slice(start)), parts(tokens.slice(1), tokens.slice(0, 1))]
  const beforeLast = tokens[start - 1]
  if (start >= 2 && beforeLast !== undefined && !beforeLast.initial && !beforeLast.spellings.some(isKnownGivenName)) {
    found.push(parts(tokens.slice(0, start - 1), tokens.slice(start - 1)))
  }
  return found
}

const parts = (given: NameParts["given"], family: NameParts["family"]): NameParts => ({
  family,
  given: given.slice(0, 1),
  middle: given.slice(1)
})

const readReference = (reference: ReferenceName): Reference => {
  if ("full_name" in reference) {
    const person = readSingleName(reference.full_name)
    return person === null
      ? { readings: [], generation: null }
      : { readings: readings(person, reference.full_name.slice(0, maximumTextLength)), generation: person.generation }
  }
  const first = readSingleName(reference.first_name)
  const last = readSingleName(reference.last_name)
  const given = first?.tokens ?? []
  const family = last?.tokens ?? []
  const middle = readSingleName(reference.middle_name ?? "")?.tokens ?? []
  const generation = last?.generation ?? first?.generation ?? null
  if (family.length + given.length === 0) return { readings: [], generation }
  // A person of one name is compared as a family name, wherever it was entered.
  return { readings: [family.length === 0 ? { family: given, given: [], middle } : { family, given, middle }], generation }
}

interface Scored {
  readonly score: number
  readonly family: number | null
  readonly given: number | null
  readonly transliterated: boolean
}

const scorePerson = (person: HolderPerson, reading: NameParts): Scored => {
  const aligned = alignName(person.tokens, reading)
  const { family, given } = aligned
  if (family === null) return { ...aligned, score: 0 }
  if (given === null) {
    // A single name printed among other names is weaker evidence than the same single name.
    const alone = person.tokens.length <= reading.family.length + reading.middle.length
    const score = family * (alone ? singleName.match : singleName.withOthers)
    return { ...aligned, score: family < familyMatch ? Math.min(score, familyMismatchCap) : score }
  }
  if (person.spouse && family >= familyMatch && given < givenMatch) return { ...aligned, score: spouseScore * family }
  const score = (family + given) / 2
  const mismatch = family < familyMatch || given < givenMatch
  return { ...aligned, score: mismatch ? Math.min(score, familyMismatchCap) : score }
}

const limitGeneration = (score: number, a: string | null, b: string | null): number => {
  if (a === b) return score
  return Math.min(score, a !== null && b !== null ? familyMismatchCap : oneSidedGenerationCap)
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000

const isSamePerson = (a: HolderPerson, b: HolderPerson): boolean => readings(a, "").some((reading) => scorePerson(b, reading).score >= 0.75)

const namesSeveral = (persons: ReadonlyArray<HolderPerson>): boolean => {
  const [first, ...others] = persons.filter((person) => person.tokens.length > 0).slice(0, maximumHolders)
  if (first === undefined) return false
  return others.some((other) => other.spouse || !(isSamePerson(first, other) || isSamePerson(other, first)))
}

/**
 * Compares the holders printed on a document with a reference name (Name score). Words meet in any order; initials,
 * short forms, other alphabets and slips of the pen cost a little; another family or given name keeps the score below review.
 */
export const compareNames = (holders: ReadonlyArray<string>, reference: ReferenceName): NameComparison => {
  const read = holders.slice(0, maximumHolders).map(readHolder)
  const wanted = readReference(reference)
  let best: Scored = { score: 0, family: null, given: null, transliterated: false }
  for (const { persons, organization } of read) {
    for (const person of persons) {
      for (const reading of wanted.readings) {
        const scored = scorePerson(person, reading)
        const limited = limitGeneration(
          organization ? Math.min(scored.score, organizationCap) : scored.score,
          person.generation,
          wanted.generation
        )
        if (limited > best.score || best.family === null) best = { ...scored, score: limited }
      }
    }
  }
  const people = read.filter((holder) => !holder.organization).flatMap((holder) => holder.persons)
  return {
    score: rounded(best.score),
    components: {
      given: best.given === null ? null : rounded(best.given),
      family: best.family === null ? null : rounded(best.family)
    },
    joint_holder: namesSeveral(people),
    transliterated: best.transliterated
  }
}
