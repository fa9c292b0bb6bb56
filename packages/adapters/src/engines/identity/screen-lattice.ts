import type { PictureWaves, Side, Wave } from "./waves/picture-waves.ts"
import { tileSide } from "./waves/fourier.ts"

/** A wave by what it is on documents and beside them: the share of tiles that have it, and how far it stands out in them on the mean. */
interface SeenWave {
  readonly u: number
  readonly v: number
  readonly on: { readonly share: number; readonly height: number }
  readonly off: { readonly share: number; readonly height: number }
}

const meanOf = (values: ReadonlyArray<number>): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

const seenWave = (wave: Wave, tiles: PictureWaves["tiles"]): SeenWave => {
  const of = (side: Side) => {
    const members = wave.filter(({ tile }) => tile.side === side)
    return { share: members.length / Math.max(1, tiles[side]), height: meanOf(members.map(({ peak }) => peak.height)) }
  }
  return { u: meanOf(wave.map(({ peak }) => peak.u)), v: meanOf(wave.map(({ peak }) => peak.v)), on: of("on"), off: of("off") }
}

/** Tiles beside all documents without which nothing can go on there, and off and on. */
const leastTiles = { on: 3, off: 5 } as const
/** A wave that so large shares of the tiles on and off the documents have, standing out so far in both, belongs to what shows them. */
const across = { on: 0.5, off: 0.4, height: 3.3, clearHeight: 5 } as const
/** Grain of wood and weave of cloth lie along the sides of the picture. */
const nearAxis = 3

/**
 * How clearly one regular pattern goes on from the documents to what lies beside them, 0 to 1: the grid of a screen, or its moire, which bends with
 * perspective from tile to tile. Fine lines that are printed end with the document, and the weave of a cloth ends before it. Null where the picture
 * has too little beside its documents.
 */
export const latticeAcross = ({ brightness, colour, tiles }: PictureWaves): number | null => {
  if (tiles.off < leastTiles.off || tiles.on < leastTiles.on) return null
  const crossing = [...brightness, ...colour]
    .map((wave) => seenWave(wave, tiles))
    .filter(({ off, on, u, v }) => on.share >= across.on && off.share >= across.off && Math.min(Math.abs(u), Math.abs(v)) >= nearAxis)
    .map(({ off, on }) => Math.min(off.height, on.height))
  const height = Math.max(0, ...crossing)
  if (height < across.height) return 0
  return Math.min(1, 0.75 + (0.25 * (height - across.height)) / (across.clearHeight - across.height))
}

/** Two waves of a square grid: in nearly all tiles of a document, as fine as one another and square to one another. */
const square = { share: 0.85, height: 3.6, clearHeight: 6, fineness: 1.09, degrees: 6, leastCycles: 24 } as const
/** What a screen shows stands upright on it, nearly. */
const upright = 6
/** Compression repeats waves at distances of this many cycles per tile. */
const repeated = tileSide / 8

const directionOf = ({ u, v }: SeenWave): number => (Math.atan2(v, u) * 180) / Math.PI
/** Degrees from one direction to another, or to what is square to it. */
const awayFrom = (one: number, other: number): number => Math.abs(((((one - other) % 90) + 135) % 90) - 45)

interface SquareGrid {
  readonly direction: number
  readonly height: number
  readonly waves: readonly [SeenWave, SeenWave]
}

const gridsOf = (waves: ReadonlyArray<SeenWave>): ReadonlyArray<SquareGrid> => {
  const strong = waves.filter(
    ({ on, u, v }) => on.share >= square.share && on.height >= square.height && Math.hypot(u, v) >= square.leastCycles
  )
  return strong.flatMap((one, index) =>
    strong.slice(index + 1).flatMap((other): ReadonlyArray<SquareGrid> => {
      const [a, b] = [Math.hypot(one.u, one.v), Math.hypot(other.u, other.v)]
      const between = Math.abs(directionOf(one) - directionOf(other)) % 180
      if (Math.max(a, b) > square.fineness * Math.min(a, b) || Math.abs(between - 90) > square.degrees) return []
      return [{ direction: directionOf(one), height: Math.min(one.on.height, other.on.height), waves: [one, other] }]
    })
  )
}

const repeats = (one: SeenWave, other: SeenWave): boolean =>
  [1, -1].some((sign) =>
    [one.u - sign * other.u, one.v - sign * other.v].every((away) => Math.abs(away - Math.round(away / repeated) * repeated) <= nearAxis)
  )

/** A wave that stands out nearly as far as a grid, in another direction: printers set each of their inks in a grid of its own, or a grid aslant. */
const isRival = (grid: SquareGrid, wave: SeenWave): boolean =>
  wave.on.height >= 0.8 * grid.height &&
  wave.on.share >= square.share &&
  awayFrom(directionOf(wave), grid.direction) > upright &&
  !grid.waves.some((own) => repeats(own, wave))

/**
 * How clearly the document lies in one square grid that is upright with it, 0 to 1: the pixels of a screen that shows nothing else. Fine lines of
 * documents make no square grid, and the dots of a print stand aslant or in several grids.
 */
export const uprightGrid = ({ brightness, tiles }: PictureWaves, tilt: number): number => {
  if (tiles.on < leastTiles.on) return 0
  const waves = brightness.map((wave) => seenWave(wave, tiles))
  const heights = gridsOf(waves)
    .filter((grid) => awayFrom(grid.direction, tilt) <= upright && !waves.some((wave) => isRival(grid, wave)))
    .map(({ height }) => height)
  const height = Math.max(0, ...heights)
  if (height < square.height) return 0
  return Math.min(1, 0.75 + (0.25 * (height - square.height)) / (square.clearHeight - square.height))
}

/** Bands of colour over a whole document, wider than fine lines and clearer than any wave of brightness. */
const bands = { share: 0.9, height: 5.8, clearHeight: 8, mostCycles: 32, aheadOfBrightness: 0.5 } as const

/**
 * How clearly wide bands of colour lie evenly over the document, 0 to 1: the moire that the coloured parts of pixels make with the coloured filters of
 * a camera. Lines and dots of ink change brightness more than colour.
 */
export const colourBands = ({ brightness, colour, tiles }: PictureWaves): number => {
  if (tiles.on < leastTiles.on) return 0
  const brightest = Math.max(
    0,
    ...brightness.map((wave) => seenWave(wave, tiles)).map(({ on }) => (on.share >= square.share ? on.height : 0))
  )
  const heights = colour
    .map((wave) => seenWave(wave, tiles))
    .filter(
      ({ on, u, v }) => on.share >= bands.share && Math.hypot(u, v) <= bands.mostCycles && Math.min(Math.abs(u), Math.abs(v)) >= nearAxis
    )
    .map(({ on }) => on.height)
    .filter((height) => height >= brightest + bands.aheadOfBrightness)
  const height = Math.max(0, ...heights)
  if (height < bands.height) return 0
  return Math.min(1, 0.75 + (0.25 * (height - bands.height)) / (bands.clearHeight - bands.height))
}
