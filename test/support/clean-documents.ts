import { appendRevision, nextObject, rootObject } from "@vouchkit/worker/commands/demo/incremental-update"
import { PDFDocument, rgb, StandardFonts } from "pdf-lib"
import { aBankStatement, aUtilityBill, watermarked } from "./bills.ts"
import { onePage, stream } from "./hand-written-pdf.ts"
import { signed, withValidationData, objectBody } from "./pdf-revisions.ts"

const bill = async (overrides: Parameters<typeof aUtilityBill>[0] = {}): Promise<Uint8Array> => (await aUtilityBill(overrides)).bytes

/** Producers and creators of honest documents: libraries, browsers, office suites, printing systems and scanners. */
const makers: ReadonlyArray<readonly [string, string]> = [
  ["pdf-lib (https://github.com/Hopding/pdf-lib)", "pdf-lib (https://github.com/Hopding/pdf-lib)"],
  ["PDFKit", "PDFKit"],
  ["Skia/PDF m131", "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/131.0.0.0 Safari/537.36"],
  ["LibreOffice 24.8", "Writer"],
  ["Microsoft® Word for Microsoft 365", "Microsoft® Word for Microsoft 365"],
  ["macOS Version 14.5 (Build 23F79) Quartz PDFContext", "Pages"],
  ["iText® 7.2.5 ©2000-2023 iText Group NV (AGPL-version)", "Statement Service"],
  ["Apache FOP Version 2.9", "Billing"],
  ["wkhtmltopdf 0.12.6", "Qt 5.15.3"],
  ["Acrobat Distiller 23.0 (Windows)", "PScript5.dll Version 5.2.2"],
  ["Adobe PDF Library 17.0", "Adobe InDesign 19.0 (Windows)"],
  ["OpenText Exstream Version 16.6.40 64-bit", "OpenText Exstream"],
  ["Microsoft: Print To PDF", ""],
  ["Foxit PDF Editor Printer Version 12.1.0", "Account system"],
  ["Canon iR-ADV C5535 PDF", "Canon"]
]

const withForm = async (): Promise<Uint8Array> => {
  const document = await PDFDocument.load(await bill(), { updateMetadata: false })
  const field = document.getForm().createTextField("reference")
  field.setText("Customer reference 4711")
  field.addToPage(document.getPage(0), { x: 56, y: 120, width: 200, height: 18 })
  return document.save({ useObjectStreams: false })
}

const withTable = async (): Promise<Uint8Array> => {
  const document = await PDFDocument.create()
  const page = document.addPage([595, 842])
  const font = await document.embedFont(StandardFonts.Courier)
  // Each row paints its own background just before its text, so that every background lies close to the text of the row above.
  for (let row = 0; row < 40; row++) {
    page.drawRectangle({ x: 40, y: 780 - row * 12, width: 510, height: 12, color: row % 2 === 0 ? rgb(1, 1, 1) : rgb(0.93, 0.93, 0.93) })
    page.drawText(`2026-02-${String((row % 28) + 1).padStart(2, "0")}   Card payment ${row}   ${row * 3}.40`, {
      x: 44,
      y: 783 - row * 12,
      size: 9,
      font
    })
  }
  const made = new Date("2026-03-02T08:15:00Z")
  document.setCreationDate(made)
  document.setModificationDate(made)
  return document.save({ useObjectStreams: false })
}

const text = (x: number, y: number, words: string, size = 11): string => `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${words}) Tj ET `

/** Bold made by printing the same words twice, as printing systems do. */
const doubleStruck = (): Uint8Array =>
  onePage(stream(`${text(72, 700, "Harbour Commercial Bank")}${text(72.4, 700, "Harbour Commercial Bank")}`))

/** Every letter placed by itself, as some generators do. */
const letterByLetter = (): Uint8Array =>
  onePage(stream([..."Statement for Mrs Adaeze Bello"].map((letter, index) => text(72 + index * 7, 700, letter)).join("")))

/** A filled-in line: the words stand on a run of underscores. */
const onDottedLine = (): Uint8Array => onePage(stream(`${text(72, 700, "Name: ______________________")}${text(110, 701, "Adaeze Bello")}`))

/** Turned upside down by its matrix and turned back by its text, as browsers write pages; a clipped background is repainted after text. */
const browserLike = (): Uint8Array =>
  onePage(
    stream(
      "q .24 0 0 -.24 0 842 cm q 1 1 1 rg 0 0 2480 3508 re f Q BT /F1 46 Tf 1 0 0 -1 300 400 Tm (Northwind Energy Ltd) Tj ET " +
        "q 300 1000 500 60 re W n 1 1 1 rg 0 0 2480 3508 re f BT /F1 46 Tf 1 0 0 -1 310 1045 Tm (Paid in full) Tj ET Q Q"
    )
  )

/** A letter on a picture of the letterhead that fills the page. */
const onLetterhead = (): Uint8Array =>
  onePage(
    stream(
      `q 595 0 0 842 0 0 cm /X Do Q ${Array.from({ length: 30 }, (_, row) => text(72, 700 - row * 18, `Line ${row} of a letter about an account`)).join("")}`
    ),
    {
      resources: "/XObject << /X 6 0 R >>",
      objects: [stream("\xff", "/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray")]
    }
  )

const rotatedPage = (): Uint8Array => onePage(stream(text(72, 400, "A landscape statement of account")), { page: "/Rotate 90" })

const withLink = (): Uint8Array =>
  onePage(stream(text(72, 700, "Pay online at our web site")), {
    page: "/Annots [<< /Type /Annot /Subtype /Link /Rect [70 695 260 715] /Border [0 0 0] /A << /S /URI /URI (https://example.com) >> >>]"
  })

/** A form field that was filled in and saved in a further revision. */
const formFilledLater = async (): Promise<Uint8Array> => {
  const form = await withForm()
  const number = nextObject(form)
  const value = objectBody(form, rootObject(form)).replace(/>>\s*$/, `/Note ${number} 0 R >>`)
  return appendRevision(form, [
    { number: rootObject(form), body: value },
    { number, body: "(filled in)" }
  ])
}

/** Documents as honest issuers make them, by what is special about each. No flag may ever be raised on one of them. */
export const cleanDocuments: ReadonlyArray<readonly [string, () => Uint8Array | Promise<Uint8Array>]> = [
  ...makers.map(([producer, creator]) => [`made by ${producer}`, () => bill({ producer, creator })] as const),
  ["a bank statement", async () => (await aBankStatement()).bytes],
  ["several pages", () => bill({ page_count: 3 })],
  ["American paper", () => bill({ page_size: [612, 792] })],
  ["changed in the hour it was made", () => bill({ modified_at: new Date("2026-03-02T09:00:00Z") })],
  ["a watermark over the text", async () => watermarked(await bill(), "DUPLICATE")],
  ["a form with a filled field", withForm],
  ["a form saved again", formFilledLater],
  ["a table with shaded rows", withTable],
  ["bold by double strike", doubleStruck],
  ["letters placed one by one", letterByLetter],
  ["words on a dotted line", onDottedLine],
  ["a page as browsers write it", browserLike],
  ["a letter on a picture of the letterhead", onLetterhead],
  ["a rotated page", rotatedPage],
  ["a link on the text", withLink],
  ["a digital signature", async () => signed(await bill())],
  ["a digital signature with validation data", async () => withValidationData(signed(await bill()))],
  ["two digital signatures", async () => signed(withValidationData(await bill()))]
]
