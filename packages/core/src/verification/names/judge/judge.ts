import type { NameExplanation } from "./explanations.ts"
import { areOpposed } from "./opposed.ts"
import { compareGivenNames, compareSurnames, isCompoundHead, type PartMatch } from "./parts.ts"
import { type NameReading, type NameStatement, type PersonName, readName } from "./reading.ts"
import { isFamilySaidElsewhere, maySayOtherwise, signsIn } from "./signs.ts"
import { isForeign, isGivenWord, isSameWord, mergedWords, type Word } from "./word.ts"

/** `doubtful` names are at best for a person to decide, whatever a policy says. */
type NameOutcome = "agrees" | "doubtful" | "differs"

/** How two names compare: both parts apart, and both together. */
export interface NameJudgement {
  /** Null where one side has no name. */
  readonly outcome: NameOutcome | null
  /** 0 to 1: from 0.9 the names agree, from 0.75 a person has to look; null where a side has no name, or where no rule compares the two scripts. */
  readonly score: number | null
  /** The score before what is doubtful was held below agreement, for lists that a near name has to find. */
  readonly likeness: number | null
  readonly surname: PartMatch | null
  readonly given_names: PartMatch | null
}

interface Candidate {
  readonly score: number
  readonly likeness: number
  readonly surname: PartMatch
  readonly given: PartMatch | null
}

/** Scores of whole names. */
export const nameThresholds = { agrees: 0.9, doubtful: 0.75 } as const
/** From `match` a part is the same name; below its own threshold it is another one. */
export const partThresholds = { match: 0.9, surname: 0.55, given_names: 0.5 } as const
/** Another surname or given name holds the score below review. */
const mismatchCap = 0.7
/** A company is no one, whatever name it bears. */
const organizationCap = 0.6
/** What no one but a person may settle stays below a pass. */
const reviewCap = 0.89
/** Consonants that agree are asked of a person and never refused. */
const reviewFloor = 0.75
const scoreOf = {
  swapped: 0.93,
  swappedGivenNames: 0.85,
  dividedOtherwise: 0.92,
  single: 0.85,
  runTogether: 0.95,
  oneSidedGeneration: 0.78,
  otherGeneration: 0.45
} as const

const lettersDiffer: ReadonlySet<NameExplanation> = new Set(["one_letter_differs", "several_letters_differ"])
const hasDoubtfulLetters = ({ explanations, score }: PartMatch): boolean =>
  score < 0.95 && explanations.some((code) => lettersDiffer.has(code))

const together = (surname: PartMatch, given: PartMatch | null): Candidate => {
  const mean = given === null ? surname.score : (surname.score + given.score) / 2
  const mismatch = surname.score < partThresholds.surname || (given !== null && given.score < partThresholds.given_names)
  const married = [surname, given].some((part) => part?.explanations.includes("married_name_possible"))
  const doubtful = married || hasDoubtfulLetters(surname) || (given !== null && hasDoubtfulLetters(given))
  if (mismatch) return { score: Math.min(mean, mismatchCap), likeness: Math.min(mean, mismatchCap), surname, given }
  const vowelless = [surname, given].some((part) => part?.explanations.includes("vowels_not_written"))
  const least = vowelless ? Math.max(mean, reviewFloor) : mean
  return { score: doubtful ? Math.min(least, reviewCap) : least, likeness: least, surname, given }
}

const limited = (part: PartMatch, most: number, ...explanations: ReadonlyArray<NameExplanation>): PartMatch => ({
  score: Math.min(part.score, most),
  explanations: [...part.explanations, ...explanations]
})

/** Surname and given names in one word, as a printer without spaces leaves them: JOHNSMITH. */
const runTogether = (single: NameReading, full: NameReading): boolean => {
  const [word, second] = single.surname
  if (word === undefined || second !== undefined) return false
  return [mergedWords([...full.given, ...full.surname]), mergedWords([...full.surname, ...full.given])].some((whole) =>
    isSameWord(word, whole)
  )
}

