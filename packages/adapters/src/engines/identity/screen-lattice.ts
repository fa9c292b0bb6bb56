import type { ColourImage } from "../pdf/render.ts"
import { tracksOf } from "./lattice.ts"
import type { Point } from "@vouchkit/core/verification/evidence/place"
import { contains, type Quad } from "./quad.ts"
import { peaksOf } from "./spectrum-peaks.ts"
import { spectrumOf, tileSide } from "./spectrum.ts"

/** Tiles across and down at most: more of them cost time and tell no more. */
const most = { across: 7, down: 5 } as const
/** Waves that are followed over the tiles. */
const followed = 6

/** A wave that goes on over so many tiles beside all documents, so large a share of them, and so large a share of all tiles, belongs to no document. */
const leastBeside = 5
const leastShareBeside = 0.35
const leastShare = 0.45
/** The share of all tiles from which there is no doubt. */
const clearShare = 0.6

interface Tile {
  readonly column: number
  readonly row: number
  readonly left: number
  readonly top: number
}

const tilesOf = ({ height, width }: ColourImage): ReadonlyArray<Tile> => {
  const across = Math.min(most.across, Math.floor(width / tileSide))
  const down = Math.min(most.down, Math.floor(height / tileSide))
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

/** Points on the rim and in the middle of a tile: enough to tell whether it lies in or off a document, which is larger. */
const pointsOf = ({ left, top }: Tile): ReadonlyArray<Point> =>
  [0, 0.5, 1].flatMap((down) => [0, 0.5, 1].map((across) => ({ x: left + across * tileSide, y: top + down * tileSide })))

/**
 * How clearly one regular pattern goes on from the documents to what lies beside them, 0 to 1: the grid of a screen, or its moire, which bends with
 * perspective from tile to tile. Fine lines that are printed end with the document, and the weave of a cloth ends before it. Null where the picture
 * has too little beside its documents.
 */
export const latticeAcross = (image: ColourImage, documents: ReadonlyArray<Quad>): number | null => {
  const tiles = tilesOf(image)
  const isBeside = (tile: Tile) => pointsOf(tile).every((point) => !documents.some((quad) => contains(quad, point)))
  const beside = new Set(tiles.filter(isBeside).map(({ column, row }) => `${column}/${row}`))
  if (documents.length === 0 || beside.size < leastBeside) return null
  const seen = tiles.map((tile) => ({ ...tile, peaks: peaksOf(spectrumOf(image, tile)) }))
  const shares = tracksOf(seen, followed).map((track) => {
    const off = track.filter(({ tile }) => beside.has(`${tile.column}/${tile.row}`)).length
    const on = track.length - off
    const crosses = off >= leastBeside && off >= leastShareBeside * beside.size && on > 0
    return crosses ? track.length / tiles.length : 0
  })
  const share = Math.max(0, ...shares)
  return share < leastShare ? 0 : Math.min(1, 0.75 + (0.25 * (share - leastShare)) / (clearShare - leastShare))
}
