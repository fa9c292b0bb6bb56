import { drawPictures } from "./pictures.ts"
import type { ReportBlock } from "@vouchkit/core/flows/report/model"
import { sheet, styles, textWidth, toneColours } from "./look.ts"
import { type Cell, type Cursor, artifact, drawRow, heightOf, need } from "./rows.ts"
import type { Style } from "./typesetter.ts"

type Element = PDFKit.PDFStructureElement
type Of<T extends ReportBlock["type"]> = Extract<ReportBlock, { readonly type: T }>

const labelWidth = 118
const gutter = 8

/** Text over the whole width, as one element of the structure. */
export const drawText = (cursor: Cursor, parent: Element, tag: string, style: Style, text: string) => {
  const element = cursor.document.struct(tag)
  parent.add(element)
  for (const line of cursor.typesetter.linesOf(style, text, textWidth)) {
    need(cursor, heightOf(style, 1))
    const { y } = cursor
    element.add(() => cursor.typesetter.draw(style, line, { x: sheet.left, y }))
    cursor.y = y + heightOf(style, 1)
  }
  element.end()
}

type Fact = Of<"facts">["rows"][number]

/** Where the second of two facts in a row begins. */
const secondLeft = sheet.left + textWidth / 2 + gutter

/** Label and value of a fact from some place on, over some width. */
const factCells = ({ typesetter }: Cursor, { label, tone, value }: Fact, left: number, width: number): readonly [Cell, Cell] => {
  const valueStyle = tone === undefined ? styles.body : { ...styles.body, colour: toneColours[tone].text }
  const valueWidth = width - labelWidth - gutter
  return [
    { style: styles.label, lines: typesetter.linesOf(styles.label, label, labelWidth), x: left, tag: "TH" },
    { style: valueStyle, lines: typesetter.linesOf(valueStyle, value, valueWidth), x: left + labelWidth + gutter, tag: "TD" }
  ]
}

/** Two short facts share a row. */
const drawFacts = (cursor: Cursor, parent: Element, { rows }: Of<"facts">) => {
  const table = cursor.document.struct("Table")
  parent.add(table)
  const inHalf = (fact: Fact | undefined, left: number): ReadonlyArray<Cell> | null => {
    const cells = fact === undefined ? null : factCells(cursor, fact, left, textWidth / 2 - gutter)
    return cells?.every(({ lines }) => lines.length === 1) === true ? cells : null
  }
  for (let index = 0; index < rows.length; index += 1) {
    const [fact, next] = [rows[index], rows[index + 1]]
    if (fact === undefined) continue
    const [first, second] = [inHalf(fact, sheet.left), inHalf(next, secondLeft)]
    if (first !== null && second !== null) {
      drawRow(cursor, [...first, ...second], table, { padding: 1.6 })
      index += 1
    } else drawRow(cursor, factCells(cursor, fact, sheet.left, textWidth), table, { padding: 1.6 })
  }
  table.end()
  cursor.y += 6
}

/** A column takes no more than this for its longest word: an identifier or an address on the web is broken instead. */
const widestWord = 150

/** Columns by their shares, but none narrower than its longest word where the others have room to give. */
const columnWidths = ({ typesetter }: Cursor, { columns, rows }: Omit<Of<"table">, "type">, around: number): ReadonlyArray<number> => {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const least = columns.map(({ title }, index) => {
    const words = (style: Style, text: string) => text.split(/\s+/u).map((word) => typesetter.widthOf(style, word))
    const widest = Math.max(...words(styles.columnTitle, title), ...rows.flatMap((row) => words(styles.cell, row[index] ?? "")))
    return Math.min(widestWord, widest) + around + 1
  })
  const wanted = columns.map(({ share }) => (textWidth * share) / shares)
  const lacking = wanted.reduce((sum, width, index) => sum + Math.max(0, (least[index] ?? 0) - width), 0)
  const spare = wanted.reduce((sum, width, index) => sum + Math.max(0, width - (least[index] ?? 0)), 0)
  if (lacking === 0 || spare < lacking) return wanted
  return wanted.map((width, index) => {
    const needed = least[index] ?? 0
    return width < needed ? needed : width - ((width - needed) * lacking) / spare
  })
}

