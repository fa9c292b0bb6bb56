import { randomUUID } from "node:crypto"
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync
} from "node:fs"
import { join } from "node:path"
import { type Account, accountFailure, childOptions, creatorFor, namingPrefix } from "./account.ts"
import { AccountNotUsable, DatabaseNotCreated, DatabaseNotUsable, diskFull, errorCode, folderFailure, saysDiskFull } from "./failure.ts"
import type { Folders } from "./folders.ts"
import { giveTree } from "./ownership.ts"
import type { Program } from "./program.ts"

/** The name of the database. */
export const DATABASE = "vouchkit"
/** The superuser that every database is created with. It never logs in but to make the roles (roles.ts). */
export const SUPERUSER = "vouchkit"

const MAJOR_VERSION = "18"
const MAX_SECONDS = 120
const UNFINISHED = "data.unfinished-"

/**
 * Creates the database if there is none. It grows in a folder of its own and takes its place in one step, flushed to disk,
 * so that a start that was cut off at any moment leaves either no database or a whole one. Only for the holder of the lock.
 */
export const createIfAbsent = async ({ folders, program }: { readonly folders: Folders; readonly program: Program }): Promise<void> => {
  const { data, home, account } = folders
  try {
    removeUnfinished(home)
    if (existsSync(join(data, "PG_VERSION"))) return repair(folders)
    refuseOtherContents(data)
    // A name of its own, because the tools of a start that was cut off may still be writing to theirs.
    const unfinished = join(home, `${UNFINISHED}${randomUUID()}`)
    mkdirSync(unfinished, { mode: 0o700 })
    const creator = creatorFor(account)
    if (account.dropped) lchownSync(unfinished, creator.uid, creator.gid)
    await initialize({
      account: creator,
      folder: unfinished,
      command: [program.initdb, "-D", unfinished, "-U", SUPERUSER, ...initialSettings]
    })
    if (creator.uid !== account.uid) giveTree(unfinished, account)
    renameSync(unfinished, data)
    flushFolder(home)
  } catch (error) {
    throw accountFailure(account, error) ?? folderFailure(home, error)
  }
}

const initialSettings = [
  "--no-instructions",
  "--auth-local=reject",
  "--auth-host=reject",
  "--encoding=UTF8",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--locale=C"
]

/** Creates the database, as someone with a name if the account has none. */
const initialize = async (tool: Tool): Promise<void> => {
  const plain = await run(tool)
  if (plain.success) return
  if (!plain.output.includes("could not look up effective user ID")) throw creationFailure(tool, plain.output)
  const prefix = namingPrefix()
  const named = prefix === null ? null : await run({ ...tool, command: [...prefix, ...tool.command] })
  if (named?.success === true) return
  if (named !== null && saysDiskFull(named.output)) throw diskFull(tool.folder)
  throw new AccountNotUsable(
    `PostgreSQL insists that the user it runs under has a name, but user id ${tool.account.uid} has none on this system. Add a line for it to /etc/passwd (such as "vouchkit:x:${tool.account.uid}:${tool.account.gid}::/:/bin/false"), start the service as a named user, or set DATABASE_URL.`
  )
}

type Tool = { readonly command: readonly string[]; readonly account: Account; readonly folder: string }

const run = async ({ command, account }: Tool): Promise<{ success: boolean; output: string }> => {
  const child = Bun.spawn([...command], {
    ...childOptions(account),
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    timeout: MAX_SECONDS * 1000,
    killSignal: "SIGKILL",
    // A Ctrl-C meant for the service must not cut these off half-way; the service itself decides what happens.
    detached: true
  })
  const [output, errors, code] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited])
  return { success: code === 0, output: `${output}\n${errors}` }
}

const creationFailure = (tool: Tool, output: string) => {
  if (saysDiskFull(output)) return diskFull(tool.folder)
  const lines = output.trim().split("\n").slice(-12).join("\n")
  return new DatabaseNotCreated(
    `The embedded database could not be created in ${tool.folder}. See below for what PostgreSQL says; setting DATABASE_URL to a PostgreSQL 15 or newer avoids the embedded one.\n${lines}`
  )
}

/** Puts right what a copy made by root or without modes does to an existing database, and takes over one of an earlier account; refuses one of another version. */
const repair = ({ data, account }: Folders) => {
  const version = readFileSync(join(data, "PG_VERSION"), "utf8").trim()
  if (version !== MAJOR_VERSION) {
    throw new DatabaseNotUsable(
      `The database in ${data} was made by PostgreSQL ${version.slice(0, 20)}; this release brings ${MAJOR_VERSION}. Move it over with pg_dump of the old release, or set DATA_DIR to a new folder.`
    )
  }
  const found = statSync(data)
  if (account.dropped && found.uid !== account.uid) giveTree(data, account)
  if ((found.mode & 0o777) !== 0o700) chmodSync(data, 0o700)
}

const refuseOtherContents = (data: string) => {
  try {
    rmdirSync(data)
  } catch (error) {
    if (errorCode(error) === "ENOENT") return
    if (errorCode(error) !== "ENOTEMPTY") throw error
    throw new DatabaseNotUsable(`${data} holds files but no database. Move them elsewhere, or set DATA_DIR to another folder.`)
  }
}

const removeUnfinished = (home: string) => {
  for (const name of readdirSync(home)) {
    if (name.startsWith(UNFINISHED)) rmSync(join(home, name), { recursive: true, force: true, maxRetries: 3 })
  }
}

const flushFolder = (folder: string) => {
  const descriptor = openSync(folder, "r")
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
