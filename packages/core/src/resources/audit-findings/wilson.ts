/** The 97.5 % quantile of the normal distribution: bounds that hold for 95 of 100 samples. */
const z = 1.959964

interface Share {
  readonly n: number
  /** Null where there is nothing to share. */
  readonly rate: number | null
  readonly lower: number | null
  readonly upper: number | null
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

/** A share with the 95 % bounds of Wilson's score, which stay within 0 and 1 and hold for few cases too. */
export const share = (of: number, n: number): Share => {
  if (n === 0) return { n, rate: null, lower: null, upper: null }
  const p = of / n
  const middle = p + (z * z) / (2 * n)
  const half = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))
  const whole = 1 + (z * z) / n
  return {
    n,
    rate: rounded(p),
    lower: rounded(Math.max(0, (middle - half) / whole)),
    upper: rounded(Math.min(1, (middle + half) / whole))
  }
}
