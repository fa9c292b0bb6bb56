import { median } from "@vouchkit/core/verification/median"
import type { Component } from "./text-components.ts"

/** A row of print of one height whose characters stand at one distance; in pixels of the picture that it was found in. */
export interface TextRow {
  /** Centres of its pieces, from left to right. */
  readonly centres: ReadonlyArray<{ readonly x: number; readonly y: number }>
  /** The line through the centres: `y = offset + slope * x`. */
  readonly offset: number
  readonly slope: number
  readonly capHeight: number
  readonly pitch: number
  /** How many of the distances fit the pitch, 0 to 1. */
  readonly regularity: number
}

interface Piece {
  readonly x: number
  readonly y: number
  readonly height: number
}

/** Rows shorter than this may be a line of a zone that is partly lost, but then another of its lines is longer. */
const leastPieces = 9
const leastPitches = 11
const leastRegularity = 0.5
const maxChains = 500
/** Distances in heights of a character: pitches lie between. */
const [narrowest, widest] = [0.5, 2.1]
const bucketPx = 12

const alike = (a: Piece, b: Piece): boolean => a.height < b.height * 1.7 && b.height < a.height * 1.7

/** Each piece's neighbour to the right, where both agree that they are neighbours. */
const neighboursOf = (pieces: ReadonlyArray<Piece>): ReadonlyMap<Piece, Piece> => {
  const buckets = new Map<number, Array<Piece>>()
  for (const piece of pieces) {
    const key = Math.floor(piece.y / bucketPx)
    const bucket = buckets.get(key)
    if (bucket === undefined) buckets.set(key, [piece])
    else bucket.push(piece)
  }
  const rightOf = new Map<Piece, Piece>()
  const leftOf = new Map<Piece, { readonly piece: Piece; readonly distance: number }>()
  for (const piece of pieces) {
    const reach = piece.height * 0.45
    let best: Piece | null = null
    for (let key = Math.floor((piece.y - reach) / bucketPx); key <= Math.floor((piece.y + reach) / bucketPx); key++)
      for (const other of buckets.get(key) ?? []) {
        const distance = other.x - piece.x
        if (distance < piece.height * narrowest * 0.7 || distance > piece.height * widest || !alike(piece, other)) continue
        if (Math.abs(other.y - piece.y) <= reach && (best === null || other.x < best.x)) best = other
      }
    if (best === null) continue
    const distance = best.x - piece.x
    const rival = leftOf.get(best)
    if (rival !== undefined && rival.distance <= distance) continue
    if (rival !== undefined) rightOf.delete(rival.piece)
    leftOf.set(best, { piece, distance })
    rightOf.set(piece, best)
  }
  return rightOf
}

const chainsOf = (pieces: ReadonlyArray<Piece>): ReadonlyArray<ReadonlyArray<Piece>> => {
  const rightOf = neighboursOf(pieces)
  const followers = new Set(rightOf.values())
  return pieces
    .filter((piece) => !followers.has(piece) && rightOf.has(piece))
    .map((start) => {
      const chain = [start]
      for (let next = rightOf.get(start); next !== undefined; next = rightOf.get(next)) chain.push(next)
      return chain
    })
    .filter(({ length }) => length >= 3)
    .sort((a, b) => b.length - a.length)
    .slice(0, maxChains)
}

/** Least squares through the centres, once more without those that lie far from the first line. */
const lineThrough = (pieces: ReadonlyArray<Piece>): { readonly offset: number; readonly slope: number } => {
  const fit = (points: ReadonlyArray<Piece>): { readonly offset: number; readonly slope: number } => {
    const count = points.length
    const meanX = points.reduce((sum, { x }) => sum + x, 0) / count
    const meanY = points.reduce((sum, { y }) => sum + y, 0) / count
    const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
    const slope = spread === 0 ? 0 : points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread
    return { slope, offset: meanY - slope * meanX }
  }
  const first = fit(pieces)
  const near = pieces.filter(({ height, x, y }) => Math.abs(y - first.offset - first.slope * x) < height * 0.25)
  return near.length >= 4 ? fit(near) : first
}

/** Joins chains that go on in one line behind a gap, left by characters that broke or melted. */
const joined = (chains: ReadonlyArray<ReadonlyArray<Piece>>): ReadonlyArray<ReadonlyArray<Piece>> => {
  const rest = chains.map((chain) => [...chain])
  for (const chain of rest) {
    if (chain.length < 5) continue
    for (const other of rest) {
      const [end, start] = [chain.at(-1), other[0]]
      const [begin, stop] = [chain[0], other.at(-1)]
      if (other === chain || end === undefined || start === undefined || begin === undefined || stop === undefined) continue
      const height = median(chain.map((piece) => piece.height)) ?? 0
      const { offset, slope } = lineThrough(chain)
      const fits = ({ x, y }: Piece): boolean => Math.abs(y - offset - slope * x) < height * 0.5
      const behind = start.x > end.x && start.x - end.x < height * 6 && fits(start) && alike(start, end)
      const before = stop.x < begin.x && begin.x - stop.x < height * 6 && fits(stop) && alike(stop, begin)
      if (behind) chain.push(...other.splice(0))
      else if (before) chain.unshift(...other.splice(0))
    }
  }
  return rest.filter(({ length }) => length >= leastPieces)
}

const rowOf = (chain: ReadonlyArray<Piece>): TextRow => {
  const distances = chain.slice(1).map(({ x }, index) => x - (chain[index]?.x ?? x))
  const capHeight = median(chain.map(({ height }) => height)) ?? 0
  const rough = median(distances.filter((distance) => distance > capHeight * narrowest && distance < capHeight * widest)) ?? 0
  const near = distances.filter((distance) => Math.abs(distance / rough - 1) < 0.2)
  const pitch = near.length === 0 ? rough : near.reduce((sum, distance) => sum + distance, 0) / near.length
  const regular = distances.filter((distance) => Math.abs(distance / pitch - Math.round(distance / pitch)) < 0.2)
  return {
    centres: chain.map(({ x, y }) => ({ x, y })),
    ...lineThrough(chain),
    capHeight,
    pitch,
    regularity: regular.length / Math.max(1, distances.length)
  }
}

/** Rows that could be lines of a zone, the longest and most regular first. */
export const rowsOf = (components: ReadonlyArray<Component>): ReadonlyArray<TextRow> => {
  const pieces = components
    .map(({ bottom, left, right, top }) => ({ x: (left + right) / 2, y: (top + bottom) / 2, height: bottom - top + 1 }))
    .sort((a, b) => a.x - b.x)
  return joined(chainsOf(pieces))
    .map(rowOf)
    .filter(({ centres, pitch, regularity }) => {
      const extent = (centres.at(-1)?.x ?? 0) - (centres[0]?.x ?? 0)
      return pitch > 0 && regularity >= leastRegularity && extent >= leastPitches * pitch
    })
    .sort((a, b) => b.centres.length * b.regularity - a.centres.length * a.regularity)
}
