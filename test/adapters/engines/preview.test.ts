import { afterAll, expect, test } from "bun:test"
import { pagePreviewLayer } from "@vouchkit/adapters/engines/preview/page-preview"
import { previewSize } from "@vouchkit/adapters/engines/preview/protocol"
import type { DocumentMediaType } from "@vouchkit/core/resources/documents/media"
import { PagePreview } from "@vouchkit/core/resources/documents/preview"
import { Effect, ManagedRuntime } from "effect"
import fc from "fast-check"
import { PDFDocument } from "pdf-lib"
import sharp from "sharp"
import { onePage, stream } from "../../support/hand-written-pdf.ts"
import * as Hostile from "../../support/hostile-files.ts"

const runtime = ManagedRuntime.make(pagePreviewLayer({ timeoutMs: 120_000 }))
afterAll(() => runtime.dispose())
const request = (bytes: Uint8Array, mime_type: DocumentMediaType, page = 1, width = 200) =>
  PagePreview.use(({ render }) => render({ bytes: new Uint8Array(bytes), mime_type, page, width }))
const draw = (...given: Parameters<typeof request>) => runtime.runPromise(request(...given))
const refusal = (...given: Parameters<typeof request>) => runtime.runPromise(Effect.flip(request(...given)))
/** The colour of one pixel, by fractions of the picture. */
const colourAt = async (png: Uint8Array, x: number, y: number) => {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  return [...data.subarray(at, at + 3)].map((value) => (value > 200 ? "high" : value < 55 ? "low" : "between")).join(" ")
}
const [red, blue, white] = ["high low low", "low low high", "high high high"]
const chunksOf = (png: Uint8Array): ReadonlyArray<string> => {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  const names: Array<string> = []
  for (let at = 8; at + 8 <= png.length; at += 12 + view.getUint32(at))
    names.push(Buffer.from(png.subarray(at + 4, at + 8)).toString("latin1"))
  return names
}

const twoColours = (left: string, right: string) =>
  sharp({ create: { width: 400, height: 200, channels: 3, background: left } }).composite([
    { input: { create: { width: 200, height: 200, channels: 3, background: right } }, left: 200, top: 0 }
  ])

test("a picture stands upright by its EXIF orientation, and none of its metadata is left", async () => {
  const jpeg = await twoColours("#ff0000", "#0000ff")
    .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: "Canary of the camera" } } })
    .jpeg({ quality: 95 })
    .toBuffer()
  expect(jpeg.includes("Canary")).toBe(true)
  const png = await draw(jpeg, "image/jpeg")
  expect(await sharp(png).metadata()).toMatchObject({ format: "png", width: 200, height: 400 })
  // Turned clockwise by a quarter, what was left is above.
  expect([await colourAt(png, 0.5, 0.1), await colourAt(png, 0.5, 0.9)]).toEqual([red, blue])
  expect(Buffer.from(png).includes("Canary")).toBe(false)
  expect(new Set(chunksOf(png).filter((name) => !["IHDR", "IDAT", "IEND", "pHYs"].includes(name)))).toEqual(new Set())
})

test("what is transparent stands on white", async () => {
  const clear = await sharp({ create: { width: 100, height: 100, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } } })
    .png()
    .toBuffer()
  expect(await colourAt(await draw(clear, "image/png"), 0.5, 0.5)).toBe(white)
})

test("every page of a TIFF is drawn in its own shape", async () => {
  const pages = await Promise.all(
    ["#ff0000", "#0000ff"].map((background) =>
      sharp({ create: { width: 300, height: 150, channels: 3, background } })
        .png()
        .toBuffer()
    )
  )
  const tiff = await sharp(pages, { join: { animated: true } })
    .tiff()
    .toBuffer()
  expect((await sharp(tiff).metadata()).pages).toBe(2)
  expect(await colourAt(await draw(tiff, "image/tiff", 1), 0.5, 0.5)).toBe(red)
  const second = await draw(tiff, "image/tiff", 2)
  expect(await colourAt(second, 0.5, 0.5)).toBe(blue)
  expect(await sharp(second).metadata()).toMatchObject({ width: 200, height: 100 })
  expect(await refusal(tiff, "image/tiff", 3)).toMatchObject({ _tag: "PageOutOfRange", page_count: 2 })
})

test("a page of a PDF is drawn in its colours at the width that was asked for", async () => {
  const pdf = onePage(stream("1 0 0 rg 0 421 595 421 re f 0 0 1 rg 0 0 595 421 re f"))
  for (const width of [64, 200, 1600]) {
    const png = await draw(pdf, "application/pdf", 1, width)
    expect(await sharp(png).metadata()).toMatchObject({ width, height: Math.round((width * 842) / 595), channels: 3 })
    expect([await colourAt(png, 0.5, 0.1), await colourAt(png, 0.5, 0.9)]).toEqual([red, blue])
  }
  expect(await refusal(pdf, "application/pdf", 2)).toMatchObject({ _tag: "PageOutOfRange", page_count: 1 })
})

test("a turned page of a PDF is drawn as a reader shows it", async () => {
  const pdf = onePage(stream("1 0 0 rg 0 421 595 421 re f 0 0 1 rg 0 0 595 421 re f"), { page: "/Rotate 90" })
  const png = await draw(pdf, "application/pdf")
  expect(await sharp(png).metadata()).toMatchObject({ width: 200, height: Math.round((200 * 595) / 842) })
  expect([await colourAt(png, 0.9, 0.5), await colourAt(png, 0.1, 0.5)]).toEqual([red, blue])
})

