import { lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { engineAccount } from "../confinement/account.ts"

const prefix = "vouchkit-engine-"
/** Folders of one start that are looked at: more are left to the next start. */
const mostSwept = 10_000

/** When a process started, in ticks since the machine did; null where there is no such process, or the system does not tell. */
const startOf = (pid: string): string | null => {
  try {
    // The name of the program stands in parentheses and may hold any sign.
    return readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.split(" ")[19] ?? null
  } catch {
    return null
  }
}

/** In which world of process numbers this process lives: containers that share a folder do not know the processes of one another. */
const worldOf = (): string | null => {
  try {
    return /\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? null
  } catch {
    return null
  }
}

/** Makes a folder for one engine, named by the process that owns it; null where the system refuses one. */
export const makeOwnFolder = (): string | null => {
  const owner = [worldOf() ?? "0", process.pid, startOf(String(process.pid)) ?? "0"].join("-")
  try {
    return mkdtempSync(join(tmpdir(), `${prefix}${owner}-`))
  } catch {
    return null
  }
}

/** Removes the folder of an engine that has ended. What cannot be removed is left: the service goes on. */
export const removeOwnFolder = (path: string | null): void => {
  try {
    if (path !== null) rmSync(path, { recursive: true, force: true })
  } catch {
    // The next start tries it again.
  }
}

const isOurs = (path: string): boolean => {
  const found = lstatSync(path)
  const accounts: ReadonlyArray<number | undefined> = [process.getuid?.(), engineAccount]
  return found.isDirectory() && accounts.includes(found.uid)
}

/**
 * Removes the folders that killed services left: those whose owner no longer lives. A process with the number of the owner that started at another
 * time is another one. Folders of other worlds of process numbers, and of other accounts, are left alone.
 */
export const sweepOwnFolders = (): void => {
  const world = worldOf()
  if (world === null) return
  try {
    const folder = tmpdir()
    for (const name of readdirSync(folder)
      .filter((one) => one.startsWith(`${prefix}${world}-`))
      .slice(0, mostSwept)) {
      const [, , , pid = "", start = ""] = name.split("-")
      if (startOf(pid) !== start && isOurs(join(folder, name))) removeOwnFolder(join(folder, name))
    }
  } catch {
    // Nothing to sweep, or no right to look: folders that are left cost a few bytes each.
  }
}
