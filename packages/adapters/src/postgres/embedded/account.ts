import { readFileSync, type Stats } from "node:fs"
import { AccountNotUsable, errorCode } from "./failure.ts"

/** The account the server runs under. `dropped` is true when it is not the one this process runs under. */
export type Account = { readonly uid: number; readonly gid: number; readonly dropped: boolean }

/** "no one" on every Linux, under which servers of earlier releases ran, beside whatever else a system runs under it. */
export const FORMER_ACCOUNT = 65534

/** An account that no system gives to anyone: outside of what Debian allocates and of the ranges of systemd, and inside what a container without root maps. */
export const DATABASE_ACCOUNT = 60_918

const ownAccount: Account = { uid: DATABASE_ACCOUNT, gid: DATABASE_ACCOUNT, dropped: true }

/**
 * PostgreSQL refuses to run as root, so root hands over to the owner of the folders that exist already, if that is someone
 * else, so that root and that owner can take turns on one data folder; otherwise to an account of its own, under which nothing
 * else runs. No system user is made. A database under no one is of an earlier release, and moves to the own account.
 */
export const chooseAccount = (data: Stats | undefined, around: readonly Stats[]): Account => {
  const uid = process.getuid?.() ?? 0
  const gid = process.getgid?.() ?? 0
  if (uid !== 0) return { uid, gid, dropped: false }
  const inside = data === undefined || data.uid === FORMER_ACCOUNT ? [] : [data]
  const owner = [...inside, ...around].find((folder) => folder.uid !== 0)
  return owner === undefined ? ownAccount : { uid: owner.uid, gid: owner.gid, dropped: true }
}

/**
 * The account that creates a database for another one: initdb insists on an account with a name, and the server does not. It shares its group, which lets it
 * into the folder, with no other process, so that others of its name can neither follow it there nor look into it.
 */
export const creatorFor = (account: Account): Account => {
  const named = account.dropped && account.uid === DATABASE_ACCOUNT ? namedUser() : null
  return named === null ? account : { ...account, uid: named }
}

// A clean environment: the locale, the time zone and library paths of the shell decide nothing about the database.
const environment = { PATH: "/usr/bin:/bin:/usr/sbin:/sbin", LC_ALL: "C", TZ: "UTC" }

/** What every child needs: the account, a working folder that the account may enter, a clean environment. */
export const childOptions = (account: Account) => ({
  cwd: "/",
  env: environment,
  ...(account.dropped ? { uid: account.uid, gid: account.gid } : {})
})

/** Whether a command succeeds under the account; one that the account cannot even reach does not. */
export const succeeds = (account: Account, command: string[]): boolean => {
  try {
    return Bun.spawnSync(command, { ...childOptions(account), stdin: "ignore", stdout: "ignore", stderr: "ignore", timeout: 20_000 })
      .success
  } catch (error) {
    const refused = accountFailure(account, error)
    if (refused !== null) throw refused
    return false
  }
}

/** Whether the account may enter and write a folder; asked of the system, since access lists and mounts count besides modes. */
export const canWrite = (account: Account, folder: string): boolean => succeeds(account, ["/bin/sh", "-c", 'cd "$0" && test -w .', folder])

/** The refusal to switch accounts, which containers without the capability give; null for any other error. */
export const accountFailure = (account: Account, error: unknown): AccountNotUsable | null => {
  if (!account.dropped || !["EPERM", "EINVAL"].includes(errorCode(error))) return null
  return new AccountNotUsable(
    `PostgreSQL does not run as root, and this root may not switch to another user (user id ${account.uid}; in a container the capabilities SETUID and SETGID are missing). Start the service as an ordinary user, grant the capabilities, or set DATABASE_URL.`
  )
}

/**
 * A command prefix under which the current account carries a name. initdb insists on one, but a bare numeric user, as
 * containers give, has none; inside a user namespace of its own it appears as a named user while its files stay its own.
 */
export const namingPrefix = (): readonly string[] | null => {
  const unshare = findTool("unshare")
  const named = namedUser()
  return unshare === null || named === null ? null : [unshare, "--user", `--map-user=${named}`, `--map-group=${named}`]
}

/** A user that the system knows by name: "no one" if there is one, else the first that is not root. */
const namedUser = (): number | null => {
  try {
    const listed = readFileSync("/etc/passwd", "utf8").slice(0, 1_000_000).split("\n")
    const uids = listed.map((line) => Number(line.split(":")[2])).filter((uid) => Number.isInteger(uid) && uid > 0)
    return uids.includes(FORMER_ACCOUNT) ? FORMER_ACCOUNT : (uids[0] ?? null)
  } catch {
    return null
  }
}

/** The absolute path of a system tool, also when the search path of this process is empty. */
export const findTool = (tool: string): string | null =>
  Bun.which(tool, { PATH: `/usr/bin:/bin:/usr/sbin:/sbin:${process.env.PATH ?? ""}` })
