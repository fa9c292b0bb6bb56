import { degrees, type PDFFont, PDFDocument, type PDFPage, rgb, StandardFonts } from "pdf-lib"

/** Everything that a drawn document says, so that a test can compare what was read with what was written. */
export interface DrawnDocument {
  readonly bytes: Uint8Array
  /** Each string that was drawn, in the order of drawing. */
  readonly texts: ReadonlyArray<string>
}

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
  readonly page_size: readonly [number, number]
  readonly page_count: number
}

const issued = new Date("2026-03-02T08:15:00Z")

const utilityDefaults: BillDetails = {
  issuer: "Northwind Energy Ltd",
  issuer_address: ["Northwind House, 40 Canal Street", "Leeds LS1 4AB, United Kingdom"],
  title: "Electricity bill",
  name: "Mr Jonathan A. Okonkwo-Smith",
  address_lines: ["Flat 3, 128 Marlowe Gardens", "Bristol", "BS8 4QT", "United Kingdom"],
  account_number: "8500 1234 5678",
  issued_on: "2 March 2026",
  period: "1 February 2026 to 28 February 2026",
  due_on: "16 March 2026",
  rows: [
    ["Standing charge 28 days at 0.6012 GBP", "16.83"],
    ["Energy used 212 kWh at 0.2450 GBP", "51.94"],
    ["Value added tax at 5 percent", "3.44"],
    ["Previous balance carried forward", "0.00"]
  ],
  total: "72.21 GBP",
  notes: [
    "This bill is based on an actual meter reading taken on 28 February 2026.",
    "Please pay by direct debit, by card or at any post office before the due date.",
    "Questions about your supply? Call our customer service team on 0800 555 0142."
  ],
  producer: "pdf-lib",
  creator: "Northwind Billing",
  created_at: issued,
  modified_at: issued,
  page_size: [595.28, 841.89],
  page_count: 1
}

const statementDefaults: BillDetails = {
  ...utilityDefaults,
  issuer: "Harbour Commercial Bank",
  issuer_address: ["1 Exchange Place", "London EC2M 7PP, United Kingdom"],
  title: "Statement of account",
  account_number: "Sort code 20-45-81 Account 43120987",
  issued_on: "5 March 2026",
  period: "5 February 2026 to 4 March 2026",
  due_on: "4 April 2026",
  rows: [
    ["06 Feb Card payment Greengrocer", "24.18"],
    ["11 Feb Salary Alder Software", "3,150.00"],
    ["14 Feb Standing order Rent", "1,240.00"],
    ["20 Feb Direct debit Water supply", "38.60"],
    ["27 Feb Cash withdrawal Park Street", "60.00"],
    ["03 Mar Card payment Railway tickets", "52.40"]
  ],
  total: "4,812.77 GBP",
  notes: [
    "Eligible deposits are protected up to the limit set by the deposit guarantee scheme.",
    "Please check this statement carefully and tell us about any entry you do not recognise."
  ],
  creator: "Harbour Statements"
}

const marginLeft = 56

/** Draws text and remembers it. Positions are in points from the top left of an A4 page. */
const writer = (page: PDFPage, texts: Array<string>) => (text: string, at: { x: number; y: number; size: number; font: PDFFont }) => {
  texts.push(text)
  page.drawText(text, { x: at.x, y: page.getHeight() - at.y, size: at.size, font: at.font, color: rgb(0.1, 0.1, 0.12) })
}

