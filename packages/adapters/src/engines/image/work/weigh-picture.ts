import { type DocumentMediaType, sniffMedia } from "@vouchkit/core/resources/documents/media"
import { jpegWork } from "./jpeg.ts"
import { pngWork } from "./png.ts"
import { tiffWork } from "./tiff.ts"
import { webpWork } from "./webp.ts"

const works: Readonly<Partial<Record<DocumentMediaType, (bytes: Uint8Array) => unknown>>> = {
  "image/jpeg": jpegWork,
  "image/png": pngWork,
  "image/tiff": tiffWork,
  "image/webp": webpWork
}

/**
 * Counts what decoding a picture would take from its headers, before any library is given it. Throws `TooMuchWork` where that is more than any
 * picture of a document takes. Other kinds of files (GIF, HEIF) are refused by their first bytes and never decoded.
 */
export const weighPicture = (bytes: Uint8Array): void => {
  const media = sniffMedia(bytes)
  if ("mime_type" in media) works[media.mime_type]?.(bytes)
}
