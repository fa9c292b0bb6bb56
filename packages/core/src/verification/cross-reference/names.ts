import { type NameJudgement, judgeNames, partThresholds } from "../names/judge/judge.ts"
import type { PartMatch } from "../names/judge/parts.ts"
import type { NameStatement } from "../names/judge/reading.ts"
import type { ComponentComparison, ExplanationCode, FactVerdict, PersonFacts } from "./facts.ts"
import { notComparable } from "./facts.ts"

/** How two names compare: both parts apart, and both together. */
interface NamesComparison {
  /** 0 to 1; null where one side has no name. */
  readonly score: number | null
  readonly surname: ComponentComparison
  readonly given_names: ComponentComparison
}

const lettersDiffer: ReadonlySet<ExplanationCode> = new Set(["one_letter_differs", "several_letters_differ"])

const rounded = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000

const verdictOf = (score: number, mismatchBelow: number): FactVerdict =>
  score >= partThresholds.match ? "match" : score >= mismatchBelow ? "partial" : "mismatch"

const shown = (component: "surname" | "given_names", part: PartMatch | null, transliterated: boolean): ComponentComparison => {
  if (part === null) return notComparable(component)
  const another = transliterated && part.explanations.some((code) => lettersDiffer.has(code))
  return {
    component,
    score: rounded(part.score),
    verdict: verdictOf(rounded(part.score), partThresholds[component]),
    explanations: [...new Set([...part.explanations, ...(another ? (["transliteration_general"] as const) : [])])].toSorted()
  }
}

const statements = new WeakMap<PersonFacts, NameStatement>()

/** The name that a source states; a source meets several others, and its name is read once. */
const statementOf = (facts: PersonFacts): NameStatement => {
  const statement = statements.get(facts) ?? { ...facts, holders: facts.source === "proof_of_address" }
  statements.set(facts, statement)
  return statement
}

/** Compares the names of two sources by the one judge of names. The order of the sources makes no difference. */
export const compareNames = (one: PersonFacts, other: PersonFacts): NamesComparison => {
  const judged: NameJudgement = judgeNames(statementOf(one), statementOf(other))
  const transliterated = one.transliterated === true || other.transliterated === true
  return {
    score: judged.score,
    surname: shown("surname", judged.surname, transliterated),
    given_names: shown("given_names", judged.given_names, transliterated)
  }
}
