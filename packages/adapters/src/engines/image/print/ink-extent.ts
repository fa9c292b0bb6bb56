import type { GreyImage } from "../../pdf/render.ts"
import type { PixelBox } from "./print-word.ts"

const mostArea = 200_000
const paperLevel = 250
/** Share of full black that stains and grain of paper stay under. */
const stain = 0.12
const leastContrast = 0.25
/** In heights of the word: letters reach below the line that they stand on. */
const below = 0.3

/** Where a profile of ink rises to half of its height, between the columns. */
const risesAt = (columns: Float32Array, half: number, from: number, step: 1 | -1): number | null => {
  for (let at = from; at >= 0 && at < columns.length; at += step) {
    const here = columns[at] ?? 0
    if (here < half) continue
    const before = columns[at - step] ?? 0
    return at - step * (here === before ? 0 : (here - half) / (here - before))
  }
  return null
}

/**
 * From the left edge of a word's ink to the right one, in pixels and fractions of them, in a picture with even light; null where it is hardly
 * darker than paper or too large to be a word.
 */
export const inkExtentOf = ({ data, height, width }: GreyImage, word: PixelBox): number | null => {
  const size = word.bottom - word.top
  const area = {
    left: Math.max(0, Math.floor(word.left - 2)),
    right: Math.min(width, Math.ceil(word.right + 2)),
    top: Math.max(0, Math.floor(word.top - size * 0.1)),
    bottom: Math.min(height, Math.ceil(word.bottom + size * below))
  }
  const across = area.right - area.left
  if (across < 4 || across * (area.bottom - area.top) > mostArea) return null
  const columns = new Float32Array(across)
  for (let y = area.top; y < area.bottom; y++)
    for (let x = 0; x < across; x++) {
      const depth = 1 - (data[y * width + area.left + x] ?? paperLevel) / paperLevel
      if (depth < stain) continue
      if (depth > (columns[x] ?? 0)) columns[x] = depth
    }
  const darkest = columns.reduce((most, depth) => Math.max(most, depth), 0)
  if (darkest < leastContrast) return null
  const [left, right] = [risesAt(columns, darkest / 2, 0, 1), risesAt(columns, darkest / 2, across - 1, -1)]
  return left === null || right === null || right <= left ? null : right - left
}
