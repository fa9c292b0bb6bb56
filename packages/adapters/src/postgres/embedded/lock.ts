import { Database } from "bun:sqlite"
import { chownSync, closeSync, openSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { DataFolderNotWritable, EmbeddedDatabaseFailure, errorCode, folderFailure } from "./failure.ts"

export type Lock = { readonly release: () => void }

// A Database that no one refers to is closed by the garbage collector, which would release its lock unnoticed.
const held = new Set<Database>()

/**
 * Takes a lock on a file at once or answers null. The lock is the operating system's (through SQLite, which knows how to
 * lock a file on every platform): it ends with the process that holds it, however that process ends, so there is no stale
 * lock, no process id that could be reused, and it holds between containers that share a folder. Nothing else may open and
 * close the file in the same process, since POSIX gives up all of a process's locks on a file at the first close.
 */
export const tryLock = (path: string, mode: "exclusive" | "shared"): Lock | null => {
  createPrivately(path)
  const database = openDatabase(path)
  try {
    database.run("pragma busy_timeout = 0")
    // Nothing is ever written, so no journal has to lie beside the file either.
    database.run("pragma journal_mode = memory")
    database.run(mode === "exclusive" ? "begin exclusive" : "begin")
    // A plain transaction takes its shared lock with the first read.
    if (mode === "shared") database.query("select count(*) from sqlite_master").get()
  } catch (error) {
    database.close()
    if (/^SQLITE_(BUSY|LOCKED)/.test(errorCode(error))) return null
    throw unlockable(path, error)
  }
  held.add(database)
  return {
    release: () => {
      if (held.delete(database)) database.close()
    }
  }
}

/** Tries again until the lock is there or the time is over; null means that someone else still holds it. */
export const waitForLock = async (path: string, mode: "exclusive" | "shared", maximumMilliseconds: number): Promise<Lock | null> => {
  const end = performance.now() + maximumMilliseconds
  for (;;) {
    const lock = tryLock(path, mode)
    if (lock !== null || performance.now() >= end) return lock
    await Bun.sleep(20)
  }
}

const openDatabase = (path: string): Database => {
  try {
    return new Database(path, { readwrite: true, create: true })
  } catch (error) {
    throw unlockable(path, error)
  }
}

const unlockable = (path: string, error: unknown) => {
  const known = folderFailure(path, error)
  if (known instanceof EmbeddedDatabaseFailure) return known
  return new DataFolderNotWritable(
    `The file ${path} cannot be locked (${errorCode(error)}). Start the service and its commands as the same user, on a file system that supports locks, or set DATA_DIR to another folder.`
  )
}

const createPrivately = (path: string) => {
  try {
    closeSync(openSync(path, "wx", 0o600))
    const folder = statSync(dirname(path))
    if (process.getuid?.() === 0 && folder.uid !== 0) chownSync(path, folder.uid, folder.gid)
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw folderFailure(path, error)
  }
}
