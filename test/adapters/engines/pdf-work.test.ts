import { describe, expect, test } from "bun:test"
import { pageOf, withPdf } from "@vouchkit/adapters/engines/pdf/document"
import { paintingOf } from "@vouchkit/adapters/engines/pdf/painting"
import { withQuietPictures } from "@vouchkit/adapters/engines/pdf/work/quiet-pictures"
import { isBearable, weighPdf } from "@vouchkit/adapters/engines/pdf/work/weigh"
import { bounds } from "@vouchkit/adapters/engines/pdf/work/weights"
import { TooMuchWork } from "@vouchkit/adapters/engines/too-much-work"
import { aBankStatement, aUtilityBill } from "../../support/bills.ts"
import { onePage, pdfOf, stream } from "../../support/hand-written-pdf.ts"
import { jpegObject, overThePage } from "../../support/heavy-pdfs.ts"
import * as Hostile from "../../support/hostile-files.ts"
import { deflateSync } from "node:zlib"

const text = "BT /F1 12 Tf 72 700 Td (Statement of account) Tj ET "
const times = (count: number, content: string): string => content.repeat(count)
const form = (content: string, resources = "") =>
  stream(content, `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << ${resources} >>`)

/** Forms of which each draws the next one ten times: a few hundred bytes for ten to the power of their number. */
const drawnTenfold = (forms: number): Uint8Array =>
  onePage(stream("/X6 Do"), {
    resources: "/XObject << /X6 6 0 R >>",
    objects: Array.from({ length: forms }, (_, at) =>
      at === forms - 1 ? form("0 0 9 9 re f") : form(times(10, `/X${at + 7} Do `), `/XObject << /X${at + 7} ${at + 7} 0 R >>`)
    )
  })

const chained = (forms: number): Uint8Array =>
  onePage(stream("/X6 Do"), {
    resources: "/XObject << /X6 6 0 R >>",
    objects: Array.from({ length: forms }, (_, at) => form(`/X${at + 7} Do`, `/XObject << /X${at + 7} ${at + 7} 0 R >>`))
  })

const packed = (content: string, damage = 0): Uint8Array => {
  const bytes = deflateSync(Buffer.from(content, "latin1"))
  const kept = Buffer.from(bytes.subarray(0, bytes.length - damage))
  return onePage(stream(kept.toString("latin1"), "/Filter /FlateDecode"))
}

const pictured = (count: number, side: number): Uint8Array =>
  onePage(stream(times(count, "") + Array.from({ length: count }, (_, at) => `/I${at} Do`).join(" ")), {
    resources: `/XObject << ${Array.from({ length: count }, (_, at) => `/I${at} ${at + 6} 0 R`).join(" ")} >>`,
    objects: Array.from({ length: count }, () =>
      stream(
        "x".repeat(40_000),
        `/Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode`
      )
    )
  })

const texts = (count: number, length: number, end: string): Uint8Array =>
  onePage(stream(text), { objects: Array.from({ length: count }, () => `<< /A (${"a".repeat(length)}${end} >>`) })

const glyphs = times(40_000, "0 0 9 9 re f ")
const drawnFont = onePage(stream(`BT /T3 9 Tf (${"a".repeat(100)}) Tj ET`), {
  resources: "/Font << /T3 6 0 R >>",
  objects: ["<< /Type /Font /Subtype /Type3 /CharProcs << /a 7 0 R >> /FontMatrix [1 0 0 1 0 0] >>", stream(glyphs)]
})