/** One side has a single name: it may be either part of the other's, which is weaker evidence than the same single name. */
const compareSingle = (single: NameReading, full: NameReading): Candidate => {
  if (runTogether(single, full)) {
    const part: PartMatch = { score: scoreOf.runTogether, explanations: ["joined_words"] }
    return together(part, part)
  }
  const guessed = !(single.divided && full.divided)
  const asSurname = compareSurnames(single.surname, full.surname, guessed)
  const asGiven = compareGivenNames(single.surname, full.given, guessed)
  const best = asGiven.score > asSurname.score ? asGiven : asSurname
  return together({ score: best.score * scoreOf.single, explanations: [...best.explanations, "mononym"] }, null)
}

/** Surname and given names stand in each other's place. */
const swapped = (a: NameReading, b: NameReading): Candidate => {
  const surname = compareSurnames(a.surname, b.given, false)
  const given = compareGivenNames(a.given, b.surname, false)
  // Martin Thomas and Thomas Martin may be two people.
  const most = [...a.surname, ...b.surname].every(isGivenWord) ? scoreOf.swappedGivenNames : scoreOf.swapped
  if (Math.min(surname.score, given.score) < partThresholds.match) return together(limited(surname, 0), limited(given, 0))
  return together(limited(surname, most, "order_swapped"), limited(given, most, "order_swapped"))
}

const hasAll = (words: ReadonlyArray<Word>, others: ReadonlyArray<Word>): boolean =>
  words.length === others.length && words.every(({ token }, at) => token.native === others[at]?.token.native)

/** The same words in the same order, with the line between surname and given names drawn elsewhere: Garcia / Lopez Ana and Garcia Lopez / Ana. */
const dividedOtherwise = (a: NameReading, b: NameReading): Candidate | null => {
  const orders: ReadonlyArray<(reading: NameReading) => ReadonlyArray<Word>> = [
    ({ given, surname }) => [...surname, ...given],
    ({ given, surname }) => [...given, ...surname]
  ]
  if (a.surname.length === b.surname.length || !orders.some((order) => hasAll(order(a), order(b)))) return null
  const part: PartMatch = { score: scoreOf.dividedOtherwise, explanations: ["divided_otherwise"] }
  return together(part, part)
}

/** Where the line was only guessed, two names that both lose their first word share what their families share. */
const shiftedAway = (surname: PartMatch, given: PartMatch): PartMatch =>
  surname.score < 0.8 && surname.explanations.includes("compound_surname_part") && given.explanations.includes("first_name_missing")
    ? limited(given, 0.45)
    : given

/** Jean Luc Moreau and Moreau, Jean Paul: where the line was only guessed, the second half of one given name passed for a family name. */
const halfTaken = (a: NameReading, b: NameReading, surname: PartMatch, given: PartMatch): PartMatch =>
  surname.explanations.includes("compound_surname_part") &&
  given.explanations.includes("middle_name_missing") &&
  isCompoundHead(a.given[0]) &&
  isCompoundHead(b.given[0])
    ? limited(given, 0.45)
    : given

const candidates = (a: NameReading, b: NameReading): ReadonlyArray<Candidate> => {
  const guessed = !(a.divided && b.divided)
  const read = [...a.explanations, ...b.explanations]
  if (a.given.length === 0 && b.given.length === 0) {
    const surname = compareSurnames(a.surname, b.surname, guessed)
    return [together({ ...surname, explanations: [...surname.explanations, ...read] }, null)]
  }
  if (a.given.length === 0) return [compareSingle(a, b)]
  if (b.given.length === 0) return [compareSingle(b, a)]
  const surname = compareSurnames(a.surname, b.surname, guessed)
  const given = compareGivenNames(a.given, b.given, !a.divided && !b.divided)
  const direct = together(
    { ...surname, explanations: [...surname.explanations, ...read] },
    guessed ? halfTaken(a, b, surname, shiftedAway(surname, given)) : given
  )
  if (guessed) return [direct]
  return [direct, swapped(a, b), dividedOtherwise(a, b)].filter((candidate) => candidate !== null)
}

