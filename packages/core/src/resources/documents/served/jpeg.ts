import { KeptBytes, says } from "./kept-bytes.ts"
import { exifOf, orientationOf } from "./orientation.ts"

const marker = { start: 0xd8, end: 0xd9, scan: 0xda, app0: 0xe0, app1: 0xe1, app2: 0xe2, app14: 0xee, app15: 0xef, comment: 0xfe } as const
const exifHeader = "Exif\0\0"

const isRestart = (code: number): boolean => code >= 0xd0 && code <= 0xd7

/** What a decoder needs to show the right pixels: the density, the colour profile and how Adobe mixed the colours. A picture inside goes. */
const staysAmongApplications = (bytes: Uint8Array, code: number, at: number, end: number): boolean =>
  (code === marker.app0 && says(bytes, at, "JFIF\0") && end - at === 14) ||
  (code === marker.app2 && says(bytes, at, "ICC_PROFILE\0")) ||
  (code === marker.app14 && says(bytes, at, "Adobe"))

const isApplication = (code: number): boolean => (code >= marker.app0 && code <= marker.app15) || code === marker.comment

/** Where the coded pixels end that begin here: at the next marker that is no restart and no stuffed byte. */
const endOfScan = (bytes: Uint8Array, from: number): number => {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1]
    if (code !== undefined && code !== 0 && code !== 0xff && !isRestart(code)) return at
  }
  return bytes.length
}

/** Which way up the picture stands by an Exif segment, as a segment with nothing else. */
const turnOnly = (payload: Uint8Array): Uint8Array | null => {
  const exif = exifOf(orientationOf(payload.subarray(exifHeader.length)))
  if (exif === null) return null
  const header = Uint8Array.from([0xff, marker.app1, 0, 2 + exifHeader.length + exif.length])
  return new Uint8Array([...header, ...Array.from(exifHeader, (letter) => letter.charCodeAt(0)), ...exif])
}

/** Bytes of `turnOnly`. */
const turnBytes = 36

/**
 * A JPEG (ITU-T T.81) with its segments of tables and pixels, and without Exif, XMP, IPTC, comments, previews and whatever follows its end. Which way
 * up it stands stays.
 */
export const plainJpeg = (bytes: Uint8Array): Uint8Array => {
  const kept = new KeptBytes(bytes, turnBytes)
  let turned = false
  let at = 2
  kept.keep(0, at)
  for (;;) {
    const start = bytes.indexOf(0xff, at)
    if (start < 0) return kept.done()
    const code = bytes[start + 1]
    at = start + 1
    if (code === undefined || code === 0xff) continue
    at += 1
    if (code === marker.end) {
      kept.keep(start, at)
      return kept.done()
    }
    if (code === 0 || code === 1 || code === marker.start || isRestart(code)) continue
    const length = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
    if (length < 2 || at + length > bytes.length) return kept.done()
    const payload = at + 2
    at += length
    if (code === marker.scan) at = endOfScan(bytes, at)
    if (!isApplication(code) || staysAmongApplications(bytes, code, payload, at)) kept.keep(start, at)
    else if (!turned && code === marker.app1 && says(bytes, payload, exifHeader)) {
      const turn = turnOnly(bytes.subarray(payload, at))
      if (turn !== null) kept.add(turn)
      turned = turn !== null
    }
  }
}

/** Segments with metadata, by their marker and how they begin. */
const metadata = [
  [marker.app1, exifHeader],
  [marker.app1, "http://ns.adobe.com/"],
  [0xed, "Photoshop 3.0\0"]
] as const

/** Blanks Exif, XMP and IPTC in the JPEG pictures that lie unpacked inside a file, in place, so that nothing else of the file moves. */
export const blankWithin = (bytes: Uint8Array): void => {
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1]
    if (!metadata.some(([kind, header]) => kind === code && says(bytes, at + 4, header))) continue
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
    bytes.fill(0, at + 4, Math.min(at + 2 + length, bytes.length))
  }
}