const drawTable = (cursor: Cursor, parent: Element, { columns, rows }: Of<"table">) => {
  const { document, typesetter } = cursor
  const inset = 4
  let left = sheet.left
  const widths = columnWidths(cursor, { columns, rows }, inset + gutter / 2)
  const places = columns.map(({ title }, index) => {
    const width = widths[index] ?? 0
    const place = { title, x: left + inset, width: width - inset - gutter / 2 }
    left += width
    return place
  })
  const titles = (tagged: boolean): ReadonlyArray<Cell> =>
    places.map(({ title, width, x }) => ({
      style: styles.columnTitle,
      lines: typesetter.linesOf(styles.columnTitle, title, width),
      x,
      ...(tagged ? { tag: "TH" as const } : {})
    }))
  const repeat = () => drawRow(cursor, titles(false), null, { padding: 3, shaded: true })

  // Titles never stand alone at the foot of a page.
  need(cursor, 48)
  const table = document.struct("Table")
  parent.add(table)
  drawRow(cursor, titles(true), table, { padding: 3, shaded: true })
  for (const row of rows) {
    const cells = places.map(
      ({ width, x }, index): Cell => ({ style: styles.cell, lines: typesetter.linesOf(styles.cell, row[index] ?? "", width), x, tag: "TD" })
    )
    drawRow(cursor, cells, table, { padding: 2.6, ruled: true, onNewPage: repeat })
  }
  table.end()
  cursor.y += 10
}

const drawSubheading = (cursor: Cursor, parent: Element, { mark, text, tone = "neutral" }: Of<"subheading">) => {
  need(cursor, 70)
  cursor.y += 6
  const { document, typesetter } = cursor
  const { y } = cursor
  const element = document.struct("H3")
  parent.add(element)
  const [title] = typesetter.linesOf(styles.subheading, text, textWidth - 130)
  element.add(() => typesetter.draw(styles.subheading, title ?? { text: "", direction: "left_to_right" }, { x: sheet.left, y }))
  if (mark !== undefined) {
    const colours = toneColours[tone]
    const style: Style = { ...styles.mark, colour: colours.text }
    const width = typesetter.widthOf(style, mark)
    const x = sheet.width - sheet.right - width - 8
    artifact(document, () => document.roundedRect(x - 8, y - 2, width + 16, heightOf(style, 1) + 4, 3).fill(colours.ground))
    element.add(() => typesetter.draw(style, { text: mark, direction: "left_to_right" }, { x, y: y + 0.5 }))
  }
  element.end()
  cursor.y = y + heightOf(styles.subheading, 1) + 4
}

const drawVerdict = (cursor: Cursor, parent: Element, { detail, text, tone }: Of<"verdict">) => {
  const { document, typesetter } = cursor
  const colours = toneColours[tone]
  const inner = textWidth - 32
  const lines = typesetter.linesOf(styles.body, detail, inner)
  const height = 24 + heightOf(styles.verdict, 1) + heightOf(styles.body, lines.length)
  need(cursor, height)
  const { y } = cursor
  artifact(document, () => {
    document.rect(sheet.left, y, textWidth, height).fill(colours.ground)
    document.rect(sheet.left, y, 4, height).fill(colours.text)
  })
  const title = document.struct("P")
  parent.add(title)
  const style: Style = { ...styles.verdict, colour: colours.text }
  title.add(() => typesetter.draw(style, { text, direction: "left_to_right" }, { x: sheet.left + 18, y: y + 10 }))
  title.end()
  const said = document.struct("P")
  parent.add(said)
  const below = y + 13 + heightOf(styles.verdict, 1)
  said.add(() => {
    for (const [at, line] of lines.entries())
      typesetter.draw(styles.body, line, { x: sheet.left + 18, y: below + heightOf(styles.body, at) })
  })
  said.end()
  cursor.y = y + height + 12
}

export const drawBlock = (cursor: Cursor, parent: Element, block: ReportBlock) => {
  switch (block.type) {
    case "facts":
      return drawFacts(cursor, parent, block)
    case "table":
      return drawTable(cursor, parent, block)
    case "subheading":
      return drawSubheading(cursor, parent, block)
    case "pictures":
      return drawPictures(cursor, parent, block)
    case "verdict":
      return drawVerdict(cursor, parent, block)
    case "paragraph":
      drawText(cursor, parent, "P", styles.body, block.text)
      cursor.y += 6
  }
}
