import type { ColourImage } from "../../pdf/render.ts"
import { type Corner, logPower, taper, tileSide } from "./fourier.ts"
import { frequenciesOf, nearBlock, summitsOf } from "./spectrum-peaks.ts"

/** Levels of a tile about their mean, faded out towards its edges. */
const levelsOf = (image: ColourImage, { left, top }: Corner): Float64Array => {
  const levels = new Float64Array(tileSide * tileSide)
  let mean = 0
  for (let y = 0; y < tileSide; y++)
    for (let x = 0; x < tileSide; x++) {
      const at = ((top + y) * image.width + left + x) * 3
      const level = 0.3 * (image.data[at] ?? 0) + 0.59 * (image.data[at + 1] ?? 0) + 0.11 * (image.data[at + 2] ?? 0)
      levels[y * tileSide + x] = level
      mean += level / (tileSide * tileSide)
    }
  for (let y = 0; y < tileSide; y++)
    for (let x = 0; x < tileSide; x++)
      levels[y * tileSide + x] = ((levels[y * tileSide + x] ?? 0) - mean) * (taper[x] ?? 0) * (taper[y] ?? 0)
  return levels
}

/** Logarithm of the power at each frequency of a tile; row v and column u are cycles per tile, negative ones from the middle on. */
export const spectrumOf = (image: ColourImage, corner: Corner): Float32Array => logPower([levelsOf(image, corner)], 1)

/** Rows of text and ruled lines lie on the axes, and so do the blocks of JPEG at multiples of an eighth. */
const axisWidth = 2
const textCycles = 48

const alongAxis = (along: number, across: number): boolean =>
  Math.abs(across) <= axisWidth && (Math.abs(along) < textCycles || nearBlock(along))

const frequencies = frequenciesOf({
  // A pattern is finer than letters and pictures.
  leastCycles: 14,
  mostCycles: 124,
  isExplained: (u, v) => alongAxis(u, v) || alongAxis(v, u) || (nearBlock(u) && nearBlock(v))
})

/** At each frequency the middle of some spectra; of an even count the lower of the two in the middle. */
const middleOf = (spectra: ReadonlyArray<Float32Array>): Float32Array => {
  const middle = new Float32Array(tileSide * tileSide)
  const own = new Float32Array(spectra.length)
  for (let at = 0; at < middle.length; at++) {
    for (let index = 0; index < own.length; index++) {
      const value = spectra[index]?.[at] ?? 0
      let place = index
      for (; place > 0 && (own[place - 1] ?? 0) > value; place--) own[place] = own[place - 1] ?? 0
      own[place] = value
    }
    middle[at] = own[(own.length - 1) >> 1] ?? 0
  }
  return middle
}

/**
 * How far the strongest regular pattern that all tiles share stands out from the frequencies around it, as a difference of logarithms of power.
 * What belongs to one tile (a letter, a portrait, a curl of guilloche) drops out, because the middle of the tiles is taken at each frequency.
 */
export const sharedPattern = (spectra: ReadonlyArray<Float32Array>): number =>
  summitsOf(middleOf(spectra), frequencies, 0).reduce((strongest, { height }) => Math.max(strongest, height), 0)
