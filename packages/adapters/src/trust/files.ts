import { createHash } from "node:crypto"
import { readdir, stat } from "node:fs/promises"
import { basename, join } from "node:path"
import { readTrustFile } from "@vouchkit/core/chip/trust-file"
import { type MetList, trustEntries } from "@vouchkit/core/trust/entries"
import type { TrustEntry } from "@vouchkit/core/trust/model"
import { fileAt } from "../lists/files.ts"

/** Files of one import; a download of the ICAO PKD has three. */
export const maximumTrustFiles = 1_000

export type FoundFiles = { readonly paths: ReadonlyArray<string> } | { readonly missing: string } | { readonly tooMany: number }

/** The files that paths name: a folder stands for the files in it, hidden ones and folders below it left out, in the order of their names. */
export const trustPaths = async (given: ReadonlyArray<string>): Promise<FoundFiles> => {
  const paths: Array<string> = []
  for (const path of given) {
    const found = await stat(path).catch(() => undefined)
    if (found?.isFile() === true) paths.push(path)
    else if (found?.isDirectory() === true) {
      const entries = await readdir(path, { withFileTypes: true })
      const names = entries.filter((entry) => entry.isFile() && !entry.name.startsWith(".")).map(({ name }) => name)
      paths.push(...names.sort().map((name) => join(path, name)))
    } else return { missing: path }
    if (paths.length > maximumTrustFiles) return { tooMany: paths.length }
  }
  return { paths }
}

/** SHA-256 over the digests of files in their order, in hexadecimal digits. Rejects when one cannot be read. */
export const digestOfFiles = async (paths: ReadonlyArray<string>): Promise<string> => {
  const whole = createHash("sha256")
  for (const path of paths) {
    const file = createHash("sha256")
    for await (const chunk of fileAt(path).open()) file.update(chunk)
    whole.update(file.digest())
  }
  return whole.digest("hex")
}

/** What files hold, one after the other. */
export async function* entriesOfFiles(paths: ReadonlyArray<string>, met: (list: MetList) => void): AsyncGenerator<TrustEntry, void, void> {
  for (const path of paths) yield* trustEntries(basename(path).slice(0, 100), readTrustFile(fileAt(path).open()), met)
}
