import { expect, test } from "bun:test"
import { imageForensics } from "@vouchkit/adapters/engines/image/forensics"
import { decodePage, imageFacts } from "@vouchkit/adapters/engines/image/decode"
import { qualityOf } from "@vouchkit/adapters/engines/image/quality"
import { PDFDocument, rgb, StandardFonts } from "pdf-lib"
import sharp from "sharp"
import { aBankStatement, aUtilityBill, scannedPdf } from "../../support/bills.ts"
import { hashDistance, readingOf, wordAccuracy } from "../../support/reading.ts"
import { degraded, scanOf } from "@vouchkit/worker/commands/demo/scanned-page"

const timeout = 300_000
const bill = await aUtilityBill()
const statement = await aBankStatement()

test(
  "a clean scan is read word for word, and looks like the file it was made from",
  async () => {
    const reading = await readingOf(await scanOf(bill.bytes, { format: "webp" }), "image/webp")
    expect(wordAccuracy(reading, bill.texts)).toBeGreaterThanOrEqual(0.98)
    expect(reading.source).toBe("ocr")
    expect(reading.forensics.flags).toEqual([])
    expect(reading.quality.overall).toBeGreaterThan(0.8)
    const original = await readingOf(bill.bytes)
    expect(hashDistance(reading.perceptual_hash, original.perceptual_hash)).toBeLessThanOrEqual(0.1)
    expect(hashDistance(reading.perceptual_hash, (await readingOf(statement.bytes)).perceptual_hash)).toBeGreaterThan(0.15)
  },
  timeout
)

test.each([
  ["a bill tilted to the right", bill, { ...degraded, tilt: 3 }],
  ["a statement tilted to the left", statement, { ...degraded, tilt: -2 }]
] as const)(
  "a poor photograph of %s is read and not held against it",
  async (_, document, conditions) => {
    const reading = await readingOf(await scanOf(document.bytes, conditions), "image/jpeg")
    expect(wordAccuracy(reading, document.texts)).toBeGreaterThanOrEqual(0.95)
    expect(reading.forensics.flags).toEqual([])
  },
  timeout
)

test(
  "a photograph held sideways is read, and its lines are where they are on the page",
  async () => {
    const reading = await readingOf(await scanOf(bill.bytes, { tilt: 270 }), "image/jpeg")
    expect(wordAccuracy(reading, bill.texts)).toBeGreaterThanOrEqual(0.98)
    const line = reading.lines.find(({ text }) => text === "Northwind Energy Ltd")
    expect(line?.left).toBeCloseTo(56 / 595.28, 1)
    expect(line?.top).toBeCloseTo(50 / 841.89, 1)
  },
  timeout
)

test(
  "every page of a TIFF is read and its print is measured, and columns of one row are lines of their own",
  async () => {
    const pages = await Promise.all([bill, statement].map((document) => scanOf(document.bytes, { format: "png" })))
    const tiff = await sharp(pages, { join: { animated: true } })
      .tiff({ compression: "deflate" })
      .toBuffer()
    const reading = await readingOf(new Uint8Array(tiff), "image/tiff")
    expect(reading.page_count).toBe(2)
    const texts = (page: number) => reading.lines.filter((line) => line.page === page).map((line) => line.text)
    expect(texts(1)).toContain("Northwind Energy Ltd")
    expect(texts(1)).toContain("Electricity bill")
    expect(texts(2)).toContain("Harbour Commercial Bank")
    const measured = (page: number) => reading.print?.filter((word) => word.page === page && word.letters > 0).length
    expect([measured(1), measured(2)].every((words = 0) => words > 20)).toBe(true)
  },
  timeout
)

test(
  "a scan inside a PDF is read from its picture",
  async () => {
    const reading = await readingOf(await scannedPdf(await scanOf(bill.bytes)))
    expect(reading.source).toBe("ocr")
    expect(wordAccuracy(reading, bill.texts)).toBeGreaterThanOrEqual(0.98)
    expect(reading.print?.some(({ hue, spacing }) => hue !== null && spacing !== null)).toBe(true)
    expect(reading.forensics.flags).toEqual([])
    expect(reading.quality.focus).not.toBeNull()
  },
  timeout
)

test(
  "a blur that nobody can read is of low quality",
  async () => {
    const { forensics, quality } = await readingOf(await scanOf(bill.bytes, { blur: 5, dpi: 100 }), "image/jpeg")
    expect(forensics.flags).toEqual(["low_quality"])
    expect(quality.focus).toBeLessThan(0.2)
  },
  timeout
)

test(
  "a picture that cuts through its lines is cropped",
  async () => {
    const page = await scanOf(bill.bytes, { format: "png" })
    const cut = await sharp(page).extract({ left: 170, top: 0, width: 1000, height: 1300 }).png().toBuffer()
    expect((await readingOf(new Uint8Array(cut), "image/png")).forensics.flags).toEqual(["cropped"])
  },
  timeout
)

/** Examines a picture with the lines of a page that was read well, so that only the file itself can raise a flag. */
const flagsOf = async (bytes: Uint8Array): Promise<ReadonlyArray<string>> => {
  const facts = await imageFacts(bytes)
  if (facts === null) throw new Error("the picture has no facts")
  const { grey: picture } = await decodePage(bytes)
  const { lines } = await readingOf(bill.bytes)
  const { flags } = await imageForensics({ bytes, facts, picture, quality: await qualityOf(picture), lines, confidence: 0.95 })
  return flags
}

