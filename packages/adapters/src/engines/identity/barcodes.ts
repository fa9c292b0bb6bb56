import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import type { BarcodeReading } from "@vouchkit/core/verification/identity-documents/reading"
import type { Corners, PageMap } from "@vouchkit/core/verification/evidence/place"
import { prepareZXingModule, type ReaderOptions, type ReadResult, readBarcodes } from "zxing-wasm/reader"
import { greySharp, plainFile, toGrey } from "../image/decode.ts"
import { beforeCutting, beforeTurning, chained, cornersOn, samePage } from "../image/page-map.ts"
import type { GreyImage } from "../pdf/render.ts"
import type { Part } from "./code-texture.ts"

const require = createRequire(import.meta.url)

/** Codes of one picture at most, and bytes of one: the largest PDF417 holds 1108, the largest QR code 2953. */
const maxBarcodes = 8
const maxBarcodeBytes = 3072

/** A module of a code is some pixels wide on pictures of these sizes; which one reads depends on blur and on the code. */
const sides = [1800, 2600, 1100] as const
/** So many of them are looked at where nothing shows the texture of codes. */
const quickLooks = 2
/** Codes are looked at enlarged as well, since one that is small in the picture has modules of two pixels: what is larger than a quarter, in quarters that overlap. */
const quarter = 0.62
const enlargedSide = 3200

/** Degrees by which a picture without an outline may be askew; the rows of a PDF417 are lost from three on. */
const tilts = [-4, 4, -2, 2, -6.5, 6.5, -9, 9] as const

let ready: Promise<unknown> | null = null

/** Left alone, the library fetches its WebAssembly from a network. It is given the bytes that lie beside it. */
const prepared = (): Promise<unknown> => {
  ready ??= readFile(require.resolve("zxing-wasm/reader/zxing_reader.wasm")).then((file) =>
    prepareZXingModule({
      overrides: { wasmBinary: new Uint8Array(file).buffer },
      fireImmediately: true
    })
  )
  return ready
}

const options = {
  formats: ["PDF417", "QRCode"],
  tryHarder: true,
  tryRotate: true,
  tryInvert: false,
  tryDownscale: true,
  maxNumberOfSymbols: maxBarcodes,
  // The default writes control characters out, and AAMVA separates its elements by them.
  textMode: "Plain"
} as const satisfies ReaderOptions

interface PlacedBarcode extends Required<BarcodeReading> {
  /** Degrees by which it is turned clockwise in the picture. */
  readonly rotation: number
  /** Share of its error correction that was not needed, 0 to 1. */
  readonly margin: number
}

/**
 * A code that needed all of its error correction may have been put together wrong, and the decoder does not notice: it counts only when two
 * looks give the same bytes.
 */
const leastMargin = 0.1

const marginOf = (extra: string): number => {
  const margin = Number(/"UEC":(\d(?:\.\d{1,20})?)/.exec(extra.slice(0, 1000))?.[1])
  return Number.isFinite(margin) ? margin : 0
}

const placeOf = ({ bottomLeft, bottomRight, topLeft, topRight }: ReadResult["position"], { height, width }: GreyImage): Corners => {
  const share = ({ x, y }: typeof topLeft) => ({ x: x / width, y: y / height })
  return [share(topLeft), share(topRight), share(bottomRight), share(bottomLeft)]
}

const kindOf = (
  { bytes, extra, format, isValid, position, rotation }: ReadResult,
  image: GreyImage,
  onto: PageMap
): ReadonlyArray<PlacedBarcode> => {
  if (!isValid || bytes.length === 0 || bytes.length > maxBarcodeBytes) return []
  if (format !== "PDF417" && format !== "QRCode") return []
  return [{ format, bytes: bytes.slice(), place: cornersOn(onto, placeOf(position, image)), rotation, margin: marginOf(extra) }]
}

/** Decodes the codes of a picture, which the library takes grey as a plain file; `onto` says where it stands on the one that is asked about. */
const decode = async (image: GreyImage, extra: ReaderOptions = {}, onto: PageMap = samePage): Promise<ReadonlyArray<PlacedBarcode>> =>
  (await readBarcodes(plainFile(image), { ...options, ...extra })).flatMap((result) => kindOf(result, image, onto))

