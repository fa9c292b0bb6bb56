import { describe, expect, test } from "bun:test"
import { createRequire } from "node:module"
import { deflateSync } from "node:zlib"
import { bounds, isBearable, weighPdf } from "@vouchkit/adapters/engines/pdf/work/weigh"
import { TooMuchWork } from "@vouchkit/adapters/engines/too-much-work"
import { aBankStatement, aUtilityBill, scannedPdf } from "../../support/bills.ts"
import { onePage, stream } from "../../support/hand-written-pdf.ts"
import * as Hostile from "../../support/hostile-files.ts"
import { scanOf } from "@vouchkit/worker/commands/demo/scanned-page"

const PdfKit = createRequire(new URL("../../../packages/adapters/src/report/pdf-report.ts", import.meta.url))("pdfkit")

const whole = "0 0 595 842 re f "
const packed = (content: Buffer | string, dictionary = "") =>
  stream(deflateSync(Buffer.from(content.toString("latin1"), "latin1")).toString("latin1"), `/Filter /FlateDecode ${dictionary}`)
const form = (content: string, dictionary = "") => packed(content, `/Type /XObject /Subtype /Form /BBox [0 0 595 842] ${dictionary}`)
const shaded = (shading: string, objects: ReadonlyArray<string> = [], count = 1) =>
  onePage(packed("/S sh ".repeat(count)), { resources: `/Shading << /S ${shading} >>`, objects })

const calculated = (operators: number) =>
  shaded("<< /ShadingType 1 /ColorSpace /DeviceGray /Domain [0 1 0 1] /Function 6 0 R >>", [
    packed(`{ ${"pop 0 ".repeat(operators / 2)} }`, "/FunctionType 4 /Domain [0 1 0 1] /Range [0 1]")
  ])
const mesh = (bytes: number) =>
  shaded("6 0 R", [
    packed(
      Buffer.alloc(bytes),
      "/ShadingType 4 /ColorSpace /DeviceGray /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 /Decode [0 595 0 842 0 1]"
    )
  ])
const masked = (count: number) =>
  onePage(packed(`/G gs ${whole.repeat(count)}`), {
    resources: "/ExtGState << /G << /SMask << /S /Luminosity /G 6 0 R >> >> >>",
    objects: [form(whole, "/Group << /S /Transparency >>")]
  })
const grouped = (count: number) =>
  onePage(packed("/X Do ".repeat(count)), {
    resources: "/XObject << /X 6 0 R >>",
    objects: [form(whole, "/Group << /S /Transparency >>")]
  })
const annotated = (count: number) =>
  onePage(stream("BT ET"), {
    page: "/Annots [<< /Subtype /Stamp /Rect [0 0 595 842] /AP << /N 6 0 R >> >>]",
    objects: [form(whole.repeat(count))]
  })
const glyphs = (count: number) =>
  onePage(stream(`BT /T3 1 Tf (${"a".repeat(count)}) Tj ET`), {
    resources: "/Font << /T3 6 0 R >>",
    objects: ["<< /Type /Font /Subtype /Type3 /CharProcs << /a 7 0 R >> /FontMatrix [1 0 0 1 0 0] >>", stream(whole)]
  })
const gradients = (count: number) =>
  shaded("<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 9 9] /Function << /FunctionType 2 /N 1 /Domain [0 1] >> >>", [], count)

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

const filled = (count: number) => onePage(packed(whole.repeat(count)))
const drawnOperations = (count: number) => onePage(packed("0 0 m 1 1 l S ".repeat(count)))

/** What is drawn, how much of it is let through and how much is refused, and the reason that is given. */
const kinds: ReadonlyArray<readonly [string, (amount: number) => Uint8Array, number, number, string]> = [
  ["pages of paint", filled, 1_100, 1_200, "pixels that are painted"],
  ["tiles of a pattern", (tiles) => Hostile.pdfWithTiling(Math.sqrt((595 * 842) / tiles)), 29_000_000, 31_000_000, "drawing operations"],
  ["operators of a calculated colour", calculated, 4_400, 4_800, "pixels that are painted"],
  ["bytes of a mesh", mesh, 3_300, 3_600, "pixels that are painted"],
  ["gradients over the page", gradients, 64, 72, "pixels that are painted"],
  ["things painted through a soft mask", masked, 270, 300, "pixels that are painted"],
  ["groups over the page", grouped, 370, 400, "pixels that are painted"],
  ["appearances of annotations", annotated, 1_100, 1_200, "pixels that are painted"],
  ["drawn glyphs", glyphs, 1_100, 1_200, "pixels that are painted"],
  ["pixels on the side of a JPEG by its own header", jpeg, 31_000, 32_000, "pixels"],
  ["drawings of one JPEG", (count) => jpeg(1_000, count), 4_900, 5_100, "pixels that are painted"],
  ["pixels on the side of a JPEG 2000 by its own header", wavelets, 21_000, 22_000, "pixels that are painted"],
  ["regions of a JBIG2 picture", (count) => bilevel(count, 10_000), 9, 11, "pixels"],
  ["segments of a JBIG2 picture", (count) => bilevel(count, 8), 10_000, 10_001, "segments of a JBIG2 picture"],
  ["objects in a stream of objects", (count) => packedObjects(count), 199_900, 200_001, "objects"],
  ["objects that begin within one another", (count) => packedObjects(count, 1), 10_000, 100_000, "objects"],
  [
    "operations beside a stray mention of encryption",
    (count) => withStrayEncryption(drawnOperations(count)),
    600_000,
    800_000,
    "drawing operations"
  ]
]

describe("what PDF libraries repeat is counted as often as they do", () => {
  for (const [name, make, allowed, refused, reason] of kinds)
    test(name, async () => {
      expect(await isBearable(make(allowed))).toBe(true)
      await expect(weighPdf(make(refused))).rejects.toEqual(new TooMuchWork(reason))
    })
})

for (const version of ["1.3", "1.4", "1.6", "1.7ext3"] as const)
  test(`a file of version ${version} that is encrypted without a password is counted after decryption`, async () => {
    const genuine = await weighPdf(await encrypted(version, 20))
    expect(genuine.known).toBe(true)
    expect(genuine.steps).toBeGreaterThan(40)
    await expect(weighPdf(await encrypted(version, 2_000))).rejects.toEqual(new TooMuchWork("pixels that are painted"))
  })

test("genuine pages take less than a fifteenth of what twenty of them may paint", async () => {
  const scan = await scannedPdf(await scanOf((await aUtilityBill()).bytes, { dpi: 300 }))
  for (const bytes of [scan, (await aUtilityBill()).bytes, (await aBankStatement()).bytes]) {
    const { painted } = await weighPdf(bytes)
    expect(painted).toBeGreaterThan(1_000_000)
    expect(painted * 20).toBeLessThan(bounds.painted / 15)
  }
})
