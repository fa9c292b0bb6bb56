import {
  type RiskAssessment,
  type RiskContribution,
  type RiskLevel,
  type RiskSignalCode,
  repeatedPart,
  riskLevels,
  riskSignalFacts,
  riskVersion
} from "./model.ts"

/** One thing that was found: `value` is how bad it is, 0 to 1. */
export interface RiskSignal {
  readonly signal: RiskSignalCode
  readonly value: number
}

/** What is no number was not measured, and what was not measured is no comfort. */
const bounded = (value: number): number => (Number.isNaN(value) ? 1 : Math.min(1, Math.max(0, value)))

const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits

/** The level of a score of 0 to 100. */
export const riskLevelOf = (score: number): RiskLevel =>
  score >= riskLevels.critical ? "critical" : score >= riskLevels.high ? "high" : score >= riskLevels.medium ? "medium" : "low"

/** A signal and its points by themselves. */
interface Weighed extends RiskSignal {
  readonly points: number
}

const heaviestFirst = (one: Weighed, other: Weighed): number =>
  other.points - one.points || (one.signal < other.signal ? -1 : one.signal > other.signal ? 1 : 0)

/** Each signal once, by its worst value. */
const worstOfEach = (signals: ReadonlyArray<RiskSignal>): ReadonlyArray<Weighed> => {
  const worst = new Map<RiskSignalCode, number>()
  for (const { signal, value } of signals) worst.set(signal, Math.max(worst.get(signal) ?? 0, bounded(value)))
  return [...worst].map(([signal, value]) => ({ signal, value, points: riskSignalFacts[signal].weight * value }))
}

/** Of the signals of one subject the heaviest keeps its points; the others keep a part of theirs, since they mostly see the same fault. */
const withoutRepeats = (weighed: ReadonlyArray<Weighed>): ReadonlyArray<Weighed> => {
  const seen = new Set<string>()
  return weighed.toSorted(heaviestFirst).map((one) => {
    const { subject } = riskSignalFacts[one.signal]
    if (!seen.has(subject)) {
      seen.add(subject)
      return one
    }
    return { ...one, points: one.points * repeatedPart }
  })
}

/**
 * Grades the risk: each signal takes its points of what the heavier ones leave up to 100, so that one severe fault is high, several are higher, and
 * no number of them passes 100. The effects add up to the score, since nothing else moves it. Of a signal that is given twice the worse one
 * counts; a signal that gets worse or is added never lowers the score, and their order does not matter.
 */
export const assessRisk = (signals: ReadonlyArray<RiskSignal>): RiskAssessment => {
  let left = 1
  let reached = 0
  const contributions: Array<RiskContribution> = []
  for (const { points, signal, value } of withoutRepeats(worstOfEach(signals)).toSorted(heaviestFirst)) {
    left *= 1 - points / 100
    // To nine digits first, so that the order of the multiplications decides no tie.
    const risen = rounded(rounded(100 * (1 - left), 9), 1)
    const effect = rounded(risen - reached, 1)
    reached = risen
    if (effect > 0) contributions.push({ signal, weight: riskSignalFacts[signal].weight, value: rounded(value, 3), effect })
  }
  const score = Math.round(reached)
  return { score, level: riskLevelOf(score), version: riskVersion, contributions }
}
