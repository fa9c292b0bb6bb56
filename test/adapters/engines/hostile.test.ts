import { expect, test } from "bun:test"
import { documentReaderLayer } from "@vouchkit/adapters/engines/document-reader"
import { DocumentReader, type DocumentUnreadable, type EngineUnavailable } from "@vouchkit/core/verification/document-reading"
import { Cause, Effect, Exit } from "effect"
import fc from "fast-check"
import sharp from "sharp"
import { aUtilityBill } from "../../support/bills.ts"
import {
  damaged,
  pdfBomb,
  pdfWithCircularForm,
  pdfWithCircularPages,
  pdfWithCircularReferences,
  pdfWithDeepContent,
  pdfWithDeepNesting,
  pdfWithHugeImage,
  pdfWithHugePage,
  pdfWithJpeg,
  pdfWithManyPages,
  pdfWithScript,
  pdfWithTiling,
  pdfWithUnreadablePage,
  pngDeclaring,
  tiffDeclaring,
  tiffOf,
  withScans
} from "../../support/hostile-files.ts"
import { scanOf } from "@vouchkit/worker/commands/demo/scanned-page"

/** With the limits of the product: what is refused here is refused by the count of its work, long before any clock. */
const layer = documentReaderLayer()

const bill = (await aUtilityBill()).bytes
const picture = await scanOf(bill, { dpi: 60 })
const text = (content: string): Uint8Array => new TextEncoder().encode(content)

const read = (bytes: Uint8Array, mime_type = "application/pdf") =>
  DocumentReader.use((reader) => reader.read({ bytes, mime_type, country: null }))

/** What came of it, in a word: the code of the failure, or "read". */
const outcomeOf = (exit: Exit.Exit<unknown, DocumentUnreadable | EngineUnavailable>): string => {
  if (Exit.isSuccess(exit)) return "read"
  const failure = Cause.findErrorOption(exit.cause)
  if (failure._tag === "None") return "defect"
  return failure.value._tag === "DocumentUnreadable" ? failure.value.code : failure.value.reason
}

const outcomes = (files: ReadonlyArray<readonly [string, Uint8Array, string]>) =>
  Effect.gen(function* () {
    for (const [name, bytes, expected] of files) expect([name, outcomeOf(yield* Effect.exit(read(bytes)))]).toEqual([name, expected])
    expect((yield* read(bill)).lines.length).toBeGreaterThan(20)
  }).pipe(Effect.provide(layer), Effect.runPromise)

test("damaged and foreign files are unreadable, and the next good one is read", () =>
  outcomes([
    ["empty", new Uint8Array(0), "unreadable"],
    ["noise", new Uint8Array(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251)), "unreadable"],
    ["half a PDF", bill.slice(0, bill.length / 2), "unreadable"],
    ["a PDF header", text("%PDF-1.7\n"), "unreadable"],
    ["a PDF header and noise", text(`%PDF-1.7\n${"x".repeat(50_000)}`), "unreadable"],
    ["half a JPEG", picture.slice(0, picture.length / 2), "unreadable"],
    ["the beginning of a JPEG", picture.slice(0, 12), "unreadable"],
    ["an SVG", text("<svg xmlns='http://www.w3.org/2000/svg'/>"), "unreadable"]
  ]))

test("files made to exhaust the reader are refused before they unfold", () =>
  outcomes([
    ["a content stream of 200 MB", pdfBomb(200), "unreadable"],
    ["a bomb inside a bomb", pdfBomb(400, 2), "unreadable"],
    ["a PNG of 2.5 gigapixels", pngDeclaring(50_000, 50_000), "unreadable"],
    ["a PNG of one line", pngDeclaring(100_000, 1), "unreadable"],
    ["a PNG without its data", pngDeclaring(2000, 2000), "unreadable"],
    ["a TIFF of 3.6 gigapixels that follows itself", tiffDeclaring(60_000, 60_000), "unreadable"],
    ["10,000 pages", pdfWithManyPages(10_000), "too_many_pages"],
    ["21 pages", pdfWithManyPages(21), "too_many_pages"],
    ["a tree of pages that contains itself", pdfWithCircularPages(), "unreadable"],
    ["deeply nested objects", pdfWithDeepNesting(100_000), "unreadable"]
  ]))

