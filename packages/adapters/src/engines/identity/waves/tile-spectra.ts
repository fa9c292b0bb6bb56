import type { ColourImage } from "../../pdf/render.ts"
import { type Corner, logPower, taper, tileSide } from "./fourier.ts"

/** Takes the mean off where pixels count, and lays weights and window over the rest. */
const windowed = (levels: Float64Array, weights: Float64Array): void => {
  let [sum, weight] = [0, 0]
  for (let at = 0; at < levels.length; at++) {
    sum += (levels[at] ?? 0) * (weights[at] ?? 0)
    weight += weights[at] ?? 0
  }
  const mean = weight === 0 ? 0 : sum / weight
  for (let at = 0; at < levels.length; at++) levels[at] = ((levels[at] ?? 0) - mean) * (weights[at] ?? 0)
}

/** Logarithm of the power at each frequency of a tile, of its brightness and of its colours apart from brightness. */
interface TileSpectra {
  readonly brightness: Float32Array
  /** Null where the tile has none. */
  readonly colour: Float32Array | null
}

/** Every tile is computed in the same arrays: new ones would cost as much as the sums. */
const size = tileSide * tileSide
const [light, red, blue, weights] = [new Float64Array(size), new Float64Array(size), new Float64Array(size), new Float64Array(size)]

/** Puts the levels of a tile into their arrays; false where it is grey all over. */
const takeLevels = ({ data, width }: ColourImage, { left, top }: Corner): boolean => {
  let coloured = 0
  for (let y = 0; y < tileSide; y++) {
    let from = ((top + y) * width + left) * 3
    for (let at = y * tileSide; at < (y + 1) * tileSide; at++, from += 3) {
      const r = data[from] ?? 0
      const g = data[from + 1] ?? 0
      const b = data[from + 2] ?? 0
      light[at] = 0.3 * r + 0.59 * g + 0.11 * b
      red[at] = r - (g + b) / 2
      blue[at] = (Math.sqrt(3) / 2) * (g - b)
      coloured |= (r ^ g) | (g ^ b)
    }
  }
  return coloured !== 0
}

/**
 * The spectra of a tile, each pixel with its weight. The three colours of a pixel stand in a plane, a third of a turn apart, so that grey is
 * nothing and two numbers tell all colours at once.
 */
export const tileSpectra = (image: ColourImage, corner: Corner, weigh: Float64Array | null): TileSpectra => {
  const coloured = takeLevels(image, corner)
  for (let y = 0; y < tileSide; y++) {
    const down = taper[y] ?? 0
    const row = y * tileSide
    for (let x = 0; x < tileSide; x++) weights[row + x] = (weigh === null ? 1 : (weigh[row + x] ?? 0)) * (taper[x] ?? 0) * down
  }
  windowed(light, weights)
  if (!coloured) return { brightness: logPower([light], 2), colour: null }
  windowed(red, weights)
  windowed(blue, weights)
  return { brightness: logPower([light], 2), colour: logPower([red, blue], 2) }
}
