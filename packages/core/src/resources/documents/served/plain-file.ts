import { blankWithin, plainJpeg } from "./jpeg.ts"
import { plainPng } from "./png.ts"
import { plainTiff } from "./tiff.ts"
import { plainWebp } from "./webp.ts"

const plainPdf = (file: Uint8Array): Uint8Array => {
  const bytes = file.slice()
  blankWithin(bytes)
  return bytes
}

const byType: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array | null>> = {
  "image/jpeg": plainJpeg,
  "image/png": plainPng,
  "image/webp": plainWebp,
  "image/tiff": plainTiff,
  "application/pdf": plainPdf
}

/**
 * A stored file as it is handed on: the same pixels, the same way up, without what the camera wrote beside them, such as the position, the device, the
 * owner and a preview. Null for a picture that is too damaged to tell its pixels from the rest.
 */
export const plainFile = (bytes: Uint8Array, mime_type: string): Uint8Array | null => {
  const plain = byType[mime_type]
  return plain === undefined ? bytes : plain(bytes)
}
