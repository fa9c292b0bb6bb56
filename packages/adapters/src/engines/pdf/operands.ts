import type { Box, Matrix } from "../image/geometry.ts"

/** The operands of drawing operations are whatever the file made them: these readers take the expected kind, or something harmless. */
export const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {}

export const numberOr = (value: unknown, otherwise: number): number =>
  typeof value === "number" && Number.isFinite(value) ? value : otherwise

export const list = (value: unknown): ReadonlyArray<unknown> => {
  if (Array.isArray(value)) return value
  if (value instanceof Float32Array || value instanceof Float64Array) return Array.from(value)
  return []
}

/** Reads a matrix, also out of the object that keeps six numbers under the keys 0 to 5. */
export const matrixOf = (value: unknown): Matrix | null => {
  const direct = list(value)
  const keyed = record(value)
  const numbers = direct.length >= 6 ? direct : [0, 1, 2, 3, 4, 5].map((key) => keyed[key])
  const [a, b, c, d, e, f] = numbers
  if (![a, b, c, d, e, f].every((item) => typeof item === "number" && Number.isFinite(item))) return null
  return [numberOr(a, 1), numberOr(b, 0), numberOr(c, 0), numberOr(d, 1), numberOr(e, 0), numberOr(f, 0)]
}

/** Kinds of path segments that draw curves. */
const isCurve = (code: unknown): boolean => code === 2 || code === 3

/** True for four straight sides along the bounds; a rounded or slanted shape hides less than its bounds say. */
export const isRectangle = (segments: ReadonlyArray<unknown>, bounds: Box): boolean => {
  if (segments.length > 17) return false
  const near = (value: number, a: number, b: number) => Math.min(Math.abs(value - a), Math.abs(value - b)) < 0.01 + Math.abs(b - a) * 0.001
  for (let at = 0; at < segments.length; ) {
    const code = segments[at]
    if (isCurve(code)) return false
    if (code === 4) at += 1
    else {
      const x = numberOr(segments[at + 1], Number.NaN)
      const y = numberOr(segments[at + 2], Number.NaN)
      if (!near(x, bounds.left, bounds.right) || !near(y, bounds.top, bounds.bottom)) return false
      at += 3
    }
  }
  return segments.length >= 12
}
