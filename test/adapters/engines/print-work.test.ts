import { describe, expect, test } from "bun:test"
import { toGrey } from "@vouchkit/adapters/engines/image/decode"
import { zoneSurroundings } from "@vouchkit/adapters/engines/mrz/legacy-recognizer"
import { isBlank, PrintAllowance, printBounds, printedLetters } from "@vouchkit/adapters/engines/ocr/print-work"
import { recognizeLines } from "@vouchkit/adapters/engines/ocr/recognize"
import { readDocument } from "@vouchkit/adapters/engines/read-document"
import { readIdentityPictures } from "@vouchkit/adapters/engines/identity/read-identity"
import { scanOf } from "@vouchkit/worker/commands/demo/scanned-page"
import sharp from "sharp"
import { aBankStatement, aUtilityBill, scannedPdf } from "../../support/bills.ts"

const width = 1414
const height = 2000

interface Print {
  /** Height of a letter in pixels. */
  readonly size: number
  readonly ink?: number
  readonly paper?: number
  readonly underlined?: boolean
  readonly lines?: number
}

/** A page full of letters like E, each of which is two thirds as wide as it is high, two letters' height from line to line. */
const fullOf = ({ ink = 0, lines = Number.POSITIVE_INFINITY, paper = 255, size, underlined = false }: Print) => {
  const data = new Uint8Array(width * height).fill(paper)
  const across = Math.round(size * 0.7)
  const stroke = Math.max(1, Math.round(size / 8))
  let letters = 0
  for (let top = size; top + 2 * size < height && top < lines * 2 * size; top += 2 * size) {
    if (underlined) for (let y = top + size; y < top + size + stroke; y++) data.fill(ink, y * width, (y + 1) * width)
    for (let left = 4; left + across < width; left += across + 2 * stroke) {
      letters += 1
      for (let y = 0; y < size; y++) {
        const bar = y < stroke || y >= size - stroke || Math.abs(y - Math.floor(size / 2)) < stroke / 2
        data.fill(ink, (top + y) * width + left, (top + y) * width + left + (bar ? across : stroke))
      }
    }
  }
  return { letters, picture: { data, width, height } }
}
const pictureOf = async (print: Print): Promise<Uint8Array> =>
  new Uint8Array(
    await sharp(fullOf(print).picture.data, { raw: { width, height, channels: 1 } })
      .png()
      .toBuffer()
  )

describe("the letters of a picture are counted before they are recognized", () => {
  for (const print of [
    { size: 10 },
    { size: 20 },
    { size: 40 },
    { size: 12, underlined: true },
    { size: 12, ink: 170 },
    { size: 12, ink: 225, paper: 245 }
  ])
    test(`as ${JSON.stringify(print)}, to between half and three times what they are`, () => {
      const { letters, picture } = fullOf(print)
      expect(printedLetters(picture) / letters).toBeWithin(0.5, 3)
    })

  test("and those of bills as scanned stay below a sixth of the bound", async () => {
    for (const { bytes } of [await aUtilityBill(), await aBankStatement()]) {
      const page = await toGrey(sharp(await scanOf(bytes, { dpi: 170 })))
      expect(printedLetters(page)).toBeWithin(300, printBounds.picture / 6)
    }
  })

  test("rules, bars and specks are none", () => {
    const data = new Uint8Array(width * height).fill(255)
    for (let y = 20; y < height; y += 20) data.fill(0, y * width, y * width + width)
    for (let at = width * 10; at < data.length; at += width * 20 + 7) data[at] = 0
    for (let y = 200; y < 400; y++) data.fill(0, y * width + 100, y * width + 500)
    expect(printedLetters({ data, width, height })).toBeLessThan(400)
  })
})

describe("a picture on which nothing stands out", () => {
  const plain = (ink: number) => fullOf({ size: 40, ink, paper: 200 }).picture

  test("is blank, however light it is, with the traces of compression as well", () => {
    for (const paper of [0, 128, 255]) expect(isBlank({ data: new Uint8Array(64).fill(paper), width: 8, height: 8 })).toBe(true)
    expect(isBlank(plain(197))).toBe(true)
    expect(isBlank(plain(196))).toBe(false)
    expect(isBlank(plain(204))).toBe(false)
  })

  test("is never given to the recognizer", async () => {
    // Which cannot start with a language that nobody installed.
    expect(await recognizeLines(plain(200), ["qqq"])).toEqual([])
    await expect(recognizeLines(plain(0), ["qqq"])).rejects.toThrow("the recognizer did not start")
  })
})

