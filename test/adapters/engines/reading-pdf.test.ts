import { expect, test } from "bun:test"
import { documentReaderLayer } from "@vouchkit/adapters/engines/document-reader"
import { DocumentReader } from "@vouchkit/core/verification/document-reading"
import { Effect } from "effect"
import { PDFDocument, StandardFonts } from "pdf-lib"
import { aBankStatement, aUtilityBill } from "../../support/bills.ts"
import { onePage, stream } from "../../support/hand-written-pdf.ts"
import { readingOf, wordAccuracy } from "../../support/reading.ts"

const encrypted = (): Uint8Array => {
  const zeros = "0".repeat(64)
  const plain = Buffer.from(onePage(stream("BT ET"))).toString("latin1")
  const dictionary = `/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <${zeros}> /U <${zeros}> >> /ID [<00> <00>]`
  return new Uint8Array(Buffer.from(plain.replace("/Root 1 0 R", `/Root 1 0 R ${dictionary}`), "latin1"))
}

test("a bill is read word for word through the port, from a process of its own", () =>
  Effect.gen(function* () {
    const { bytes, texts } = yield* Effect.promise(() => aUtilityBill())
    const reading = yield* DocumentReader.use((reader) => reader.read({ bytes, mime_type: "application/pdf", country: "GB" }))
    expect(reading).toMatchObject({ page_count: 1, source: "text_layer", quality: { focus: null, overall: null } })
    expect(wordAccuracy(reading, texts)).toBe(1)
    expect(reading.perceptual_hash).toMatch(/^[0-9a-f]{64}$/)
  }).pipe(Effect.provide(documentReaderLayer()), Effect.runPromise))

test("a document that needs a password is encrypted, and may be sent again", () =>
  Effect.gen(function* () {
    const failure = yield* DocumentReader.use((reader) =>
      reader.read({ bytes: encrypted(), mime_type: "application/pdf", country: null })
    ).pipe(Effect.flip)
    expect(failure).toMatchObject({ _tag: "DocumentUnreadable", code: "encrypted", retryable: true })
  }).pipe(Effect.provide(documentReaderLayer()), Effect.runPromise))

test("a label and its value are two lines at one height, in reading order", async () => {
  const { lines } = await readingOf((await aUtilityBill()).bytes)
  const label = lines.findIndex(({ text }) => text === "Date of issue")
  expect(lines[label + 1]?.text).toBe("2 March 2026")
  expect(lines[label + 1]?.top).toBeCloseTo(lines[label]?.top ?? 0, 3)
  expect(lines[label + 1]?.left).toBeGreaterThan(lines[label]?.left ?? 1)
})

test("positions are shares of the page from its top left corner", async () => {
  const { lines } = await readingOf((await aUtilityBill()).bytes)
  const [first] = lines
  expect(first?.text).toBe("Northwind Energy Ltd")
  expect(first?.left).toBeCloseTo(56 / 595.28, 3)
  expect((first?.top ?? 0) + (first?.height ?? 0)).toBeCloseTo((62 + 0.21 * 18) / 841.89, 3)
})

test("every page is read, up to the last that is allowed", async () => {
  const { bytes } = await aBankStatement({ page_count: 20 })
  const { lines, page_count } = await readingOf(bytes)
  expect(page_count).toBe(20)
  expect(lines.filter(({ text }) => text === "Harbour Commercial Bank").map(({ page }) => page)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1)
  )
})

test("a page that is turned for the reader is read as the reader sees it", async () => {
  const content = "BT /F1 12 Tf 0 1 -1 0 100 100 Tm (Statement of account for Mrs Adaeze Bello) Tj ET"
  const { lines } = await readingOf(onePage(stream(content), { page: "/Rotate 90" }))
  expect(lines.map(({ text }) => text)).toEqual(["Statement of account for Mrs Adaeze Bello"])
  expect(lines[0]?.width).toBeGreaterThan((lines[0]?.height ?? 1) * 5)
})

test("words that are placed letter by letter come together", async () => {
  const font = await (await PDFDocument.create()).embedFont(StandardFonts.Helvetica)
  const letters = [..."Adaeze Bello"]
    .map((letter, index) => [letter, 72 + font.widthOfTextAtSize("Adaeze Bello".slice(0, index), 12)] as const)
    .map(([letter, left]) => (letter === " " ? "" : `BT /F1 12 Tf 1 0 0 1 ${left.toFixed(2)} 700 Tm (${letter}) Tj ET`))
    .join(" ")
  const { lines } = await readingOf(onePage(stream(letters)))
  expect(lines.map(({ text }) => text)).toEqual(["Adaeze Bello"])
})

test("what was filled into a form is read", async () => {
  const document = await PDFDocument.create()
  const page = document.addPage([595, 842])
  page.drawText("Tenant", { x: 72, y: 700, size: 11, font: await document.embedFont(StandardFonts.Helvetica) })
  const field = document.getForm().createTextField("tenant")
  field.setText("Adaeze Bello")
  field.addToPage(page, { x: 150, y: 692, width: 200, height: 20 })
  const { lines } = await readingOf(await document.save({ useObjectStreams: false }))
  expect(lines.map(({ text }) => text)).toEqual(["Tenant", "Adaeze Bello"])
})

test("a row of a table that was painted in one go is read in its columns", async () => {
  const row = "BT /F1 10 Tf 60 700 Td [(Customer Name) -6000 (Mrs. Farida Contractor) -9000 (Bill Period)] TJ ET "
  const other = "BT /F1 10 Tf 60 680 Td (Statement of an account for the customer named above) Tj ET"
  const texts = (await readingOf(onePage(stream(row + other)))).lines.map(({ text }) => text)
  expect(texts).toEqual(["Customer Name", "Mrs. Farida Contractor", "Bill Period", "Statement of an account for the customer named above"])
})

test("a report of fixed width is read in its columns", async () => {
  const document = await PDFDocument.create()
  const page = document.addPage([595.28, 841.89])
  const font = await document.embedFont(StandardFonts.Courier)
  page.drawText("MR ALASTAIR MCKENZIE                    ACCOUNT    00418872", { x: 40, y: 700, size: 8, font })
  const texts = (await readingOf(await document.save())).lines.map(({ text }) => text)
  expect(texts).toEqual(["MR ALASTAIR MCKENZIE", "ACCOUNT", "00418872"])
})
