import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from "node:crypto"
import { writeSync } from "node:fs"
import { type FileHandle, mkdir, open, readdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { BodySpool, type SpoolFile } from "@vouchkit/core/kernel/intake/spool"
import { Effect, Layer } from "effect"
import { allocated } from "./collected.ts"
import { release } from "./release.ts"
import { takeScratch } from "./scratch.ts"

const suffix = ".body"
/** Read back in pieces of this many bytes, so that no second copy of a file is in memory. */
const pieceBytes = 1024 * 1024

const writeAll = (fd: number, bytes: Uint8Array, at: number): void => {
  for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written, bytes.length - written, at + written)
}

/** A file without a name, sealed by AES-256-GCM under a key of its own that no one else has. What comes back is what was written, or nothing. */
const sealedFile = (file: FileHandle): SpoolFile => {
  const key = randomBytes(32)
  const iv = randomBytes(12)
  const cipher = createCipheriv("aes-256-gcm", key, iv)
  let length = 0
  let tag: Buffer | undefined
  let closed: Promise<void> | undefined
  return {
    // At once and not in the pool of threads: while a piece waits for a thread the runtime goes on receiving, and every sender would have
    // megabytes in memory. The system takes a piece into its own cache in well under a millisecond.
    write: async (chunk) => {
      const sealed = cipher.update(chunk)
      const at = length
      length += sealed.length
      writeAll(file.fd, sealed, at)
      release(sealed)
      allocated(chunk.length)
    },
    read: async () => {
      if (tag === undefined) {
        cipher.final()
        tag = cipher.getAuthTag()
      }
      const decipher = createDecipheriv("aes-256-gcm", key, iv).setAuthTag(tag)
      const { bytes: whole, give } = takeScratch(length)
      try {
        for (let at = 0; at < length; ) {
          const piece = whole.subarray(at, Math.min(length, at + pieceBytes))
          const { bytesRead } = await file.read(piece, 0, piece.length, at)
          if (bytesRead === 0) throw new Error("the file of an upload is shorter than what was written")
          const opened = decipher.update(piece.subarray(0, bytesRead))
          whole.set(opened, at)
          release(opened)
          at += bytesRead
        }
        decipher.final()
      } catch (cause) {
        give()
        throw cause
      }
      return { bytes: whole, done: give }
    },
    close: () => {
      closed ??= file.close().finally(() => key.fill(0))
      return closed
    }
  }
}

/** The file loses its name at once: whatever ends the process, nothing of it stays. */
const openIn = async (folder: string): Promise<SpoolFile> => {
  const path = join(folder, `${randomUUID()}${suffix}`)
  const file = await open(path, "wx+", 0o600)
  await rm(path, { force: true })
  return sealedFile(file)
}

/** What a process left that was killed between the two; another that is just opening one of these goes on without its name. */
const removeLeftovers = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) if (name.endsWith(suffix)) await rm(join(folder, name), { force: true })
}

/** Uploads in files of a folder while they arrive. */
export const sealedSpoolLayer = (folder: string) =>
  Layer.effect(BodySpool)(
    Effect.as(
      Effect.promise(() => removeLeftovers(folder)),
      { open: () => openIn(folder) }
    )
  )