describe("a page of the smallest print", () => {
  const smallest = pictureOf({ size: 9 })

  test("is refused as a document, as a picture and in a PDF", async () => {
    const bytes = await smallest
    const refused = { code: "unreadable", retryable: false } as const
    expect(await readDocument({ bytes, mime_type: "image/png", country: "GB" })).toEqual(refused)
    const pdf = await scannedPdf(new Uint8Array(await sharp(bytes).jpeg({ quality: 95 }).toBuffer()))
    expect(await readDocument({ bytes: pdf, mime_type: "application/pdf", country: "GB" })).toEqual(refused)
  })

  test("is left unread behind a page that is read, in a PDF and in a picture of two pages", async () => {
    const jpegOf = async (bytes: Uint8Array) => new Uint8Array(await sharp(bytes).resize(width, height).jpeg({ quality: 95 }).toBuffer())
    const [bill, conditions] = await Promise.all(
      [scanOf((await aUtilityBill()).bytes, { dpi: 170 }), smallest].map(async (page) => jpegOf(await page))
    )
    if (bill === undefined || conditions === undefined) throw new Error("two pages")
    const pdf = await scannedPdf(bill, { further: [conditions] })
    const tiff = new Uint8Array(
      await sharp(
        [bill, conditions].map((page) => Buffer.from(page)),
        { join: { animated: true } }
      )
        .tiff()
        .toBuffer()
    )
    const documents = [
      { bytes: pdf, mime_type: "application/pdf", country: "GB" },
      { bytes: tiff, mime_type: "image/tiff", country: "GB" }
    ] as const
    for (const document of documents) {
      const read = await readDocument(document)
      if ("code" in read) throw new Error(read.code)
      expect(read.page_count).toBe(2)
      expect(read.pages?.map(({ page }) => page)).toEqual([1, 2])
      expect(new Set(read.lines.map(({ page }) => page))).toEqual(new Set([1]))
    }
  })

  test("has no text as an identity document", async () => {
    const read = await readIdentityPictures({ bytes: await smallest, mime_type: "image/png", country: "GB" })
    if ("code" in read) throw new Error(read.code)
    expect(read.identity.pictures.map(({ lines }) => lines)).toEqual([[]])
  })
})

test("the older engine is given a zone with the lines around it, and no page of print", async () => {
  const place = { centreX: width / 2, centreY: 60, slope: 0, capHeight: 12 }
  expect(await zoneSurroundings(fullOf({ size: 12, lines: 4 }).picture, place)).not.toBeNull()
  expect(await zoneSurroundings(fullOf({ size: 12 }).picture, { ...place, centreY: height / 2 })).toBeNull()
})

test("the older engine is given no noise, which is one dark mark at the level of pale print", async () => {
  const place = { centreX: width / 2, centreY: height / 2, slope: 0, capHeight: 12 }
  const data = Uint8Array.from({ length: width * height }, (_, at) => 10 + ((Math.imul(at ^ (at >>> 7), 0x9e3779b1) >>> 24) * 180) / 255)
  const zone = fullOf({ size: 12, lines: 4 }).picture
  expect(await zoneSurroundings({ data, width, height }, place)).toBeNull()
  // The same print on a ground of grey is given to it.
  expect(await zoneSurroundings({ ...zone, data: zone.data.map((level) => 40 + level / 2) }, { ...place, centreY: 60 })).not.toBeNull()
})

test("a page is tried in further ways up while its letters stay within the bound", () => {
  const tries = (letters: number) => {
    const allowance = new PrintAllowance()
    let taken = 0
    while (taken < 40 && allowance.take(letters)) taken += 1
    return taken
  }
  expect([0, 1_000, 2_500, 5_000, printBounds.picture, printBounds.picture + 1].map(tries)).toEqual([40, 10, 4, 2, 1, 0])
})
