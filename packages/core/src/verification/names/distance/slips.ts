import { editDistance } from "./edit-distance.ts"

const singled = (text: string): string => text.replace(/(.)\1+/g, "$1")

/**
 * How credible it is, 0 to 1, that two different spellings are one word with a slip of the pen.
 * Short words carry no slip: Tim and Tom, Lee and Leo are two names. 0 means "two different words".
 */
export const slipSimilarity = (a: string, b: string): number => {
  if (a === b) return 1
  const longest = Math.max(a.length, b.length)
  if (longest < 4 || Math.abs(a.length - b.length) > 2) return 0
  const distance = editDistance(a, b)
  const firstDiffers = a[0] !== b[0]
  if (distance === 1) {
    if (singled(a) === singled(b)) return 0.95
    if (a.length === b.length && jaroSameLetters(a, b)) return 0.9
    const base = a.length === b.length ? substitutionSimilarity(longest) : longest >= 5 ? 0.84 : 0.72
    return firstDiffers ? base - 0.1 : base
  }
  if (distance === 2 && !firstDiffers && longest >= 6) return longest >= 9 ? 0.72 : longest >= 7 ? 0.62 : 0.55
  return distance === 3 && !firstDiffers && longest >= 12 ? 0.6 : 0
}

const jaroSameLetters = (a: string, b: string): boolean => [...a].sort().join("") === [...b].sort().join("")

const substitutionSimilarity = (length: number): number => (length >= 8 ? 0.86 : length >= 6 ? 0.8 : length === 5 ? 0.74 : 0.62)
