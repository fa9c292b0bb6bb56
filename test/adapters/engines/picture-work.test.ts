import { describe, expect, test } from "bun:test"
import { deflateSync } from "node:zlib"
import { decodeFacePicture } from "@vouchkit/adapters/engines/faces/face-picture"
import { pictureBounds } from "@vouchkit/adapters/engines/image/work/bounds"
import { jpegWork } from "@vouchkit/adapters/engines/image/work/jpeg"
import { weighPicture } from "@vouchkit/adapters/engines/image/work/weigh-picture"
import { drawPicture } from "@vouchkit/adapters/engines/preview/draw-picture"
import { readDocument } from "@vouchkit/adapters/engines/read-document"
import { readIdentityPictures } from "@vouchkit/adapters/engines/identity/read-identity"
import { TooMuchWork } from "@vouchkit/adapters/engines/too-much-work"
import sharp, { type Sharp } from "sharp"
import * as Hostile from "../../support/hostile-files.ts"

const drawn = (width = 400, height = 300) => sharp({ create: { width, height, channels: 3, background: "#aa8844" } })
const bytesOf = async (picture: Sharp): Promise<Uint8Array> => new Uint8Array(await picture.toBuffer())
const jpeg = await bytesOf(drawn().jpeg())
const png = await bytesOf(drawn().png())
const progressive = await bytesOf(drawn().jpeg({ progressive: true }))

/** A start, a frame of a size, scans without data and an end. */
const jpegOf = (side: number, scans: number): Uint8Array => {
  const frame = Buffer.from([0xff, 0xd8, 0xff, 0xc2, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(side, 7)
  frame.writeUInt16BE(side, 9)
  return Hostile.withScans(new Uint8Array(Buffer.concat([frame, Buffer.from([0xff, 0xd9])])), scans)
}
const compressedText = (bytes: number, keyword = "a\0\0") =>
  Hostile.pngChunk("zTXt", Buffer.concat([Buffer.from(keyword, "latin1"), deflateSync(Buffer.alloc(bytes))]))
const text = Hostile.pngChunk("tEXt", Buffer.from("a\0b"))
const mebibyte = 1024 * 1024
const comment = Buffer.from([0xff, 0xfe, 0, 2])

describe("a picture that takes more work than any picture of a document is refused by counting", () => {
  const refused: ReadonlyArray<readonly [string, Uint8Array, string]> = [
    ["a JPEG of 101 scans", Hostile.withScans(jpeg, 100), "scans of a JPEG"],
    ["a large JPEG of few scans", jpegOf(10_000, 7), "pixels of all scans of a JPEG"],
    [
      "a JPEG of many segments",
      new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), ...Array.from({ length: 40_001 }, () => comment), jpeg.subarray(2)])),
      "segments of a JPEG"
    ],
    ["a PNG of many chunks", Hostile.withChunks(png, new Array(40_001).fill(text)), "chunks of a PNG"],
    [
      "a PNG of one text that unfolds",
      Hostile.withChunks(png, [compressedText(33 * mebibyte)]),
      "a text of a PNG that unfolds without end"
    ],
    [
      "a PNG of several texts that unfold",
      Hostile.withChunks(png, new Array(5).fill(compressedText(7 * mebibyte))),
      "a text of a PNG that unfolds without end"
    ],
    ["a WebP of many chunks", Hostile.webpOf(40_001, 100), "chunks of a WebP"],
    ["a WebP of frames that are drawn over one another", Hostile.webpOf(20, 2_200), "frames of a WebP"],
    ["a TIFF of many directories", Hostile.tiffOf(100_001), "directories of a TIFF"],
    ["a TIFF whose directories go in a circle", Hostile.tiffOf(3, { circle: true }), "directories of a TIFF in a circle"],
    ["a TIFF of large pages", Hostile.tiffOf(11, { side: 10_000 }), "pixels of a TIFF"]
  ]
  for (const [name, bytes, reason] of refused)
    test(name, () => {
      expect(() => weighPicture(bytes)).toThrow(new TooMuchWork(reason))
    })
})

test("up to the very bounds, and as encoders write them, pictures are let through", async () => {
  const allowed: ReadonlyArray<readonly [string, Uint8Array]> = [
    ["a JPEG of 100 scans", Hostile.withScans(jpeg, 99)],
    ["a large JPEG of few scans", jpegOf(10_000, 6)],
    ["a progressive photograph of 49 megapixels", jpegOf(7_000, 12)],
    ["a progressive photograph", progressive],
    ["a PNG of many chunks", Hostile.withChunks(png, new Array(39_990).fill(text))],
    ["a PNG of a text that unfolds", Hostile.withChunks(png, [compressedText(31 * mebibyte)])],
    ["a WebP of 20 frames", Hostile.webpOf(20, 2_100)],
    ["a WebP", await bytesOf(drawn().webp())],
    ["a TIFF of 20 pages", Hostile.tiffOf(20, { side: 7_000 })],
    ["a TIFF of more pages than are read", Hostile.tiffOf(100_000)],
    ["a tiled TIFF", await bytesOf(drawn(2_000, 2_000).tiff({ tile: true, compression: "jpeg" }))]
  ]
  for (const [name, bytes] of allowed) expect([name, weighPicture(bytes)]).toEqual([name, undefined])
})

test("an encoder writes far fewer scans than the bound", () => {
  expect(jpegWork(jpeg)).toEqual({ pixels: 120_000, scans: 1 })
  const { scans } = jpegWork(progressive)
  expect(scans).toBeGreaterThan(5)
  expect(scans).toBeLessThan(pictureBounds.scans / 5)
})

test("the JPEG strips of a TIFF count with their scans", async () => {
  const tiff = Buffer.from(
    await drawn(2_000, 2_000).tiff({ compression: "jpeg", tile: true, tileWidth: 1024, tileHeight: 1024 }).toBuffer()
  )
  const scan = tiff.indexOf(Buffer.from([0xff, 0xda]))
  // Overwrites the picture data of a tile with starts of scans, which fit where its data was.
  const start = Buffer.from([0xff, 0xda, 0, 2])
  for (let index = 0; index < 101; index++) tiff.set(start, scan + index * start.length)
  expect(() => weighPicture(new Uint8Array(tiff))).toThrow(new TooMuchWork("scans of a JPEG"))
})

test("every engine that opens a picture refuses it for its work", async () => {
  const bytes = Hostile.withScans(jpeg, 1_000)
  const mime_type = "image/jpeg" as const
  const refused = { code: "unreadable" as const, retryable: false }
  expect(await readDocument({ bytes, mime_type, country: null })).toEqual(refused)
  expect(await readIdentityPictures({ bytes, mime_type, country: null })).toEqual(refused)
  expect(await drawPicture({ bytes, mime_type, page: 1, width: 400 })).toEqual({ undrawable: "unreadable" })
  expect(await decodeFacePicture(bytes, 0, null)).toBe("unreadable")
})
