import { TrustUnreadable } from "@vouchkit/core/resources/trust/import-trust"

/** Bounds of an archive: those of an import, and how far a file may grow while it is unpacked. LDIF shrinks to a third. */
export const zipLimits = { entries: 1_000, directory_bytes: 4 << 20, entry_bytes: 512 << 20, bytes: 1 << 30, ratio: 200 } as const

/** A file of an archive as the directory at its end describes it. */
export interface ZipEntry {
  readonly name: string
  readonly deflated: boolean
  readonly checksum: number
  readonly packed_bytes: number
  readonly bytes: number
  /** Where its own header begins. */
  readonly offset: number
}

export const headerBytes = { end: 22, directory: 46, local: 30 } as const
const longestComment = 65_535
/** How much of the end of an archive may hold its last record. */
export const tailBytes = headerBytes.end + longestComment

const signatures = { end: 0x06054b50, directory: 0x02014b50, local: 0x04034b50 } as const
const encrypted = 0x2041
const utf8 = 0x0800
/** A larger one stands in further records (ZIP64), which no file within the bounds needs. */
const beyond = { small: 0xffff, large: 0xffffffff } as const

const damaged = () => new TrustUnreadable("The archive is damaged, or is no ZIP archive.")

/** Where the directory of an archive lies, from the last bytes of the file. */
export const directoryPlace = (
  tail: Buffer,
  size: number
): { readonly offset: number; readonly bytes: number; readonly entries: number } => {
  for (let at = tail.length - headerBytes.end; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== signatures.end || at + headerBytes.end + tail.readUInt16LE(at + 20) !== tail.length) continue
    const [disk, first, here, entries] = [4, 6, 8, 10].map((place) => tail.readUInt16LE(at + place))
    const [bytes, offset] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)]
    if (entries === undefined || entries === beyond.small || bytes === beyond.large || offset === beyond.large) {
      throw new TrustUnreadable("The archive is of the kind for very large files (ZIP64). Unpack it first.")
    }
    const whole = disk === 0 && first === 0 && here === entries && offset + bytes === size - tail.length + at
    if (!whole) throw damaged()
    if (entries > zipLimits.entries || bytes > zipLimits.directory_bytes) {
      throw new TrustUnreadable(`The archive has more than ${zipLimits.entries} files. Unpack it and import the files in parts.`)
    }
    return { offset, bytes, entries }
  }
  throw damaged()
}

const judged = (entry: ZipEntry): ZipEntry => {
  if (entry.bytes > zipLimits.entry_bytes || entry.bytes > entry.packed_bytes * zipLimits.ratio + (1 << 20)) {
    throw new TrustUnreadable("A file in the archive is larger than any list, or packed more tightly than one can be.")
  }
  if (!entry.deflated && entry.bytes !== entry.packed_bytes) throw damaged()
  return entry
}

/** No two files may share bytes: an archive of few kilobytes could stand for any number of large files. */
const apart = (entries: ReadonlyArray<ZipEntry>, end: number): boolean => {
  let free = 0
  for (const { offset, packed_bytes } of [...entries].sort((left, right) => left.offset - right.offset)) {
    if (offset < free) return false
    free = offset + headerBytes.local + packed_bytes
  }
  return free <= end
}

/** The files that a directory lists, of an archive whose files lie before `end`. Throws `TrustUnreadable` for what is out of bounds. */
export const entriesOfDirectory = (directory: Buffer, count: number, end: number): ReadonlyArray<ZipEntry> => {
  const entries: Array<ZipEntry> = []
  let at = 0
  for (let place = 0; place < count; place += 1) {
    if (at + headerBytes.directory > directory.length || directory.readUInt32LE(at) !== signatures.directory) throw damaged()
    const [flags, method] = [directory.readUInt16LE(at + 8), directory.readUInt16LE(at + 10)]
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((member) => directory.readUInt16LE(at + member))
    const next = at + headerBytes.directory + (nameBytes ?? 0) + (extraBytes ?? 0) + (commentBytes ?? 0)
    if (next > directory.length) throw damaged()
    if ((flags & encrypted) !== 0) throw new TrustUnreadable("The archive is encrypted. Unpack it first.")
    if (method !== 0 && method !== 8) throw new TrustUnreadable("The archive is packed in a way that is not read here. Unpack it first.")
    const name = directory.subarray(at + headerBytes.directory, at + headerBytes.directory + (nameBytes ?? 0))
    entries.push(
      judged({
        name: name.toString((flags & utf8) === 0 ? "latin1" : "utf8"),
        deflated: method === 8,
        checksum: directory.readUInt32LE(at + 16),
        packed_bytes: directory.readUInt32LE(at + 20),
        bytes: directory.readUInt32LE(at + 24),
        offset: directory.readUInt32LE(at + 42)
      })
    )
    at = next
  }
  if (at !== directory.length || !apart(entries, end)) throw damaged()
  if (entries.reduce((sum, { bytes }) => sum + bytes, 0) > zipLimits.bytes) {
    throw new TrustUnreadable(
      `The files in the archive are larger than ${zipLimits.bytes >> 20} MB together. Unpack it and import them in parts.`
    )
  }
  return entries
}

/** Where the content of a file begins, from its own header; the sizes are those of the directory. */
export const contentPlace = (header: Buffer, { deflated, offset }: ZipEntry): number => {
  if (header.length < headerBytes.local || header.readUInt32LE(0) !== signatures.local) throw damaged()
  if (header.readUInt16LE(8) !== (deflated ? 8 : 0)) throw damaged()
  return offset + headerBytes.local + header.readUInt16LE(26) + header.readUInt16LE(28)
}
