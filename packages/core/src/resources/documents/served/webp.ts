import { KeptBytes, says } from "./kept-bytes.ts"
import { exifOf, orientationOf } from "./orientation.ts"

/** Chunks that decide which pixels are shown (RFC 9649, 2.7). Frames of an animation hold pixels alone, after 16 bytes of their own. */
const shown = ["VP8 ", "VP8L", "VP8X", "ALPH", "ICCP", "ANIM", "ANMF"]
const headerBytes = 12
const flags = { exif: 0x08, xmp: 0x04 } as const

/** Some programs begin the block as a JPEG segment does. */
const exifIn = (payload: Uint8Array): Uint8Array => (says(payload, 0, "Exif\0\0") ? payload.subarray(6) : payload)

const exifChunk = (exif: Uint8Array): Uint8Array => {
  const chunk = new Uint8Array(8 + exif.length)
  chunk.set([0x45, 0x58, 0x49, 0x46])
  new DataView(chunk.buffer).setUint32(4, exif.length, true)
  chunk.set(exif, 8)
  return chunk
}

/** Bytes of `exifChunk`. */
const exifBytes = 34

/** What the container says of its size and of what it holds. */
const corrected = (file: Uint8Array, turned: boolean): Uint8Array => {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  view.setUint32(4, file.length - 8, true)
  if (file.length >= 30 && says(file, headerBytes, "VP8X")) {
    view.setUint8(20, (view.getUint8(20) & ~(flags.exif | flags.xmp)) | (turned ? flags.exif : 0))
  }
  return file
}

/** A WebP without Exif, XMP, unknown chunks and whatever follows its end. Which way up it stands stays. */
export const plainWebp = (bytes: Uint8Array): Uint8Array => {
  const kept = new KeptBytes(bytes, exifBytes)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < headerBytes) return bytes
  const end = Math.min(bytes.length, 8 + view.getUint32(4, true))
  let turn: Uint8Array | null = null
  kept.keep(0, headerBytes)
  for (let at = headerBytes; at + 8 <= end; ) {
    const length = view.getUint32(at + 4, true)
    const next = Math.min(at + 8 + length + (length & 1), end)
    if (shown.some((type) => says(bytes, at, type))) kept.keep(at, next)
    else if (says(bytes, at, "EXIF")) turn ??= exifOf(orientationOf(exifIn(bytes.subarray(at + 8, next))))
    at = next
  }
  if (turn !== null) kept.add(exifChunk(turn))
  return corrected(kept.done(), turn !== null)
}
