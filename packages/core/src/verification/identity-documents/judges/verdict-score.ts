/** Bands of scores by outcome: failed below 0.4, review below 0.7, passed from 0.7, so that a worse outcome never scores higher. */
const bands = {
  failed: { from: 0, width: 0.39 },
  review: { from: 0.4, width: 0.29 },
  passed: { from: 0.7, width: 0.3 }
} as const

/** The score of a verdict: how sure its evidence is (0 to 1), moved into the band of the outcome. */
export const verdictScore = (outcome: keyof typeof bands, sureness: number): number => {
  const { from, width } = bands[outcome]
  const bounded = Number.isNaN(sureness) ? 0 : Math.min(1, Math.max(0, sureness))
  return Math.round((from + width * bounded) * 10_000) / 10_000
}
