import { median } from "../../median.ts"
import type { DocumentReading, TextLine } from "../../document-reading.ts"
import { type Skeleton, skeletonOf } from "./skeleton.ts"

/** One stretch of print: a line, or one cell of it when wide gaps divide the line. Coordinates are fractions of the page. */
export interface Segment {
  readonly index: number
  readonly text: string
  readonly skeleton: Skeleton
  readonly page: number
  /** Number of the printed row across all pages. */
  readonly row: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly height: number
  /** 0 to 1: how surely the letters were read; 1 in a text layer. */
  readonly confidence: number
  /** Cut out of a longer line: its left and right are estimates. */
  readonly approximate: boolean
  /** False where the lines have no layout, and were set one below the other for reading. */
  readonly placed: boolean
  /** A postcode in it was put into the form of its country. */
  readonly repaired?: true
}

/** A document's text as a reader sees it: segments in rows, from the top of the first page to the foot of the last. */
export interface PrintedText {
  readonly segments: ReadonlyArray<Segment>
  readonly rows: ReadonlyArray<ReadonlyArray<Segment>>
  /** Median height of a line. */
  readonly usualHeight: number
  /** Forgive misread letters: the text was recognised from a picture, and is short enough to afford it. */
  readonly tolerant: boolean
}

const mostLines = 2_000
const longestLine = 500
const mostCharacters = 250_000
const mostCells = 30
const mostLettersForTolerance = 30_000
const usualLineHeight = 0.012
const usualLineStep = 0.018

type Place = Pick<Segment, "text" | "page" | "left" | "right" | "top" | "bottom" | "height" | "confidence" | "approximate" | "placed">

const within = (value: number, low: number, high: number) => (value > low ? Math.min(value, high) : low)

/** Divides a line where a wide gap or a tab shows another column, giving every cell its share of the width. */
const cells = (line: TextLine, top: number, height: number, placed = true): ReadonlyArray<Place> => {
  const text = line.text.replace(/[\u00a0\u2007\u202f]/g, " ")
  const left = within(line.left, 0, 1)
  const width = within(line.width, 0, 1) || within(text.length * 0.008, 0, 1 - left)
  const found: Array<Place> = []
  const pattern = /[^\s|](?:[^\s|]| {1,2}(?=[^\s|])|\|(?=[^\s|]))*/g
  for (const match of text.matchAll(pattern)) {
    if (found.length >= mostCells) break
    const from = match.index / text.length
    const to = (match.index + match[0].length) / text.length
    found.push({
      text: match[0].replace(/\s+/g, " "),
      page: line.page,
      left: left + width * from,
      right: left + width * to,
      top,
      bottom: top + height,
      height,
      approximate: match.index > 0,
      confidence: within(line.confidence, 0, 1),
      placed
    })
  }
  return found
}

/** Recognised text confuses I with l inside capitals, and digits with letters inside words; numbers and codes are left alone. */
const mended = (text: string): string =>
  text
    .replace(/(?<![\p{L}\d])\p{Lu}+(?:l\p{Lu}*)+(?![\p{L}\d])/gu, (word) =>
      word.replace(/l/g, "").length >= 2 ? word.replace(/l/g, "I") : word
    )
    .replace(/(?<![\p{L}\d])\p{L}*[015]\p{L}*(?![\p{L}\d])/gu, mendedWord)
    // An engine that does not know the sharp s reads many things in its place, and no word that it could be ends so.
    .replace(/(?<=(?:^|\P{L}|\p{Ll})[Ss]tra)[lI]?[BRikl&8bp](?=e(?!\p{L}))/gu, "ß")
    // Nor the ć that ends many a name of the Balkans and of Poland.
    .replace(/(?<=\p{L})¢/gu, "c")
    // "Seccién" and "Sefior": no word of Spanish but "recién" ends so, and none begins so.
    .replace(/(?<=\p{L}[cs]i)(?<![Rr]eci)é(?=n(?!\p{L}))/gu, "ó")
    .replace(
      /(?<!\p{L})(S)ef(?:i|1|l)?(or(?:a|es|as)?)(?!\p{L})/giu,
      (_, first: string, rest: string) => `${first}${first === first.toUpperCase() && rest === rest.toUpperCase() ? "EÑ" : "eñ"}${rest}`
    )

const letterOf: Readonly<Record<string, readonly [upper: string, lower: string]>> = { "0": ["O", "o"], "1": ["I", "l"], "5": ["S", "s"] }

const mendedWord = (word: string): string => {
  if (word.length < 5) return word
  const upper = word.replace(/\d/, "") === word.replace(/\d/, "").toUpperCase()
  return word.replace(/[015]/, (digit) => letterOf[digit]?.[upper ? 0 : 1] ?? digit)
}

/** Lines that all claim the same place carry no layout: they are set one below the other instead. */
const placed = (lines: ReadonlyArray<TextLine>): ReadonlyArray<Place> => {
  const tops = new Map<number, Set<number>>()
  const counts = new Map<number, number>()
  for (const { page, top } of lines) {
    const known = tops.get(page) ?? new Set()
    tops.set(page, known.add(top))
    counts.set(page, (counts.get(page) ?? 0) + 1)
  }
  const positions = new Map<number, number>()
  return lines.flatMap((line) => {
    const position = positions.get(line.page) ?? 0
    positions.set(line.page, position + 1)
    const count = counts.get(line.page) ?? 1
    const withoutLayout = count > 3 && (tops.get(line.page)?.size ?? 0) * 4 < count
    if (withoutLayout)
      return cells({ ...line, left: 0.1, width: 0 }, position * within(1 / count, 0, usualLineStep), usualLineHeight, false)
    return cells(line, within(line.top, 0, 1), within(line.height, 0, 0.3) || usualLineHeight)
  })
}

