import { tileSide } from "./fourier.ts"

const half = tileSide / 2
/** Frequencies around one that are its own peak, and further ones that it has to stand out from. */
const ownPeak = 2
const around = 7
const ringed = (2 * around + 1) ** 2 - (2 * ownPeak + 1) ** 2

/** A frequency of a tile that stands out: cycles per tile across and down, and by how much, as a difference of logarithms of power. */
export interface Peak {
  readonly u: number
  readonly v: number
  readonly height: number
}

/** Which frequencies are looked at: between two numbers of cycles per tile, without those that have another explanation. */
interface Looked {
  readonly leastCycles: number
  readonly mostCycles: number
  readonly isExplained: (u: number, v: number) => boolean
}

/** Places in a spectrum of the frequencies that are looked at, row by row; the other half of the spectrum repeats them. */
export const frequenciesOf = ({ isExplained, leastCycles, mostCycles }: Looked): Uint16Array => {
  const places: Array<number> = []
  for (let v = 0; v < half; v++)
    for (let u = -half + 1; u < half; u++) {
      const cycles = u * u + v * v
      if (cycles < leastCycles ** 2 || cycles > mostCycles ** 2 || isExplained(u, v)) continue
      places.push(v * tileSide + ((u + tileSide) % tileSide))
    }
  return Uint16Array.from(places)
}

/** Frequencies down from the middle on are not looked at, beyond what stands around the last one. */
const [sumsWide, sumsHigh] = [tileSide + 2 * around + 1, half + 2 * around + 1]
/** Sums over all frequencies to the left of and above each one, of a spectrum repeated by `around` to each side. One for all spectra. */
const sums = new Float64Array(sumsWide * sumsHigh)

const sumUp = (spectrum: Float32Array): void => {
  for (let y = 1; y < sumsHigh; y++) {
    const from = ((y - 1 - around + tileSide) % tileSide) * tileSide
    const to = y * sumsWide
    let row = 0
    for (let x = 1; x < sumsWide; x++) {
      row += spectrum[from + ((x - 1 - around + tileSide) % tileSide)] ?? 0
      sums[to + x] = (sums[to - sumsWide + x] ?? 0) + row
    }
  }
}

/** The sum of the frequencies around a place, so many to each side. */
const boxed = (u: number, v: number, reach: number): number => {
  const top = (v + around - reach) * sumsWide + u + around
  const bottom = top + (2 * reach + 1) * sumsWide
  return (sums[bottom + reach + 1] ?? 0) - (sums[bottom - reach] ?? 0) - (sums[top + reach + 1] ?? 0) + (sums[top - reach] ?? 0)
}

/** The frequencies that are higher than their neighbours, and by at least so much than what is further around them. */
export const summitsOf = (spectrum: Float32Array, frequencies: Uint16Array, least: number): ReadonlyArray<Peak> => {
  sumUp(spectrum)
  const summits: Array<Peak> = []
  for (let index = 0; index < frequencies.length; index++) {
    const at = frequencies[index] ?? 0
    const u = at % tileSide
    const row = at - u
    const here = spectrum[at] ?? 0
    // Most frequencies are no local summit, which is quickly seen.
    if (here < (spectrum[row + ((u + 1) % tileSide)] ?? 0) || here < (spectrum[row + ((u + tileSide - 1) % tileSide)] ?? 0)) continue
    if (here < (spectrum[at + tileSide] ?? 0) || here < (spectrum[(at + tileSide * (tileSide - 1)) % spectrum.length] ?? 0)) continue
    const v = row / tileSide
    const height = here - (boxed(u, v, around) - boxed(u, v, ownPeak)) / ringed
    if (height >= least) summits.push({ u: u < half ? u : u - tileSide, v, height })
  }
  return summits
}

/** Rows of text and ruled lines lie on the axes, and so do traces of compression and of enlargement. */
const axisWidth = 1.5
const jpegBlock = tileSide / 8

/** Compression has peaks at the multiples of its blocks, and beside them. */
export const nearBlock = (cycles: number): boolean => Math.abs(cycles - Math.round(cycles / jpegBlock) * jpegBlock) <= 1

const lookedFrom = (leastCycles: number): Looked => ({
  leastCycles,
  // What a camera tells anything of.
  mostCycles: 127,
  // Every picture has peaks of its own there.
  isExplained: (u, v) => Math.abs(u) <= axisWidth || Math.abs(v) <= axisWidth || (nearBlock(u) && nearBlock(v))
})

/** Waves of brightness count where they are finer than letters; colours of documents change more slowly, so that wide bands of moire show. */
const frequencies = { brightness: frequenciesOf(lookedFrom(9)), colour: frequenciesOf(lookedFrom(6)) } as const

/** What stands out by less may be grain; a wave that many tiles share is found among so many all the same. */
const least = 2
const most = 40

/** The frequencies that stand out most in the spectrum of a tile, highest first. */
export const peaksOf = (spectrum: Float32Array, of: keyof typeof frequencies): ReadonlyArray<Peak> =>
  summitsOf(spectrum, frequencies[of], least)
    .toSorted((one, other) => other.height - one.height)
    .slice(0, most)
