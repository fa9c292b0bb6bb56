import { judgeReadNames, type NameJudgement, nameThresholds } from "../../../names/judge/judge.ts"
import type { NameExplanation } from "../../../names/judge/explanations.ts"
import type { PartMatch } from "../../../names/judge/parts.ts"
import { type PersonName, readHolders, readName } from "../../../names/judge/reading.ts"

/** The name a document is compared with, from an identity document or from what the session expects. */
export type ReferenceName =
  | { readonly first_name: string; readonly middle_name?: string | null | undefined; readonly last_name: string }
  | { readonly full_name: string }

interface NameComparison {
  /** 0 to 1, of the holder that fits best. */
  readonly score: number
  /** As the score, before what is doubtful was held below agreement. */
  readonly likeness: number
  /** The name is near, and still at best for a person to decide. */
  readonly doubtful: boolean
  /** 0 to 1 each; null where the reference has no such part. */
  readonly components: { readonly given: number | null; readonly family: number | null }
  /** True when the document names more than one person. */
  readonly joint_holder: boolean
  /** True when the names only agree after one of them was put into other letters. */
  readonly transliterated: boolean
}

/** How many names of a document are looked at. */
const maximumHolders = 20
const spouseScore = 0.76
/** A bill that prints one word of a name of several could be anyone's of the family, or anyone's who bears the given name. */
const halfNameCap = 0.7

const noParts: NameComparison["components"] = { given: null, family: null }

const readReference = (reference: ReferenceName): PersonName => {
  if ("full_name" in reference) return readName({ full_name: reference.full_name })
  const given_names = [reference.first_name, reference.middle_name ?? ""].join(" ").trim()
  return readName({ surname: reference.last_name, given_names })
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000

interface Holder {
  readonly name: PersonName
  readonly spouse: boolean
}

const isHalf = (name: PersonName, reference: PersonName): boolean =>
  name.readings[0]?.given.length === 0 && reference.readings.every(({ given }) => given.length > 0)

const held = (judged: NameJudgement, most: number): NameJudgement => {
  const score = Math.min(judged.score ?? 0, most)
  return { ...judged, score, likeness: score, outcome: score >= nameThresholds.doubtful ? judged.outcome : "differs" }
}

/** A husband or wife without a given name of their own may be the person where the surname agrees; no one but a person can say so. */
const judgeHolder = ({ name, spouse }: Holder, reference: PersonName): NameJudgement => {
  const judged = judgeReadNames(name, reference)
  // Scripts that no rule compares are for a person to compare.
  if (judged.outcome === "doubtful" && judged.score === null) return { ...judged, score: nameThresholds.doubtful, likeness: 0 }
  if (judged.score === null) return judged
  if (!spouse && isHalf(name, reference) && !(judged.surname?.explanations.includes("joined_words") ?? false))
    return held(judged, halfNameCap)
  if (!spouse) return judged
  const score = judged.score >= nameThresholds.doubtful ? spouseScore : halfNameCap
  return { ...judged, score, likeness: score, outcome: score >= nameThresholds.doubtful ? "doubtful" : "differs" }
}

const isSamePerson = (one: Holder, other: Holder): boolean => (judgeReadNames(one.name, other.name).score ?? 0) >= nameThresholds.doubtful

const namesSeveral = (persons: ReadonlyArray<Holder>): boolean => {
  const [first, ...others] = persons.slice(0, maximumHolders)
  return first !== undefined && others.some((other) => other.spouse || !isSamePerson(first, other))
}

const otherLetters: ReadonlySet<NameExplanation> = new Set(["transliteration_icao", "transliteration_general", "vowels_not_written"])
const neededOtherLetters = (part: PartMatch | null): boolean => part?.explanations.some((code) => otherLetters.has(code)) ?? false

/**
 * Compares the holders printed on a document with a reference name by the one judge of names; of several holders the one that fits best counts.
 * Initials, short forms and other alphabets cost a little; another family or given name keeps the score below review.
 */
export const compareNames = (holders: ReadonlyArray<string>, reference: ReferenceName): NameComparison => {
  const read = holders.slice(0, maximumHolders).flatMap(readHolders)
  const wanted = readReference(reference)
  let best: NameJudgement | null = null
  for (const holder of read) {
    const judged = judgeHolder(holder, wanted)
    if (judged.score !== null && (best === null || judged.score > (best.score ?? 0))) best = judged
  }
  return {
    score: best?.score ?? 0,
    likeness: best?.likeness ?? 0,
    doubtful: best?.outcome === "doubtful",
    components:
      best === null
        ? noParts
        : {
            given: best.given_names === null ? null : rounded(best.given_names.score),
            family: best.surname === null ? null : rounded(best.surname.score)
          },
    joint_holder: namesSeveral(read.filter(({ name }) => !name.organization)),
    transliterated: neededOtherLetters(best?.surname ?? null) || neededOtherLetters(best?.given_names ?? null)
  }
}
