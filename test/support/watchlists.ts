import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { fileAt } from "@vouchkit/adapters/lists/files"
import { listReader, type ReaderOptions } from "@vouchkit/adapters/lists/readers"
import type { ListFormatName } from "@vouchkit/core/resources/watchlists/sources/catalogue"
import type { ListEntry } from "@vouchkit/core/resources/watchlists/editions/entry"
import { type ListFile, type ListStep, ListUnreadable, ReadingNotes } from "@vouchkit/core/resources/watchlists/sources/reading"

const folder = fileURLToPath(new URL("../fixtures/watchlists/", import.meta.url))

/** A sample file of a published list. */
export const sample = (name: string): ListFile => fileAt(join(folder, name))
/** The path of a sample file, for commands. */
export const samplePath = (name: string): string => join(folder, name)
/** A file of the test's own, which flows in pieces as an upload does. */
export const written = (name: string, text: string | Uint8Array): ListFile => ({
  name,
  open: async function* () {
    const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text
    const step = 256 * 1024
    for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step)
  }
})

export const ofacSet = ["SDN.CSV", "ALT.CSV", "ADD.CSV", "SDN_COMMENTS.CSV"].map(sample)
export const ofacConsolidatedSet = ["CONS_PRIM.CSV", "CONS_ALT.CSV", "CONS_ADD.CSV", "CONS_COMMENTS.CSV"].map(sample)

export interface Read {
  readonly steps: ReadonlyArray<ListStep>
  readonly entries: ReadonlyArray<ListEntry>
  readonly byUid: ReadonlyMap<string, ListEntry>
  readonly notes: ReadingNotes
}

/** Reads files to their end. */
export const readList = async (format: ListFormatName, files: ReadonlyArray<ListFile>, options: ReaderOptions = {}): Promise<Read> => {
  const notes = new ReadingNotes()
  const steps: Array<ListStep> = []
  for await (const step of listReader(format, options)(files, notes)) steps.push(step)
  const entries = steps.flatMap((step) => (step.op === "put" ? [step.entry] : []))
  return { steps, entries, byUid: new Map(entries.map((entry) => [entry.uid, entry])), notes }
}

/** The code with which a reading fails; "read" when it does not. */
export const failureOf = async (format: ListFormatName, files: ReadonlyArray<ListFile>, options: ReaderOptions = {}): Promise<string> => {
  try {
    await readList(format, files, options)
    return "read"
  } catch (failure) {
    if (failure instanceof ListUnreadable) return failure.code
    throw failure
  }
}

/** The whole text of a sample. */
export const textOfSample = (name: string): Promise<string> => Bun.file(join(folder, name)).text()
