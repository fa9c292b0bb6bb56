import { maxDocumentPages } from "@vouchkit/core/resources/documents/media"
import { pictureBounds, within } from "./bounds.ts"

const headerBytes = 12
const size24 = (file: Buffer, at: number): number => (at + 3 <= file.length ? file.readUIntLE(at, 3) + 1 : 0)

/**
 * Walks the chunks of a WebP. A frame is drawn over the ones before it, so that reading each of them as a page draws the first as often as there
 * are frames. With more frames than pages may be, none of them is drawn.
 */
export const webpWork = (bytes: Uint8Array): void => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let [canvas, frames] = [0, 0]
  for (let at = headerBytes, parts = 1; at + 8 <= file.length; parts++) {
    within(parts, pictureBounds.parts, "chunks of a WebP")
    const type = file.toString("latin1", at, at + 4)
    if (type === "VP8X") canvas = Math.max(canvas, size24(file, at + 12) * size24(file, at + 15))
    if (type === "ANMF") frames += 1
    at += 8 + file.readUInt32LE(at + 4) + (file.readUInt32LE(at + 4) & 1)
  }
  const drawn = Math.min(frames, maxDocumentPages)
  within((canvas * drawn * (drawn + 1)) / 2, pictureBounds.pixels, "frames of a WebP")
}
