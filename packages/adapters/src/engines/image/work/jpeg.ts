import { pictureBounds, within } from "./bounds.ts"

/** What the segments of a JPEG say of the work of decoding it. */
interface JpegWork {
  /** Pixels that it declares; 0 where no frame was found. */
  readonly pixels: number
  readonly scans: number
}

/** Markers without a segment of their own (ISO/IEC 10918-1, table B.1): stuffed bytes, restarts, start, end and fill. */
const standsAlone = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd9) || marker === 0xff
/** Start of frame of any process; 0xc4, 0xc8 and 0xcc are tables and extensions. */
const startsFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
const startOfScan = 0xda

/**
 * Walks the segments of a JPEG. A decoder goes over all its pixels with each scan, so that thousands of short scans make a small file expensive.
 * Throws `TooMuchWork` beyond the bounds.
 */
export const jpegWork = (bytes: Uint8Array): JpegWork => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let [pixels, scans, parts] = [0, 0, 0]
  for (let at = file.indexOf(0xff); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at)) {
    const marker = file[at + 1] ?? 0
    if (standsAlone(marker)) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    parts += 1
    within(parts, pictureBounds.parts, "segments of a JPEG")
    if (startsFrame(marker) && at + 9 <= file.length) pixels = Math.max(pixels, file.readUInt16BE(at + 5) * file.readUInt16BE(at + 7))
    if (marker === startOfScan) scans += 1
    within(scans, pictureBounds.scans, "scans of a JPEG")
    within(pixels * scans, pictureBounds.scannedPixels, "pixels of all scans of a JPEG")
    at += at + 4 <= file.length ? Math.max(4, 2 + file.readUInt16BE(at + 2)) : 2
  }
  return { pixels, scans }
}
