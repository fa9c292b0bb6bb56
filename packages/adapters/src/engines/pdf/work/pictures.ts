import { jpegWork } from "../../image/work/jpeg.ts"
import { TooMuchWork } from "../../too-much-work.ts"
import type { PdfObjects, PdfStream } from "./objects.ts"
import { isQuiet } from "./quiet-pictures.ts"
import { tintWork } from "./shadings.ts"
import { weight } from "./weights.ts"

/** Bytes that a packed one unfolds to at most in the common compression (RFC 1951). */
const mostUnfolded = 1_032
/** Packed bytes are not taken to hold more pixels than this each, where their own header does not say so. */
const pixelsAByte = 4_000
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

/** What a pixel of a picture takes by the filter that it is packed with, beside the scans of a JPEG. */
const weights: Readonly<Record<string, number>> = {
  DCTDecode: weight.jpeg,
  DCT: weight.jpeg,
  JPXDecode: weight.wavelet,
  JBIG2Decode: weight.bilevel,
  CCITTFaxDecode: weight.fax,
  CCF: weight.fax
}

/** Pixels of a picture by its dictionary and by its own header, and the scans that go over them. */
const sizeOf = (file: Buffer, filter: string, declared: number): { readonly pixels: number; readonly scans: number } => {
  const likely = Math.min(declared, file.length * pixelsAByte)
  if (filter === "DCTDecode" || filter === "DCT") {
    const { pixels, scans } = jpegWork(file)
    return { pixels: Math.max(likely, pixels), scans: Math.max(1, scans) }
  }
  if (filter === "JPXDecode") return { pixels: Math.max(likely, waveletSize(file)), scans: 1 }
  // A blank page of these takes hardly a byte.
  return { pixels: declared + (filter === "JBIG2Decode" ? regionPixels(file) : 0), scans: 1 }
}

/** What drawing a picture takes each time, without the area that it covers. It follows headers and decodes nothing. */
export const pictureWork = async (objects: PdfObjects, stream: PdfStream): Promise<number> => {
  const { dictionary } = stream
  const width = objects.number(dictionary.get("Width") ?? dictionary.get("W"), 0)
  const height = objects.number(dictionary.get("Height") ?? dictionary.get("H"), 0)
  const declared = width > 0 && height > 0 ? width * height : 0
  const tint = await tintWork(objects, dictionary.get("ColorSpace") ?? dictionary.get("CS"))
  const plain = (bytes: number) => Math.min(declared, bytes * 8) * (weight.scaled + weight.plain + tint)
  // Read row by row as far as it is needed, so that nothing has to be unpacked to bound it.
  if (objects.isDeflated(stream)) return plain(stream.packed.length * mostUnfolded)
  const { bytes, picture } = await objects.unpack(stream)
  // Plain pixels cannot be more than there are bits for them.
  if (picture === null) return plain(bytes.length)
  const { pixels, scans } = sizeOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), picture, declared)
  const again = isQuiet(stream) ? 0 : weight.unpackedAgain * scans
  const entropy = picture === "JPXDecode" ? bytes.length * weight.waveletByte : 0
  return entropy + pixels * (weight.scaled + (weights[picture] ?? weight.jpeg) + weight.scan * (scans - 1) + tint + again)
}