const drawPage = (page: PDFPage, fonts: { plain: PDFFont; bold: PDFFont }, details: BillDetails, texts: Array<string>): void => {
  const write = writer(page, texts)
  const { bold, plain } = fonts
  const width = page.getWidth()
  page.drawRectangle({ x: 0, y: page.getHeight() - 18, width, height: 18, color: rgb(0.12, 0.33, 0.55) })
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
  page.drawRectangle({
    x: marginLeft - 6,
    y: page.getHeight() - 372,
    width: width - 2 * marginLeft + 12,
    height: 20,
    color: rgb(0.9, 0.93, 0.96)
  })
  write("Description", { x: marginLeft, y: 366, size: 10, font: bold })
  write("Amount", { x: width - marginLeft - 60, y: 366, size: 10, font: bold })
  details.rows.forEach(([label, amount], index) => {
    write(label, { x: marginLeft, y: 390 + index * 18, size: 10, font: plain })
    write(amount, { x: width - marginLeft - 60, y: 390 + index * 18, size: 10, font: plain })
  })
  const totalAt = 400 + details.rows.length * 18
  page.drawLine({
    start: { x: marginLeft, y: page.getHeight() - totalAt + 4 },
    end: { x: width - marginLeft, y: page.getHeight() - totalAt + 4 },
    thickness: 0.7
  })
  write("Total", { x: marginLeft, y: totalAt + 14, size: 12, font: bold })
  write(details.total, { x: width - marginLeft - 80, y: totalAt + 14, size: 12, font: bold })
  details.notes.forEach((note, index) => {
    write(note, { x: marginLeft, y: totalAt + 60 + index * 14, size: 9, font: plain })
  })
}

const draw = async (details: BillDetails): Promise<DrawnDocument> => {
  const document = await PDFDocument.create()
  const fonts = { plain: await document.embedFont(StandardFonts.Helvetica), bold: await document.embedFont(StandardFonts.HelveticaBold) }
  const texts: Array<string> = []
  for (let page = 0; page < details.page_count; page++) drawPage(document.addPage([...details.page_size]), fonts, details, texts)
  document.setProducer(details.producer)
  document.setCreator(details.creator)
  document.setCreationDate(details.created_at)
  document.setModificationDate(details.modified_at)
  // Plain objects, because a forger (and a reader of this file) edits them by hand.
  return { bytes: await document.save({ useObjectStreams: false }), texts }
}

/** An electricity bill, one page of A4 unless told otherwise. */
export const aUtilityBill = (overrides: Partial<BillDetails> = {}): Promise<DrawnDocument> => draw({ ...utilityDefaults, ...overrides })

/** A bank statement with a table of entries. */
export const aBankStatement = (overrides: Partial<BillDetails> = {}): Promise<DrawnDocument> => draw({ ...statementDefaults, ...overrides })

/** Paints a white box over a place of the first page and writes something else into it, as a PDF editor would. */
export const paintedOver = async (
  bytes: Uint8Array,
  patch: { readonly x: number; readonly y: number; readonly width: number; readonly height: number; readonly text: string }
): Promise<Uint8Array> => {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const page = document.getPage(0)
  const bottom = page.getHeight() - patch.y - patch.height
  page.drawRectangle({ x: patch.x, y: bottom, width: patch.width, height: patch.height, color: rgb(1, 1, 1) })
  page.drawText(patch.text, { x: patch.x + 1, y: bottom + 4, size: 11, font: await document.embedFont(StandardFonts.Helvetica) })
  return document.save({ useObjectStreams: false })
}

/** A large pale word across the page, as issuers print on duplicates. */
export const watermarked = async (bytes: Uint8Array, word: string): Promise<Uint8Array> => {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const page = document.getPage(0)
  const font = await document.embedFont(StandardFonts.HelveticaBold)
  page.drawText(word, { x: 120, y: 300, size: 80, font, color: rgb(0.85, 0.85, 0.85), rotate: degrees(35), opacity: 0.4 })
  return document.save({ useObjectStreams: false })
}

/** A PDF whose only content is a picture, as a scanner makes it. */
export const scannedPdf = async (jpeg: Uint8Array, details: { readonly producer?: string } = {}): Promise<Uint8Array> => {
  const document = await PDFDocument.create()
  const image = await document.embedJpg(jpeg)
  const page = document.addPage([595.28, 841.89])
  page.drawImage(image, { x: 0, y: 0, width: page.getWidth(), height: page.getHeight() })
  document.setProducer(details.producer ?? "Scanner firmware")
  document.setCreator("Scanner")
  document.setCreationDate(issued)
  document.setModificationDate(issued)
  return document.save({ useObjectStreams: false })
}
