import type { Peak } from "./spectrum-peaks.ts"

/** The peaks of a tile, with the column and row of the tile among all. */
interface PeakTile {
  readonly column: number
  readonly row: number
  readonly peaks: ReadonlyArray<Peak>
}

interface Member<Tile extends PeakTile> {
  readonly tile: Tile
  readonly peak: Peak
}
/** A peak that goes on from tile to tile: one wave that lies over all of them. */
export type Track<Tile extends PeakTile = PeakTile> = ReadonlyArray<Member<Tile>>

/** Cycles per tile by which perspective changes a wave from one tile to the next, at most. */
const mostDrift = 7
/** Cycles per tile by which a peak may lie beside the place at which its neighbours let expect it. */
const slack = 2.6

interface Plane {
  readonly u: readonly [number, number, number]
  readonly v: readonly [number, number, number]
}

/** The plane through three or more values over columns and rows, by least squares, slightly drawn to no slope. */
const planeOf = (members: Track): Plane => {
  const n = members.length
  const [cx, cy] = [members.reduce((sum, { tile }) => sum + tile.column, 0) / n, members.reduce((sum, { tile }) => sum + tile.row, 0) / n]
  let [xx, xy, yy] = [0.3, 0, 0.3]
  for (const { tile } of members) {
    const [x, y] = [tile.column - cx, tile.row - cy]
    xx += x * x
    xy += x * y
    yy += y * y
  }
  const determinant = xx * yy - xy * xy
  const fit = (value: (peak: Peak) => number): readonly [number, number, number] => {
    const mean = members.reduce((sum, { peak }) => sum + value(peak), 0) / n
    let [xz, yz] = [0, 0]
    for (const { peak, tile } of members) {
      xz += (tile.column - cx) * (value(peak) - mean)
      yz += (tile.row - cy) * (value(peak) - mean)
    }
    const across = (xz * yy - yz * xy) / determinant
    const down = (yz * xx - xz * xy) / determinant
    return [mean - across * cx - down * cy, across, down]
  }
  return { u: fit(({ u }) => u), v: fit(({ v }) => v) }
}

const expectedAt = ({ u, v }: Plane, { column, row }: PeakTile) => ({
  u: u[0] + u[1] * column + u[2] * row,
  v: v[0] + v[1] * column + v[2] * row
})

const nearest = (tile: PeakTile, place: { readonly u: number; readonly v: number }, reach: number): Peak | undefined => {
  let best: Peak | undefined
  // Squares of distances, because this is asked for millions of peaks.
  let least = reach * reach
  for (const peak of tile.peaks) {
    const away = (peak.u - place.u) ** 2 + (peak.v - place.v) ** 2
    if (away > least) continue
    best = peak
    least = away
  }
  return best
}

const distance = (one: PeakTile, other: PeakTile): number => Math.max(Math.abs(one.column - other.column), Math.abs(one.row - other.row))

/** Goes from a pair of peaks in neighbouring tiles to all tiles in which the wave goes on, nearest first. */
const grown = <Tile extends PeakTile>(start: readonly [Member<Tile>, Member<Tile>], tiles: ReadonlyArray<Tile>): Track<Tile> => {
  const members: Array<Member<Tile>> = [...start]
  const [{ tile: first }] = start
  const others = tiles
    .filter((tile) => !members.some((member) => member.tile === tile))
    .sort((a, b) => distance(first, a) - distance(first, b))
  // Fitted again only when a member joined.
  let plane: Plane | null = null
  for (const tile of others) {
    const beside = members.reduce((least, member) => Math.min(least, distance(member.tile, tile)), 99)
    if (beside > 3) continue
    const reach = members.length < 4 ? slack + 2 : slack + 0.4 * (beside - 1)
    plane ??= planeOf(members)
    const peak = nearest(tile, expectedAt(plane, tile), reach)
    if (peak === undefined) continue
    members.push({ tile, peak })
    plane = null
  }
  return members
}

/** Peaks of a tile that a wave is looked for from: the others are too faint to begin with. */
const startsOfTile = 5

/** The waves that go on over most tiles, strongest first; each peak counts for one wave alone. */
export const tracksOf = <Tile extends PeakTile>(tiles: ReadonlyArray<Tile>, most: number): ReadonlyArray<Track<Tile>> => {
  const found: Array<Track<Tile>> = []
  for (const tile of tiles) {
    const beside = tiles.filter((other) => other !== tile && distance(tile, other) === 1)
    for (const peak of tile.peaks.slice(0, startsOfTile))
      for (const neighbour of beside) {
        const next = nearest(neighbour, peak, mostDrift)
        if (next !== undefined)
          found.push(
            grown(
              [
                { tile, peak },
                { tile: neighbour, peak: next }
              ],
              tiles
            )
          )
      }
  }
  const taken = new Set<Peak>()
  const kept: Array<Track<Tile>> = []
  const strength = (track: Track<Tile>): number => track.reduce((sum, { peak }) => sum + peak.height, 0)
  const ranked = found.map((track) => ({ track, strength: strength(track) })).sort((one, other) => other.strength - one.strength)
  for (const { track } of ranked) {
    if (kept.length >= most) break
    if (track.some(({ peak }) => taken.has(peak))) continue
    for (const { peak } of track) taken.add(peak)
    kept.push(track)
  }
  return kept
}
