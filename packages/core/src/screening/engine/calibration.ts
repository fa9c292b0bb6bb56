/**
 * Raw evidence of a name → score of the name alone, as knots of a line that never falls. Equality of the names alone ends at 0.93,
 * so that a confirmed match stands above "same name, nothing to disagree".
 */
export const calibrationKnots: ReadonlyArray<readonly [number, number]> = [
  [0, 0],
  [0.5, 0.45],
  [0.65, 0.6],
  [0.75, 0.72],
  [0.85, 0.82],
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
