import type { ColourImage } from "../pdf/render.ts"
import { type Corner, tileSide } from "./waves/fourier.ts"
import type { Outline } from "./outline.ts"
import { contains, type Quad, tiltOf } from "./quad.ts"
import { wavesOf } from "./waves/picture-waves.ts"
import { isFramed } from "./screen-frame.ts"
import { colourBands, latticeAcross, uprightGrid } from "./screen-lattice.ts"
import { sharedPattern, spectrumOf } from "./waves/spectrum.ts"

/** Tiles looked at inside and outside the document, and the grid that they are chosen from. */
const insideTiles = 5
const outsideTiles = 4
const grid = 9
/** Fewer tiles share anything by chance. */
const fewestTiles = 3

/** How far a pattern stands out (as `sharedPattern` measures) where it begins to be a sign, and where there is no doubt of it. */
const faintPattern = 4
const clearPattern = 7.5
/** Of a pattern inside a document that fills its picture, no one can say whether a screen or a print made it. */
const undecided = 0.6

/** What the frame of a screen around a document weighs. */
const framed = 0.8

/** Spread of the colours of a pixel below which it is grey, and above which something has colour. */
const greySpread = 10
const colouredSpread = 24
/** Grey in a picture that has colour elsewhere; grey in one that has none, where the camera may have taken it away. */
const greyAmongColour = 0.8
const greyThroughout = 0.4

interface CaptureSigns {
  readonly screen_capture: number | null
  readonly printed_copy: number | null
}

const evenly = <A>(items: ReadonlyArray<A>, count: number): ReadonlyArray<A> =>
  items.length <= count
    ? items
    : Array.from({ length: count }, (_, index) => items[Math.floor(((index + 0.5) * items.length) / count)]).flatMap((item) => item ?? [])

const placesOf = ({ height, width }: ColourImage): ReadonlyArray<Corner> => {
  if (width < tileSide || height < tileSide) return []
  return Array.from({ length: grid * grid }, (_, index) => ({
    left: Math.floor(((width - tileSide) * (index % grid)) / (grid - 1)),
    top: Math.floor(((height - tileSide) * Math.floor(index / grid)) / (grid - 1))
  }))
}

/** Points on the rim and in the middle of a tile: enough to tell whether it lies in or off a document, which is larger. */
const pointsOf = ({ left, top }: Corner) =>
  [0, 0.5, 1].flatMap((down) => [0, 0.5, 1].map((across) => ({ x: left + across * tileSide, y: top + down * tileSide })))

const strengthOf = (image: ColourImage, tiles: ReadonlyArray<Corner>): number | null => {
  if (tiles.length < fewestTiles) return null
  const pattern = sharedPattern(tiles.map((tile) => spectrumOf(image, tile)))
  return Math.min(1, Math.max(0, (pattern - faintPattern) / (clearPattern - faintPattern)))
}

/** Spread of colours that a twentieth of the pixels exceed, inside or outside a document. */
const colourOf = ({ data, height, width }: ColourImage, counts: (x: number, y: number) => boolean): number | null => {
  const spreads: Array<number> = []
  const step = Math.max(2, Math.floor(Math.max(width, height) / 220))
  for (let y = 0; y < height; y += step)
    for (let x = 0; x < width; x += step) {
      if (!counts(x, y)) continue
      const at = (y * width + x) * 3
      const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]]
      spreads.push(Math.max(red, green, blue) - Math.min(red, green, blue))
    }
  return spreads.length < 100 ? null : (spreads.sort((a, b) => a - b)[Math.floor(spreads.length * 0.95)] ?? 0)
}

/** The document is grey: what a copier without colour leaves, or a camera set to grey. */
const greyness = (image: ColourImage, own: Quad, others: ReadonlyArray<Quad>): number => {
  const inside = colourOf(image, (x, y) => contains(own, { x, y })) ?? 255
  if (inside > greySpread) return 0
  const outside = colourOf(image, (x, y) => !others.some((quad) => contains(quad, { x, y })))
  return outside !== null && outside > colouredSpread ? greyAmongColour : greyThroughout
}

const wholeOf = ({ height, width }: ColourImage): Quad => [
  { x: 0, y: 0 },
  { x: width, y: 0 },
  { x: width, y: height },
  { x: 0, y: height }
]

/**
 * Signs in the pixels of a picture that a screen or a print was photographed. A screen lays its grid, or the moire of it, over everything, the
 * document and what surrounds it; a print has its dots only where the document is. Both are found as regular patterns in the spectrum that
 * tiles far apart share, and that of a screen also where perspective bends it from tile to tile, as a square grid upright with the document, and by
 * the frame around it. Null where the document is too small for the comparison.
 */
export const captureSigns = (image: ColourImage, outline: Outline | null, all: ReadonlyArray<Outline>): CaptureSigns => {
  const own = outline?.corners ?? wholeOf(image)
  const others = all.map(({ corners }) => corners)
  const grey = greyness(image, own, others)
  const waves = wavesOf(image, others)
  const across = latticeAcross(waves)
  const shown = Math.max(
    across ?? 0,
    uprightGrid(waves, tiltOf(own)),
    colourBands(waves),
    outline !== null && isFramed(image, own) ? framed : 0
  )
  // A grid that goes on beyond the document is no print, whatever dots it leaves on it; nor is what stands in the frame of a screen.
  if (shown > 0) return { screen_capture: shown, printed_copy: grey }
  const places = placesOf(image)
  const inside = strengthOf(
    image,
    evenly(
      places.filter((tile) => pointsOf(tile).every((point) => contains(own, point))),
      insideTiles
    )
  )
  if (inside === null) return { screen_capture: across, printed_copy: grey > 0 ? grey : null }
  const off = places.filter((tile) => pointsOf(tile).every((point) => !others.some((quad) => contains(quad, point))))
  const outside = outline === null ? null : strengthOf(image, evenly(off, outsideTiles))
  if (outside === null) return { screen_capture: undecided * inside, printed_copy: Math.max(grey, undecided * inside) }
  return { screen_capture: Math.sqrt(inside * outside), printed_copy: Math.max(grey, inside * (1 - outside)) }
}
