import {
  type RiskAssessment,
  type RiskContribution,
  type RiskLevel,
  type RiskSignalCode,
  riskLevels,
  riskVersion,
  riskWeights
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

const contribution = (signal: RiskSignalCode, value: number): RiskContribution => {
  const weight = riskWeights[signal]
  return { signal, weight, value: rounded(value, 3), effect: rounded(weight * value, 1) }
}

const heaviestFirst = (one: RiskContribution, other: RiskContribution): number =>
  other.effect - one.effect || (one.signal < other.signal ? -1 : one.signal > other.signal ? 1 : 0)

/**
 * Adds up what every signal weighs: the effects are the whole explanation, since nothing else moves the score. Of a signal
 * that is given twice the worse one counts; a worse signal never lowers the score, and their order does not matter.
 */
export const assessRisk = (signals: ReadonlyArray<RiskSignal>): RiskAssessment => {
  const worst = new Map<RiskSignalCode, number>()
  for (const { signal, value } of signals) worst.set(signal, Math.max(worst.get(signal) ?? 0, bounded(value)))
  const contributions = [...worst]
    .map(([signal, value]) => contribution(signal, value))
    .filter(({ effect }) => effect > 0)
    .toSorted(heaviestFirst)
  const score = Math.min(
    100,
    Math.round(
      rounded(
        contributions.reduce((sum, { effect }) => sum + effect, 0),
        1
      )
    )
  )
  return { score, level: riskLevelOf(score), version: riskVersion, contributions }
}
