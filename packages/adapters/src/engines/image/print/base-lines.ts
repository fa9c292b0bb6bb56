import { median } from "@vouchkit/core/verification/median"
import type { MeasuredWord } from "./print-word.ts"

/** In heights of a word: how far apart the left edges of two lines of one column are at most, and how far away its rows. */
const sameEdge = 0.6
const columnReach = 9
/** Rows of a column stand no further from one another. */
const longestPitch = 3
/** A label stands no further left of its value. */
const labelReach = 16
/** Where the other rows of two columns stand as level as this, a row that does not stand out. */
const level = 0.05
/** Distances of lines that differ by more than this are not meant to be one. */
const irregular = 0.12

interface Row {
  readonly line: number
  readonly left: number
  readonly right: number
  readonly base: number
  readonly height: number
}

/** Lines with the middle of their words' base lines. */
const rowsOf = (words: ReadonlyArray<MeasuredWord>): ReadonlyArray<Row> => {
  const lines = new Map<number, Array<MeasuredWord>>()
  for (const word of words) {
    const known = lines.get(word.line) ?? []
    lines.set(word.line, known)
    known.push(word)
  }
  return [...lines].flatMap(([line, own]) => {
    const base = median(own.flatMap((word) => (word.base === null ? [] : [word.base])))
    const height = median(own.map(({ bottom, top }) => bottom - top))
    if (base === undefined || height === undefined) return []
    return [{ line, left: Math.min(...own.map(({ left }) => left)), right: Math.max(...own.map(({ right }) => right)), base, height }]
  })
}

const strongest = (values: ReadonlyArray<number | null>): number | null =>
  values.reduce((worst, value) => (value === null || (worst !== null && Math.abs(worst) >= Math.abs(value)) ? worst : value), null)

/** A word against the other words of its own line. */
const inItsLine = (word: MeasuredWord, words: ReadonlyArray<MeasuredWord>, height: number): number | null => {
  const others = words.filter((other) => other.line === word.line && other !== word && other.base !== null)
  const base = median(others.flatMap((other) => (other.base === null ? [] : [other.base])))
  return word.base === null || base === undefined || others.length < 2 ? null : (word.base - base) / height
}

/** A line of a column whose other lines stand at one distance: where labels stand above their values, the distances alternate. */
const inItsColumn = (own: Row, rows: ReadonlyArray<Row>): number | null => {
  const column = rows
    .filter((row) => Math.abs(row.left - own.left) <= sameEdge * own.height && Math.abs(row.base - own.base) <= columnReach * own.height)
    .sort((a, b) => a.base - b.base)
  const at = column.indexOf(own)
  const pitch = (index: number): number | null => {
    const [above, here] = [column[index - 1], column[index]]
    if (above === undefined || here === undefined) return null
    return here.base - above.base > longestPitch * own.height ? null : here.base - above.base
  }
  const isRegular = (used: ReadonlyArray<number>, usual: number): boolean =>
    column.every((_, index) => {
      const other = used.includes(index) ? null : pitch(index)
      return other === null || Math.abs(other - usual) <= irregular * own.height
    })
  const [before, after] = [pitch(at), pitch(at + 1)]
  if (before !== null && after !== null) return isRegular([at, at + 1], (before + after) / 2) ? (before - after) / 2 / own.height : null
  const next = before === null ? at + 2 : at - 1
  const [last, previous] = [before ?? after, pitch(next)]
  if (last === null || previous === null || !isRegular([before === null ? at + 1 : at, next], previous)) return null
  return (last - previous) / own.height
}

const labelOf = (row: Row, rows: ReadonlyArray<Row>): Row | null => {
  const left = rows.filter((other) => {
    const gap = row.left - other.right
    return other !== row && gap > 0 && gap < labelReach * row.height && Math.abs(other.base - row.base) < 0.5 * row.height
  })
  return left.reduce<Row | null>((nearest, other) => (nearest === null || other.right > nearest.right ? other : nearest), null)
}

/** A value against its label, where the other rows of the two columns stand level. */
const besideItsLabel = (own: Row, rows: ReadonlyArray<Row>): number | null => {
  const label = labelOf(own, rows)
  if (label === null) return null
  const offsets = rows.flatMap((row) => {
    if (row === own || Math.abs(row.left - own.left) > sameEdge * own.height) return []
    if (Math.abs(row.base - own.base) > columnReach * own.height) return []
    const theirs = labelOf(row, rows)
    return theirs === null || Math.abs(theirs.left - label.left) > sameEdge * own.height ? [] : [(row.base - theirs.base) / own.height]
  })
  const usual = median(offsets)
  if (usual === undefined || offsets.length < 2 || offsets.some((offset) => Math.abs(offset - usual) > level)) return null
  return (own.base - label.base) / own.height - usual
}

/** How far a word stands from where its line, its column or its label put it, in heights of its line; null where none of them says. */
export const baseLineOffset = (word: MeasuredWord, words: ReadonlyArray<MeasuredWord>): number | null => {
  const rows = rowsOf(words)
  const own = rows.find(({ line }) => line === word.line)
  if (own === undefined) return null
  return strongest([inItsLine(word, words, own.height), inItsColumn(own, rows), besideItsLabel(own, rows)])
}
