import type { ColourImage } from "../../pdf/render.ts"
import { type Corner, tileSide } from "./fourier.ts"
import { type Track, tracksOf } from "./lattice.ts"
import { type Depth, depthIn } from "./quad-depth.ts"
import type { Quad } from "../quad.ts"
import { type Peak, peaksOf } from "./spectrum-peaks.ts"
import { tileSpectra } from "./tile-spectra.ts"

/** Tiles across and down at most: more of them cost time and tell no more. Tiles of small pictures overlap. */
const most = { across: 7, down: 5 } as const
/** Waves that are followed over the tiles; compression repeats one wave at several frequencies. */
const followed = 12

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

/** How much a pixel counts, 0 to 1, by how far it lies within the documents. */
type Weigh = (depth: number) => number

const share = (value: number): number => Math.max(0, Math.min(1, value))
const weighs: Readonly<Record<Side, Weigh>> = {
  on: (depth) => share((depth - onto) / fading),
  off: (depth) => share((-depth - beside) / fading)
}

/** Share of a tile that lies on one side, by places on its rim and within; 1 where all of it does. */
const coveredShare = ({ left, top }: Corner, depth: Depth, weigh: Weigh): number => {
  const steps = 16
  let covered = 0
  for (let y = 0; y <= steps; y++)
    for (let x = 0; x <= steps; x++) covered += weigh(depth(left + (x * tileSide) / steps, top + (y * tileSide) / steps))
  return covered / (steps + 1) ** 2
}

/** How much each pixel of a tile counts. */
const weightsOf = ({ left, top }: Corner, depth: Depth, weigh: Weigh): Float64Array => {
  const weights = new Float64Array(tileSide * tileSide)
  for (let y = 0, at = 0; y < tileSide; y++) for (let x = 0; x < tileSide; x++, at++) weights[at] = weigh(depth(left + x, top + y))
  return weights
}

/** Finds the regular waves of a picture: in tiles of documents and in tiles beside them, each with the pixels of its own side alone. */
export const wavesOf = (image: ColourImage, documents: ReadonlyArray<Quad>): PictureWaves => {
  // Without an outline the picture is all document.
  const depth = documents.length === 0 ? () => fading + onto : depthIn(documents)
  const seen: Record<"brightness" | "colour", Array<WaveTile>> = { brightness: [], colour: [] }
  for (const { column, left, row, top } of cornersOf(image))
    for (const side of ["on", "off"] as const) {
      const weigh = weighs[side]
      const covered = coveredShare({ left, top }, depth, weigh)
      if (covered < leastCovered) continue
      const { brightness, colour } = tileSpectra(image, { left, top }, covered === 1 ? null : weightsOf({ left, top }, depth, weigh))
      seen.brightness.push({ column, row, side, peaks: peaksOf(brightness, "brightness") })
      seen.colour.push({ column, row, side, peaks: colour === null ? [] : peaksOf(colour, "colour") })
    }
  const count = (side: Side) => seen.colour.filter((tile) => tile.side === side).length
  return {
    brightness: tracksOf(seen.brightness, followed),
    colour: tracksOf(seen.colour, followed),
    tiles: { on: count("on"), off: count("off") }
  }
}
