import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { copyFile, mkdir, open, readdir } from "node:fs/promises"
import { dirname, join } from "node:path"
import { pipeline } from "node:stream/promises"
import { createGunzip, createGzip } from "node:zlib"

export const errorCode = (cause: unknown): unknown =>
  typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined

/** The SHA-256 of a file and its length, in hexadecimal digits and bytes. */
export const digestOfFile = async (path: string): Promise<{ readonly sha256: string; readonly bytes: number }> => {
  const hash = createHash("sha256")
  let bytes = 0
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { sha256: hash.digest("hex"), bytes }
}

/** Waits until the disk has a file: what a backup names has to be there after the machine lost its power. */
export const settle = async (path: string): Promise<void> => {
  const file = await open(path, "r")
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Writes lines into a compressed file that only its owner reads. */
export const writeLines = async (path: string, lines: AsyncIterable<string>): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, "wx", 0o600)
  await pipeline(
    async function* () {
      for await (const line of lines) yield `${line}\n`
    },
    createGzip({ level: 6 }),
    file.createWriteStream()
  )
  await settle(path)
}

/** Lines of a compressed file. Only a line feed ends one: texts hold other signs that some readers take for the end of a line. */
export async function* readLines(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
  let rest = ""
  for await (const chunk of createReadStream(path).pipe(createGunzip())) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n")
    rest = lines.pop() ?? ""
    yield* lines
  }
  if (rest + decoder.decode() !== "") throw new Error("the last line is cut off")
}

/** Copies a file; false where it is not there any more. */
export const copyIfThere = async (from: string, to: string): Promise<boolean> => {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    await copyFile(from, to)
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") return false
    throw cause
  }
  await settle(to)
  return true
}

/** Paths of the files below a folder, in order, relative to it; none where there is no such folder. */
export async function* filesBelow(folder: string, path = ""): AsyncGenerator<string> {
  const entries = await readdir(join(folder, path), { withFileTypes: true }).catch((cause: unknown) => {
    if (errorCode(cause) === "ENOENT") return []
    throw cause
  })
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const below = path === "" ? entry.name : `${path}/${entry.name}`
    if (entry.isDirectory()) yield* filesBelow(folder, below)
    else if (entry.isFile()) yield below
  }
}
