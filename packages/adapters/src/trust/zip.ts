import { createReadStream } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { basename } from "node:path"
import { pipeline, type Readable } from "node:stream"
import { crc32, createInflateRaw } from "node:zlib"
import { TrustUnreadable } from "@vouchkit/core/resources/trust/import-trust"
import type { GivenFile } from "@vouchkit/core/resources/trust/stored-files"
import { contentPlace, directoryPlace, entriesOfDirectory, headerBytes, tailBytes, type ZipEntry } from "./zip-directory.ts"

const starts: ReadonlyArray<string> = ["504b0304", "504b0506"]
const startsAsZip = (bytes: Uint8Array): boolean => starts.includes(Buffer.from(bytes.subarray(0, 4)).toString("hex"))

const bytesAt = async (file: FileHandle, offset: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
  return buffer.subarray(0, bytesRead)
}

const withFile = async <A>(path: string, use: (file: FileHandle) => Promise<A>): Promise<A> => {
  const file = await open(path, "r").catch(() => {
    throw new TrustUnreadable(`${basename(path)} cannot be read.`)
  })
  try {
    return await use(file)
  } finally {
    await file.close()
  }
}

/** Whether a file is a ZIP archive, by its first bytes. Rejects with `TrustUnreadable` when it cannot be read. */
export const isZip = (path: string): Promise<boolean> => withFile(path, async (file) => startsAsZip(await bytesAt(file, 0, 4)))

/** Unpacks while it is read, and goes no further than the directory says. */
async function* contentOf(path: string, entry: ZipEntry): AsyncGenerator<Uint8Array, void, void> {
  if (entry.packed_bytes === 0) return
  const start = await withFile(path, async (file) => contentPlace(await bytesAt(file, entry.offset, headerBytes.local), entry))
  const packed = createReadStream(path, { start, end: start + entry.packed_bytes - 1 })
  // What goes wrong in the pipeline is thrown by the loop that reads its end.
  const content: Readable = entry.deflated ? pipeline(packed, createInflateRaw(), () => undefined) : packed
  let read = 0
  let checksum = 0
  for await (const chunk of content) {
    if (read === 0 && startsAsZip(chunk)) throw new TrustUnreadable("An archive in the archive is not read. Unpack it first.")
    read += chunk.length
    if (read > entry.bytes) break
    checksum = crc32(chunk, checksum)
    yield chunk
  }
  if (read !== entry.bytes || checksum !== entry.checksum) throw new TrustUnreadable("It is not what the archive says of it.")
}

/** Folders, hidden files, and what a Mac adds to every archive. */
const isWanted = ({ name }: ZipEntry): boolean =>
  !name.endsWith("/") && !name.split("/").some((part) => part.startsWith(".") || part === "__MACOSX")

/** Names are only shown, and are a stranger's. */
const shown = (text: string): string => text.replace(/[^\p{L}\p{N} ._/()-]/gu, "_").slice(-80)

/** The files in an archive, in its order; nothing is unpacked before they are opened. Rejects with `TrustUnreadable`. */
export const filesInZip = (path: string): Promise<ReadonlyArray<GivenFile>> =>
  withFile(path, async (file) => {
    const archive = basename(path)
    const troubleOf = (cause: unknown, name = archive) =>
      cause instanceof TrustUnreadable
        ? new TrustUnreadable(`${name}: ${cause.message}`)
        : new TrustUnreadable(`${name} cannot be unpacked.`)
    try {
      const { size } = await file.stat()
      const length = Math.min(size, tailBytes)
      const { bytes, entries, offset } = directoryPlace(await bytesAt(file, size - length, length), size)
      const listed = entriesOfDirectory(await bytesAt(file, offset, bytes), entries, offset)
      return listed.filter(isWanted).map((entry): GivenFile => {
        const name = shown(entry.name)
        return {
          name,
          open: async function* () {
            try {
              yield* contentOf(path, entry)
            } catch (cause) {
              throw troubleOf(cause, `${archive}, ${name}`)
            }
          }
        }
      })
    } catch (cause) {
      throw troubleOf(cause)
    }
  })
