/** Panels of screens: how the parts of their pixels shine, and what of it a camera with pixels of its own still sees. */

/** Light of red, green and blue at a place, 0 to 1; (u, v) in pixels of the panel. */
type Cell = (u: number, v: number) => readonly [number, number, number]

export interface Panel {
  readonly name: string
  readonly cell: Cell
  /** Pixels for an inch. */
  readonly ppi: number
  /** Pixels of a camera for a pixel of it, from as far away as one holds a telephone to the nearest. */
  readonly seen: readonly [number, number]
  /** Share of full light that black lets through. */
  readonly black: number
  /** Gains of red, green and blue where it shows white. */
  readonly white: readonly [number, number, number]
}

const part = (value: number): number => value - Math.floor(value)
const within = (value: number, from: number, to: number): number => (value >= from && value < to ? 1 : 0)

/** Stripes of three colours beside one another, with dark gaps; `tall` is how much of a row shines. */
const stripes =
  (order: readonly [number, number, number], wide: number, tall: number, slant = 0): Cell =>
  (u, v) => {
    const row = within(part(v), (1 - tall) / 2, (1 + tall) / 2)
    // Two domains: rows lean one way and the other in turn.
    const lean = slant * (part(v) - 0.5) * (Math.floor(v) % 2 === 0 ? 1 : -1)
    const shine = (place: number) => {
      const middle = (place + 0.5) / 3
      return row * within(part(u + lean - middle + 0.5), 0.5 - wide / 6, 0.5 + wide / 6)
    }
    return [shine(order[0]), shine(order[1]), shine(order[2])]
  }

const spot = (u: number, v: number, x: number, y: number, radius: number): number => {
  const [across, down] = [Math.abs(part((u - x) / 2 + 0.5) - 0.5) * 2, Math.abs(part((v - y) / 2 + 0.5) - 0.5) * 2]
  // Diamonds: the distance along both axes.
  return across + down < radius ? 1 : 0
}

/** Diamonds of green at every pixel, and of red and blue in turn between them. */
const diamonds: Cell = (u, v) => {
  const green = Math.max(...[0.25, 1.25].flatMap((x) => [0.25, 1.25].map((y) => spot(u, v, x, y, 0.34))))
  const red = Math.max(spot(u, v, 0.75, 0.75, 0.46), spot(u, v, 1.75, 1.75, 0.46))
  const blue = Math.max(spot(u, v, 1.75, 0.75, 0.5), spot(u, v, 0.75, 1.75, 0.5))
  return [red, green, blue]
}

/** Two domains in every pixel, which lean one way above and the other below. */
const chevrons: Cell = (u, v) => {
  const lean = 0.45 * Math.abs(part(v) - 0.5)
  return stripes([0, 1, 2], 0.76, 0.82)(u + lean, v)
}

/** Red above green on one half of a pixel, and blue as tall as both on the other. */
const stacked: Cell = (u, v) => {
  const left = within(part(u), 0.06, 0.44)
  return [left * within(part(v), 0.05, 0.4), left * within(part(v), 0.5, 0.92), within(part(u), 0.54, 0.92) * within(part(v), 0.08, 0.9)]
}

/** Four stripes in another order, of unequal width, with a dark gap at the foot. */
const withWideWhite: Cell = (u, v) => {
  const row = within(part(v), 0, 0.78)
  const [x, white] = [part(u), within(part(u), 0.27, 0.46) * 0.8]
  return [row * (within(x, 0.02, 0.22) + white), row * (within(x, 0.74, 0.97) + white), row * (within(x, 0.5, 0.7) + white)]
}

/** A panel that is held across: its stripes lie down. */
const across =
  (cell: Cell): Cell =>
  (u, v) =>
    cell(v, u)

const cool = [0.95, 1, 1.08] as const
const warm = [1.04, 1, 0.94] as const

/** Panels by which thresholds were chosen. */
export const panels: ReadonlyArray<Panel> = [
  { name: "desktop, stripes", cell: stripes([0, 1, 2], 0.82, 0.86), ppi: 92, seen: [1, 2.4], black: 0.002, white: cool },
  { name: "laptop, stripes", cell: stripes([0, 1, 2], 0.78, 0.84), ppi: 142, seen: [0.9, 2], black: 0.003, white: warm },
  { name: "desktop of 4K, stripes", cell: stripes([0, 1, 2], 0.72, 0.8), ppi: 163, seen: [0.8, 1.8], black: 0.002, white: cool },
  { name: "phone, stripes", cell: stripes([0, 1, 2], 0.66, 0.78), ppi: 326, seen: [0.75, 1.6], black: 0.002, white: cool }
]

