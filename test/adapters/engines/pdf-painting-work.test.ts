import { describe, expect, test } from "bun:test"
import { createRequire } from "node:module"
import { isBearable, weighPdf } from "@vouchkit/adapters/engines/pdf/work/weigh"
import { bounds } from "@vouchkit/adapters/engines/pdf/work/weights"
import { TooMuchWork } from "@vouchkit/adapters/engines/too-much-work"
import { aBankStatement, aUtilityBill, scannedPdf } from "../../support/bills.ts"
import { onePage, stream } from "../../support/hand-written-pdf.ts"
import { heavyKinds, jpegObject, packed, overThePage } from "../../support/heavy-pdfs.ts"
import { scanOf } from "@vouchkit/worker/commands/demo/scanned-page"

const PdfKit = createRequire(new URL("../../../packages/adapters/src/report/pdf-report.ts", import.meta.url))("pdfkit")

const picture = (content: string, dictionary: string, count = 1) =>
  onePage(stream("/X Do ".repeat(count)), {
    resources: "/XObject << /X 6 0 R >>",
    objects: [stream(content, `/Subtype /Image /BitsPerComponent 8 ${dictionary}`)]
  })
const grey = "/ColorSpace /DeviceGray"
const latin1 = (bytes: ReadonlyArray<number>) => Buffer.from(bytes).toString("latin1")
const word = (value: number) => [(value >> 24) & 255, (value >> 16) & 255, (value >> 8) & 255, value & 255]

const jpegFrame = (side: number) =>
  latin1([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, side >> 8, side & 255, side >> 8, side & 255, 1, 1, 0x11, 0, 0xff, 0xda, 0, 2])
const jpeg = (side: number, count = 1) => picture(jpegFrame(side), `${grey} /Width 8 /Height 8 /Filter /DCTDecode`, count)
const wavelets = (side: number, count = 1) =>
  picture(
    latin1([0xff, 0x4f, 0xff, 0x51, 0, 41, 0, 0, ...word(side), ...word(side), ...new Array(24).fill(0), 0, 1]),
    `${grey} /Width 8 /Height 8 /Filter /JPXDecode`,
    count
  )
/** Regions of a JBIG2 picture, each of which says only how large it is. */
const bilevel = (regions: number, side: number) =>
  picture(
    latin1(Array.from({ length: regions }, (_, at) => [...word(at), 38, 0, 1, ...word(8), ...word(side), ...word(side)]).flat()),
    `${grey} /Width 8 /Height 8 /Filter /JBIG2Decode`
  )

/** Objects in one stream of objects, which is named as one of them. */
const packedObjects = (count: number, apart = 2) => {
  const heads = Array.from({ length: count }, (_, at) => `${at + 6} ${apart * at} `).join("")
  return onePage(stream("BT ET"), {
    objects: [packed(`${heads}${"1".padEnd(apart).repeat(count)}`, `/Type /ObjStm /N ${count} /First ${heads.length}`)]
  })
}

type Version = "1.3" | "1.4" | "1.6" | "1.7ext3"

/** A page of many rectangles that opens without a password and is encrypted all the same. */
const encrypted = async (pdfVersion: Version, rectangles: number): Promise<Uint8Array> => {
  const document = new PdfKit({ pdfVersion, userPassword: "", ownerPassword: "owner", size: "A4" })
  const parts: Array<Uint8Array> = []
  document.on("data", (part: Uint8Array) => parts.push(part))
  const ended = new Promise((resolve) => document.on("end", resolve))
  for (let index = 0; index < rectangles; index++) document.rect(0, 0, 595, 842)
  document.fill()
  for (let index = 0; index < rectangles; index++) document.rect(0, 0, 595, 842).fill()
  document.end()
  await ended
  return new Uint8Array(Buffer.concat(parts))
}

/** What is not encrypted and mentions an encryption with a password, in an object that no reader looks at. */
const withStrayEncryption = (bytes: Uint8Array): Uint8Array => {
  const zeros = "0".repeat(64)
  const trailer = `trailer << /Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <${zeros}> /U <${zeros}> >> /ID [<00> <00>] >>`
  const text = Buffer.from(bytes).toString("latin1")
  return new Uint8Array(Buffer.from(text.replace("4 0 obj", `99 0 obj\n(${trailer})\nendobj\n4 0 obj`), "latin1"))
}

const drawnOperations = (count: number) => onePage(packed("0 0 m 1 1 l S ".repeat(count)))

const page = "work of one page"

