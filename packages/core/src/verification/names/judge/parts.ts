import { freePrefixes, vietnameseMarkers } from "../given-names/free-prefixes.ts"
import { likeness, type NameRole, residualSimilarity } from "./similarity.ts"
import { bestAssignment, joinRuns } from "./word-assignment.ts"
import { isPatronymic as isPatronymicName } from "../words/fathers-names.ts"
import { tellingParticles } from "../words/particles.ts"
import type { NameExplanation } from "./explanations.ts"
import { compareWords, isSyllable } from "./compare-words.ts"
import { isGivenWord, isSameWord, mergedWords, type Word } from "./word.ts"

/** How the surnames or the given names of two people compare. */
export interface PartMatch {
  /** 0 to 1. */
  readonly score: number
  readonly explanations: ReadonlyArray<NameExplanation>
}

interface Aligned {
  readonly one: ReadonlyArray<Word>
  readonly other: ReadonlyArray<Word>
  /** For each word of `one` its place in `other`; -1 without one. */
  readonly places: ReadonlyArray<number>
  /** Mean likeness of the words that met; 0 when none did. */
  readonly met: number
  readonly explanations: ReadonlyArray<NameExplanation>
}

const maximumWords = 8
const otherParticlesScore = 0.85

const mean = (values: ReadonlyArray<number>): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

const initialsOf = (word: Word): ReadonlyArray<Word> =>
  [...word.token.native].map((letter) => ({
    ...word,
    icao: [],
    token: { ...word.token, native: letter, spellings: [letter], initial: true, capitals: false }
  }))

/** A row of initials (JA for John Andrew) taken apart where the other side spells the names out. */
const spelledOut = (side: ReadonlyArray<Word>, other: ReadonlyArray<Word>): ReadonlyArray<Word> => {
  const first = other.map(({ token }) => token.spellings[0]?.charAt(0) ?? "").join("")
  return side.flatMap((word) =>
    word.token.capitals && first.startsWith(word.token.native) && !other.some((each) => isSameWord(each, word)) ? initialsOf(word) : [word]
  )
}

/** Particles may be missing or moved: those that the other side lacks are left out, as long as a name remains. */
const withoutParticles = (side: ReadonlyArray<Word>, other: ReadonlyArray<Word>, role: NameRole): ReadonlyArray<Word> => {
  const kept = side.filter(
    ({ token }, at) => !token.particle || (role === "given" && at === 0) || other.some((each) => each.token.native === token.native)
  )
  return kept.length === 0 || kept.every(({ token }) => token.particle) ? side : kept
}

const align = (one: ReadonlyArray<Word>, other: ReadonlyArray<Word>, role: NameRole, guessed: boolean): Aligned => {
  const rule = { merge: mergedWords, same: isSameWord }
  const left = role === "given" ? spelledOut(one, other) : one
  const right = role === "given" ? spelledOut(other, one) : other
  const joinedLeft = joinRuns(left, right, rule)
  const joinedRight = joinRuns(right, joinedLeft, rule)
  const a = withoutParticles(joinedLeft, joinedRight, role).slice(0, maximumWords)
  const b = withoutParticles(joinedRight, joinedLeft, role).slice(0, maximumWords)
  const matches = a.map((word) => b.map((each) => compareWords(word, each, role, guessed)))
  const places = bestAssignment(
    a.map(() => 1),
    matches.map((row) => row.map(({ score }) => score)),
    likeness
  )
  const met = places.flatMap((place, at) => matches[at]?.[place] ?? [])
  const joined = places.some((place, at) => place >= 0 && (a[at]?.joined === true || b[place]?.joined === true))
  const leftOut = [joinedLeft.filter((word) => !a.includes(word)), joinedRight.filter((word) => !b.includes(word))]
  const particles = leftOut.some((words) => words.length > 0)
  const otherParticles = leftOut.every((words) => words.some(({ token }) => tellingParticles.has(token.native)))
  return {
    one: a,
    other: b,
    places,
    met: Math.min(mean(met.map(({ score }) => score)), otherParticles ? otherParticlesScore : 1),
    explanations: [
      ...met.flatMap(({ explanations }) => explanations),
      ...(joined ? (["joined_words"] as const) : []),
      ...(particles ? (["particle"] as const) : []),
      ...(otherParticles ? (["several_letters_differ"] as const) : [])
    ]
  }
}

const residual = (one: ReadonlyArray<Word>, other: ReadonlyArray<Word>): number =>
  Math.max(0, ...one.flatMap((a) => other.map((b) => residualSimilarity(a.token, b.token))))

const spareOf = ({ one, other, places }: Aligned): readonly [ReadonlyArray<Word>, ReadonlyArray<Word>] => [
  one.filter((_, at) => (places[at] ?? -1) < 0),
  other.filter((_, at) => !places.includes(at))
]

/**
 * Compares two surnames word by word. One of several surnames may be missing (the last costs little, the first more); another word in its
 * place is another family.
 */
