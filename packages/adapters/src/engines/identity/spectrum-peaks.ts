import { tileSide } from "./spectrum.ts"

const half = tileSide / 2
/** Frequencies around one that are its own peak, and further ones that it has to stand out from. */
const ownPeak = 2
const around = 7

/** A frequency of a tile that stands out: cycles per tile across and down, and by how much, as a difference of logarithms of power. */
export interface Peak {
  readonly u: number
  readonly v: number
  readonly height: number
}

/** Cycles per tile up to which a camera tells anything. */
const mostCycles = 127
/** Rows of text and ruled lines lie on the axes, and so do traces of compression and of enlargement. */
const axisWidth = 1.5
const jpegBlock = tileSide / 8

const nearBlock = (cycles: number): boolean => Math.abs(cycles - Math.round(cycles / jpegBlock) * jpegBlock) <= 1

/** Frequencies at which every picture has peaks of its own. */
const isOwnOfPictures = (u: number, v: number): boolean =>
  Math.abs(u) <= axisWidth || Math.abs(v) <= axisWidth || (nearBlock(u) && nearBlock(v))

/** What stands out by less may be grain; a wave that many tiles share is found among so many all the same. */
const least = 2
const most = 40

/** Sums over all frequencies to the left of and above each one, of a spectrum repeated by `around` to each side. */
const sumsOf = (spectrum: Float32Array): Float64Array => {
  const side = tileSide + 2 * around + 1
  const sums = new Float64Array(side * side)
  for (let y = 1; y < side; y++) {
    let row = 0
    for (let x = 1; x < side; x++) {
      const [u, v] = [(x - 1 - around + tileSide) % tileSide, (y - 1 - around + tileSide) % tileSide]
      row += spectrum[v * tileSide + u] ?? 0
      sums[y * side + x] = (sums[(y - 1) * side + x] ?? 0) + row
    }
  }
  return sums
}

/** The frequencies from so many cycles per tile on that stand out most in the spectrum of a tile, highest first. */
export const peaksOf = (spectrum: Float32Array, leastCycles: number): ReadonlyArray<Peak> => {
  const level = (u: number, v: number) => spectrum[((v + tileSide) % tileSide) * tileSide + ((u + tileSide) % tileSide)] ?? 0
  const sums = sumsOf(spectrum)
  const side = tileSide + 2 * around + 1
  const boxed = (u: number, v: number, reach: number): number => {
    const [x, y] = [((u + tileSide) % tileSide) + around, ((v + tileSide) % tileSide) + around]
    const at = (column: number, row: number) => sums[row * side + column] ?? 0
    const [left, top, right, bottom] = [x - reach, y - reach, x + reach + 1, y + reach + 1]
    return at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top)
  }
  const ringed = (2 * around + 1) ** 2 - (2 * ownPeak + 1) ** 2
  const peaks: Array<Peak> = []
  for (let v = 0; v < half; v++)
    for (let u = -half + 1; u < half; u++) {
      const cycles = u * u + v * v
      if (cycles < leastCycles ** 2 || cycles > mostCycles ** 2 || isOwnOfPictures(u, v)) continue
      const here = level(u, v)
      // Most frequencies are no local summit, which is quickly seen.
      if (here < level(u + 1, v) || here < level(u - 1, v) || here < level(u, v + 1) || here < level(u, v - 1)) continue
      const height = here - (boxed(u, v, around) - boxed(u, v, ownPeak)) / ringed
      if (height >= least) peaks.push({ u, v, height })
    }
  return peaks.sort((one, other) => other.height - one.height).slice(0, most)
}
