import type { ColourImage } from "../pdf/render.ts"
import { type Corner, tileSide, transform } from "./spectrum.ts"

/** How much each pixel of a picture counts, 0 to 1. */
export type Weigh = (x: number, y: number) => number

/** Hann's window: a tile cut out hard would show its own edges. */
const taper = Float64Array.from({ length: tileSide }, (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (index + 0.5)) / tileSide))

/** The Fourier transform of a square of complex numbers in place, rows first. */
const transformSquare = (real: Float64Array, imaginary: Float64Array): void => {
  for (let y = 0; y < tileSide; y++)
    transform(real.subarray(y * tileSide, (y + 1) * tileSide), imaginary.subarray(y * tileSide, (y + 1) * tileSide))
  const [re, im] = [new Float64Array(tileSide), new Float64Array(tileSide)]
  for (let x = 0; x < tileSide; x++) {
    for (let y = 0; y < tileSide; y++) {
      re[y] = real[y * tileSide + x] ?? 0
      im[y] = imaginary[y * tileSide + x] ?? 0
    }
    transform(re, im)
    for (let y = 0; y < tileSide; y++) {
      real[y * tileSide + x] = re[y] ?? 0
      imaginary[y * tileSide + x] = im[y] ?? 0
    }
  }
}

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
export interface TileSpectra {
  readonly brightness: Float32Array
  readonly colour: Float32Array
}

const logarithms = (real: Float64Array, imaginary: Float64Array): Float32Array => {
  const power = new Float32Array(tileSide * tileSide)
  for (let v = 0; v < tileSide; v++)
    for (let u = 0; u < tileSide; u++) {
      const at = v * tileSide + u
      const opposite = ((tileSide - v) % tileSide) * tileSide + ((tileSide - u) % tileSide)
      power[at] = Math.log(
        1 + (real[at] ?? 0) ** 2 + (imaginary[at] ?? 0) ** 2 + (real[opposite] ?? 0) ** 2 + (imaginary[opposite] ?? 0) ** 2
      )
    }
  return power
}

/**
 * The spectra of a tile. The three colours of a pixel stand in the plane of complex numbers, a third of a turn apart, so that grey is nothing and
 * one transform takes all colours at once.
 */
export const tileSpectra = ({ data, width }: ColourImage, { left, top }: Corner, weigh: Weigh | null): TileSpectra => {
  const size = tileSide * tileSide
  const [light, none, red] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)]
  const [blue, weights] = [new Float64Array(size), new Float64Array(size)]
  for (let y = 0; y < tileSide; y++)
    for (let x = 0; x < tileSide; x++) {
      const from = ((top + y) * width + left + x) * 3
      const at = y * tileSide + x
      const r = data[from] ?? 0
      const g = data[from + 1] ?? 0
      const b = data[from + 2] ?? 0
      light[at] = 0.3 * r + 0.59 * g + 0.11 * b
      red[at] = r - (g + b) / 2
      blue[at] = (Math.sqrt(3) / 2) * (g - b)
      weights[at] = (weigh?.(left + x, top + y) ?? 1) * (taper[x] ?? 0) * (taper[y] ?? 0)
    }
  for (const levels of [light, red, blue]) windowed(levels, weights)
  transformSquare(light, none)
  transformSquare(red, blue)
  return { brightness: logarithms(light, none), colour: logarithms(red, blue) }
}
