import { chmodSync, existsSync, lchownSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync, type Stats, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { type Account, canWrite, chooseAccount } from "./account.ts"
import { DataFolderNotWritable, errorCode, folderFailure } from "./failure.ts"
import { findRelocated, type Relocated, refuseRelocated, relocate } from "./relocation.ts"

/** Where one embedded database keeps its things, all made and owned as they must be. */
export type Folders = {
  /** The database itself, of the server's account; absent until the database is created. */
  readonly data: string
  /** The folder `data` stands in, of the account that starts the server. */
  readonly home: string
  readonly log: string
  readonly copies: string
  readonly account: Account
  readonly notice: string | null
}

/** Makes `<DATA_DIR>/postgres`, where locks are kept whatever becomes of the rest, and answers its real path. */
export const openBase = (dataDir: string): string => {
  const folder = resolve(dataDir)
  try {
    openDataFolder(folder)
    const base = join(realpathSync(folder), "postgres")
    if (ownFolder(base, { mode: 0o700, account: null }) === "made" && isRoot()) giveToOwner(base, statSync(folder))
    const account = accountOf(realpathSync(base))
    for (const passed of [folder, base]) letThrough(realpathSync(passed), account)
    return realpathSync(base)
  } catch (error) {
    throw folderFailure(folder, error)
  }
}

const isRoot = () => process.getuid?.() === 0

const accountOf = (base: string): Account => chooseAccount(statIfThere(join(base, "data")), [statSync(base), statSync(dirname(base))])

const openDataFolder = (folder: string) => {
  const first = mkdirSync(folder, { recursive: true })
  if (first === undefined) return
  chmodSync(folder, 0o700)
  // A strict umask of root shuts the folders above as well, which no one had asked to be shut.
  for (let at = dirname(folder); isRoot() && at.startsWith(first); at = dirname(at)) chmodSync(at, statSync(at).mode | 0o011)
}

/**
 * Opens a folder that is root's alone to the group of the server's account, for passing through and nothing else. A copy
 * made by root keeps such a mode but not the group.
 */
const letThrough = (folder: string, account: Account) => {
  const { uid, mode } = statSync(folder)
  if (!account.dropped || uid !== 0 || (mode & 0o067) !== 0) return
  try {
    lchownSync(folder, 0, account.gid)
    chmodSync(folder, (mode & 0o7777) | 0o010)
  } catch (error) {
    // Anyone who cannot give files away learns from the trial that follows whether it was needed.
    if (errorCode(error) !== "EPERM" && errorCode(error) !== "EINVAL") throw error
  }
}

/** Decides where the database lives and under whose account. Only for the holder of the server lock. */
export const settleFolders = (base: string): Folders => {
  try {
    const account = accountOf(base)
    if (!account.dropped) {
      refuseRelocated(base)
      return openFolders({ base, home: base, account, notice: null })
    }
    const relocated = findRelocated(base)
    if (relocated !== null) return openRelocated(base, relocated)
    if (reachable(account, base)) return openFolders({ base, home: base, account, notice: null })
    if (existsSync(join(base, "data", "PG_VERSION"))) {
      throw new DataFolderNotWritable(
        `The database in ${base} belongs to user id ${account.uid}, who may no longer enter that folder. Let others pass through the folders above it (chmod o+x), or move DATA_DIR to a folder they can enter.`
      )
    }
    return openRelocated(
      base,
      relocate(base, (home) => reachable(chooseAccount(undefined, []), home))
    )
  } catch (error) {
    throw folderFailure(base, error)
  }
}

/** Shut to all but root and the server's account, which passes by its group. */
const openRelocated = (base: string, { home, notice }: Relocated): Folders => {
  const account = chooseAccount(undefined, [])
  lchownSync(home, 0, account.gid)
  chmodSync(home, 0o710)
  return openFolders({ base, home, account, notice })
}

/** The part of the socket's path that PostgreSQL adds to its folder. */
export const SOCKET_NAME = ".s.PGSQL.5432"

// The shortest limit of the platforms: 104 bytes with the closing zero on macOS, 108 on Linux.
const MAX_SOCKET_PATH_BYTES = 103

/** The folder of the socket: `run` beside the data, or a private one with a short name where that path is too long. */
export const openSocketFolder = ({ home, account }: Folders): string => {
  const beside = join(home, "run")
  if (fits(beside)) {
    ownFolder(beside, { mode: 0o700, account })
    // What a killed server left; its process id may have been issued again, which would bar the next one.
    for (const file of [SOCKET_NAME, `${SOCKET_NAME}.lock`]) rmSync(join(beside, file), { force: true })
    return beside
  }
  // A name that no one can foresee, since anybody may make folders there. Joining processes are told it.
  const parent = [tmpdir(), "/tmp"].find((folder) => fits(join(folder, "vouchkit-XXXXXX")) && (!account.dropped || folder === "/tmp"))
  if (parent === undefined) {
    throw new DataFolderNotWritable(
      "No folder has a path short enough for the database's socket. Set TMPDIR or DATA_DIR to a shorter path."
    )
  }
  const folder = mkdtempSync(join(parent, "vouchkit-"))
  ownFolder(folder, { mode: 0o700, account })
  return folder
}

/** Removes a socket folder that was made outside the data folder. Only while no server runs on it. */
export const removeTemporarySocketFolder = (folder: string) => {
  if (/\/vouchkit-\w{6}$/.test(folder)) rmSync(folder, { recursive: true, force: true })
}

const fits = (folder: string) => Buffer.byteLength(join(folder, SOCKET_NAME)) <= MAX_SOCKET_PATH_BYTES

const openFolders = (settled: { base: string; home: string; account: Account; notice: string | null }): Folders => {
  const { home, account, notice } = settled
  const log = join(home, "log")
  ownFolder(log, { mode: 0o700, account: null })
  if (isRoot() && home === settled.base) giveToOwner(log, statSync(home))
  return { data: join(home, "data"), home, log, copies: join(home, "program"), account, notice }
}

/** Tried with the folder the socket will stand in, since the account must both pass through `home` and own a folder in it. */
const reachable = (account: Account, home: string): boolean => {
  const trial = join(home, "run")
  try {
    ownFolder(trial, { mode: 0o700, account })
  } catch (error) {
    // Some mounts keep everything under one owner.
    if (["EPERM", "EINVAL", "ENOSYS", "ENOTSUP", "EACCES"].includes(errorCode(error))) return false
    throw error
  }
  return canWrite(account, trial)
}

/** Makes a folder or takes what is there, but never through a link that someone put in its place. */
const ownFolder = (folder: string, { mode, account }: { mode: number; account: Account | null }): "made" | "found" => {
  const found = statIfThere(folder)
  if (found === undefined) mkdirSync(folder, { mode })
  const isLink = found !== undefined && lstatSync(folder).isSymbolicLink()
  if (account?.dropped === true) {
    if (isLink) throw new DataFolderNotWritable(`${folder} is a link. Replace it with a folder, or set DATA_DIR to another folder.`)
    lchownSync(folder, account.uid, account.gid)
  }
  if (found === undefined || account?.dropped === true) chmodSync(folder, mode)
  return found === undefined ? "made" : "found"
}

/** What root makes inside a folder of someone else belongs to that person, so that the next start without root works. */
const giveToOwner = (folder: string, owner: Stats) => {
  if (owner.uid !== 0) lchownSync(folder, owner.uid, owner.gid)
}

const statIfThere = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false })
