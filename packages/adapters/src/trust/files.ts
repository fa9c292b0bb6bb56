import { readdir, stat } from "node:fs/promises"
import { basename, join } from "node:path"
import { type GivenFile, storedLimits } from "@vouchkit/core/resources/trust/stored-files"
import { fileAt } from "../lists/files.ts"
import { filesInZip, isZip } from "./zip.ts"

type FoundFiles = { readonly paths: ReadonlyArray<string> } | { readonly missing: string } | { readonly tooMany: number }

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
    if (paths.length > storedLimits.files) return { tooMany: paths.length }
  }
  return { paths }
}

/** Files as an import takes them; an archive stands for the files in it. Rejects with `TrustUnreadable` where an archive cannot be read. */
export const givenFiles = async (paths: ReadonlyArray<string>): Promise<ReadonlyArray<GivenFile>> => {
  const files: Array<GivenFile> = []
  for (const path of paths) {
    if (await isZip(path)) files.push(...(await filesInZip(path)))
    else files.push({ name: basename(path), open: fileAt(path).open })
  }
  return files
}
