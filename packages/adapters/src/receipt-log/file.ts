import { randomUUID } from "node:crypto"
import { mkdir, open, readdir, readFile, rename } from "node:fs/promises"
import { dirname, join } from "node:path"
import { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { type LoggedErasure, ReceiptLog } from "@vouchkit/core/resources/erasure/receipt-log"
import { Effect, Layer } from "effect"
import { decodeEntry, encodeEntry, entriesAtOnce, idOf, logFolder, pathOf } from "./entry.ts"

const attempt = <A>(work: () => Promise<A>) => Effect.tryPromise({ try: work, catch: (cause) => new StorageUnavailable({ cause }) })

const namesIn = async (folder: string): Promise<ReadonlyArray<string>> => {
  try {
    return (await readdir(folder)).toSorted()
  } catch (cause) {
    if (typeof cause === "object" && cause !== null && "code" in cause && cause.code === "ENOENT") return []
    throw cause
  }
}

/** A file appears under its name only when all of it is on the disk. */
const write = async (root: string, entry: LoggedErasure): Promise<void> => {
  const target = join(root, pathOf(entry.receipt.id))
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const draft = `${target}.${randomUUID()}.draft`
  const file = await open(draft, "wx", 0o600)
  try {
    await file.writeFile(encodeEntry(entry))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, target)
}

const read = async (root: string, after: string): Promise<ReadonlyArray<LoggedErasure>> => {
  const found: Array<LoggedErasure> = []
  const first = after.slice(4, 6)
  for (const folder of await namesIn(join(root, logFolder))) {
    if (folder < first) continue
    for (const name of await namesIn(join(root, logFolder, folder))) {
      const id = idOf(`${logFolder}/${folder}/${name}`)
      if (id === undefined || id <= after) continue
      found.push(decodeEntry(await readFile(join(root, pathOf(id)), "utf8")))
      if (found.length === entriesAtOnce) return found
    }
  }
  return found
}

/** The log of erasures in a folder of the local disk, `receipts` below `root`: a small file for each, in JSON. */
export const layer = (root: string) =>
  Layer.succeed(ReceiptLog)({
    append: (entry) => attempt(() => write(root, entry)),
    page: (after) => attempt(() => read(root, after))
  })
