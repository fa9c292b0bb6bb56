import { classesOf, fitsClass, openingLength } from "@vouchkit/core/verification/identity-documents/mrz/grammar"
import { layoutOf } from "@vouchkit/core/verification/identity-documents/mrz/layouts"
import { type MrzCell, resolveMrz } from "@vouchkit/core/verification/identity-documents/mrz/resolve"
import type { MrzReading } from "@vouchkit/core/verification/identity-documents/reading"

/** Characters that recognition takes for one another; the grammar of the zone tells which of the two stands there. */
const lookalikes: Readonly<Record<string, string>> = {
  O: "0",
  "0": "O",
  I: "1",
  "1": "I",
  Z: "2",
  "2": "Z",
  S: "5",
  "5": "S",
  B: "8",
  "8": "B"
}
/** What a character that only the grammar speaks for is worth beside one that was read. */
const byGrammar = 0.5

/** Rows and columns of the formats of ICAO 9303. */
const sizes = [
  [2, 44],
  [3, 30],
  [2, 36]
] as const

/** Lines as a zone has them: capitals, digits and fillers. Guillemets are what fillers are often read as. */
const zoneLine = (text: string): string => text.toUpperCase().replace(/[«‹]/gu, "<").replace(/\s+/gu, "")
const isZoneText = (text: string): boolean => /^[A-Z0-9<]+$/u.test(text)

/** The rows of a text that holds a zone whole, with or without its line breaks. */
const rowsOf = (text: string): ReadonlyArray<string> | null => {
  const joined = zoneLine(text)
  const size = sizes.find(([rows, columns]) => joined.length === rows * columns)
  if (size === undefined || !isZoneText(joined)) return null
  const [rows, columns] = size
  return Array.from({ length: rows }, (_, row) => joined.slice(row * columns, (row + 1) * columns))
}

/** The last lines of a text that fit a format together. */
const rowsAmong = (lines: ReadonlyArray<string>): ReadonlyArray<string> | null => {
  const zone = lines.map(zoneLine).filter((line) => line.length >= 30 && line.includes("<") && isZoneText(line))
  for (const [rows, columns] of sizes) {
    const fitting = zone.filter((line) => line.length === columns).slice(-rows)
    if (fitting.length === rows) return fitting
  }
  return null
}

const cellsOf = (rows: ReadonlyArray<string>, confidence: number): ReadonlyArray<ReadonlyArray<MrzCell>> => {
  const layout = layoutOf(rows)
  const classes = layout === null ? [] : classesOf(layout, rows[0]?.slice(0, openingLength) ?? "")
  return rows.map((row, line) =>
    [...row].map((character, column): MrzCell => {
      const kind = classes[line]?.[column] ?? "mixed"
      const lookalike = lookalikes[character]
      const meant = !fitsClass(character, kind) && lookalike !== undefined && fitsClass(lookalike, kind)
      return [meant ? { character: lookalike, likelihood: confidence * byGrammar } : { character, likelihood: confidence }]
    })
  )
}

/** As sure as its least sure character: anyone who read the text has weighed it already. */
const resolved = (cells: ReadonlyArray<ReadonlyArray<MrzCell>>): MrzReading | null => {
  const reading = resolveMrz(cells)
  const least = Math.min(...cells.flat(2).map(({ likelihood }) => likelihood))
  return reading === null ? null : { ...reading, confidence: Math.min(reading.confidence, least) }
}

/**
 * The machine readable zone of a provider's text: of the field that holds it, else of its lines. Without the picture no character is repaired to satisfy a check
 * digit: what was read is what is judged. Null where nothing fits a format.
 */
export const mrzOfText = (
  field: { readonly text: string; readonly confidence: number } | null,
  lines: ReadonlyArray<{ readonly text: string; readonly confidence: number }>
): MrzReading | null => {
  const named = field === null ? null : rowsOf(field.text)
  if (named !== null && field !== null) return resolved(cellsOf(named, field.confidence))
  const found = rowsAmong(lines.map(({ text }) => text))
  if (found === null) return null
  const sure = lines.filter(({ text }) => found.includes(zoneLine(text))).map(({ confidence }) => confidence)
  return resolved(cellsOf(found, Math.min(...sure)))
}
