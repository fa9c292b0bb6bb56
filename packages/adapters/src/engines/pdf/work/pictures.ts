import { jpegWork } from "../../image/work/jpeg.ts"
import { TooMuchWork } from "../../too-much-work.ts"
import type { PdfObjects, PdfStream } from "./objects.ts"
import { tintWork } from "./shadings.ts"

/** Packed bytes are not taken to hold more pixels than this each, where their own header does not say so. */
const pixelsAByte = 4_000
/** Decoding a pixel of JPEG 2000 costs as much as painting so many. */
const waveletPixels = 20
/** Segments of a JBIG2 picture; scanners write 2 to 10. */
const maxSegments = 10_000
/** Regions of a JBIG2 picture (ISO/IEC 14492, 7.3), each of which is decoded and laid on the page. */
const regions: ReadonlySet<number> = new Set([4, 6, 7, 20, 22, 23, 36, 38, 39, 40, 42, 43])

/** Pixels by the SIZ segment of a JPEG 2000 picture (ISO/IEC 15444-1, A.5.1), three channels together; 0 where there is none. */
const waveletSize = (file: Buffer): number => {
  const start = file.indexOf(Buffer.from([0xff, 0x4f, 0xff, 0x51]))
  if (start < 0 || start + 42 > file.length) return 0
  const at = (offset: number) => file.readUInt32BE(start + offset)
  const channels = file.readUInt16BE(start + 40)
  return Math.max(0, at(8) - at(16)) * Math.max(0, at(12) - at(20)) * Math.max(1, channels / 3)
}

/** Pixels of all regions of a JBIG2 picture, by the headers of its segments (ISO/IEC 14492, 7.2). */
const regionPixels = (file: Buffer): number => {
  let pixels = 0
  for (let at = 0, count = 1; at + 11 <= file.length; count++) {
    if (count > maxSegments) throw new TooMuchWork("segments of a JBIG2 picture")
    const number = file.readUInt32BE(at)
    const flags = file.readUInt8(at + 4)
    const short = file.readUInt8(at + 5) >> 5
    const referred = short < 7 ? short : file.readUInt32BE(at + 5) & 0x1fff_ffff
    const references = short < 7 ? 1 : 4 + Math.ceil((referred + 1) / 8)
    const length = at + 5 + references + referred * (number <= 256 ? 1 : number <= 65_536 ? 2 : 4) + ((flags & 0x40) === 0 ? 1 : 4)
    const data = length + 4
    if (data > file.length) break
    if (regions.has(flags & 0x3f) && data + 8 <= file.length) pixels += file.readUInt32BE(data) * file.readUInt32BE(data + 4)
    at = data + file.readUInt32BE(length)
  }
  return pixels
}

interface PictureWork {
  /** Pixels of the decoded picture, by its dictionary and by its own header. */
  readonly pixels: number
  /** What decoding and colouring it costs beyond that, in painted pixels. */
  readonly calculated: number
}

/** What decoding a picture takes. It follows headers and decodes nothing. */
export const pictureWork = async (objects: PdfObjects, stream: PdfStream): Promise<PictureWork> => {
  const { dictionary } = stream
  const width = objects.number(dictionary.get("Width") ?? dictionary.get("W"), 0)
  const height = objects.number(dictionary.get("Height") ?? dictionary.get("H"), 0)
  const { bytes, picture } = await objects.unpack(stream)
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const declared = width > 0 && height > 0 ? width * height : 0
  const tint = await tintWork(objects, dictionary.get("ColorSpace") ?? dictionary.get("CS"))
  const likely = Math.min(declared, file.length * pixelsAByte)
  const work = (pixels: number, each: number): PictureWork => ({ pixels, calculated: pixels * (each + tint) })
  // Plain pixels cannot be more than there are bits for them.
  if (picture === null) return work(Math.min(declared, file.length * 8), 0)
  if (picture === "DCTDecode" || picture === "DCT") {
    const { pixels, scans } = jpegWork(bytes)
    return work(Math.max(likely, pixels), scans)
  }
  if (picture === "JPXDecode") return work(Math.max(likely, waveletSize(file)), waveletPixels)
  // A blank page of these takes hardly a byte.
  if (picture === "JBIG2Decode") return work(declared + regionPixels(file), 1)
  return work(declared, 1)
}
