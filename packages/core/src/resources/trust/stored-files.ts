import { createHash } from "node:crypto"
import { Cause, Effect, Exit, Option } from "effect"
import { readTrustFile } from "../../verification/chip/certificates/trust-file.ts"
import { BlobStore } from "../documents/blobs.ts"
import type { FileRegister } from "../documents/file-register.ts"
import { store } from "../documents/stored-files.ts"
import { Entropy } from "../../kernel/foundation/id.ts"
import type { Tenant } from "../../kernel/access/caller.ts"
import { StorageUnavailable } from "../../kernel/foundation/failure.ts"
import { trustEntries } from "./entries.ts"
import { type TrustReading, TrustUnreadable } from "./import-trust.ts"
import type { MetList, StoredFile, TrustEntry } from "./model.ts"

/** A file as it is handed over. Opening or reading it throws `TrustUnreadable` where it cannot be taken at all. */
export interface GivenFile {
  readonly name: string
  readonly open: () => AsyncIterable<Uint8Array>
}

/** Bounds of one import; a download of the ICAO PKD has three files and some hundred megabytes. */
export const storedLimits = { files: 1_000, bytes: 1 << 30, piece_bytes: 8 << 20, name: 100 } as const

/** Before the content of each piece: equal content is one blob, and a blob that two imports shared would go with the first of them. */
const markBytes = 16

async function* piecesOf(file: GivenFile, left: () => number): AsyncGenerator<Uint8Array, void, void> {
  let parts: Array<Uint8Array> = []
  let held = 0
  for await (const chunk of file.open()) {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + storedLimits.piece_bytes - held)
      parts.push(part)
      held += part.length
      at += part.length
      if (held > left())
        throw new TrustUnreadable(`The files are larger than ${storedLimits.bytes >> 20} MB together. Import them in parts.`)
      if (held < storedLimits.piece_bytes) continue
      yield Buffer.concat(parts)
      parts = []
      held = 0
    }
  }
  if (held > 0) yield Buffer.concat(parts)
}

const unreadable = (name: string) => (cause: unknown) =>
  cause instanceof TrustUnreadable ? cause : new TrustUnreadable(`${name} cannot be read completely.`)

export const removeFiles = Effect.fnUntraced(function* (files: ReadonlyArray<StoredFile>) {
  const blobs = yield* BlobStore
  yield* Effect.forEach(
    files.flatMap(({ pieces }) => pieces),
    blobs.remove,
    { discard: true }
  )
})

interface StoredFiles {
  readonly files: ReadonlyArray<StoredFile>
  /** Of their pieces in the register of files, until the import is submitted. */
  readonly entries: ReadonlyArray<string>
  /** Over the digests of the files in their order, SHA-256 in hexadecimal digits. */
  readonly sha256: string
}

/** Puts files where a worker can read them. When it fails or is interrupted, what was stored is removed again. */
export const storeFiles = (
  given: ReadonlyArray<GivenFile>
): Effect.Effect<StoredFiles, TrustUnreadable | StorageUnavailable, BlobStore | Entropy | FileRegister | Tenant> =>
  Effect.gen(function* () {
    const { bytes: entropy } = yield* Entropy
    const entries: Array<string> = []
    const stored: Array<{ readonly name: string; readonly pieces: Array<string> }> = []
    const mark = entropy(markBytes)
    const whole = createHash("sha256")
    let total = 0

    const storeGiven = Effect.fnUntraced(function* (file: GivenFile) {
      const kept = { name: file.name.slice(0, storedLimits.name), pieces: [] as string[] }
      stored.push(kept)
      const digest = createHash("sha256")
      const pieces = piecesOf(file, () => storedLimits.bytes - total)
      for (;;) {
        const { done, value } = yield* Effect.tryPromise({ try: () => pieces.next(), catch: unreadable(kept.name) })
        if (done === true) break
        digest.update(value)
        total += value.length
        const { entry, name } = yield* store(Buffer.concat([mark, value]))
        entries.push(entry)
        kept.pieces.push(name)
      }
      whole.update(digest.digest())
    })

    const all = Effect.gen(function* () {
      if (given.length > storedLimits.files) {
        return yield* Effect.fail(new TrustUnreadable(`These are more than ${storedLimits.files} files. Import them in parts.`))
      }
      yield* Effect.forEach(given, storeGiven, { discard: true })
      return { files: stored, entries, sha256: whole.digest("hex") }
    })
    return yield* Effect.onExit(all, (exit) => (Exit.isFailure(exit) ? Effect.ignore(removeFiles(stored)) : Effect.void))
  })

/** What stored files hold, one after the other, always the same in the same order. */
export const readingOf = (files: ReadonlyArray<StoredFile>): Effect.Effect<TrustReading, never, BlobStore | Tenant> =>
  Effect.gen(function* () {
    const blobs = yield* BlobStore
    const run = Effect.runPromiseExitWith(yield* Effect.context<Tenant>())
    const met: Array<MetList> = []

    const pieceOf = async (name: string): Promise<Uint8Array> => {
      const exit = await run(blobs.get(name))
      if (Exit.isFailure(exit)) {
        throw Option.getOrElse(Cause.findErrorOption(exit.cause), () => new StorageUnavailable({ cause: exit.cause }))
      }
      if (exit.value === undefined) throw new TrustUnreadable("A stored file of this import is missing. Import the files again.")
      return exit.value.subarray(markBytes)
    }
    const contentOf = async function* ({ pieces }: StoredFile): AsyncGenerator<Uint8Array, void, void> {
      for (const piece of pieces) yield await pieceOf(piece)
    }
    const entries = async function* (): AsyncGenerator<TrustEntry, void, void> {
      for (const file of files) yield* trustEntries(file.name, readTrustFile(contentOf(file)), (list) => void met.push(list))
    }
    return { entries: entries(), lists: () => met }
  })
