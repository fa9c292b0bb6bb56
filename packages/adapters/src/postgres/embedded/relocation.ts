import { createHash, randomUUID } from "node:crypto"
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmdirSync, type Stats, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { DatabaseNotUsable, DataFolderNotWritable, errorCode } from "./failure.ts"

/**
 * Root's folders are often closed to everybody else, so the account of the server cannot enter a data folder in them. Its
 * database then lives in a folder of the system, and each side names the other: `location.json` in the data folder and
 * `origin.json` beside the database carry one token. A data folder that was deleted therefore takes its claim with it (its
 * master key is gone too), one that was moved finds its database again, and a copy begins with a database of its own.
 */
export type Relocated = { readonly home: string; readonly notice: string }

const parents = ["/var/lib", "/opt", "/var/tmp"]

/** The place an earlier start chose for this data folder, or null if none did. Only for root. */
export const findRelocated = (base: string): Relocated | null => {
  const location = readPair(join(base, "location.json"))
  if (location === null) return null
  const origin = trusted(location.path) ? readPair(join(location.path, "origin.json")) : null
  if (origin === null || origin.token !== location.token) {
    throw new DatabaseNotUsable(
      `The database of ${dirname(base)} was kept in ${location.path}, which is gone or changed. Restore that folder; or, to begin with an empty database, delete ${join(base, "location.json")}.`
    )
  }
  if (origin.path !== base) {
    if (readPair(join(origin.path, "location.json"))?.token === location.token) return null
    writePair(join(location.path, "origin.json"), { path: base, token: location.token })
  }
  return { home: location.path, notice: keptIn(location.path, base) }
}

/** An ordinary user must not begin an empty database where root left one elsewhere. */
export const refuseRelocated = (base: string) => {
  const location = readPair(join(base, "location.json"))
  if (location === null) return
  throw new DatabaseNotUsable(
    `The database of ${dirname(base)} was made by root and is kept in ${location.path}. Start the service as root; or move ${join(location.path, "data")} into ${base}, give it to the user that starts the service, and delete ${join(base, "location.json")}.`
  )
}

/** Makes a place for this data folder that the server's account can enter, in the first system folder that allows it. */
export const relocate = (base: string, reachable: (home: string) => boolean): Relocated => {
  const token = randomUUID()
  for (const parent of parents) {
    const home = openHome({ parent, base, token })
    if (home === null) continue
    if (!reachable(home)) {
      for (const folder of [join(home, "run"), home, dirname(home)]) removeIfEmpty(folder)
      continue
    }
    writePair(join(home, "origin.json"), { path: base, token })
    writePair(join(base, "location.json"), { path: home, token })
    removeIfEmpty(join(base, "run"))
    return { home, notice: keptIn(home, base) }
  }
  throw new DataFolderNotWritable(
    `PostgreSQL does not run as root, and the account it runs under instead cannot enter ${base} nor any of ${parents.join(", ")}. Set DATA_DIR to a folder that others may pass through, start the service as an ordinary user, or set DATABASE_URL.`
  )
}

const keptIn = (home: string, base: string) =>
  `The database is kept in ${home}, because PostgreSQL runs as an ordinary user, who may not enter ${dirname(base)}.`

const openHome = ({ parent, base, token }: { parent: string; base: string; token: string }): string | null => {
  const shared = join(parent, "vouchkit")
  const usual = join(shared, createHash("sha256").update(base).digest("hex").slice(0, 16))
  // The place may still hold the database of a data folder that stood at this path before and was deleted.
  const home = existsSync(join(usual, "origin.json")) ? `${usual}-${token.slice(0, 8)}` : usual
  try {
    for (const folder of [shared, home]) {
      mkdirUnlessThere(folder)
      if (!ownedByRoot(lstatSync(folder))) return null
    }
    return trusted(home) ? home : null
  } catch (error) {
    if (["EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR"].includes(errorCode(error))) return null
    throw error
  }
}

const mkdirUnlessThere = (folder: string) => {
  try {
    mkdirSync(folder)
    chmodSync(folder, 0o711)
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error
  }
}

/** A folder only root can have prepared: real folders all the way up, each root's, writable by others only where sticky. */
const trusted = (folder: string): boolean => {
  for (let at = folder; ; at = dirname(at)) {
    const found = lstatSync(at, { throwIfNoEntry: false })
    if (found === undefined || !found.isDirectory() || found.uid !== 0) return false
    if ((found.mode & 0o022) !== 0 && (found.mode & 0o1000) === 0) return false
    if (at === dirname(at)) return ownedByRoot(lstatSync(folder))
  }
}

const ownedByRoot = (found: Stats) => found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0

const removeIfEmpty = (folder: string) => {
  try {
    rmdirSync(folder)
  } catch (error) {
    if (!["ENOENT", "ENOTEMPTY"].includes(errorCode(error))) throw error
  }
}

type Pair = { readonly path: string; readonly token: string }

const readPair = (file: string): Pair | null => {
  try {
    const read: unknown = JSON.parse(readFileSync(file, "utf8"))
    if (typeof read !== "object" || read === null || !("path" in read) || !("token" in read)) return null
    return typeof read.path === "string" && typeof read.token === "string" ? { path: read.path, token: read.token } : null
  } catch (error) {
    if (error instanceof SyntaxError || ["ENOENT", "ENOTDIR"].includes(errorCode(error))) return null
    throw error
  }
}

const writePair = (file: string, pair: Pair) => {
  writeFileSync(`${file}.new`, `${JSON.stringify(pair)}\n`, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}
