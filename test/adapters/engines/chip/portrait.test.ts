import { describe, expect, test } from "bun:test"
import { decodeJpeg2000 } from "@vouchkit/adapters/engines/chip/jpeg2000"
import { portraitPng } from "@vouchkit/adapters/engines/chip/portrait"
import sharp from "sharp"
import { encodeJpeg2000, jp2File, softPicture } from "../../../support/jpeg2000.ts"

const colour = { width: 96, height: 128, channels: 3 } as const
const grey = { width: 60, height: 77, channels: 1 } as const
const samples = await softPicture(colour.width, colour.height, 3)
const stream = encodeJpeg2000(samples, colour)
const pixels = async (png: Uint8Array | null): Promise<Uint8Array> =>
  new Uint8Array(
    await sharp(png ?? new Uint8Array())
      .removeAlpha()
      .raw()
      .toBuffer()
  )

describe("the portrait of a chip", () => {
  test("in JPEG 2000 comes out pixel by pixel as it was put in, as a code stream and as a file, in colour and in grey", async () => {
    expect(await decodeJpeg2000(stream)).toEqual({ ...colour, data: samples })
    expect(await pixels(await portraitPng(stream))).toEqual(samples)
    expect(await pixels(await portraitPng(jp2File(stream, colour)))).toEqual(samples)
    const greySamples = await softPicture(grey.width, grey.height, 1)
    const png = await portraitPng(jp2File(encodeJpeg2000(greySamples, grey), grey))
    const shown = await pixels(png)
    const step = shown.length / greySamples.length
    expect([...greySamples].map((_, at) => shown[at * step])).toEqual([...greySamples])
  })

  test("in JPEG comes out as a PNG of the same size, without its metadata", async () => {
    const jpeg = await sharp(samples, { raw: colour })
      .withExif({ IFD0: { Copyright: "somebody" } })
      .jpeg({ quality: 95 })
      .toBuffer()
    const png = await portraitPng(new Uint8Array(jpeg))
    const facts = await sharp(Buffer.from(png ?? [])).metadata()
    expect(facts).toMatchObject({ format: "png", width: colour.width, height: colour.height })
    expect(facts.exif).toBeUndefined()
  })

  test("that is larger than any portrait is refused by its header, before anything is decoded", async () => {
    const sized = (offset: number, value: number) => {
      const changed = Uint8Array.from(stream)
      new DataView(changed.buffer).setUint32(offset, value)
      return changed
    }
    for (const [offset, value] of [
      [8, 60_000],
      [12, 0xffff_ffff],
      [8, 0],
      [24, 0]
    ] as const) {
      expect(await decodeJpeg2000(sized(offset, value))).toBeNull()
    }
    const manyTiles = sized(24, 1)
    new DataView(manyTiles.buffer).setUint32(28, 1)
    expect(await decodeJpeg2000(manyTiles)).toBeNull()
    const manyComponents = Uint8Array.from(stream)
    new DataView(manyComponents.buffer).setUint16(40, 16_384)
    expect(await decodeJpeg2000(manyComponents)).toBeNull()
  })

  test("that is cut off, changed or no picture at all is a picture or nothing, never a crash", async () => {
    const shorter = Array.from({ length: 24 }, (_, at) => stream.subarray(0, Math.floor((stream.length * at) / 24)))
    const changed = Array.from({ length: 40 }, (_, at) => {
      const copy = Uint8Array.from(stream)
      copy[(at * 7919) % copy.length] = (at * 37) & 0xff
      return copy
    })
    for (const bytes of [...shorter, ...changed, new Uint8Array(), Buffer.from("<svg/>"), samples]) {
      const png = await portraitPng(bytes)
      if (png !== null) expect([...png.subarray(1, 4)]).toEqual([0x50, 0x4e, 0x47])
    }
    expect(await portraitPng(stream.subarray(0, 60))).toBeNull()
    expect(await portraitPng(Buffer.from("<svg/>"))).toBeNull()
  })
})
