import type { GreyImage } from "../../pdf/render.ts"

/** Side of the blocks in which JPEG compresses (ISO/IEC 10918-1, A.1.3). */
export const blockSide = 8

/** Where the blocks of a picture begin: columns and rows, modulo the side of a block. */
export interface JpegGrid {
  readonly column: number
  readonly row: number
}

/** Steps between pixels above this belong to letters and rules, not to the edges of blocks. */
const calm = 18
/** Rows and columns of which one is looked at, to find the grid of a page. */
const everyOf = 3
/** How much steeper the step at the edge of a block is than beside it before a picture has a grid, and than at any other place. */
const leastGrid = 0.06
const clearOfOthers = 1.6
/** Levels that are added where nothing moves. */
const still = 0.12

interface Steps {
  readonly beyond: Float64Array
  readonly beside: Float64Array
  readonly count: Float64Array
}

const noSteps = (): Steps => ({
  beyond: new Float64Array(blockSide),
  beside: new Float64Array(blockSide),
  count: new Float64Array(blockSide)
})

/** Adds the steps before pixels along one direction, each to the place of its pixel within a block. */
const stepsAlong = ({ data, height, width }: GreyImage, along: "columns" | "rows"): Steps => {
  const steps = noSteps()
  const stride = along === "columns" ? 1 : width
  const [stepX, stepY] = along === "columns" ? [1, everyOf] : [everyOf, 1]
  for (let y = 2; y < height - 1; y += stepY)
    for (let x = 2; x < width - 1; x += stepX) {
      const at = y * width + x
      const b = data[at - stride] ?? 0
      const c = data[at] ?? 0
      const before = Math.abs(b - (data[at - 2 * stride] ?? 0))
      const here = Math.abs(c - b)
      const after = Math.abs((data[at + stride] ?? 0) - c)
      if (before > calm || here > calm || after > calm) continue
      const place = (along === "columns" ? x : y) % blockSide
      steps.beyond[place] = (steps.beyond[place] ?? 0) + here - (before + after) / 2
      steps.beside[place] = (steps.beside[place] ?? 0) + (before + after) / 2
      steps.count[place] = (steps.count[place] ?? 0) + 1
    }
  return steps
}

const strengthAt = ({ beside, beyond, count }: Steps, place: number): number =>
  (beyond[place] ?? 0) / ((beside[place] ?? 0) + still * (count[place] ?? 0) + 1e-9)

/** The place at which steps are clearly steeper than at all others; null where there is none. */
const clearest = (steps: Steps): number | null => {
  const places = Array.from({ length: blockSide }, (_, place) => ({ place, strength: strengthAt(steps, place) }))
  const [first, second] = places.sort((a, b) => b.strength - a.strength)
  if (first === undefined || second === undefined || first.strength < leastGrid) return null
  return first.strength >= clearOfOthers * Math.max(0, second.strength) ? first.place : null
}

/** The grid that compression left on a picture; null where it shows none, because it was never compressed, or was scaled or turned since. */
export const jpegGridOf = (image: GreyImage): JpegGrid | null => {
  const [column, row] = [clearest(stepsAlong(image, "columns")), clearest(stepsAlong(image, "rows"))]
  return column === null || row === null ? null : { column, row }
}