const decodeTilted = async (image: GreyImage, degrees: number, onto: PageMap): Promise<ReadonlyArray<PlacedBarcode>> => {
  const tilted = await toGrey(greySharp(image).rotate(degrees, { background: "#ffffff" }))
  return decode(tilted, {}, chained(onto, beforeTurning(degrees, image, tilted)))
}

const sized = (image: GreyImage, side: number): Promise<GreyImage> =>
  toGrey(greySharp(image).resize(side, side, { fit: "inside", kernel: "lanczos3" }))

/** Overlapping quarters of a part of a picture. */
const quartersOf = ({ height, left, top, width }: Part): ReadonlyArray<Part> => {
  const [wide, tall] = [Math.ceil(width * quarter), Math.ceil(height * quarter)]
  return Array.from({ length: 4 }, (_, index) => ({
    left: index % 2 === 0 ? left : left + width - wide,
    top: index < 2 ? top : top + height - tall,
    width: wide,
    height: tall
  }))
}

type Look = () => Promise<ReadonlyArray<PlacedBarcode>>

/** Ways in which the part of a picture that shows the texture of codes is shown to the decoder, as large as if it were on a picture of some size. */
const looksAtPart = (image: GreyImage, part: Part): ReadonlyArray<Look> => {
  const whole = Math.max(image.width, image.height)
  const cut = async (one: Part, side: number) =>
    sized(await toGrey(greySharp(image).extract(one)), Math.max(1, Math.round((side * Math.max(one.width, one.height)) / whole)))
  const onto = beforeCutting(part, image)
  const isSmall = Math.max(part.width, part.height) <= quarter * whole
  return [
    async () => decode(await toGrey(greySharp(await cut(part, 2000)).sharpen({ sigma: 2, m1: 2, m2: 4 })), {}, onto),
    async () => decode(await toGrey(greySharp(await cut(part, 2000)).median(3)), { tryDenoise: true }, onto),
    async () => decode(await cut(part, 2000), { binarizer: "GlobalHistogram" }, onto),
    ...tilts.map((degrees) => async () => decodeTilted(await cut(part, 1800), degrees, onto)),
    ...(isSmall ? [part] : quartersOf(part)).map((one) => async () => decode(await cut(one, enlargedSide), {}, beforeCutting(one, image)))
  ]
}

/** The ways in which a picture is shown to the decoder, the likeliest first; each is made only when those before it gave nothing. */
const looksAt = (image: GreyImage, part: Part | null): ReadonlyArray<Look> => {
  const looks = sides.map((side) => async () => decode(await sized(image, side)))
  return part === null ? looks.slice(0, quickLooks) : [...looks, ...looksAtPart(image, part)]
}

export interface FoundBarcodes {
  readonly barcodes: ReadonlyArray<BarcodeReading>
  /** Clockwise quarter turn in degrees after which a PDF417 runs from left to right; null when there is none. */
  readonly turned: number | null
}

/**
 * Reads the PDF417 and QR codes of a picture, at most eight, with their bytes exactly as they were encoded. A quick look tries the picture at
 * two sizes; where a part shows the texture of codes, a thorough one goes on with sharpened, quieter, turned and enlarged copies of that part until one of them
 * shows a code.
 */
export const readBarcodesOf = async (image: GreyImage, part: Part | null): Promise<FoundBarcodes> => {
  await prepared()
  const doubted = new Set<string>()
  for (const look of looksAt(image, part)) {
    const found = (await look()).filter(({ bytes, margin }) => {
      if (margin >= leastMargin) return true
      const content = Buffer.from(bytes).toString("latin1")
      const seenBefore = doubted.has(content)
      doubted.add(content)
      return seenBefore
    })
    if (found.length === 0) continue
    const stacked = found.find(({ format }) => format === "PDF417")
    return {
      barcodes: found.slice(0, maxBarcodes).map(({ bytes, format, place }) => ({ format, bytes, place })),
      turned: stacked === undefined ? null : (((Math.round(-stacked.rotation / 90) * 90) % 360) + 360) % 360
    }
  }
  return { barcodes: [], turned: null }
}
