import { join } from "node:path"
import { logFolder } from "../receipt-log/entry.ts"
import { copyIfThere, digestOfFile, filesBelow, writeLines } from "./files.ts"
import type { Manifest } from "./manifest.ts"
import { objectsOf, type StoredObject } from "./verify.ts"

const isWhole = (path: string): boolean => !path.endsWith(".draft")

/** What a data folder holds beside the database: the object store, and the log of erasures. */
const kept = ["objects", logFolder] as const

/**
 * Copies the object store and the log of erasures of a data folder, after its database: a file is stored before anything names it, so none is missing
 * but what is erased meanwhile. Files never change.
 */
export const copyObjects = async (data_dir: string, folder: string, copied: (count: number) => void): Promise<Manifest["objects"]> => {
  let count = 0
  let bytes = 0
  const index = join(folder, "objects.jsonl.gz")
  const lines = async function* () {
    for (const part of kept) {
      for await (const below of filesBelow(join(data_dir, part))) {
        const path = `${part}/${below}`
        const to = join(folder, path)
        if (!isWhole(path) || !(await copyIfThere(join(data_dir, path), to))) continue
        const object: StoredObject = { path, ...(await digestOfFile(to)) }
        count += 1
        bytes += object.bytes
        copied(count)
        yield JSON.stringify(object)
      }
    }
  }
  await writeLines(index, lines())
  return { count, bytes, sha256: (await digestOfFile(index)).sha256 }
}

/** Puts the files of a backup into a data folder. Running again writes them again, so that none stays half-written. */
export const restoreObjects = async (folder: string, data_dir: string, restored: (count: number) => void): Promise<void> => {
  let count = 0
  for await (const { path } of objectsOf(folder)) {
    if (!(await copyIfThere(join(folder, path), join(data_dir, path)))) throw new Error("a file of the backup is missing")
    count += 1
    restored(count)
  }
}
