export interface Corner {
  readonly left: number
  readonly top: number
}

/** Side of the tiles whose spectra are compared; a power of four for the transform. */
export const tileSide = 256
const half = tileSide / 2
const size = tileSide * tileSide
/** Frequencies down a tile that are computed: those of real numbers repeat at opposite ones. */
const rows = half + 1

const cosines = Float64Array.from({ length: tileSide }, (_, index) => Math.cos((2 * Math.PI * index) / tileSide))
const sines = Float64Array.from({ length: tileSide }, (_, index) => -Math.sin((2 * Math.PI * index) / tileSide))

/** Hann's window: a tile cut out hard would show its own edges. */
export const taper = Float64Array.from({ length: tileSide }, (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (index + 0.5)) / tileSide))

/** Complex numbers. */
interface Numbers {
  readonly real: Float64Array
  readonly imaginary: Float64Array
}
const numbers = (count: number): Numbers => ({ real: new Float64Array(count), imaginary: new Float64Array(count) })

/** Lines that are transformed at once: as many as the fastest memory of a processor holds. */
const together = 4
/** Every tile is computed in the same arrays: new ones would cost as much as the sums. */
const lines = numbers(together * tileSide)
const between = numbers(together * tileSide)
const downwards = numbers(rows * tileSide)
const power = new Float64Array(rows * tileSide)

/** One stage of the transform: joins four parts of each line, which lie `quarter` strides apart. */
const joinFours = (from: Numbers, to: Numbers, quarter: number, stride: number): void => {
  const { imaginary: fromIm, real: fromRe } = from
  const { imaginary: toIm, real: toRe } = to
  const apart = quarter * stride
  for (let part = 0; part < quarter; part++) {
    const turn = (part * tileSide) / (4 * quarter)
    const c1 = cosines[turn] ?? 0
    const c2 = cosines[2 * turn] ?? 0
    const c3 = cosines[3 * turn] ?? 0
    const s1 = sines[turn] ?? 0
    const s2 = sines[2 * turn] ?? 0
    const s3 = sines[3 * turn] ?? 0
    const end = (part + 1) * stride
    for (let a = part * stride, out = 4 * part * stride; a < end; a++, out++) {
      const b = a + apart
      const c = b + apart
      const d = c + apart
      const evenRe = (fromRe[a] ?? 0) + (fromRe[c] ?? 0)
      const evenIm = (fromIm[a] ?? 0) + (fromIm[c] ?? 0)
      const crossRe = (fromRe[a] ?? 0) - (fromRe[c] ?? 0)
      const crossIm = (fromIm[a] ?? 0) - (fromIm[c] ?? 0)
      const oddRe = (fromRe[b] ?? 0) + (fromRe[d] ?? 0)
      const oddIm = (fromIm[b] ?? 0) + (fromIm[d] ?? 0)
      const sideRe = (fromIm[b] ?? 0) - (fromIm[d] ?? 0)
      const sideIm = (fromRe[d] ?? 0) - (fromRe[b] ?? 0)
      const re1 = crossRe + sideRe
      const im1 = crossIm + sideIm
      const re2 = evenRe - oddRe
      const im2 = evenIm - oddIm
      const re3 = crossRe - sideRe
      const im3 = crossIm - sideIm
      const second = out + stride
      const third = second + stride
      const fourth = third + stride
      toRe[out] = evenRe + oddRe
      toIm[out] = evenIm + oddIm
      toRe[second] = re1 * c1 - im1 * s1
      toIm[second] = re1 * s1 + im1 * c1
      toRe[third] = re2 * c2 - im2 * s2
      toIm[third] = re2 * s2 + im2 * c2
      toRe[fourth] = re3 * c3 - im3 * s3
      toIm[fourth] = re3 * s3 + im3 * c3
    }
  }
}

/** The fast Fourier transform (Stockham, by fours) of `lines` in place; the numbers at one place of all lines lie together. */
const transform = (): void => {
  joinFours(lines, between, 64, together)
  joinFours(between, lines, 16, together * 4)
  joinFours(lines, between, 4, together * 16)
  joinFours(between, lines, 1, together * 64)
}

/** Transforms the columns of a tile, two of which share one transform, into `downwards`: frequencies down one after the other. */
const transformColumns = (levels: Float64Array): void => {
  const { imaginary, real } = lines
  const { imaginary: toIm, real: toRe } = downwards
  for (let first = 0; first < half; first += together) {
    for (let y = 0; y < tileSide; y++)
      for (let pair = 0; pair < together; pair++) {
        const at = y * tileSide + 2 * (first + pair)
        real[y * together + pair] = levels[at] ?? 0
        imaginary[y * together + pair] = levels[at + 1] ?? 0
      }
    transform()
    for (let v = 0; v < rows; v++)
      for (let pair = 0; pair < together; pair++) {
        const own = v * together + pair
        const mirror = ((tileSide - v) % tileSide) * together + pair
        const a = real[own] ?? 0
        const b = imaginary[own] ?? 0
        const c = real[mirror] ?? 0
        const d = imaginary[mirror] ?? 0
        const to = v * tileSide + 2 * (first + pair)
        toRe[to] = (a + c) / 2
        toIm[to] = (b - d) / 2
        toRe[to + 1] = (b + d) / 2
        toIm[to + 1] = (c - a) / 2
      }
  }
}

/** Adds the power at the frequencies of a tile of real numbers to `power`. */
const addPower = (levels: Float64Array): void => {
  transformColumns(levels)
  const { imaginary, real } = lines
  const { imaginary: fromIm, real: fromRe } = downwards
  for (let first = 0; first < rows; first += together) {
    const count = Math.min(together, rows - first)
    for (let row = 0; row < count; row++)
      for (let x = 0; x < tileSide; x++) {
        real[x * together + row] = fromRe[(first + row) * tileSide + x] ?? 0
        imaginary[x * together + row] = fromIm[(first + row) * tileSide + x] ?? 0
      }
    transform()
    for (let row = 0; row < count; row++)
      for (let u = 0; u < tileSide; u++) {
        const re = real[u * together + row] ?? 0
        const im = imaginary[u * together + row] ?? 0
        const to = (first + row) * tileSide + u
        power[to] = (power[to] ?? 0) + re * re + im * im
      }
  }
}

/**
 * Logarithm of 1 and so many times the power of some tiles of real numbers together, at each frequency; row v and column u are cycles per tile,
 * negative ones from the middle on.
 */
export const logPower = (tiles: ReadonlyArray<Float64Array>, times: number): Float32Array => {
  power.fill(0)
  for (const levels of tiles) addPower(levels)
  const spectrum = new Float32Array(size)
  for (let at = 0; at < power.length; at++) spectrum[at] = Math.log(1 + times * (power[at] ?? 0))
  for (let v = half + 1; v < tileSide; v++) {
    const opposite = (tileSide - v) * tileSide
    spectrum[v * tileSide] = spectrum[opposite] ?? 0
    for (let u = 1; u < tileSide; u++) spectrum[v * tileSide + u] = spectrum[opposite + tileSide - u] ?? 0
  }
  return spectrum
}
