import { randomUUID } from "node:crypto"
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { Effect } from "effect"
import { type Medium, blobStoreLayer } from "./content.ts"

const isMissing = (cause: unknown): boolean => typeof cause === "object" && cause !== null && "code" in cause && cause.code === "ENOENT"

const draftEnding = ".draft"

const namesIn = async (folder: string): Promise<ReadonlyArray<string>> => {
  try {
    return await readdir(folder)
  } catch (cause) {
    if (isMissing(cause)) return []
    throw cause
  }
}

/** A folder of the local disk. A file appears under its name only when all of it is on the disk. */
const folderMedium = (root: string): Medium => ({
  write: async (path, bytes) => {
    const target = join(root, path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const draft = `${target}.${randomUUID()}${draftEnding}`
    const file = await open(draft, "wx", 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, target)
  },
  read: async (path) => {
    try {
      return await readFile(join(root, path))
    } catch (cause) {
      if (isMissing(cause)) return undefined
      throw cause
    }
  },
  remove: (path) => rm(join(root, path), { force: true }),
  removeDrafts: async (path) => {
    const folder = dirname(join(root, path))
    for (const name of await namesIn(folder)) {
      if (name.startsWith(`${basename(path)}.`) && name.endsWith(draftEnding)) await rm(join(folder, name), { force: true })
    }
  },
  ping: async () => {
    await mkdir(root, { recursive: true, mode: 0o700 })
  }
})

export const layer = (root: string) => blobStoreLayer(Effect.sync(() => folderMedium(root)))
