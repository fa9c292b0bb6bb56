import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { basename } from "node:path"
import type { EditionSource } from "@vouchkit/core/resources/watchlists/editions/list-editions"
import { type ListFile, ListUnreadable } from "@vouchkit/core/resources/watchlists/sources/reading"

/** A file on disk. */
export const fileAt = (path: string): ListFile => ({
  name: basename(path),
  open: async function* () {
    try {
      for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) yield chunk
    } catch {
      throw new ListUnreadable("io", `${basename(path)} could not be read completely.`)
    }
  }
})

/** The same files, measured while they are read: their sizes and digests go into the edition. */
export const measured = (
  files: ReadonlyArray<ListFile>
): { readonly files: ReadonlyArray<ListFile>; readonly sources: () => ReadonlyArray<EditionSource> } => {
  const sources = new Map<string, EditionSource>()
  return {
    sources: () => [...sources.values()],
    files: files.map(({ name, open }) => ({
      name,
      open: async function* () {
        const digest = createHash("sha256")
        let bytes = 0
        for await (const chunk of open()) {
          digest.update(chunk)
          bytes += chunk.length
          yield chunk
        }
        sources.set(name, { name: name.slice(0, 200), bytes, sha256: digest.digest("hex") })
      }
    }))
  }
}