test("a picture of a telephone's screen is a screenshot, a scan of a page in the same format is none", async () => {
  const scan = await scanOf(bill.bytes, { format: "png" })
  const page = await sharp(scan).resize(1170, 2400, { fit: "contain", background: "white" }).toBuffer()
  expect(await flagsOf(await sharp(page).extend({ top: 132, background: "white" }).png().toBuffer())).toEqual(["screenshot"])
  expect(await flagsOf(scan)).toEqual([])
})

test("a screenshot that says so is one, whatever its size", async () => {
  const page = sharp(await scanOf(bill.bytes)).withExif({ IFD0: { ImageDescription: "Screenshot" } })
  expect(await flagsOf(await page.jpeg().toBuffer())).toEqual(["screenshot"])
})

test("a photograph by a camera is no screenshot, even at the size of a screen", async () => {
  const page = sharp(await scanOf(bill.bytes)).resize(1080, 1920, { fit: "contain", background: "white" })
  expect(
    await flagsOf(
      await page
        .withExif({ IFD0: { Make: "Example", Model: "Camera 1" } })
        .png()
        .toBuffer()
    )
  ).toEqual([])
})

test("a picture that names its editor was edited", async () => {
  const page = sharp(await scanOf(bill.bytes)).withExif({ IFD0: { Software: "Adobe Photoshop 25.1 (Windows)" } })
  expect(await flagsOf(await page.jpeg().toBuffer())).toEqual(["edited_software"])
})

test("a picture changed long after it was taken has dates that disagree", async () => {
  const dates = { IFD0: { DateTime: "2026:05:02 08:15:00" }, IFD2: { DateTimeOriginal: "2026:03:02 08:15:00" } }
  expect(
    await flagsOf(
      await sharp(await scanOf(bill.bytes))
        .withExif(dates)
        .jpeg()
        .toBuffer()
    )
  ).toEqual(["metadata_mismatch"])
})

test(
  "two columns whose lines stand between one another's are read apart",
  async () => {
    const document = await PDFDocument.create()
    const page = document.addPage([612, 792])
    const font = await document.embedFont(StandardFonts.Helvetica)
    const bold = await document.embedFont(StandardFonts.HelveticaBold)
    const left = ["PRITAM S GREWAL", "203-6688 ROYAL OAK AVE", "BURNABY BC V5H 0B2"]
    const right = [
      ["Previous bill", "$61.04"],
      ["Payment Sep 18", "$61.04"],
      ["New charges", "$74.92"],
      ["Please pay by Nov 18, 2026", "$74.92"]
    ] as const
    for (const [at, text] of left.entries()) page.drawText(text, { x: 48, y: 640 - at * 13.2, size: 10, font })
    for (const [at, [label, amount]] of right.entries()) {
      page.drawText(label, { x: 321, y: 652 - at * 17.7, size: 10, font })
      page.drawText(amount, { x: 532, y: 652 - at * 17.7, size: 10, font: bold })
    }
    page.drawText("Service address 203-6688 Royal Oak Ave, Burnaby", { x: 48, y: 560, size: 10, font: bold })
    const reading = await readingOf(await scanOf(await document.save(), { tilt: 0.6, dpi: 110 }), "image/jpeg")
    const texts = reading.lines.map(({ text }) => text)
    for (const text of [...left, ...right.map(([label]) => label)]) expect(texts).toContain(text)
  },
  timeout
)

test(
  "a page photographed on a table is read whole: light print in a dark bar, and the cells of a ruled table",
  async () => {
    const document = await PDFDocument.create()
    const page = document.addPage([595, 842])
    const font = await document.embedFont(StandardFonts.TimesRoman)
    page.drawRectangle({ x: 0, y: 0, width: 595, height: 842, color: rgb(0.72, 0.72, 0.72) })
    page.drawRectangle({ x: 18, y: 18, width: 559, height: 806, color: rgb(1, 1, 1) })
    page.drawRectangle({ x: 60, y: 640, width: 300, height: 30, color: rgb(0.1, 0.3, 0.2) })
    page.drawText("Amount to pay 418.20 by 9 August", { x: 70, y: 650, size: 13, font, color: rgb(1, 1, 1) })
    const rows = [
      "Line rental",
      "Calls to mobiles",
      "Waste water charge",
      "Boiler cover",
      "Standing charge",
      "Interest paid gross",
      "Climate levy"
    ]
    const border = { borderColor: rgb(0.5, 0.5, 0.5), borderWidth: 0.8 }
    for (const [at, text] of rows.entries()) {
      const y = 600 - at * 20
      page.drawRectangle({ x: 60, y, width: 90, height: 20, ...border })
      page.drawRectangle({ x: 150, y, width: 250, height: 20, ...border })
      page.drawText(`0${at + 1}/12/2025`, { x: 66, y: y + 6, size: 11, font })
      page.drawText(text, { x: 156, y: y + 6, size: 11, font })
    }
    const said = ["Amount to pay 418.20 by 9 August", ...rows, ...rows.map((_, at) => `0${at + 1}/12/2025`)]
    const reading = await readingOf(await scanOf(await document.save(), { ...degraded, dpi: 150 }), "image/jpeg")
    expect(wordAccuracy(reading, said)).toBeGreaterThanOrEqual(0.9)
  },
  timeout
)