test("scripts of a PDF do not run, and links leave nothing in the picture", async () => {
  const link = "/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A << /S /URI /URI (https://canary.example.com) >> >>]"
  for (const pdf of [Hostile.pdfWithScript(), onePage(stream("0 0 1 rg 0 0 595 842 re f"), { page: link })]) {
    const png = await draw(pdf, "application/pdf")
    expect(Buffer.from(png).includes("canary")).toBe(false)
    expect(chunksOf(png).every((name) => ["IHDR", "IDAT", "IEND", "pHYs"].includes(name))).toBe(true)
  }
})

test("fields of a form show what was filled in", async () => {
  const document = await PDFDocument.create()
  const page = document.addPage([200, 200])
  const field = document.getForm().createTextField("name")
  field.addToPage(page, { x: 0, y: 0, width: 200, height: 200 })
  field.setText("WWWWWWWW")
  const filled = await draw(await document.save(), "application/pdf")
  field.setText("")
  const empty = await draw(await document.save(), "application/pdf")
  expect(Buffer.compare(Buffer.from(filled), Buffer.from(empty))).not.toBe(0)
})

test("a page of any claimed size stays within the bounds of a preview", async () => {
  const long = onePage(stream("0 0 1 rg 0 0 10 14400 re f"), { box: "[0 0 10 14400]" })
  for (const pdf of [Hostile.pdfWithHugePage(), long]) {
    const { height = 0, width = 0 } = await sharp(await draw(pdf, "application/pdf", 1, 1600)).metadata()
    expect(width * height).toBeLessThanOrEqual(8_100_000)
    expect(height).toBeLessThanOrEqual(6_000)
  }
})

test("files that are damaged, locked or bombs are refused, and the next page is drawn all the same", async () => {
  const undrawable: ReadonlyArray<readonly [Uint8Array, DocumentMediaType]> = [
    [Hostile.pngDeclaring(50_000, 50_000), "image/png"],
    [Hostile.pngDeclaring(8_000, 8_000), "image/png"],
    [Hostile.pdfWithCircularPages(), "application/pdf"],
    [new TextEncoder().encode("%PDF-1.7 and nothing else"), "application/pdf"],
    [new TextEncoder().encode("no picture"), "image/jpeg"]
  ]
  for (const [bytes, mime_type] of undrawable) expect(await refusal(bytes, mime_type)).toMatchObject({ _tag: "PageUndrawable" })
  expect(await colourAt(await draw(onePage(stream("1 0 0 rg 0 0 595 842 re f")), "application/pdf"), 0.5, 0.5)).toBe(red)
})

test("a PDF that draws itself or unfolds without end is refused before it is drawn, for good and whatever the time", async () => {
  for (const bomb of [Hostile.pdfWithCircularForm(), Hostile.pdfBomb(300), Hostile.pdfWithDeepContent(50_000)])
    expect(await refusal(bomb, "application/pdf")).toMatchObject({ _tag: "PageUndrawable", code: "unreadable" })
})

test("a page that takes too long ends its own process alone", async () => {
  const honest = onePage(stream("1 0 0 rg 0 0 595 842 re f"))
  const hurried = ManagedRuntime.make(pagePreviewLayer({ timeoutMs: 1 }))
  const failure = await hurried.runPromise(Effect.flip(request(honest, "application/pdf")))
  expect(failure).toMatchObject({ _tag: "EngineUnavailable", reason: "timeout" })
  await hurried.dispose()
  expect(await colourAt(await draw(honest, "application/pdf"), 0.5, 0.5)).toBe(red)
}, 300_000)

test("a document that needs a password says so", async () => {
  const zeros = "0".repeat(64)
  const plain = Buffer.from(onePage(stream("BT ET"))).toString("latin1")
  const dictionary = `/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <${zeros}> /U <${zeros}> >> /ID [<00> <00>]`
  const locked = new Uint8Array(Buffer.from(plain.replace("/Root 1 0 R", `/Root 1 0 R ${dictionary}`), "latin1"))
  expect(await refusal(locked, "application/pdf")).toMatchObject({ _tag: "PageUndrawable", code: "encrypted" })
})

test("the size of a preview is in proportion, within its bounds and never wider than asked", () => {
  fc.assert(
    fc.property(
      fc.record({ width: fc.double({ min: 0.001, max: 1e9, noNaN: true }), height: fc.double({ min: 0.001, max: 1e9, noNaN: true }) }),
      fc.integer({ min: 64, max: 1600 }),
      (page, asked) => {
        const { height, width } = previewSize(page, asked)
        expect(width).toBeGreaterThanOrEqual(1)
        expect(width).toBeLessThanOrEqual(asked)
        expect(height).toBeGreaterThanOrEqual(1)
        expect(height).toBeLessThanOrEqual(6_000)
        expect(width * height).toBeLessThanOrEqual(8_010_000)
        if (width > 50 && height > 50) expect(Math.abs((height / width) * (page.width / page.height) - 1)).toBeLessThan(0.03)
      }
    )
  )
})