/** Of each kind, how much of it is let through and how much is refused. */
const heavy: ReadonlyArray<readonly [string, number, number]> = [
  ["short strokes", 22_000, 23_000],
  ["saved states", 14_000, 16_000],
  ["small rectangles", 28_000, 29_000],
  ["pages of paint", 410, 420],
  ["thin strokes across", 1600, 1700],
  ["strokes as wide as the page", 300, 310],
  ["dashes", 2_900_000, 3_100_000],
  ["lines of one shape", 13_000, 14_000],
  ["curves of one shape", 2500, 2600],
  ["clipping shapes", 100, 110],
  ["small print", 1400, 1500],
  ["letters as large as the page", 160, 170],
  ["letters that clip", 63, 64],
  ["half transparent paint", 50, 51],
  ["paint that mixes", 18, 19],
  ["paint through a soft mask", 25, 26],
  ["groups that mix", 13, 14],
  ["small pictures over the page", 57, 58],
  ["smoothed pictures over the page", 57, 58],
  ["masked pictures over the page", 25, 26],
  ["one large picture, often", 6, 7],
  ["one JPEG, often", 30, 31],
  ["pixels of a separated colour", 18_000_000, 20_000_000],
  ["gradients along a line", 22, 23],
  ["gradients between circles", 22, 23],
  ["operators of a calculated colour", 85, 87],
  ["triangles of a mesh", 18, 19],
  ["patches of a mesh", 44, 45],
  ["tiles of a pattern", 970_000, 1_000_000],
  ["drawn glyphs", 140, 150],
  ["appearances of annotations", 41, 42]
]

/** What is drawn, how much of it is let through and how much is refused, and the reason that is given. */
const kinds: ReadonlyArray<readonly [string, (amount: number) => Uint8Array | Promise<Uint8Array>, number, number, string]> = [
  ["pixels on the side of a JPEG by its own header", jpeg, 8_000, 8_300, page],
  ["pixels on the side of a JPEG 2000 by its own header", wavelets, 3_600, 3_800, page],
  ["regions of a JBIG2 picture", (count) => bilevel(count, 1_000), 40, 60, page],
  ["segments of a JBIG2 picture", (count) => bilevel(count, 8), 10_000, 10_001, "segments of a JBIG2 picture"],
  ["objects in a stream of objects", (count) => packedObjects(count), 199_900, 200_001, "objects"],
  ["objects that begin within one another", (count) => packedObjects(count, 1), 10_000, 100_000, "objects"],
  ["operations beside a stray mention of encryption", (count) => withStrayEncryption(drawnOperations(count)), 20_000, 40_000, page]
]

describe("what PDF libraries repeat is counted as often as they do", () => {
  for (const [name, allowed, refused] of heavy)
    test(name, async () => {
      const kind = heavyKinds.find((one) => one.name === name)
      if (kind === undefined) throw new Error(`no kind is named ${name}`)
      expect(await isBearable(await kind.make(allowed))).toBe(true)
      await expect(weighPdf(await kind.make(refused))).rejects.toEqual(new TooMuchWork(page))
    })
  for (const [name, make, allowed, refused, reason] of kinds)
    test(name, async () => {
      expect(await isBearable(await make(allowed))).toBe(true)
      await expect(weighPdf(await make(refused))).rejects.toEqual(new TooMuchWork(reason))
    })
})

for (const version of ["1.3", "1.4", "1.6", "1.7ext3"] as const)
  test(`a file of version ${version} that is encrypted without a password is counted after decryption`, async () => {
    const genuine = await weighPdf(await encrypted(version, 20))
    expect(genuine.known).toBe(true)
    expect(genuine.steps).toBeGreaterThan(40)
    await expect(weighPdf(await encrypted(version, 2_000))).rejects.toEqual(new TooMuchWork(page))
  })

test("genuine pages stay well inside of what a page and a file may take", async () => {
  for (const bytes of [(await aUtilityBill()).bytes, (await aBankStatement()).bytes]) {
    const { file, page } = await weighPdf(bytes)
    expect(page).toBeGreaterThan(1_000_000)
    expect(page).toBeLessThan(bounds.page / 50)
    expect(file).toBe(page)
  }
  const scan = async (dpi: number) => (await weighPdf(await scannedPdf(await scanOf((await aUtilityBill()).bytes, { dpi })))).page
  expect(await scan(300)).toBeLessThan(Math.min(bounds.page / 5, bounds.file / 20))
  expect(await scan(600)).toBeLessThan(bounds.page / 2)
})

test("what a telephone photographs in 50 megapixels is read, and progressively in 20", async () => {
  const photograph = (width: number, height: number, scans: number) => {
    const [start, ...frame] = [
      Buffer.from([0xff, 0xd8]),
      Buffer.from([0xff, 0xc0, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255, 3, 1, 34, 0, 2, 17, 1, 3, 17, 1])
    ]
    const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0])
    return overThePage(
      1,
      jpegObject(
        Buffer.concat([
          start,
          ...frame,
          ...Array.from({ length: scans }, () => scan),
          Buffer.alloc((width * height) / 100),
          Buffer.from([0xff, 0xd9])
        ]),
        width,
        height
      )
    )
  }
  expect(await isBearable(photograph(8_192, 6_144, 1))).toBe(true)
  expect(await isBearable(photograph(5_472, 3_648, 10))).toBe(true)
  expect(await isBearable(photograph(12_000, 9_000, 1))).toBe(false)
})
