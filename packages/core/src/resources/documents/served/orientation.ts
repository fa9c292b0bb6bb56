const orientationTag = 0x0112
/** Upright, which needs no word. */
const upright = 1
const orientations = 8

/** Which way up a picture stands, 1 to 8, by the first directory of an Exif block (a TIFF of its own); 1 where it does not say. */
export const orientationOf = (exif: Uint8Array): number => {
  const view = new DataView(exif.buffer, exif.byteOffset, exif.byteLength)
  if (exif.length < 14) return upright
  const little = view.getUint16(0) === 0x4949
  const first = view.getUint32(4, little)
  if (first + 2 > exif.length) return upright
  const entries = view.getUint16(first, little)
  for (let index = 0, at = first + 2; index < entries && at + 12 <= exif.length; index++, at += 12) {
    if (view.getUint16(at, little) !== orientationTag) continue
    const value = view.getUint16(at + 8, little)
    return value >= upright && value <= orientations ? value : upright
  }
  return upright
}

/** An Exif block that says which way up the picture stands and nothing else; null for one that is upright. */
export const exifOf = (orientation: number): Uint8Array | null => {
  if (orientation === upright) return null
  const exif = new Uint8Array(26)
  const view = new DataView(exif.buffer)
  view.setUint32(0, 0x4d4d002a)
  view.setUint32(4, 8)
  view.setUint16(8, 1)
  view.setUint16(10, orientationTag)
  view.setUint16(12, 3)
  view.setUint32(14, 1)
  view.setUint16(18, orientation)
  return exif
}
