import type { TextLine } from "@vouchkit/core/documents/reading"

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

export interface PageSize {
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
/** Share of the smaller height by which two pieces of one row overlap vertically. */
const rowOverlap = 0.55

const heightOf = (piece: TextPiece): number => piece.bottom - piece.top

const overlapOf = (a: TextPiece, b: TextPiece): number => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)

const sameRow = (a: TextPiece, b: TextPiece): boolean => overlapOf(a, b) >= rowOverlap * Math.min(heightOf(a), heightOf(b))

/** Rows from top to bottom. A piece joins the row whose latest piece it overlaps, so that a slightly sloping row stays one. */
const rowsOf = (pieces: ReadonlyArray<TextPiece>): ReadonlyArray<ReadonlyArray<TextPiece>> => {
  const rows: Array<Array<TextPiece>> = []
  const sorted = [...pieces].sort((a, b) => a.top + a.bottom - b.top - b.bottom || a.left - b.left)
  for (const piece of sorted) {
    const recent = rows.slice(-4)
    const row = recent.findLast((candidate) => {
      const last = candidate[candidate.length - 1]
      return last !== undefined && sameRow(last, piece)
    })
    if (row === undefined) rows.push([piece])
    else row.push(piece)
  }
  return rows
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

/** Splits a row where a gap is as wide as between columns. */
const columnsOf = (row: ReadonlyArray<TextPiece>): ReadonlyArray<ReadonlyArray<TextPiece>> => {
  const sorted = [...row].sort((a, b) => a.left - b.left)
  const columns: Array<Array<TextPiece>> = []
  let reach = Number.NEGATIVE_INFINITY
  for (const piece of sorted) {
    const current = columns[columns.length - 1]
    const last = current?.[current.length - 1]
    const height = last === undefined ? heightOf(piece) : Math.min(heightOf(piece), heightOf(last))
    if (current === undefined || piece.left - reach > columnGap * height) columns.push([piece])
    else current.push(piece)
    reach = Math.max(reach, piece.right)
  }
  return columns
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

/** Builds the lines of a page from pieces in any order: rows by their height on the page, cut into columns at wide gaps, left to right. */
export const linesOf = (pieces: ReadonlyArray<TextPiece>, page: PageSize): ReadonlyArray<TextLine> =>
  rowsOf(pieces.slice(0, maxPieces).filter((piece) => piece.text.trim() !== "" && heightOf(piece) > 0))
    .flatMap(columnsOf)
    .slice(0, maxLines)
    .map((column) => lineOf(column, page))
    .filter((line) => line.text !== "")
