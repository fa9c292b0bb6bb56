import type { Report } from "@vouchkit/core/flows/report/model"
import { moment } from "@vouchkit/core/flows/report/words"
import PDFDocument from "pdfkit"
import { drawBlock, drawText } from "./blocks.ts"
import { accentOf, lastLine, rule, sheet, styles, textWidth, toneColours } from "./look.ts"
import { type Cursor, artifact, heightOf, need } from "./rows.ts"
import { scriptFontsFor } from "./script-fonts.ts"
import { type Style, type Typesetter, makeTypesetter, ownCoverage } from "./typesetter.ts"

type Document = PDFKit.PDFDocument

/** More pages than the most that a report can hold; reached by a mistake alone. */
const maxPages = 2_000

/** A neutral mark: a rounded plate with a tick. */
const drawMark = (document: Document, accent: string, x: number, y: number) => {
  document.roundedRect(x, y, 26, 26, 6).fill(accent)
  document
    .moveTo(x + 7.5, y + 13.5)
    .lineTo(x + 11.5, y + 17.5)
    .lineTo(x + 18.5, y + 9)
    .lineWidth(2.4)
    .lineCap("round")
    .lineJoin("round")
    .strokeColor("#ffffff")
    .stroke()
}

const firstLine = (typesetter: Typesetter, style: Style, text: string, width: number) =>
  typesetter.linesOf(style, text, width)[0] ?? { text: "", direction: "left_to_right" as const }

/** Written on every page once it is known how many there are. */
const drawFrame = (document: Document, typesetter: Typesetter, report: Report, page: number, pages: number) => {
  document.markContent("Artifact", { type: "Pagination" })
  const { draw, isPlain, widthOf } = typesetter
  // Two readings of one name on a page help no one: the first page says it whole.
  const name = isPlain(styles.small.face, report.organization) ? `${report.organization} · ${report.title}` : report.title
  const right = sheet.width - sheet.right
  const shownReference = firstLine(typesetter, styles.small, report.reference, textWidth / 2)
  draw(styles.small, firstLine(typesetter, styles.small, name, textWidth / 2), {
    x: sheet.left,
    y: 34
  })
  draw(styles.small, shownReference, { x: right - widthOf(styles.small, shownReference.text), y: 34 })
  document.moveTo(sheet.left, 50).lineTo(right, 50).lineWidth(0.5).strokeColor(rule).stroke()
  if (report.warning !== null) {
    const style: Style = { ...styles.small, face: "bold", colour: toneColours.warning.text }
    const width = widthOf(style, report.warning)
    draw(style, { text: report.warning, direction: "left_to_right" }, { x: (sheet.width - width) / 2, y: 55 })
  }
  const foot = lastLine + 18
  document
    .moveTo(sheet.left, foot - 6)
    .lineTo(right, foot - 6)
    .lineWidth(0.5)
    .strokeColor(rule)
    .stroke()
  const count = `Page ${page} of ${pages}`
  draw(styles.small, { text: `Generated ${moment(report.generated_at)}`, direction: "left_to_right" }, { x: sheet.left, y: foot })
  draw(styles.small, { text: count, direction: "left_to_right" }, { x: right - widthOf(styles.small, count), y: foot })
  const digest = `SHA-256 of the data ${report.digest}`
  draw(styles.small, { text: digest, direction: "left_to_right" }, { x: sheet.left, y: foot + heightOf(styles.small, 1) })
  document.endMarkedContent()
}

const drawTitle = (cursor: Cursor, root: PDFKit.PDFStructureElement, report: Report, accent: string) => {
  const { document, typesetter } = cursor
  const { y } = cursor
  artifact(document, () => drawMark(document, accent, sheet.left, y))
  const x = sheet.left + 38
  const heading = document.struct("H1")
  root.add(heading)
  heading.add(() => typesetter.draw(styles.title, { text: report.title, direction: "left_to_right" }, { x, y: y - 2 }))
  heading.end()
  const below = document.struct("P")
  root.add(below)
  const lines = typesetter.linesOf(styles.body, report.organization, textWidth - 38)
  below.add(() => {
    for (const [at, line] of lines.entries()) typesetter.draw(styles.body, line, { x, y: y + 23 + heightOf(styles.body, at) })
  })
  below.end()
  cursor.y = y + 34 + heightOf(styles.body, lines.length)
}

const drawHeading = (cursor: Cursor, parent: PDFKit.PDFStructureElement, text: string, accent: string) => {
  need(cursor, 96)
  cursor.y += 10
  drawText(cursor, parent, "H2", { ...styles.heading, colour: accent }, text)
  const { document, y } = cursor
  artifact(document, () =>
    document
      .moveTo(sheet.left, y + 1)
      .lineTo(sheet.width - sheet.right, y + 1)
      .lineWidth(1)
      .strokeColor(accent)
      .stroke()
  )
  cursor.y = y + 8
}

const begin = (report: Report): Document =>
  new PDFDocument({
    size: [sheet.width, sheet.height],
    margin: 0,
    bufferPages: true,
    pdfVersion: "1.7",
    tagged: true,
    displayTitle: true,
    lang: report.language,
    info: {
      Title: `${report.title} ${report.reference}`,
      Author: report.organization,
      Subject: report.reference,
      Creator: "Vouchkit",
      Producer: "Vouchkit",
      CreationDate: new Date(report.generated_at),
      ModDate: new Date(report.generated_at)
    }
  })

/** Every text of a report, whichever kind of block holds it. */
const textsOf = (part: unknown): ReadonlyArray<string> => {
  if (typeof part === "string") return [part]
  // The pixels of a picture are no text.
  if (part instanceof Uint8Array) return []
  return typeof part === "object" && part !== null ? Object.values(part).flatMap(textsOf) : []
}

/** Sets a report as a PDF. Its structure is tagged for those who listen to it, and equal reports become equal bytes. */
export const drawReport = async (report: Report): Promise<Uint8Array> => {
  const document = begin(report)
  const chunks: Array<Uint8Array> = []
  const finished = new Promise<void>((resolve, reject) => {
    document.on("data", (chunk: Uint8Array) => chunks.push(chunk))
    document.on("end", () => resolve())
    document.on("error", reject)
  })
  const typesetter = makeTypesetter(document, await scriptFontsFor(textsOf(report), ownCoverage(document)))
  const accent = accentOf(report.accent)
  let pages = 1
  const cursor: Cursor = {
    document,
    typesetter,
    y: sheet.top,
    nextPage: () => {
      pages += 1
      if (pages > maxPages) throw new Error("the report is longer than any can be")
      document.addPage()
      cursor.y = sheet.top
    }
  }
  const root = document.struct("Document")
  document.addStructure(root)
  drawTitle(cursor, root, report, accent)
  for (const { blocks, heading } of report.sections) {
    const section = document.struct("Sect")
    root.add(section)
    drawHeading(cursor, section, heading, accent)
    for (const block of blocks) drawBlock(cursor, section, block)
    section.end()
  }
  root.end()
  for (let page = 0; page < pages; page += 1) {
    document.switchToPage(page)
    drawFrame(document, typesetter, report, page + 1, pages)
  }
  document.end()
  await finished
  return new Uint8Array(Buffer.concat(chunks))
}