const inRows = (places: ReadonlyArray<Place>): ReadonlyArray<ReadonlyArray<Place>> => {
  const middle = (place: Place) => place.top + place.height / 2
  const sorted = [...places].sort((one, other) => one.page - other.page || middle(one) - middle(other) || one.left - other.left)
  const rows: Array<Array<Place>> = []
  for (const place of sorted) {
    const row = rows[rows.length - 1]
    const first = row?.[0]
    const reach = first === undefined ? 0 : Math.min(first.height, place.height, usualLineHeight * 1.5) * 0.55
    const same = first !== undefined && first.page === place.page && Math.abs(middle(first) - middle(place)) <= reach
    if (row !== undefined && same) row.push(place)
    else rows.push([place])
  }
  return rows.map((row) => row.sort((one, other) => one.left - other.left))
}

const mendedLine = (line: TextLine): TextLine => ({ ...line, text: mended(line.text) })

/** The lines that are read: as many as the bounds on lines, their length and the whole text allow. */
const bounded = (lines: ReadonlyArray<TextLine>): ReadonlyArray<TextLine> => {
  let left = mostCharacters
  return lines.slice(0, mostLines).flatMap((line) => {
    const text = line.text.slice(0, Math.min(longestLine, left))
    left -= text.length
    return text === "" ? [] : [{ ...line, text }]
  })
}

/** Arranges what was read into rows and cells, within fixed bounds (2,000 lines, 500 characters a line, 250,000 in all). */
export const printedText = ({ lines, source }: Pick<DocumentReading, "lines" | "source">): PrintedText => {
  const rows: Array<ReadonlyArray<Segment>> = []
  const segments: Array<Segment> = []
  for (const places of inRows(placed(source === "ocr" ? bounded(lines).map(mendedLine) : bounded(lines)))) {
    const row = places.map((place, position) => ({
      ...place,
      index: segments.length + position,
      row: rows.length,
      skeleton: skeletonOf(place.text)
    }))
    rows.push(row)
    segments.push(...row)
  }
  const letters = segments.reduce((total, { skeleton }) => total + skeleton.letters.length, 0)
  return {
    segments,
    rows,
    usualHeight: median(segments.map(({ height }) => height)) ?? usualLineHeight,
    tolerant: source === "ocr" && letters <= mostLettersForTolerance
  }
}

/** The nearest cell on the same row that ends before this one begins. */
export const leftOf = ({ rows }: PrintedText, segment: Segment): Segment | null => {
  const row = rows[segment.row] ?? []
  const position = row.findIndex(({ index }) => index === segment.index)
  return row[position - 1] ?? null
}

/** Two cells stand side by side where they share this much of the height of the lower one. */
const sideBySide = 0.5

/** The nearest cell to the left at the same height, also where the lines of another column fell between the two and parted their row. */
export const besideLeft = ({ rows }: PrintedText, segment: Segment): Segment | null => {
  const around = [segment.row - 1, segment.row, segment.row + 1].flatMap((row) => rows[row] ?? [])
  let nearest: Segment | null = null
  for (const cell of around) {
    const shared = Math.min(cell.bottom, segment.bottom) - Math.max(cell.top, segment.top)
    const stands = cell.page === segment.page && cell.right <= segment.left && shared >= sideBySide * Math.min(cell.height, segment.height)
    if (stands && (nearest === null || cell.right > nearest.right)) nearest = cell
  }
  return nearest
}

/** The nearest cell on the same row that begins after this one ends. */
export const rightOf = ({ rows }: PrintedText, segment: Segment): Segment | null => {
  const row = rows[segment.row] ?? []
  const position = row.findIndex(({ index }) => index === segment.index)
  return row[position + 1] ?? null
}

const nearestInColumn = (row: ReadonlyArray<Segment>, segment: Segment): Segment | null => {
  let best: Segment | null = null
  for (const candidate of row) {
    const overlaps = candidate.left < segment.right && segment.left < candidate.right
    const nearer = best === null || Math.abs(candidate.left - segment.left) < Math.abs(best.left - segment.left)
    if (overlaps && nearer) best = candidate
  }
  return best
}

/** The next cell of the same column, at most `lines` line heights away, above (`step` -1) or below (`step` 1). */
export const inColumn = ({ rows }: PrintedText, segment: Segment, step: -1 | 1, lines = 2): Segment | null => {
  for (let row = segment.row + step, passed = 0; passed < 4; row += step, passed++) {
    const candidates = rows[row]
    const first = candidates?.[0]
    if (candidates === undefined || first === undefined || first.page !== segment.page) return null
    const found = nearestInColumn(candidates, segment)
    if (found === null) continue
    const gap = step === 1 ? found.top - segment.bottom : segment.top - found.bottom
    return gap <= lines * Math.max(segment.height, found.height) ? found : null
  }
  return null
}
