import { randomBytes, randomUUID } from "node:crypto"
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync
} from "node:fs"
import { join } from "node:path"
import { Effect, type Redacted } from "effect"
import { misconfigured, type StartProblem } from "./start-problem.ts"
import { masterKey as readMasterKey, masterKeyBytes } from "./variables.ts"

/** Where the master key stands that no setting names. */
export const keyFile = (data_dir: string): string => join(data_dir, "master.key")
/** Where the next one stands until the database knows it: a rotation that was cut off goes on with it. */
export const nextKeyFile = (data_dir: string): string => `${keyFile(data_dir)}.next`

const isMissing = (cause: unknown): boolean => typeof cause === "object" && cause !== null && "code" in cause && cause.code === "ENOENT"
const isTaken = (cause: unknown): boolean => typeof cause === "object" && cause !== null && "code" in cause && cause.code === "EEXIST"

/** Undefined when there is no file; the text may still be no key. */
export const readKeyFile = (file: string): string | undefined => {
  try {
    return readFileSync(file, "utf8").trim()
  } catch (cause) {
    if (isMissing(cause)) return undefined
    throw cause
  }
}

/** Writes a new key so that the file holds all of it from the moment it exists; of two writers the first wins. */
export const writeKeyFile = (data_dir: string, file: string): void => {
  mkdirSync(data_dir, { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomUUID()}`
  const handle = openSync(draft, "wx", 0o600)
  try {
    writeSync(handle, `${randomBytes(masterKeyBytes).toString("base64")}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  try {
    chmodSync(draft, 0o600)
    const owner = statSync(data_dir)
    // What root makes in someone else's folder belongs to that person, so that the next start without root works.
    if (process.getuid?.() === 0 && owner.uid !== 0) chownSync(draft, owner.uid, owner.gid)
    linkSync(draft, file)
  } catch (cause) {
    if (!isTaken(cause)) throw cause
  } finally {
    rmSync(draft, { force: true })
  }
}

/** The key that a file holds, or that it holds none. */
export const judgedKey = (file: string, text: string): Effect.Effect<Redacted.Redacted<Uint8Array>, StartProblem> =>
  Effect.mapError(Effect.fromResult(readMasterKey(text)), (problem) => misconfigured(`${file} does not hold a master key: it ${problem}.`))

/** Puts the next key in the place of the present one, at once. */
export const replaceKeyFile = (data_dir: string): void => renameSync(nextKeyFile(data_dir), keyFile(data_dir))
