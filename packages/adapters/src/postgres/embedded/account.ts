import { readFileSync, type Stats } from "node:fs"
import { AccountNotUsable, errorCode } from "./failure.ts"

/** The account the server runs under. `dropped` is true when it is not the one this process runs under. */
export type Account = { readonly uid: number; readonly gid: number; readonly dropped: boolean }

/** "no one" on every Linux: it needs no entry in the system's user list to be switched to. */
const NOBODY = 65534

/**
 * PostgreSQL refuses to run as root, so root hands over to the owner of the folders that exist already, if that is someone
 * else, so that root and that owner can take turns on one data folder; otherwise to no one. No system user is made.
 */
export const chooseAccount = (candidates: readonly (Stats | undefined)[]): Account => {
  const uid = process.getuid?.() ?? 0
  const gid = process.getgid?.() ?? 0
  if (uid !== 0) return { uid, gid, dropped: false }
  const owner = candidates.find((folder) => folder !== undefined && folder.uid !== 0)
  return owner === undefined ? { uid: NOBODY, gid: NOBODY, dropped: true } : { uid: owner.uid, gid: owner.gid, dropped: true }
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
  if (!account.dropped || errorCode(error) !== "EPERM") return null
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
  const named = firstNamedUser()
  return unshare === null || named === null ? null : [unshare, "--user", `--map-user=${named}`, `--map-group=${named}`]
}

const firstNamedUser = (): number | null => {
  try {
    for (const line of readFileSync("/etc/passwd", "utf8").slice(0, 1_000_000).split("\n")) {
      const uid = Number(line.split(":")[2])
      if (Number.isInteger(uid) && uid > 0) return uid
    }
  } catch {
    return null
  }
  return null
}

/** The absolute path of a system tool, also when the search path of this process is empty. */
export const findTool = (tool: string): string | null =>
  Bun.which(tool, { PATH: `/usr/bin:/bin:/usr/sbin:/sbin:${process.env.PATH ?? ""}` })
