import { type BillDetails, type DrawnDocument, printBill } from "@vouchkit/worker/commands/demo/printed-page"
import { degrees, PDFDocument, rgb, StandardFonts } from "pdf-lib"

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

/** An electricity bill, one page of A4 unless told otherwise. */
export const aUtilityBill = (overrides: Partial<BillDetails> = {}): Promise<DrawnDocument> =>
  printBill({ ...utilityDefaults, ...overrides })

/** A bank statement with a table of entries. */
export const aBankStatement = (overrides: Partial<BillDetails> = {}): Promise<DrawnDocument> =>
  printBill({ ...statementDefaults, ...overrides })

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
export const scannedPdf = async (
  jpeg: Uint8Array,
  details: { readonly producer?: string; readonly further?: ReadonlyArray<Uint8Array> } = {}
): Promise<Uint8Array> => {
  const document = await PDFDocument.create()
  for (const one of [jpeg, ...(details.further ?? [])]) {
    const image = await document.embedJpg(one)
    const page = document.addPage([595.28, 841.89])
    page.drawImage(image, { x: 0, y: 0, width: page.getWidth(), height: page.getHeight() })
  }
  document.setProducer(details.producer ?? "Scanner firmware")
  document.setCreator("Scanner")
  document.setCreationDate(issued)
  document.setModificationDate(issued)
  return document.save({ useObjectStreams: false })
}
