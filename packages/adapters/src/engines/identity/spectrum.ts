import type { ColourImage } from "../pdf/render.ts"

/** Side of the tiles whose spectra are compared; a power of two for the transform. */
export const tileSide = 256
const half = tileSide / 2

const sines = Float64Array.from({ length: half }, (_, index) => -Math.sin((2 * Math.PI * index) / tileSide))
const cosines = Float64Array.from({ length: half }, (_, index) => Math.cos((2 * Math.PI * index) / tileSide))
const reversed = Uint16Array.from({ length: tileSide }, (_, index) => {
  let bits = 0
  for (let bit = 1, left = index; bit < tileSide; bit <<= 1, left >>= 1) bits = (bits << 1) | (left & 1)
  return bits
})
/** Hann's window: a tile cut out hard would show its own edges. */
const taper = Float64Array.from({ length: tileSide }, (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (index + 0.5)) / tileSide))

/** The fast Fourier transform (Cooley and Tukey) of one line, in place. */
export const transform = (real: Float64Array, imaginary: Float64Array) => {
  for (let index = 0; index < tileSide; index++) {
    const other = reversed[index] ?? 0
    if (other <= index) continue
    const re = real[index] ?? 0
    const im = imaginary[index] ?? 0
    real[index] = real[other] ?? 0
    imaginary[index] = imaginary[other] ?? 0
    real[other] = re
    imaginary[other] = im
  }
  for (let size = 2; size <= tileSide; size *= 2) {
    const step = tileSide / size
    const reach = size / 2
    for (let group = 0; group < tileSide; group += size)
      for (let index = 0; index < reach; index++) {
        const a = group + index
        const b = a + reach
        const cosine = cosines[index * step] ?? 0
        const sine = sines[index * step] ?? 0
        const re = (real[b] ?? 0) * cosine - (imaginary[b] ?? 0) * sine
        const im = (real[b] ?? 0) * sine + (imaginary[b] ?? 0) * cosine
        real[b] = (real[a] ?? 0) - re
        imaginary[b] = (imaginary[a] ?? 0) - im
        real[a] = (real[a] ?? 0) + re
        imaginary[a] = (imaginary[a] ?? 0) + im
      }
  }
}

export interface Corner {
  readonly left: number
  readonly top: number
}

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

/**
 * Logarithm of the power at each frequency of a tile; row v and column u are cycles per tile, negative ones from the middle on. Levels are
 * real numbers: two rows share one transform, and half of the columns repeat the others.
 */
export const spectrumOf = (image: ColourImage, corner: Corner): Float32Array => {
  const levels = levelsOf(image, corner)
  const columns = half + 1
  // By columns, so that each lies together for its own transform.
  const real = new Float64Array(columns * tileSide)
  const imaginary = new Float64Array(columns * tileSide)
  for (let row = 0; row < tileSide; row += 2) {
    const re = levels.slice(row * tileSide, (row + 1) * tileSide)
    const im = levels.slice((row + 1) * tileSide, (row + 2) * tileSide)
    transform(re, im)
    for (let u = 0; u < columns; u++) {
      const mirror = (tileSide - u) % tileSide
      const [a, b, c, d] = [re[u] ?? 0, im[u] ?? 0, re[mirror] ?? 0, im[mirror] ?? 0]
      real[u * tileSide + row] = (a + c) / 2
      imaginary[u * tileSide + row] = (b - d) / 2
      real[u * tileSide + row + 1] = (b + d) / 2
      imaginary[u * tileSide + row + 1] = (c - a) / 2
    }
  }
  const power = new Float32Array(tileSide * tileSide)
  for (let u = 0; u < columns; u++) {
    const re = real.subarray(u * tileSide, (u + 1) * tileSide)
    const im = imaginary.subarray(u * tileSide, (u + 1) * tileSide)
    transform(re, im)
    for (let v = 0; v < tileSide; v++) {
      const value = Math.log(1 + (re[v] ?? 0) ** 2 + (im[v] ?? 0) ** 2)
      power[v * tileSide + u] = value
      power[((tileSide - v) % tileSide) * tileSide + ((tileSide - u) % tileSide)] = value
    }
  }
  return power
}

/** Cycles per tile from which a pattern is finer than letters and pictures. */
const leastCycles = 14
const mostCycles = 124
/** Frequencies around one that are its own peak, and further ones that it has to stand out from. */
const ownPeak = 2
const around = 7
/** Rows of text and ruled lines lie on the axes, and so do the blocks of JPEG at multiples of an eighth. */
const axisWidth = 2
const textCycles = 48
const jpegBlock = tileSide / 8

const middle = (values: ReadonlyArray<number>): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}

const isExplained = (u: number, v: number): boolean => {
  const nearBlock = (cycles: number) => Math.abs(cycles - Math.round(cycles / jpegBlock) * jpegBlock) <= 1
  const alongAxis = (along: number, across: number) => Math.abs(across) <= axisWidth && (Math.abs(along) < textCycles || nearBlock(along))
  return alongAxis(u, v) || alongAxis(v, u) || (nearBlock(u) && nearBlock(v))
}

/**
 * How far the strongest regular pattern that all tiles share stands out from the frequencies around it, as a difference of logarithms of power.
 * What belongs to one tile (a letter, a portrait, a curl of guilloche) drops out, because the middle of the tiles is taken at each frequency.
 */
export const sharedPattern = (spectra: ReadonlyArray<Float32Array>): number => {
  const shared = new Float32Array(tileSide * tileSide)
  for (let at = 0; at < shared.length; at++) shared[at] = middle(spectra.map((spectrum) => spectrum[at] ?? 0))
  const level = (u: number, v: number) => shared[((v + tileSide) % tileSide) * tileSide + ((u + tileSide) % tileSide)] ?? 0
  let strongest = 0
  for (let v = 0; v < half; v++)
    for (let u = -half + 1; u < half; u++) {
      const cycles = Math.hypot(u, v)
      if (cycles < leastCycles || cycles > mostCycles || isExplained(u, v)) continue
      const here = level(u, v)
      // Most frequencies are no local summit, which is quickly seen.
      if (here < level(u + 1, v) || here < level(u - 1, v) || here < level(u, v + 1) || here < level(u, v - 1)) continue
      let sum = 0
      let count = 0
      for (let dv = -around; dv <= around; dv++)
        for (let du = -around; du <= around; du++) {
          if (Math.abs(du) <= ownPeak && Math.abs(dv) <= ownPeak) continue
          sum += level(u + du, v + dv)
          count += 1
        }
      strongest = Math.max(strongest, here - sum / count)
    }
  return strongest
}
