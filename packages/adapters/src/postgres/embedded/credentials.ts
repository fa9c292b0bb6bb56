import { createHash, randomBytes } from "node:crypto"
import { lchownSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseNotUsable, errorCode, folderFailure } from "./failure.ts"

/** A role of the embedded server, and the password by which it is told from everyone else. */
export type Login = { readonly user: string; readonly password: string }

/** `owner` owns the schema and migrates it; `service` works with it and owns nothing. */
export type Credentials = { readonly owner: Login; readonly service: Login }

export const OWNER = "vouchkit_owner"
export const SERVICE = "vouchkit_service"

/** The passwords of a data folder, in a file that only the account of the service reads; null if there are none yet. */
const readCredentials = (base: string): Credentials | null => {
  try {
    const read: unknown = JSON.parse(readFileSync(fileIn(base), "utf8"))
    return isPair(read) ? { owner: { user: OWNER, password: read.owner }, service: { user: SERVICE, password: read.service } } : null
  } catch (error) {
    if (error instanceof SyntaxError || errorCode(error) === "ENOENT") return null
    throw folderFailure(fileIn(base), error)
  }
}

/** For those who join a server, whose owner made the file before it started. */
export const knownCredentials = (base: string): Credentials => {
  const known = readCredentials(base)
  if (known !== null) return known
  throw new DatabaseNotUsable(
    `The passwords of the running database are missing: ${fileIn(base)}. Restart the service, which makes new ones.`
  )
}

/** As `readCredentials`, and makes passwords where there are none. Only for the holder of the server lock. */
export const openCredentials = (base: string): Credentials => {
  const known = readCredentials(base)
  if (known !== null) return known
  const made = { owner: newPassword(), service: newPassword() }
  const file = fileIn(base)
  try {
    rmSync(`${file}.new`, { force: true })
    writeFileSync(`${file}.new`, `${JSON.stringify(made)}\n`, { mode: 0o600, flag: "wx", flush: true })
    const folder = statSync(base)
    if (process.getuid?.() === 0 && folder.uid !== 0) lchownSync(`${file}.new`, folder.uid, folder.gid)
    renameSync(`${file}.new`, file)
  } catch (error) {
    throw folderFailure(file, error)
  }
  return { owner: { user: OWNER, password: made.owner }, service: { user: SERVICE, password: made.service } }
}

/** Tells one pair of passwords from another and nothing about either: each has 256 bits of chance. */
export const digestOf = ({ owner, service }: Credentials): string =>
  createHash("sha256").update(`${owner.password}\n${service.password}`).digest("hex")

const fileIn = (base: string) => join(base, "passwords.json")

/** Without a character that SQL or a URL would have to escape. */
const newPassword = () => randomBytes(32).toString("base64url")

const isPair = (value: unknown): value is { readonly owner: string; readonly service: string } =>
  typeof value === "object" &&
  value !== null &&
  "owner" in value &&
  "service" in value &&
  [value.owner, value.service].every((password) => typeof password === "string" && /^[\w-]{43}$/.test(password))
