import { blankWithin } from "./jpeg.ts"

/** Tags that decide which pixels are shown (TIFF 6.0, its supplements, and ISO 12639): everything else of a directory goes. */
const shown = new Set([
  254, 255, 256, 257, 258, 259, 262, 263, 264, 265, 266, 273, 274, 277, 278, 279, 280, 281, 282, 283, 284, 290, 291, 292, 293, 296, 297,
  301, 317, 318, 319, 320, 321, 322, 323, 324, 325, 326, 327, 328, 332, 334, 336, 338, 339, 340, 341, 342, 347, 512, 513, 514, 515, 517,
  518, 519, 520, 521, 529, 530, 531, 532, 34675
])
/** Tags whose values are places in the file, and those that say how many bytes lie there. */
const places = new Map([
  [273, 279],
  [324, 325],
  [513, 514]
])
/** Bytes of a value by its type; the types above 13 are those of BigTIFF. */
const sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]

/** More is no scan: a page of 15 MB has a few thousand strips at most. */
const mostDirectories = 1_000
const mostParts = 200_000

interface Layout {
  readonly view: DataView
  readonly little: boolean
  readonly big: boolean
}
interface Entry {
  readonly tag: number
  readonly type: number
  readonly count: number
  /** Where its values lie. */
  readonly at: number
}
type Parts = Array<readonly [from: number, to: number]>

const numberAt = ({ little, view }: Layout, at: number, bytes: number): number => {
  if (at < 0 || at + bytes > view.byteLength) return 0
  if (bytes === 0) return 0
  if (bytes === 1) return view.getUint8(at)
  if (bytes === 2) return view.getUint16(at, little)
  return bytes === 4 ? view.getUint32(at, little) : Number(view.getBigUint64(at, little))
}

const entryBytes = ({ big }: Layout) => (big ? 20 : 12)
const offsetBytes = ({ big }: Layout) => (big ? 8 : 4)
const countBytes = ({ big }: Layout) => (big ? 8 : 2)

const entryAt = (layout: Layout, at: number): Entry => {
  const tag = numberAt(layout, at, 2)
  const type = numberAt(layout, at + 2, 2)
  const count = numberAt(layout, at + 4, offsetBytes(layout))
  const inside = at + 4 + offsetBytes(layout)
  const fits = count * (sizes[type] ?? 0) <= offsetBytes(layout)
  return { tag, type, count, at: fits ? inside : numberAt(layout, inside, offsetBytes(layout)) }
}

/** Adds where the values of a directory lie, and the pixels that they point at; false when these are too many or not in the file. */
const addParts = (layout: Layout, entries: ReadonlyMap<number, Entry>, parts: Parts): boolean => {
  for (const { at, count, tag, type } of entries.values()) {
    const size = sizes[type] ?? 0
    if (at + count * size > layout.view.byteLength) return false
    parts.push([at, at + count * size])
    const lengths = entries.get(places.get(tag) ?? -1)
    // Where the pixels end is not said, so that nothing could be told from them.
    if (places.has(tag) && lengths === undefined) return false
    if (lengths === undefined) continue
    if (parts.length + count > mostParts) return false
    const step = sizes[lengths.type] ?? 0
    for (let index = 0; index < Math.min(count, lengths.count); index++) {
      const from = numberAt(layout, at + index * size, size)
      parts.push([from, from + numberAt(layout, lengths.at + index * step, step)])
    }
  }
  return parts.length <= mostParts
}

/** Takes the other tags out of a directory; answers where the next one is, or null where the directory does not lie in the file. */
const plainDirectory = (layout: Layout, bytes: Uint8Array, directory: number, parts: Parts): number | null => {
  const each = entryBytes(layout)
  const first = directory + countBytes(layout)
  const count = numberAt(layout, directory, countBytes(layout))
  const end = first + count * each
  if (end + offsetBytes(layout) > bytes.length) return null
  const next = numberAt(layout, end, offsetBytes(layout))
  const entries = new Map<number, Entry>()
  let at = first
  for (let from = first; from < end; from += each) {
    const entry = entryAt(layout, from)
    if (!shown.has(entry.tag)) continue
    bytes.copyWithin(at, from, from + each)
    // Values inside of the entry have moved with it.
    entries.set(entry.tag, entryAt(layout, at))
    at += each
  }
  if (layout.big) layout.view.setBigUint64(directory, BigInt(entries.size), layout.little)
  else layout.view.setUint16(directory, entries.size, layout.little)
  bytes.copyWithin(at, end, end + offsetBytes(layout))
  parts.push([directory, at + offsetBytes(layout)])
  return addParts(layout, entries, parts) ? next : null
}

/** Blanks every byte that lies in none of the parts. */
const blankBetween = (bytes: Uint8Array, parts: Parts): void => {
  let shownUpTo = 0
  for (const [from, to] of parts.sort(([one], [other]) => one - other)) {
    if (from > shownUpTo) bytes.fill(0, shownUpTo, Math.min(from, bytes.length))
    shownUpTo = Math.max(shownUpTo, to)
  }
  if (shownUpTo < bytes.length) bytes.fill(0, shownUpTo)
}

/**
 * A TIFF with the directories of its pages and the pixels that they name. Every other byte is blank: positions, cameras, texts, previews, and what no
 * directory names. Null for a file whose directories lead nowhere or are more than any scan has.
 */
export const plainTiff = (file: Uint8Array): Uint8Array | null => {
  const bytes = file.slice()
  const view = new DataView(bytes.buffer)
  if (bytes.length < 16) return null
  const little = view.getUint16(0) === 0x4949
  const layout: Layout = { view, little, big: view.getUint16(2, little) === 43 }
  const header = layout.big ? 16 : 8
  const parts: Parts = [[0, header]]
  const seen = new Set<number>()
  let directory = numberAt(layout, header - offsetBytes(layout), offsetBytes(layout))
  while (directory !== 0) {
    if (seen.has(directory) || seen.size >= mostDirectories) return null
    seen.add(directory)
    const next = plainDirectory(layout, bytes, directory, parts)
    if (next === null) return null
    directory = next
  }
  blankBetween(bytes, parts)
  blankWithin(bytes)
  return bytes
}
