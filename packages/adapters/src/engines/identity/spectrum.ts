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

/** The fast Fourier transform (Cooley and Tukey) of one line of a tile, in place. */
const transform = (real: Float64Array, imaginary: Float64Array, start: number, stride: number) => {
  for (let index = 0; index < tileSide; index++) {
    const other = reversed[index] ?? 0
    if (other <= index) continue
    const [a, b] = [start + index * stride, start + other * stride]
    ;[real[a], real[b]] = [real[b] ?? 0, real[a] ?? 0]
    ;[imaginary[a], imaginary[b]] = [imaginary[b] ?? 0, imaginary[a] ?? 0]
  }
  for (let size = 2; size <= tileSide; size *= 2) {
    const step = tileSide / size
    for (let group = 0; group < tileSide; group += size)
      for (let index = 0; index < size / 2; index++) {
        const a = start + (group + index) * stride
        const b = a + (size / 2) * stride
        const [cosine, sine] = [cosines[index * step] ?? 0, sines[index * step] ?? 0]
        const [re, im] = [real[b] ?? 0, imaginary[b] ?? 0]
        const [turnedReal, turnedImaginary] = [re * cosine - im * sine, re * sine + im * cosine]
        real[b] = (real[a] ?? 0) - turnedReal
        imaginary[b] = (imaginary[a] ?? 0) - turnedImaginary
        real[a] = (real[a] ?? 0) + turnedReal
        imaginary[a] = (imaginary[a] ?? 0) + turnedImaginary
      }
  }
}

export interface Corner {
  readonly left: number
  readonly top: number
}

/** Logarithm of the power at each frequency of a tile; row v and column u are cycles per tile, negative ones from the middle on. */
export const spectrumOf = (image: ColourImage, { left, top }: Corner): Float32Array => {
  const real = new Float64Array(tileSide * tileSide)
  const imaginary = new Float64Array(tileSide * tileSide)
  let mean = 0
  for (let y = 0; y < tileSide; y++)
    for (let x = 0; x < tileSide; x++) {
      const at = ((top + y) * image.width + left + x) * 3
      const level = 0.3 * (image.data[at] ?? 0) + 0.59 * (image.data[at + 1] ?? 0) + 0.11 * (image.data[at + 2] ?? 0)
      real[y * tileSide + x] = level
      mean += level / (tileSide * tileSide)
    }
  for (let y = 0; y < tileSide; y++)
    for (let x = 0; x < tileSide; x++) real[y * tileSide + x] = ((real[y * tileSide + x] ?? 0) - mean) * (taper[x] ?? 0) * (taper[y] ?? 0)
  for (let row = 0; row < tileSide; row++) transform(real, imaginary, row * tileSide, 1)
  for (let column = 0; column < tileSide; column++) transform(real, imaginary, column, tileSide)
  return Float32Array.from(real, (value, index) => Math.log(1 + value * value + (imaginary[index] ?? 0) ** 2))
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
