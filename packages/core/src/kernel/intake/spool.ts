import { Context } from "effect"
import { joined } from "../foundation/joined.ts"

/** A file that takes up an upload while it arrives. */
export interface SpoolFile {
  readonly write: (chunk: Uint8Array) => Promise<void>
  /** All of it, once nothing more is written. Fails where it is no longer what was written. The bytes are there until `done` is called. */
  readonly read: () => Promise<{ readonly bytes: Uint8Array; readonly done: () => void }>
  /** Removes it; more than once does no harm. */
  readonly close: () => Promise<void>
}

const memoryFile = (): SpoolFile => {
  let chunks: Array<Uint8Array> = []
  return {
    write: async (chunk) => void chunks.push(chunk.slice()),
    read: async () => ({ bytes: joined(chunks), done: () => {} }),
    close: async () => {
      chunks = []
    }
  }
}

/** An upload in memory: for short ones, and where no files are wanted. */
export const inMemory = async (): Promise<SpoolFile> => memoryFile()

/** Where uploads are put while they arrive; in memory for programs that embed the service and name no folder. */
export const BodySpool = Context.Reference<{ readonly open: () => Promise<SpoolFile> }>("@vouchkit/core/intake/BodySpool", {
  defaultValue: () => ({ open: inMemory })
})
