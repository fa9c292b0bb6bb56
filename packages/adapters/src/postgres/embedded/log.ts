import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  lchownSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync
} from "node:fs"
import { dirname, join } from "node:path"
import { folderFailure } from "./failure.ts"

/** The file the server writes to, kept under a bound, with one older file beside it. */
export type ServerLog = {
  readonly descriptor: number
  /** The last lines written since the log was opened. */
  readonly tail: () => string
  readonly close: () => void
}

const MAX_LOG_BYTES = 1_048_576
const CHECK_INTERVAL_MILLISECONDS = 60_000
const MAX_TAIL_BYTES = 8192
const MAX_TAIL_LINES = 20

export const openLog = (folder: string): ServerLog => {
  const path = join(folder, "postgres.log")
  const descriptor = openForAppending(path)
  const start = fstatSync(descriptor).size
  const timer = setInterval(() => shorten(path), CHECK_INTERVAL_MILLISECONDS)
  timer.unref()
  return {
    descriptor,
    tail: () => lastLines(path, start),
    close: () => {
      clearInterval(timer)
      closeSync(descriptor)
    }
  }
}

const openForAppending = (path: string): number => {
  try {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    if (size > MAX_LOG_BYTES) renameSync(path, `${path}.1`)
    // Never through a link: the folder may belong to someone else than the one who opens the file.
    const descriptor = openSync(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW, 0o600)
    const folder = statSync(dirname(path))
    if (process.getuid?.() === 0 && folder.uid !== 0) lchownSync(path, folder.uid, folder.gid)
    return descriptor
  } catch (error) {
    throw folderFailure(path, error)
  }
}

/** The server goes on appending to the emptied file; the few lines it may write between the two steps are given up. */
const shorten = (path: string) => {
  try {
    if (statSync(path).size <= MAX_LOG_BYTES) return
    rmSync(`${path}.1`, { force: true })
    copyFileSync(path, `${path}.1`, constants.COPYFILE_EXCL)
    truncateSync(path)
  } catch {
    // The log is a convenience: a full disk or a file that someone moved must not end the service.
  }
}

const lastLines = (path: string, start: number): string => {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const { size } = fstatSync(file)
    const from = Math.max(size < start ? 0 : start, size - MAX_TAIL_BYTES)
    const bytes = Buffer.alloc(size - from)
    const read = readSync(file, bytes, 0, bytes.length, from)
    return bytes.toString("utf8", 0, read).trimEnd().split("\n").slice(-MAX_TAIL_LINES).join("\n")
  } finally {
    closeSync(file)
  }
}
