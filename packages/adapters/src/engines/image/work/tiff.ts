import { maxDocumentPages } from "@vouchkit/core/resources/documents/media"
import { TooMuchWork } from "../../too-much-work.ts"
import { pictureBounds, within } from "./bounds.ts"
import { jpegWork } from "./jpeg.ts"

/** Bytes of a value by its type (TIFF 6.0, section 2, and BigTIFF); types that are not here hold no numbers that matter. */
const widths: Readonly<Record<number, 1 | 2 | 4 | 8>> = { 1: 1, 3: 2, 4: 4, 13: 4, 16: 8, 18: 8 }
const tags = {
  width: 256,
  height: 257,
  compression: 259,
  strips: 273,
  channels: 277,
  stripBytes: 279,
  tileWidth: 322,
  tileHeight: 323,
  tiles: 324,
  tileBytes: 325
} as const
/** Compressions whose strips and tiles are JPEG pictures of their own. */
const jpegCompressions: ReadonlySet<number> = new Set([6, 7])

/** Reads numbers in the order of bytes that the file names. Outside the file everything is 0. */
class Reader {
  readonly file: Buffer
  readonly big: boolean
  private readonly little: boolean

  constructor(bytes: Uint8Array) {
    this.file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.little = this.file[0] === 0x49
    this.big = this.number(2, 2) === 43
  }

  number(at: number, width: 1 | 2 | 4 | 8): number {
    const { file, little } = this
    if (!(at >= 0 && at + width <= file.length)) return 0
    if (width === 8) return Number(little ? file.readBigUInt64LE(at) : file.readBigUInt64BE(at))
    return little ? file.readUIntLE(at, width) : file.readUIntBE(at, width)
  }
}

type Directory = ReadonlyMap<number, ReadonlyArray<number>>

/** The numbers of one entry: in the entry itself where they fit, and else where it points. */
const valuesOf = (reader: Reader, at: number): ReadonlyArray<number> => {
  const wide = reader.big ? 8 : 4
  const width = widths[reader.number(at + 2, 2)]
  const count = reader.number(at + 4, wide)
  if (width === undefined || count * width > reader.file.length) return []
  const held = at + 4 + wide
  const start = count * width <= wide ? held : reader.number(held, wide)
  return Array.from({ length: count }, (_, index) => reader.number(start + index * width, width))
}

const known: ReadonlySet<number> = new Set(Object.values(tags))

/** Reads the directory at an offset, and where the next one is. */
const directoryAt = (reader: Reader, at: number): { readonly entries: Directory; readonly next: number } => {
  const [counted, size] = reader.big ? ([8, 20] as const) : ([2, 12] as const)
  const count = reader.number(at, counted)
  within(count, pictureBounds.entries, "entries of a TIFF directory")
  const entries = new Map<number, ReadonlyArray<number>>()
  for (let index = 0; index < count; index++) {
    const entry = at + counted + index * size
    const tag = reader.number(entry, 2)
    if (known.has(tag) && !entries.has(tag)) entries.set(tag, valuesOf(reader, entry))
  }
  return { entries, next: reader.number(at + counted + count * size, reader.big ? 8 : 4) }
}

/** Pixels of a page, with each scan of the pictures that its strips or tiles are. */
const pixelsOf = (reader: Reader, entries: Directory): number => {
  const first = (tag: number, otherwise: number): number => entries.get(tag)?.[0] ?? otherwise
  within(first(tags.channels, 1), pictureBounds.channels, "channels of a TIFF")
  within(first(tags.tileWidth, 0) * first(tags.tileHeight, 0), pictureBounds.tilePixels, "a tile of a TIFF")
  if (jpegCompressions.has(first(tags.compression, 1))) {
    const places = entries.get(tags.strips) ?? entries.get(tags.tiles) ?? []
    const lengths = entries.get(tags.stripBytes) ?? entries.get(tags.tileBytes) ?? []
    within(places.length, pictureBounds.strips, "strips of a TIFF")
    // Many strips may point to the same bytes.
    within(
      lengths.reduce((all, length) => all + length, 0),
      reader.file.length * 2,
      "bytes of the strips of a TIFF"
    )
    let scanned = 0
    for (const [index, place] of places.entries()) {
      const { pixels, scans } = jpegWork(reader.file.subarray(place, place + (lengths[index] ?? 0)))
      scanned += pixels * scans
      within(scanned, pictureBounds.scannedPixels, "pixels of all scans of a TIFF")
    }
  }
  return first(tags.width, 0) * first(tags.height, 0)
}

/** Walks the directories of a TIFF, each of which is a page. Throws `TooMuchWork` where they follow one another in a circle. */
export const tiffWork = (bytes: Uint8Array): void => {
  const reader = new Reader(bytes)
  const seen = new Set<number>()
  let pixels = 0
  for (let at = reader.big ? reader.number(8, 8) : reader.number(4, 4); at > 0 && at < bytes.length; ) {
    if (seen.has(at)) throw new TooMuchWork("directories of a TIFF in a circle")
    seen.add(at)
    within(seen.size, pictureBounds.directories, "directories of a TIFF")
    const { entries, next } = directoryAt(reader, at)
    // Of a file with more pages than are read, none is.
    if (seen.size <= maxDocumentPages) pixels += pixelsOf(reader, entries)
    within(pixels, pictureBounds.pixels, "pixels of a TIFF")
    at = next
  }
}
