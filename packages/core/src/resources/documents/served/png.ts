import { KeptBytes, says } from "./kept-bytes.ts"
import { exifOf, orientationOf } from "./orientation.ts"

/** Chunks that decide which pixels are shown, and how large (W3C Portable Network Graphics, third edition, 11). */
const shown = ["IHDR", "PLTE", "IDAT", "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "bKGD", "pHYs"]
const signatureBytes = 8
/** Length, type and checksum. */
const frameBytes = 12

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})
const checksum = (bytes: Uint8Array): number => {
  let value = 0xffffffff
  for (const byte of bytes) value = (table[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8)
  return ~value >>> 0
}

const exifChunk = (exif: Uint8Array): Uint8Array => {
  const chunk = new Uint8Array(frameBytes + exif.length)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, exif.length)
  view.setUint32(4, 0x65584966)
  chunk.set(exif, 8)
  view.setUint32(8 + exif.length, checksum(chunk.subarray(4, 8 + exif.length)))
  return chunk
}

/** Bytes of `exifChunk`. */
const exifBytes = 38

/** A PNG without texts, times, Exif, XMP and whatever follows its end. Which way up it stands stays. */
export const plainPng = (bytes: Uint8Array): Uint8Array => {
  const kept = new KeptBytes(bytes, exifBytes)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let turned = false
  kept.keep(0, signatureBytes)
  for (let at = signatureBytes; at + frameBytes <= bytes.length; ) {
    const length = view.getUint32(at)
    const end = at + frameBytes + length
    if (end > bytes.length) break
    if (shown.some((type) => says(bytes, at + 4, type))) kept.keep(at, end)
    if (says(bytes, at + 4, "eXIf") && !turned) {
      const exif = exifOf(orientationOf(bytes.subarray(at + 8, at + 8 + length)))
      if (exif !== null) kept.add(exifChunk(exif))
      turned = exif !== null
    }
    if (says(bytes, at + 4, "IEND")) {
      kept.keep(at, end)
      break
    }
    at = end
  }
  return kept.done()
}
