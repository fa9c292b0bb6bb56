/**
 * Raw evidence of a name → score of the name alone, as knots of a line that rises throughout. Fitted by isotonic regression on labelled cases
 * (`bun packages/adapters/bench/screening-calibration.ts`) with four places fixed: what is reviewed for its name alone, for its name with
 * an equal birth day and country, and in spite of another country, and equality of the names, which ends at 0.93, so that a confirmed match
 * stands above "same name, nothing to disagree".
 */
export const calibrationKnots: ReadonlyArray<readonly [number, number]> = [
  [0, 0],
  [0.2, 0.05],
  [0.3, 0.1],
  [0.4, 0.19],
  [0.5, 0.33],
  [0.6, 0.36],
  [0.68, 0.636],
  [0.75, 0.72],
  [0.823, 0.79],
  [0.86, 0.885],
  [0.9, 0.9],
  [0.96, 0.92],
  [1, 0.93]
]

/** Score of a name by the line through the knots; `raw` is 0 to 1. */
export const calibrate = (raw: number): number => {
  let [low, start] = [0, 0]
  for (const [high, end] of calibrationKnots) {
    if (raw <= high) return high === low ? end : start + ((raw - low) / (high - low)) * (end - start)
    low = high
    start = end
  }
  return start
}

/** Least raw evidence that `calibrate` maps to this score or above; above 1 when none does. */
export const leastRaw = (score: number): number => {
  let [low, start] = [0, 0]
  for (const [high, end] of calibrationKnots) {
    if (score <= end) return end === start ? low : low + ((score - start) / (end - start)) * (high - low)
    low = high
    start = end
  }
  return 1.01
}