const isLatin = ({ given, surname }: NameReading): boolean => [...surname, ...given].every((word) => !isForeign(word))

/** Signs that cannot be said are compared with signs, never with a spelling. */
const isUnsaidFor = (a: NameReading, b: NameReading): boolean => {
  if (!isLatin(b)) return false
  const signs = signsIn(a)
  return a.unsaid || (signs > 0 && maySayOtherwise(signs, b))
}
const canMeet = (a: NameReading, b: NameReading): boolean => !isUnsaidFor(a, b) && !isUnsaidFor(b, a)

/** Whatever Mandarin makes of the given name, Chan Tai Man and Chen Dawen are for a person to compare. */
const heldOpen = (candidate: Candidate, a: NameReading, b: NameReading): Candidate =>
  candidate.score < reviewFloor && (isFamilySaidElsewhere(a, b) || isFamilySaidElsewhere(b, a))
    ? { ...candidate, score: reviewFloor }
    : candidate

const withGenerations = (candidate: Candidate, a: PersonName, b: PersonName): Candidate => {
  if (a.generation === b.generation) return candidate
  const other = a.generation !== null && b.generation !== null
  const limit = (part: PartMatch): PartMatch =>
    other ? limited(part, scoreOf.otherGeneration, "generation_differs") : limited(part, scoreOf.oneSidedGeneration, "generation_missing")
  return candidate.given === null ? together(limit(candidate.surname), null) : together(candidate.surname, limit(candidate.given))
}

const better = (one: Candidate, other: Candidate): Candidate => {
  const [left, right] = [one, other].map(({ score, surname }) => Math.round(score * 1e6) + surname.score)
  return (right ?? 0) > (left ?? 0) ? other : one
}

const rounded = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000

const uncompared: NameJudgement = { outcome: null, score: null, likeness: null, surname: null, given_names: null }

const outcomeOf = (score: number): NameOutcome =>
  score >= nameThresholds.agrees ? "agrees" : score >= nameThresholds.doubtful ? "doubtful" : "differs"

/** All that readings are made of, in one text. */
const writtenIn = ({ generation, readings }: PersonName): string =>
  JSON.stringify([
    generation,
    readings.map(({ given, surname }) => [surname, given].map((words) => words.map(({ token }) => token.native)))
  ])

/** Judges two names that were read: every way to divide an undivided name and every script that both have is tried, and the best taken. */
export const judgeReadNames = (one: PersonName, other: PersonName): NameJudgement => {
  // Ways to read two names may be equally good: with the names always in the same order it is always the same one that is reported.
  const [a, b] = writtenIn(one) <= writtenIn(other) ? [one, other] : [other, one]
  const found = a.readings.flatMap((left) =>
    b.readings.filter((right) => canMeet(left, right)).flatMap((right) => candidates(left, right).map((one) => heldOpen(one, left, right)))
  )
  const [first, ...others] = found
  if (first === undefined) return a.readings.length === 0 || b.readings.length === 0 ? uncompared : { ...uncompared, outcome: "doubtful" }
  const best = withGenerations(others.reduce(better, first), a, b)
  const most = a.organization || b.organization ? organizationCap : a.careOf || b.careOf || areOpposed(a, b) ? reviewCap : 1
  const score = rounded(Math.min(best.score, most))
  return {
    outcome: outcomeOf(score),
    score,
    likeness: rounded(Math.min(best.likeness, most)),
    surname: best.surname,
    given_names: best.given
  }
}

/**
 * The one judge of names: whether two statements name one person. Surname and given names are compared apart, with the tables of ICAO 9303 part 3
 * section 6. The order of the statements makes no difference.
 */
export const judgeNames = (one: NameStatement, other: NameStatement): NameJudgement => judgeReadNames(readName(one), readName(other))
