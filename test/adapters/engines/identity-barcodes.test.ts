import { expect, test } from "bun:test"
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import { greySharp, toGrey } from "@vouchkit/adapters/engines/image/decode"
import { readBarcodesOf } from "@vouchkit/adapters/engines/identity/barcodes"
import { partWithCodes } from "@vouchkit/adapters/engines/identity/code-texture"
import type { GreyImage } from "@vouchkit/adapters/engines/pdf/render"
import sharp from "sharp"
import { aLicence, aPassport, drawnCard } from "../../support/identity-cards.ts"
import { sharpOf } from "../../support/photographs.ts"

// The library belongs to the adapters, and with its default it would fetch its code from a network.
const require = createRequire(fileURLToPath(new URL("../../../packages/adapters/src/engines/process/entry.ts", import.meta.url)))
const { prepareZXingModule, writeBarcode } = require("zxing-wasm/full")
prepareZXingModule({
  overrides: { wasmBinary: new Uint8Array(await readFile(require.resolve("zxing-wasm/full/zxing_full.wasm"))).buffer },
  fireImmediately: true
})

const codeOf = async (content: string | Uint8Array, format: string, options = ""): Promise<Uint8Array> => {
  const { image } = await writeBarcode(content, { format, scale: 4, options })
  return new Uint8Array(await image.arrayBuffer())
}

/** Shaped like a licence of the AAMVA standard: its separators are control characters. */
const licenceText =
  "@\n\u001e\rANSI 636000090002DL00410278ZV03190008DLDAQT64235789\nDCSSAMPLE\nDDEN\nDACMICHAEL\nDADJOHN\nDCAD\nDBD06062019\nDBB06061986\nDBA12102024\nDBC1\nDAU068 in\nDAG2300 WEST BROAD STREET\nDAIRICHMOND\nDAJVA\nDAK232690000  \nDCGUSA\rZVZVA01\r"

const backWith = (png: Uint8Array) =>
  drawnCard(
    aLicence({
      title: "",
      portrait: false,
      fields: [["Restrictions", "NONE"]],
      tint: [0.92, 0.94, 0.9],
      inset: { png, place: [6, 31, 74, 18] }
    }),
    14
  )
const back = await backWith(await codeOf(licenceText, "PDF417", "eclevel=5"))
const grey = await toGrey(sharpOf(back))
const textOf = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString("latin1")

test("a PDF417 is read with every control character as it was encoded", async () => {
  const { barcodes, turned } = await readBarcodesOf(grey, null)
  expect(barcodes.map(({ format }) => format)).toEqual(["PDF417"])
  expect(textOf(barcodes[0]?.bytes)).toBe(licenceText)
  expect(turned).toBe(0)
})

test.each([90, 180, 270])("a card turned by %i degrees is read, and the turn that makes it upright is known", async (degrees) => {
  const { barcodes, turned } = await readBarcodesOf(await toGrey(greySharp(grey).rotate(degrees)), null)
  expect(textOf(barcodes[0]?.bytes)).toBe(licenceText)
  expect(turned).toBe(360 - degrees)
})

const thoroughly = async (picture: GreyImage) => readBarcodesOf(picture, await partWithCodes(picture))

const photograph = async (width: number, blur: number): Promise<GreyImage> =>
  toGrey(sharp(await greySharp(grey).resize(width).blur(blur).linear(0.6, 60).jpeg({ quality: 55 }).toBuffer()))

test.each([
  [1100, 1.4],
  [800, 1],
  [650, 0.8]
])("a card %i pixels wide with a blur of %f is read", async (width, blur) => {
  const picture = await photograph(width, blur)
  expect(await partWithCodes(picture)).not.toBeNull()
  expect(textOf((await thoroughly(picture)).barcodes[0]?.bytes)).toBe(licenceText)
})

test.each([4, -6.5])("a code on a page that is tilted by %f degrees is read by a thorough look", async (degrees) => {
  const tilted = await toGrey(greySharp(grey).rotate(degrees, { background: "#ffffff" }))
  expect(textOf((await thoroughly(tilted)).barcodes[0]?.bytes)).toBe(licenceText)
})

test("the part that shows the texture of codes holds the code, and not much besides", async () => {
  const part = await partWithCodes(grey)
  const [code] = (await readBarcodesOf(grey, null)).barcodes
  if (part === null || code?.place === undefined) throw new Error("no code was found")
  for (const { x, y } of code.place) {
    expect(x * grey.width).toBeWithin(part.left, part.left + part.width + 1)
    expect(y * grey.height).toBeWithin(part.top, part.top + part.height + 1)
  }
  expect(part.width * part.height).toBeLessThan(0.8 * grey.width * grey.height)
})

test("a QR code is read with its bytes, and two codes of one picture are both there", async () => {
  const bytes = new Uint8Array([0xdc, 0x03, 0x00, 0x1d, 0x1e, 0xff, 0x80, 0x41])
  const qr = await sharp(await codeOf(bytes, "QRCode"))
    .resize(300, 300, { kernel: "nearest" })
    .toBuffer()
  const both = await sharp(await sharpOf(back).png().toBuffer())
    .extend({ bottom: 400, background: "white" })
    .png()
    .toBuffer()
  const picture = await toGrey(sharp(both).composite([{ input: qr, left: 60, top: back.height + 50 }]))
  const { barcodes } = await thoroughly(picture)
  expect(barcodes.map(({ format }) => format).sort()).toEqual(["PDF417", "QRCode"])
  expect([...(barcodes.find(({ format }) => format === "QRCode")?.bytes ?? [])]).toEqual([...bytes])
})

test("a code that is put together from rows of its neighbours is not believed, however weak its error correction", async () => {
  for (const options of ["eclevel=0", ""]) {
    const weak = await toGrey(sharpOf(await backWith(await codeOf(licenceText, "PDF417", options))))
    for (const degrees of [3, 4, 5]) {
      const tilted = await toGrey(greySharp(weak).rotate(degrees, { background: "#ffffff" }))
      for (const { bytes } of (await thoroughly(tilted)).barcodes) expect(textOf(bytes)).toBe(licenceText)
    }
  }
}, 300_000)

test("a code that cannot be read gives no code, and nothing is made up", async () => {
  expect((await readBarcodesOf(await photograph(300, 2.5), null)).barcodes).toEqual([])
})

test("documents without codes do not look as if they had one", async () => {
  for (const card of [aLicence(), aPassport()])
    for (const scale of [7, 14]) expect(await partWithCodes(await toGrey(sharpOf(await drawnCard(card, scale))))).toBeNull()
})