test("a picture that is too small to hold print is refused by its size, in each format and at each size", async () => {
  const files: Array<readonly [string, Uint8Array, string]> = []
  for (const side of [1, 2, 3, 4, 7, 15]) {
    for (const format of ["png", "jpeg", "webp", "tiff"] as const) {
      const create = { width: side, height: side, channels: 3, background: "#4466aa" } as const
      files.push([`${side} pixels of ${format}`, await sharp({ create })[format]().toBuffer(), "unreadable"])
    }
  }
  await outcomes(files)
})

test("pages that are too small to hold print are empty beside the others", async () => {
  const pdf = text(
    "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 1 1]>>endobj\ntrailer<</Root 1 0 R>>"
  )
  await outcomes([
    ["a TIFF whose second page has 3 pixels", tiffOf(2, { side: 64, last: 3 }), "read"],
    ["a PDF of one point", pdf, "read"]
  ])
})

test("strange files that a person could open are read", () =>
  outcomes([
    ["20 pages", pdfWithManyPages(20), "read"],
    ["a page of 35 kilometres", pdfWithHugePage(), "read"],
    ["a page without a size", pdfWithUnreadablePage(), "read"],
    ["a script that never ends", pdfWithScript(), "read"],
    ["references that point to themselves", pdfWithCircularReferences(), "read"],
    ["an image of 3.6 gigapixels", pdfWithHugeImage(), "read"]
  ]))

test("what would stall an engine is refused for its work, and the next good document is read", () =>
  outcomes([
    ["content 50,000 deep", pdfWithDeepContent(50_000), "unreadable"],
    ["a form that draws itself", pdfWithCircularForm(), "unreadable"],
    ["a pattern of a million tiles to a point", pdfWithTiling(0.001), "unreadable"],
    ["a JPEG of 1,000 scans", withScans(picture, 1_000), "unreadable"],
    ["a PDF with a JPEG of 1,000 scans", pdfWithJpeg(withScans(picture, 1_000)), "unreadable"],
    ["a TIFF of 10,000 directories", tiffOf(10_000), "too_many_pages"]
  ]))

test("what is no document of an accepted kind is told apart from a damaged one", () =>
  Effect.gen(function* () {
    expect(outcomeOf(yield* Effect.exit(read(text("<svg/>"), "image/svg+xml")))).toBe("unsupported_media_type")
    expect(outcomeOf(yield* Effect.exit(read(text("<svg/>"), "image/png")))).toBe("unreadable")
  }).pipe(Effect.provide(layer), Effect.runPromise))

test("an unreadable file may be sent again, a file with too many pages may not", () =>
  Effect.gen(function* () {
    const retryable = (bytes: Uint8Array) =>
      read(bytes).pipe(
        Effect.match({ onFailure: (failure) => failure._tag === "DocumentUnreadable" && failure.retryable, onSuccess: () => null })
      )
    expect(yield* retryable(text("%PDF-1.7"))).toBe(true)
    expect(yield* retryable(pdfWithManyPages(21))).toBe(false)
  }).pipe(Effect.provide(layer), Effect.runPromise))

test(
  "a PDF with any bytes damaged gives a reading or a typed failure",
  () =>
    Effect.gen(function* () {
      const damage = fc.record({
        from: fc.double({ min: 0, max: 0.99, noNaN: true }),
        length: fc.integer({ min: 1, max: 200 }),
        value: fc.nat(255)
      })
      for (const { from, length, value } of fc.sample(damage, 40))
        expect(outcomeOf(yield* Effect.exit(read(damaged(bill, from, length, value))))).not.toBe("defect")
    }).pipe(Effect.provide(layer), Effect.runPromise),
  300_000
)
