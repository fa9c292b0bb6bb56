import type { TextLine } from "@vouchkit/core/verification/document-reading"

/** A run of text somewhere on a page, in any unit that grows to the right and downwards. */
export interface TextPiece {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly confidence: number
  readonly rightToLeft: boolean
  /** Set when the source itself puts a space before or after the piece. */
  readonly spaced: boolean
}

interface PageSize {
  readonly number: number
  readonly width: number
  readonly height: number
}

/** Bounds on what one page may say; real pages stay far below them. */
const maxPieces = 20_000
const maxLines = 2000
const maxLineLength = 1000

/** In heights of the text: a wider gap than the first separates columns, a wider one than the second separates words. */
const columnGap = 1.3
const wordGap = 0.13
/** In heights of the text: a space between two words is no wider. */
const spaceBetween = 0.6
/** Share of the smaller height by which two pieces of one row overlap vertically. */
const rowOverlap = 0.55
/** Heights that differ by more than this factor are two sizes of print. */
const differentSize = 1.6
/** A piece is looked for at this many heights at most, and among this many lines at each: both far above what print has. */
const mostBands = 400
const mostOpenChains = 200

const heightOf = (piece: TextPiece): number => piece.bottom - piece.top

const overlapOf = (a: TextPiece, b: TextPiece): number => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)

const sameRow = (a: TextPiece, b: TextPiece): boolean => overlapOf(a, b) >= rowOverlap * Math.min(heightOf(a), heightOf(b))

/** Boxes in rows from top to bottom, each row from left to right. */
const inReadingOrder = <Box extends TextPiece>(boxes: ReadonlyArray<Box>): ReadonlyArray<Box> => {
  const rows: Array<Array<Box>> = []
  const sorted = [...boxes].sort((a, b) => a.top + a.bottom - b.top - b.bottom || a.left - b.left)
  for (const box of sorted) {
    const row = rows.slice(-4).findLast((candidate) => {
      const last = candidate[candidate.length - 1]
      return last !== undefined && sameRow(last, box)
    })
    if (row === undefined) rows.push([box])
    else row.push(box)
  }
  return rows.flatMap((row) => row.sort((a, b) => a.left - b.left))
}

const clean = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zs}]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim()

const joined = (pieces: ReadonlyArray<TextPiece>): string => {
  let text = ""
  let previous: TextPiece | null = null
  for (const piece of pieces) {
    const gap = previous === null ? 0 : Math.max(piece.left - previous.right, previous.left - piece.right)
    const apart = previous !== null && (piece.spaced || previous.spaced || gap > wordGap * Math.min(heightOf(piece), heightOf(previous)))
    text += apart ? ` ${piece.text}` : piece.text
    previous = piece
  }
  return clean(text).slice(0, maxLineLength)
}

interface Chain extends TextPiece {
  readonly pieces: Array<TextPiece>
  left: number
  right: number
  top: number
  bottom: number
  last: TextPiece
}

/** Print of another size stands in the same line only on the same base line, or as a short mark such as a raised "th" or "99". */
const sameHand = (a: TextPiece, b: TextPiece): boolean => {
  const [small, large] = heightOf(a) < heightOf(b) ? [a, b] : [b, a]
  if (heightOf(large) <= differentSize * heightOf(small)) return true
  return Math.abs(large.bottom - small.bottom) <= 0.6 * heightOf(small) || small.text.trim().length <= 3
}

/** Recognized words of one line whose heights were measured by different lines stand no further apart than words do. */
const readTogether = (chain: Chain, piece: TextPiece): boolean =>
  piece.confidence < 1 && piece.left - chain.right <= spaceBetween * Math.min(heightOf(piece), heightOf(chain.last))

/** Whether a piece goes on where a line so far ends. */
const continues = (chain: Chain, piece: TextPiece): boolean =>
  sameRow(chain.last, piece) &&
  (sameHand(chain.last, piece) || readTogether(chain, piece)) &&
  piece.left - chain.right <= columnGap * Math.min(heightOf(piece), heightOf(chain.last))

