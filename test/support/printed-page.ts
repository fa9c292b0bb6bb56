import type { TextLine } from "@vouchkit/core/verification/document-reading"

export interface PageOptions {
  readonly page?: number
  /** "cells" makes every column of a row its own line; "rows" keeps a row together with its gaps, as text recognition often does. */
  readonly layout?: "cells" | "rows"
  readonly confidence?: number
}

const columns = 100
const mostRows = 50
const rowStep = 0.018
const usualHeight = 0.012

interface Piece {
  readonly text: string
  readonly column: number
}

const piecesOf = (row: string): ReadonlyArray<Piece> =>
  [...row.matchAll(/\S(?:\S| {1,2}(?=\S))*/g)].map((match) => ({ text: match[0], column: match.index }))

/**
 * Sets a drawing of a page, one character per column of a hundred, as the lines that an engine would read: three spaces begin another column,
 * and a row that starts with "#" is set large.
 */
export const printedPage = (drawing: string, { page = 1, layout = "cells", confidence = 1 }: PageOptions = {}): ReadonlyArray<TextLine> => {
  const rows = drawing.replace(/^\n/, "").replace(/\s+$/, "").split("\n")
  const step = rows.length > mostRows ? (mostRows * rowStep) / rows.length : rowStep
  return rows.flatMap((drawn, position) => {
    const large = drawn.startsWith("#")
    const row = large ? drawn.replace("#", " ") : drawn
    const pieces = layout === "cells" ? piecesOf(row) : row.trim() === "" ? [] : [{ text: row.trim(), column: row.search(/\S/) }]
    const height = large ? usualHeight * 1.8 : usualHeight
    return pieces.map(({ text, column }) => ({
      text,
      page,
      left: column / columns,
      top: 0.03 + position * step,
      width: Math.min(1 - column / columns, (text.length / columns) * (large ? 1.3 : 1)),
      height,
      confidence
    }))
  })
}
