import type { Point } from "@vouchkit/core/verification/evidence/place"
import type { ColourImage } from "../pdf/render.ts"
import { type Track, tracksOf } from "./lattice.ts"
import type { Quad } from "./quad.ts"
import { type Peak, peaksOf } from "./spectrum-peaks.ts"
import { type Corner, tileSide } from "./spectrum.ts"
import { tileSpectra, type Weigh } from "./tile-spectra.ts"

/** Tiles across and down at most: more of them cost time and tell no more. Tiles of small pictures overlap. */
const most = { across: 7, down: 5 } as const
/** Waves that are followed over the tiles; compression repeats one wave at several frequencies. */
const followed = 12
/** Cycles per tile from which a wave of brightness is finer than letters; colours of documents change more slowly, so that wide bands of moire show. */
const leastCycles = { brightness: 9, colour: 6 } as const

/** Pixels beside an edge of a document that count for neither side of it, and over which they come to count. */
const beside = 8
const onto = 4
const fading = 12
/** Share of a tile that has to lie on a document, or off it, to be judged as such. */
const leastCovered = 0.45

export type Side = "on" | "off"
interface WaveTile {
  readonly column: number
  readonly row: number
  readonly side: Side
  readonly peaks: ReadonlyArray<Peak>
}
export type Wave = Track<WaveTile>

/** The waves that go on over the tiles of a picture, and how many tiles lie on documents and off them. */
export interface PictureWaves {
  readonly brightness: ReadonlyArray<Wave>
  readonly colour: ReadonlyArray<Wave>
  readonly tiles: Readonly<Record<Side, number>>
}

const cornersOf = ({ height, width }: ColourImage): ReadonlyArray<Corner & { readonly column: number; readonly row: number }> => {
  const fitting = (side: number, limit: number) => Math.min(limit, Math.floor((side - tileSide / 2) / (tileSide / 2)))
  const [across, down] = [fitting(width, most.across), fitting(height, most.down)]
  if (across < 3 || down < 3) return []
  return Array.from({ length: across * down }, (_, index) => {
    const [column, row] = [index % across, Math.floor(index / across)]
    return {
      column,
      row,
      left: Math.floor(((width - tileSide) * column) / (across - 1)),
      top: Math.floor(((height - tileSide) * row) / (down - 1))
    }
  })
}

/** How far a place lies within a figure; negative outside of it. */
const depthIn = ([a, b, c, d]: Quad, x: number, y: number): number => {
  const from = (one: Point, other: Point): number => {
    const dx = other.x - one.x
    const dy = other.y - one.y
    return (dx * (y - one.y) - dy * (x - one.x)) / Math.max(1, Math.hypot(dx, dy))
  }
  return Math.min(from(a, b), from(b, c), from(c, d), from(d, a))
}

const share = (value: number): number => Math.max(0, Math.min(1, value))

/** Share of a tile that lies on one side, by places on its rim and within; 1 where all of it does. */
const coveredShare = ({ left, top }: Corner, weigh: Weigh): number => {
  const steps = 16
  let covered = 0
  for (let y = 0; y <= steps; y++)
    for (let x = 0; x <= steps; x++) covered += weigh(left + (x * tileSide) / steps, top + (y * tileSide) / steps)
  return covered / (steps + 1) ** 2
}

/** Finds the regular waves of a picture: in tiles of documents and in tiles beside them, each with the pixels of its own side alone. */
export const wavesOf = (image: ColourImage, documents: ReadonlyArray<Quad>): PictureWaves => {
  const depth = (x: number, y: number): number =>
    documents.length === 0 ? fading + onto : Math.max(...documents.map((quad) => depthIn(quad, x, y)))
  const weighs = {
    on: (x: number, y: number) => share((depth(x, y) - onto) / fading),
    off: (x: number, y: number) => share((-depth(x, y) - beside) / fading)
  }
  const seen: Record<"brightness" | "colour", Array<WaveTile>> = { brightness: [], colour: [] }
  for (const { column, left, row, top } of cornersOf(image))
    for (const side of ["on", "off"] as const) {
      const weigh = weighs[side]
      const covered = coveredShare({ left, top }, weigh)
      if (covered < leastCovered) continue
      const spectra = tileSpectra(image, { left, top }, covered === 1 ? null : weigh)
      for (const of of ["brightness", "colour"] as const) seen[of].push({ column, row, side, peaks: peaksOf(spectra[of], leastCycles[of]) })
    }
  const count = (side: Side) => seen.colour.filter((tile) => tile.side === side).length
  return {
    brightness: tracksOf(seen.brightness, followed),
    colour: tracksOf(seen.colour, followed),
    tiles: { on: count("on"), off: count("off") }
  }
}
