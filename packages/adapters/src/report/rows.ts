import { lastLine, rule, shade, sheet } from "./look.ts"
import { leading, type SetLine, type Style, type Typesetter } from "./typesetter.ts"

type Document = PDFKit.PDFDocument
type Element = PDFKit.PDFStructureElement

/** Where the next thing is drawn, and how to get to a fresh page. */
export interface Cursor {
  readonly document: Document
  readonly typesetter: Typesetter
  y: number
  readonly nextPage: () => void
}

export const heightOf = (style: Style, lines: number): number => lines * style.size * leading

/** Goes on to the next page where less than this height is left. */
export const need = (cursor: Cursor, height: number) => {
  if (cursor.y + height > lastLine) cursor.nextPage()
}

/** What is drawn and says nothing to those who listen to a page: rules, grounds, repeated titles. */
export const artifact = (document: Document, draw: () => void) => {
  document.markContent("Artifact", { type: "Layout" })
  draw()
  document.endMarkedContent()
}

export interface Cell {
  readonly style: Style
  readonly lines: ReadonlyArray<SetLine>
  readonly x: number
  /** Its place in the structure of the document; absent for what repeats. */
  readonly tag?: "TH" | "TD"
}

interface RowLook {
  readonly padding: number
  readonly shaded?: boolean
  readonly ruled?: boolean
  /** Runs after a page began in the middle of the row's table, to repeat its titles. */
  readonly onNewPage?: () => void
}

const drawPart = (
  cursor: Cursor,
  cells: ReadonlyArray<Cell>,
  elements: ReadonlyArray<Element | undefined>,
  from: number,
  count: number,
  padding: number
) => {
  const { document, typesetter } = cursor
  for (const [index, cell] of cells.entries()) {
    const lines = cell.lines.slice(from, from + count)
    if (lines.length === 0) continue
    const draw = () => {
      for (const [at, line] of lines.entries()) {
        typesetter.draw(cell.style, line, { x: cell.x, y: cursor.y + padding + heightOf(cell.style, at) })
      }
    }
    const element = elements[index]
    if (element === undefined) artifact(document, draw)
    else element.add(draw)
  }
}

/** Draws cells side by side and goes below them. A row that no page holds is continued on the next ones. */
export const drawRow = (cursor: Cursor, cells: ReadonlyArray<Cell>, parent: Element | null, look: RowLook) => {
  const { document } = cursor
  const row = parent === null ? null : document.struct("TR")
  if (row !== null) parent?.add(row)
  const elements = cells.map(({ tag }) => {
    if (row === null || tag === undefined) return undefined
    const element = document.struct(tag)
    row.add(element)
    return element
  })
  const lineHeight = Math.max(...cells.map(({ style }) => heightOf(style, 1)))
  const total = Math.max(...cells.map(({ lines }) => lines.length))
  const breakPage = () => {
    cursor.nextPage()
    look.onNewPage?.()
  }
  // A row goes over whole unless it would take most of a page by itself.
  const whole = total * lineHeight + 2 * look.padding
  if (cursor.y + whole > lastLine && whole < (lastLine - sheet.top) * 0.6) breakPage()
  for (let from = 0; from < total; ) {
    const space = Math.floor((lastLine - cursor.y - 2 * look.padding) / lineHeight)
    if (space < 1) {
      breakPage()
      continue
    }
    const count = Math.min(space, total - from)
    const height = count * lineHeight + 2 * look.padding
    const { y } = cursor
    if (look.shaded === true) {
      artifact(document, () => document.rect(sheet.left, y, sheet.width - sheet.left - sheet.right, height).fill(shade))
    }
    drawPart(cursor, cells, elements, from, count, look.padding)
    cursor.y = y + height
    from += count
    if (from < total) breakPage()
  }
  for (const element of elements) element?.end()
  row?.end()
  if (look.ruled === true) {
    const at = cursor.y
    artifact(document, () =>
      document
        .moveTo(sheet.left, at)
        .lineTo(sheet.width - sheet.right, at)
        .lineWidth(0.5)
        .strokeColor(rule)
        .stroke()
    )
  }
}