const added = (chain: Chain, piece: TextPiece): void => {
  chain.pieces.push(piece)
  chain.right = Math.max(chain.right, piece.right)
  chain.top = Math.min(chain.top, piece.top)
  chain.bottom = Math.max(chain.bottom, piece.bottom)
  chain.last = piece
}

/**
 * Strings pieces together from left to right, each to the line that ends just before it at its height. Lines grow by their neighbours alone,
 * so that a tall logo beside an address cannot tie two of its lines into one.
 */
const chainsOf = (pieces: ReadonlyArray<TextPiece>): ReadonlyArray<Chain> => {
  const sorted = [...pieces].sort((a, b) => a.left - b.left || a.top - b.top)
  const heights = sorted.map(heightOf).sort((a, b) => a - b)
  const band = Math.max(heights[Math.floor(heights.length / 2)] ?? 1, (heights[heights.length - 1] ?? 1) / 200)
  const chains: Array<Chain> = []
  const byBand = new Map<number, Array<Chain>>()
  for (const piece of sorted) {
    const middle = (piece.top + piece.bottom) / 2
    const reach = Math.floor(middle / band)
    let best: Chain | null = null
    for (let at = reach - 1; at <= reach + 1; at++) {
      for (const chain of byBand.get(at) ?? []) {
        if (!continues(chain, piece)) continue
        const apart = (other: Chain) => Math.abs(other.last.bottom - piece.bottom) + Math.abs(other.last.top - piece.top)
        if (best === null || apart(chain) < apart(best)) best = chain
      }
    }
    if (best !== null) added(best, piece)
    const chain = best ?? { ...piece, pieces: [piece], last: piece }
    if (best === null) chains.push(chain)
    for (let at = Math.floor(piece.top / band), passed = 0; at <= piece.bottom / band && passed < mostBands; at++, passed++) {
      const known = byBand.get(at) ?? []
      if (!known.includes(chain)) byBand.set(at, [...known.slice(-mostOpenChains), chain])
    }
  }
  return chains
}

const share = (value: number, whole: number): number => Math.min(1, Math.max(0, Math.round((value / whole) * 1e5) / 1e5))

const lineOf = (pieces: ReadonlyArray<TextPiece>, page: PageSize): TextLine => {
  const rightToLeft = pieces.filter((piece) => piece.rightToLeft).length * 2 > pieces.length
  const ordered = rightToLeft ? [...pieces].reverse() : pieces
  const left = Math.min(...pieces.map((piece) => piece.left))
  const right = Math.max(...pieces.map((piece) => piece.right))
  const top = Math.min(...pieces.map((piece) => piece.top))
  const bottom = Math.max(...pieces.map((piece) => piece.bottom))
  const letters = pieces.reduce((sum, piece) => sum + piece.text.length, 0)
  const confidence = pieces.reduce((sum, piece) => sum + piece.confidence * piece.text.length, 0) / Math.max(1, letters)
  return {
    text: joined(ordered),
    page: page.number,
    left: share(left, page.width),
    top: share(top, page.height),
    width: share(right - left, page.width),
    height: share(bottom - top, page.height),
    confidence: Math.min(1, Math.max(0, Math.round(confidence * 1000) / 1000))
  }
}

/** Builds the lines of a page from pieces in any order, parted where a gap is as wide as between columns, from top to bottom and left to right. */
export const linesOf = (pieces: ReadonlyArray<TextPiece>, page: PageSize): ReadonlyArray<TextLine> =>
  inReadingOrder(chainsOf(pieces.slice(0, maxPieces).filter((piece) => piece.text.trim() !== "" && heightOf(piece) > 0)))
    .slice(0, maxLines)
    .map((chain) => lineOf(chain.pieces, page))
    .filter((line) => line.text !== "")