export const compareSurnames = (one: ReadonlyArray<Word>, other: ReadonlyArray<Word>, guessed: boolean): PartMatch => {
  const aligned = align(one, other, "family", guessed)
  const { explanations, met, places } = aligned
  const [spareOne, spareOther] = spareOf(aligned)
  if (places.every((place) => place < 0)) return { score: residual(one, other), explanations: ["different_name"] }
  const onlyInitials = places.every((place, at) => place < 0 || aligned.one[at]?.token.initial !== aligned.other[place]?.token.initial)
  if (onlyInitials) return { score: 0.62, explanations }
  if (spareOne.length === 0 && spareOther.length === 0) {
    const turned = places.some((place, at) => place !== at)
    return { score: turned ? met * 0.95 : met, explanations: turned ? [...explanations, "order_swapped"] : explanations }
  }
  if (spareOne.length > 0 && spareOther.length > 0) {
    return { score: Math.min(0.5, met), explanations: [...explanations, "compound_surname_part", "another_surname_word"] }
  }
  const [longer, matchedFirst] = spareOne.length > 0 ? [aligned.one, (places[0] ?? -1) >= 0] : [aligned.other, places.includes(0)]
  // What was cut off at the end of a zone is not missing.
  if (matchedFirst && explanations.includes("truncated_by_mrz")) return { score: met, explanations }
  const married: ReadonlyArray<NameExplanation> = longer.some(({ hyphenated }) => hyphenated) ? ["married_name_possible"] : []
  return { score: met * (matchedFirst ? 0.92 : 0.78), explanations: [...explanations, "compound_surname_part", ...married] }
}

const scoreOf = {
  halfOfOneName: 0.72,
  /** A hair below one, so that a way to read both names whole is preferred. */
  furtherNameMissing: 0.9992
} as const

/** First words of French names that are one name with the next: Jean Paul and Jean Luc. */
const compoundHeads: ReadonlySet<string> = new Set(["jean", "marie"])
export const isCompoundHead = (word: Word | undefined): boolean =>
  word?.token.spellings.some((spelling) => compoundHeads.has(spelling)) ?? false

const isFreePrefix = (word: Word | undefined): boolean => word?.token.spellings.some((spelling) => freePrefixes.has(spelling)) ?? false

/** Words that name the father: Petrovich, Sergeevna, Mammad oglu. */
const isPatronymic = ({ token }: Word): boolean =>
  token.spellings.some(isPatronymicName) || ["oglu", "ogly", "bin", "ibn", "kyzy"].includes(token.native)

/** Chinese, Korean and Vietnamese given names of several syllables are one name, however they are spaced: brothers share one of them. */
const isOfSyllables = (words: ReadonlyArray<Word>): boolean => words.length > 1 && words.every(isSyllable)

const anotherGivenName = (aligned: Aligned, spare: ReadonlyArray<Word>): PartMatch => {
  const explanations: ReadonlyArray<NameExplanation> = [
    ...aligned.explanations,
    spare.some(isPatronymic) ? "patronymic" : "another_given_name"
  ]
  // The first words have to agree: a shared middle name makes no one the same person.
  if (aligned.places[0] !== 0) return { score: Math.min(0.45, aligned.met), explanations }
  if (aligned.one.every((word, at) => (aligned.places[at] ?? -1) < 0 || vietnameseMarkers.has(word.token.native)))
    return { score: 0.4, explanations }
  if (isOfSyllables(aligned.one) && isOfSyllables(aligned.other)) return { score: aligned.met * 0.48, explanations }
  const onlyInitials = spare.every(({ token }) => token.initial)
  // Jean-Paul and Jean-Luc are one name each.
  const compound =
    aligned.one[0]?.hyphenated === true ||
    aligned.other[0]?.hyphenated === true ||
    (isCompoundHead(aligned.one[0]) && isCompoundHead(aligned.other[0]))
  return { score: aligned.met * (onlyInitials ? 0.72 : compound && spare.some(isGivenWord) ? 0.48 : 0.62), explanations }
}

/** Compares two lists of given names: further names may be missing on one side; another name in first place is another person. */
export const compareGivenNames = (one: ReadonlyArray<Word>, other: ReadonlyArray<Word>, undivided: boolean): PartMatch => {
  const aligned = align(one, other, "given", undivided)
  const { explanations, met, places } = aligned
  const [spareOne, spareOther] = spareOf(aligned)
  if (places.every((place) => place < 0)) return { score: residual(one.slice(0, 1), other.slice(0, 1)), explanations: ["different_name"] }
  if (spareOne.length > 0 && spareOther.length > 0) return anotherGivenName(aligned, [...spareOne, ...spareOther])
  const turned = places.filter((place) => place >= 0).some((place, at, found) => place < (found[at - 1] ?? -1))
  const order: ReadonlyArray<NameExplanation> = turned ? ["order_swapped"] : []
  const spare = [...spareOne, ...spareOther]
  if (spare.length === 0) {
    // J R and Robert James share their initials, as many people do.
    const kept = !turned ? 1 : explanations.includes("initial") ? 0.8 : 0.95
    return { score: met * kept, explanations: [...explanations, ...order] }
  }
  const [longer, matchedFirst] = spareOne.length > 0 ? [aligned.one, (places[0] ?? -1) >= 0] : [aligned.other, places.includes(0)]
  if (explanations.includes("truncated_by_mrz") && matchedFirst) return { score: met, explanations }
  if (matchedFirst) {
    const missing: NameExplanation = spare.every(isPatronymic) ? "patronymic" : "middle_name_missing"
    const whole = isOfSyllables(longer) && !longer.every(isGivenWord)
    return { score: met * (whole ? scoreOf.halfOfOneName : scoreOf.furtherNameMissing), explanations: [...explanations, ...order, missing] }
  }
  const free = isFreePrefix(longer[0]) || spare.every(({ token }) => token.initial)
  return { score: met * (free ? 0.96 : 0.72), explanations: [...explanations, ...order, "first_name_missing"] }
}
