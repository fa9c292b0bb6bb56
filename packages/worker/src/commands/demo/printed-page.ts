import { type PDFFont, PDFDocument, type PDFPage, rgb, StandardFonts } from "pdf-lib"

/** Everything that a drawn document says, so that what is read can be compared with what was written. */
export interface DrawnDocument {
  readonly bytes: Uint8Array
  /** Each string that was drawn, in the order of drawing. */
  readonly texts: ReadonlyArray<string>
}

/** What a bill or statement says, and what its file says of itself. */
export interface BillDetails {
  readonly issuer: string
  readonly issuer_address: ReadonlyArray<string>
  readonly title: string
  readonly name: string
  readonly address_lines: ReadonlyArray<string>
  readonly account_number: string
  readonly issued_on: string
  readonly period: string
  readonly due_on: string
  readonly rows: ReadonlyArray<readonly [string, string]>
  readonly total: string
  readonly notes: ReadonlyArray<string>
  readonly producer: string
  readonly creator: string
  readonly created_at: Date
  readonly modified_at: Date
  /** In points. */
  readonly page_size: readonly [number, number]
  readonly page_count: number
}

const marginLeft = 56
const ink = rgb(0.1, 0.1, 0.12)

interface Fonts {
  readonly plain: PDFFont
  readonly bold: PDFFont
}

interface Place {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly font: PDFFont
}

/** Draws text and remembers it. Positions are in points from the top left. */
const writer =
  (page: PDFPage, texts: Array<string>) =>
  (text: string, { font, size, x, y }: Place) => {
    texts.push(text)
    page.drawText(text, { x, y: page.getHeight() - y, size, font, color: ink })
  }
type Write = ReturnType<typeof writer>

const drawHead = (write: Write, { bold, plain }: Fonts, details: BillDetails): void => {
  write(details.issuer, { x: marginLeft, y: 62, size: 18, font: bold })
  details.issuer_address.forEach((line, index) => {
    write(line, { x: marginLeft, y: 82 + index * 13, size: 9, font: plain })
  })
  write(details.title, { x: 360, y: 62, size: 15, font: bold })
  write(details.name, { x: marginLeft, y: 150, size: 11, font: plain })
  details.address_lines.forEach((line, index) => {
    write(line, { x: marginLeft, y: 165 + index * 15, size: 11, font: plain })
  })
  const facts = [
    ["Account number", details.account_number],
    ["Date of issue", details.issued_on],
    ["Billing period", details.period],
    ["Payment due", details.due_on]
  ] as const
  facts.forEach(([label, value], index) => {
    write(label, { x: marginLeft, y: 262 + index * 17, size: 10, font: bold })
    write(value, { x: 190, y: 262 + index * 17, size: 10, font: plain })
  })
}

const drawTable = (page: PDFPage, write: Write, { bold, plain }: Fonts, details: BillDetails): void => {
  const width = page.getWidth()
  const height = page.getHeight()
  page.drawRectangle({ x: marginLeft - 6, y: height - 372, width: width - 2 * marginLeft + 12, height: 20, color: rgb(0.9, 0.93, 0.96) })
  write("Description", { x: marginLeft, y: 366, size: 10, font: bold })
  write("Amount", { x: width - marginLeft - 60, y: 366, size: 10, font: bold })
  details.rows.forEach(([label, amount], index) => {
    write(label, { x: marginLeft, y: 390 + index * 18, size: 10, font: plain })
    write(amount, { x: width - marginLeft - 60, y: 390 + index * 18, size: 10, font: plain })
  })
  const totalAt = 400 + details.rows.length * 18
  page.drawLine({
    start: { x: marginLeft, y: height - totalAt + 4 },
    end: { x: width - marginLeft, y: height - totalAt + 4 },
    thickness: 0.7
  })
  write("Total", { x: marginLeft, y: totalAt + 14, size: 12, font: bold })
  write(details.total, { x: width - marginLeft - 80, y: totalAt + 14, size: 12, font: bold })
  details.notes.forEach((note, index) => {
    write(note, { x: marginLeft, y: totalAt + 60 + index * 14, size: 9, font: plain })
  })
}

/** Prints a bill or statement as issuers do: letterhead, recipient, facts, a table, a total and small print. */
export const printBill = async (details: BillDetails): Promise<DrawnDocument> => {
  const document = await PDFDocument.create()
  const fonts: Fonts = {
    plain: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.HelveticaBold)
  }
  const texts: Array<string> = []
  for (let count = 0; count < details.page_count; count += 1) {
    const page = document.addPage([...details.page_size])
    const write = writer(page, texts)
    page.drawRectangle({ x: 0, y: page.getHeight() - 18, width: page.getWidth(), height: 18, color: rgb(0.12, 0.33, 0.55) })
    drawHead(write, fonts, details)
    drawTable(page, write, fonts, details)
  }
  document.setProducer(details.producer)
  document.setCreator(details.creator)
  document.setCreationDate(details.created_at)
  document.setModificationDate(details.modified_at)
  // Plain objects, because a forger edits them by hand.
  return { bytes: await document.save({ useObjectStreams: false }), texts }
}
