import { createHash, type Hash } from "node:crypto"
import { Zip, ZipDeflate, ZipPassThrough } from "fflate"

/** Bytes of a part in the object store. */
const partBytes = 8 * 1024 * 1024
/** A ZIP file without the 64-bit extension has at most so many bytes and members. */
const mostArchiveBytes = 3_900_000_000
const mostArchiveFiles = 60_000

interface ManifestFile {
  readonly path: string
  readonly size_bytes: number
  readonly sha256: string
}

interface Open {
  readonly path: string
  readonly member: ZipDeflate | ZipPassThrough
  readonly hash: Hash
  size: number
}

/**
 * Writes a ZIP file member by member, and hands it out in parts of one size: memory holds one part and what is written next. The same members make the
 * same bytes, whenever and wherever that is, so that a run that was broken off can be gone on with.
 */
export class Archive {
  readonly files: Array<ManifestFile> = []
  /** Bytes of all parts that were taken. */
  size = 0
  private readonly whole = createHash("sha256")
  private readonly zip: Zip
  private readonly modified: string
  private chunks: Array<Uint8Array> = []
  private waiting = 0
  private open: Open | null = null

  /** `at` is what every member shows as its time, in UTC. */
  constructor(at: string) {
    // Without a zone it is read as local time, and written as it stands.
    this.modified = at.slice(0, 19)
    this.zip = new Zip((failure, chunk) => {
      if (failure !== null) throw failure
      this.chunks.push(chunk)
      this.waiting += chunk.length
    })
  }

  /** Begins a member. Texts are compressed; pictures and PDF files are already. */
  begin(path: string, kind: "text" | "file"): void {
    this.end()
    const member = kind === "text" ? new ZipDeflate(path, { level: 6 }) : new ZipPassThrough(path)
    member.mtime = this.modified
    this.open = { path, member, hash: createHash("sha256"), size: 0 }
    this.zip.add(member)
  }

  write(bytes: Uint8Array): void {
    if (this.open === null) throw new Error("a member has to begin before it is written")
    this.open.hash.update(bytes)
    this.open.size += bytes.length
    this.open.member.push(bytes, false)
  }

  /** Ends the member at hand, if there is one. */
  end(): void {
    if (this.open === null) return
    const { hash, member, path, size } = this.open
    member.push(new Uint8Array(0), true)
    this.files.push({ path, size_bytes: size, sha256: hash.digest("hex") })
    this.open = null
  }

  /** Ends the file; the last parts can be taken then. */
  close(): void {
    this.end()
    this.zip.end()
  }

  /** Too much for one ZIP file. */
  get isFull(): boolean {
    return this.size + this.waiting > mostArchiveBytes || this.files.length > mostArchiveFiles
  }

  /** The next part, once as many bytes are there, or the rest at the end; undefined where there is none. */
  take(rest: "whole parts" | "the rest"): Uint8Array | undefined {
    const size = Math.min(this.waiting, partBytes)
    if (size === 0 || (size < partBytes && rest === "whole parts")) return undefined
    const part = new Uint8Array(size)
    let filled = 0
    while (filled < size) {
      const chunk = this.chunks[0] ?? new Uint8Array(0)
      const taken = chunk.subarray(0, size - filled)
      part.set(taken, filled)
      filled += taken.length
      if (taken.length === chunk.length) this.chunks.shift()
      else this.chunks[0] = chunk.subarray(taken.length)
    }
    this.waiting -= size
    this.size += size
    this.whole.update(part)
    return part
  }

  /** SHA-256 of all parts, in hexadecimal digits; only at the end. */
  digest(): string {
    return this.whole.digest("hex")
  }
}