/** Panels by which nothing was chosen. */
export const otherPanels: ReadonlyArray<Panel> = [
  { name: "office screen, stripes in reverse", cell: stripes([2, 1, 0], 0.7, 0.9), ppi: 92, seen: [1, 2.4], black: 0.0015, white: warm },
  { name: "laptop, chevrons", cell: chevrons, ppi: 162, seen: [0.9, 2], black: 0.002, white: cool },
  {
    name: "telephone held across, stripes",
    cell: across(stripes([0, 1, 2], 0.7, 0.76)),
    ppi: 326,
    seen: [0.75, 1.6],
    black: 0.002,
    white: cool
  },
  { name: "telephone, stacked parts", cell: stacked, ppi: 460, seen: [0.7, 1.4], black: 0.0002, white: warm },
  { name: "television, wide white", cell: withWideWhite, ppi: 80, seen: [1, 2.4], black: 0.0001, white: cool },
  { name: "tablet held across, diamonds", cell: across(diamonds), ppi: 264, seen: [0.7, 1.5], black: 0.0002, white: cool }
]

/** Pixels of a panel after which every cell repeats, and places to a pixel at which its light is tabulated. */
const period = 2
const fine = 32
export const tableSide = period * fine

/** What is left of the light of a cell, 0 to about 2 with a mean of 1, for a camera; tabulated over two by two pixels of the panel. */
export type CellTable = readonly [Float32Array, Float32Array, Float32Array]

const sinc = (value: number): number => (Math.abs(value) < 1e-9 ? 1 : Math.sin(Math.PI * value) / (Math.PI * value))

/** Sums over rows or columns: the discrete Fourier transform of a small square table, one direction at a time. */
const transformed = (re: Float64Array, im: Float64Array, sign: 1 | -1): readonly [Float64Array, Float64Array] => {
  const n = tableSide
  const pass = (a: Float64Array, b: Float64Array, at: (line: number, place: number) => number) => {
    const [x, y] = [new Float64Array(n * n), new Float64Array(n * n)]
    for (let line = 0; line < n; line++)
      for (let k = 0; k < n; k++) {
        let [sumRe, sumIm] = [0, 0]
        for (let j = 0; j < n; j++) {
          const angle = (sign * 2 * Math.PI * ((k * j) % n)) / n
          const [c, s] = [Math.cos(angle), Math.sin(angle)]
          const from = at(line, j)
          sumRe += (a[from] ?? 0) * c - (b[from] ?? 0) * s
          sumIm += (a[from] ?? 0) * s + (b[from] ?? 0) * c
        }
        x[at(line, k)] = sumRe
        y[at(line, k)] = sumIm
      }
    return [x, y] as const
  }
  const [a, b] = pass(re, im, (line, place) => line * n + place)
  return pass(a, b, (line, place) => place * n + line)
}

/**
 * The light of a panel as one pixel of a camera gathers it: over the pixel, which is as wide as `1 / scale` pixels of the panel and turned against
 * them, and blurred by the lens (sigma in pixels of the camera). What is finer than pixels of the camera stays as far as they do not level it out,
 * so that sampling it makes moire.
 */
export const cellTable = (
  { cell }: Panel,
  camera: { readonly scale: number; readonly angle: number; readonly blur: number }
): CellTable => {
  const n = tableSide
  const { angle, blur, scale } = camera
  const tables = [0, 1, 2].map((channel) => {
    const re = new Float64Array(n * n)
    for (let y = 0; y < n; y++) for (let x = 0; x < n; x++) re[y * n + x] = cell((x + 0.5) / fine, (y + 0.5) / fine)[channel] ?? 0
    const [a, b] = transformed(re, new Float64Array(n * n), -1)
    const mean = Math.max(1e-6, a[0] ?? 1)
    for (let l = 0; l < n; l++)
      for (let k = 0; k < n; k++) {
        const [fu, fv] = [(k > n / 2 ? k - n : k) / period, (l > n / 2 ? l - n : l) / period]
        const [across, down] = [fu * Math.cos(angle) + fv * Math.sin(angle), fv * Math.cos(angle) - fu * Math.sin(angle)]
        const soft = Math.exp(-2 * (Math.PI * (blur / scale)) ** 2 * (fu * fu + fv * fv))
        const gain = (sinc(across / scale) * sinc(down / scale) * soft) / mean
        a[l * n + k] = (a[l * n + k] ?? 0) * gain
        b[l * n + k] = (b[l * n + k] ?? 0) * gain
      }
    const [light] = transformed(a, b, 1)
    return Float32Array.from(light)
  })
  const [red = new Float32Array(), green = new Float32Array(), blue = new Float32Array()] = tables
  return [red, green, blue]
}
