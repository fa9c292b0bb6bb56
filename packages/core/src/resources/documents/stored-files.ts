import { Duration, Effect } from "effect"
import { Tenant } from "../../kernel/access/caller.ts"
import { StorageUnavailable } from "../../kernel/foundation/failure.ts"
import { makeId } from "../../kernel/foundation/id.ts"
import { days, minutes } from "../../kernel/foundation/time.ts"
import { BlobStore } from "./blobs.ts"
import { FileRegister } from "./file-register.ts"
import { DocumentStore } from "./model.ts"

/** Far longer than any upload may take until its transaction ends. */
export const enteredFor = days(1)
/** A removal that was broken off is begun again after this long; one that takes nearly as long is given up. */
const removalLasts = minutes(2)
const longestRemoval = minutes(1.5)

/** A file in the object store, with its entry in the register until a transaction uses it. */
export interface EnteredFile {
  readonly name: string
  readonly sha256: string
  readonly entry: string
}

const triesToEnter = 20
const betweenTries = Duration.millis(250)

/**
 * Enters a file before it is written. Both sides write before they look at the other: a removal of the same content that had begun is waited for, and
 * one that begins later finds the entry and leaves the file.
 */
const entered = Effect.fnUntraced(function* (id: string, name: string) {
  const register = yield* FileRegister
  yield* register.enter({ id, name }, enteredFor)
  for (let tries = 0; yield* register.isBeingRemoved(name); tries += 1) {
    if (tries === triesToEnter) return yield* new StorageUnavailable({ cause: new Error("a file of the same content is being removed") })
    yield* Effect.sleep(betweenTries)
  }
})

/** Stores a file, encrypted, under an entry of the register. `used` takes the entry off in the transaction that records the file. */
export const store = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const blobs = yield* BlobStore
  const entry = yield* makeId("doc")
  const { name, sha256 } = yield* blobs.put(bytes, (named) => entered(entry, named))
  const stored: EnteredFile = { name, sha256, entry }
  return stored
})

/** Within the transaction that records files: their entries are over. One that had ended before may have lost its file, and nothing is committed. */
export const used = Effect.fnUntraced(function* (entries: ReadonlyArray<string>) {
  if (entries.length === 0) return
  if ((yield* (yield* FileRegister).strike(entries)) < entries.length) {
    return yield* new StorageUnavailable({ cause: new Error("the request took so long that its file was given up") })
  }
})

/**
 * Documents that stand, have this content, and keep their file. Equal files of a tenant are one blob (docs/decisions/erasure-receipts.md), so the last of
 * them takes the file with it.
 */
export const holdersOf = (sha256: string) =>
  Effect.flatMap(DocumentStore, (documents) =>
    documents.count([
      { field: "sha256", op: "eq", value: sha256 },
      { field: "status", op: "ne", value: "redacted" },
      { field: "file_removed_at", op: "is_null" }
    ])
  )

/**
 * Removes a file unless a document holds it or a request is about to. Both are asked when it is to go and not before: two documents of one content may
 * be erased at the same time. The entry is asked first, since it ends in the transaction that makes the holder.
 */
export const removeUnused = Effect.fnUntraced(function* (name: string) {
  const register = yield* FileRegister
  const removal = { name, holder: yield* makeId("doc") }
  if (!(yield* register.beginRemoval(removal, removalLasts))) {
    return yield* new StorageUnavailable({ cause: new Error("another process is removing this file") })
  }
  const removed = Effect.gen(function* () {
    if (yield* register.isPending(name)) return
    const blobs = yield* BlobStore
    yield* (yield* holdersOf(name)) === 0 ? blobs.remove(name) : blobs.removeDrafts(name)
  })
  yield* Effect.timeoutOrElse(removed, {
    duration: Duration.millis(longestRemoval),
    orElse: () => Effect.fail(new StorageUnavailable({ cause: new Error("the object store took too long to remove a file") }))
  })
  yield* register.endRemoval(removal)
})

/** Names that one turn looks at. */
const endedPerTurn = 200

/** Removes files that were stored for a transaction that never came, of all tenants, and answers whether more may be due. */
export const removeAbandoned = Effect.gen(function* () {
  const names = yield* (yield* FileRegister).ended(endedPerTurn)
  const removed = yield* Effect.forEach(
    names,
    ({ environment, name, organization }) =>
      removeUnused(name).pipe(
        Effect.as(true),
        // It stays entered and is tried again; one that cannot be removed does not keep the others.
        Effect.catchCause((cause) => Effect.as(Effect.logWarning("an abandoned file could not be removed", cause), false)),
        Effect.provideService(Tenant, { organization, environment })
      ),
    { concurrency: 4 }
  )
  return names.length === endedPerTurn && !removed.includes(false)
})