describe("a PDF that takes more work than any document is refused by counting, on every machine alike", () => {
  const refused: ReadonlyArray<readonly [string, Uint8Array]> = [
    ["states saved 50,000 deep", Hostile.pdfWithDeepContent(50_000)],
    ["states saved 501 deep", onePage(stream(`${times(501, "q ")}${text}`))],
    ["marked content 501 deep", onePage(stream(times(501, "/A BMC ")))],
    [
      "states saved deep over two streams",
      onePage(`[4 0 R 6 0 R]`, { page: "/Contents [6 0 R 6 0 R]", objects: [stream(times(300, "q "))] })
    ],
    ["deep lists among operands", onePage(stream(`${times(501, "[")}${times(501, "]")} TJ`))],
    ["deep dictionaries among operands", onePage(stream(`/A ${times(501, "<< /A ")}1${times(501, " >>")} BDC`))],
    ["objects nested 100,000 deep", Hostile.pdfWithDeepNesting(100_000)],
    ["millions of operators", packed(times(2_000_000, "0 0 m 1 1 l S "))],
    ["millions of operators in a damaged stream", packed(times(2_000_000, "0 0 m 1 1 l S "), 3)],
    ["many texts among many shapes", onePage(stream(times(20_000, "0 0 9 9 re f BT /F1 9 Tf 50 500 Td (ab) Tj ET ")))],
    ["millions of operands", packed(times(20_000_000, "1 "))],
    ["strings without an end, in each of which the objects behind it begin", texts(500, 600, "")],
    ["a form that draws itself", Hostile.pdfWithCircularForm()],
    ["forms that multiply", drawnTenfold(9)],
    ["forms one inside the other", chained(40)],
    ["a font whose every glyph is a large drawing", drawnFont],
    ["pictures of too many pixels", pictured(30, 10_000)],
    ["a stream of 200 MB", Hostile.pdfBomb(200)],
    ["a stream packed twice", Hostile.pdfBomb(400, 2)]
  ]
  for (const [name, bytes] of refused)
    test(name, async () => {
      await expect(weighPdf(bytes)).rejects.toBeInstanceOf(TooMuchWork)
      expect(await isBearable(bytes)).toBe(false)
    })
})

describe("a PDF that a person could read is let through", () => {
  test("genuine documents take less than a twentieth of each bound", async () => {
    for (const { bytes } of [await aUtilityBill(), await aBankStatement()]) {
      const work = await weighPdf(bytes)
      expect(work.known).toBe(true)
      expect(work.steps).toBeGreaterThan(50)
      expect(work.page).toBeLessThan(bounds.page / 20)
      expect(work.file).toBeLessThan(bounds.file / 20)
    }
  })

  test("up to the very bounds", async () => {
    const allowed: ReadonlyArray<readonly [string, Uint8Array]> = [
      ["states saved 500 deep", onePage(stream(`${times(500, "q ")}${text}`))],
      ["lists 500 deep", onePage(stream(`${times(500, "[")}${times(500, "]")} TJ`))],
      ["states saved often, one after the other", onePage(stream(times(40_000, "q Q ")))],
      ["forms drawn a thousand times", drawnTenfold(4)],
      ["hundreds of long strings", texts(500, 20_000, ")")],
      ["references that point to themselves", Hostile.pdfWithCircularReferences()],
      ["a tree of pages that contains itself", Hostile.pdfWithCircularPages()],
      ["an image that only claims to be enormous", Hostile.pdfWithHugeImage()]
    ]
    for (const [name, bytes] of allowed) expect([name, await isBearable(bytes)]).toEqual([name, true])
  })

  test("one that takes a password is left to the library, which asks for it", async () => {
    const zeros = "0".repeat(64)
    const plain = Buffer.from(onePage(stream("BT ET"))).toString("latin1")
    const dictionary = `/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <${zeros}> /U <${zeros}> >> /ID [<00> <00>]`
    const locked = new Uint8Array(Buffer.from(plain.replace("/Root 1 0 R", `/Root 1 0 R ${dictionary}`), "latin1"))
    expect(await weighPdf(locked)).toMatchObject({ known: false })
  })
})

test("a page counts as often as it hangs in the tree of pages", async () => {
  const pages = (kids: string) =>
    pdfOf([
      "<< /Type /Catalog /Pages 2 0 R >>",
      `<< /Type /Pages /Kids [${kids}] /Count 20 >>`,
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>",
      stream(times(1_000, "0 0 9 9 re f "))
    ])
  const [once, often] = [await weighPdf(pages("3 0 R")), await weighPdf(pages(times(20, "3 0 R ")))]
  expect(Math.round(often.steps / once.steps)).toBe(20)
})

test("the text engine is given pictures of one pixel, and finds one of 20 megapixels where it lies", async () => {
  const side = 4_500
  const bytes = overThePage(1, jpegObject(Uint8Array.of(0xff, 0xd8, 0xff, 0xd9), side, side))
  const { streams } = await weighPdf(bytes)
  const quiet = withQuietPictures(bytes, streams)
  expect(quiet.length).toBe(bytes.length)
  const text = Buffer.from(quiet).toString("latin1")
  expect([text.includes("/Width 1    /Height 1    "), text.includes("DCTDecode")]).toEqual([true, false])
  const images = await withPdf(quiet, async (document) => (await paintingOf(await pageOf(document, 1))).marks.map(({ kind }) => kind))
  expect(images).toEqual(["image"])
})
