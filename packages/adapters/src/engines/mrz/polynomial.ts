/** Coefficients of 1, t, t² and so on. */
export type Polynomial = ReadonlyArray<number>

export const valueAt = (polynomial: Polynomial, t: number): number => polynomial.reduceRight((sum, part) => sum * t + part, 0)

export const slopeAt = (polynomial: Polynomial, t: number): number =>
  polynomial.reduceRight((sum, part, power) => (power === 0 ? sum : sum * t + power * part), 0)

export const added = (one: Polynomial, other: Polynomial): Polynomial =>
  Array.from({ length: Math.max(one.length, other.length) }, (_, power) => (one[power] ?? 0) + (other[power] ?? 0))

export const scaled = (polynomial: Polynomial, factor: number): Polynomial => polynomial.map((part) => part * factor)

export interface WeightedPoint {
  readonly t: number
  readonly value: number
  readonly weight: number
}

/** Solves for the polynomial of least squares; the ridge, one number for each power, keeps terms at 0 until the points ask for them. */
export const polynomialThrough = (points: ReadonlyArray<WeightedPoint>, ridge: ReadonlyArray<number>): Polynomial => {
  const size = ridge.length
  const rows = ridge.map((own, row) => Array.from({ length: size + 1 }, (_, column) => (column === row ? own : 0)))
  for (const { t, value, weight } of points) {
    const powers = ridge.map((_, power) => t ** power)
    rows.forEach((target, row) => {
      const share = weight * (powers[row] ?? 0)
      for (let column = 0; column < size; column++) target[column] = (target[column] ?? 0) + share * (powers[column] ?? 0)
      target[size] = (target[size] ?? 0) + share * value
    })
  }
  rows.forEach((source, pivot) => {
    for (const [row, target] of rows.entries()) {
      if (row === pivot) continue
      const factor = (target[pivot] ?? 0) / (source[pivot] || 1e-9)
      for (let column = pivot; column <= size; column++) target[column] = (target[column] ?? 0) - factor * (source[column] ?? 0)
    }
  })
  return rows.map((row, index) => (row[size] ?? 0) / (row[index] || 1e-9))
}
