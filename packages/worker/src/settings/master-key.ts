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
  rmSync,
  statSync,
  writeSync
} from "node:fs"
import { join } from "node:path"
import { layer as cryptoLayer } from "@vouchkit/adapters/crypto/vault"
import { Database } from "@vouchkit/adapters/postgres/database"
import { acceptsMasterKey, hasMasterKey } from "@vouchkit/adapters/postgres/installation"
import { Effect, Layer, Redacted } from "effect"
import type { Settings } from "./settings.ts"
import { misconfigured, type StartProblem, unavailable } from "./start-problem.ts"
import { masterKey as readMasterKey, masterKeyBytes } from "./variables.ts"
import { unwrappedMasterKey } from "./wrapped-master-key.ts"

const fileName = "master.key"

const isMissing = (cause: unknown): boolean => typeof cause === "object" && cause !== null && "code" in cause && cause.code === "ENOENT"
const isTaken = (cause: unknown): boolean => typeof cause === "object" && cause !== null && "code" in cause && cause.code === "EEXIST"

/** Undefined when there is no file; the text may still be no key. */
const readKeyFile = (file: string): string | undefined => {
  try {
    return readFileSync(file, "utf8").trim()
  } catch (cause) {
    if (isMissing(cause)) return undefined
    throw cause
  }
}

/** Writes a new key so that the file holds all of it from the moment it exists; of two writers the first wins. */
const writeKeyFile = (data_dir: string, file: string): void => {
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

const judged = (file: string, text: string): Effect.Effect<Redacted.Redacted<Uint8Array>, StartProblem> =>
  Effect.mapError(Effect.fromResult(readMasterKey(text)), (problem) => misconfigured(`${file} does not hold a master key: it ${problem}.`))

const fromFile = Effect.fnUntraced(function* (data_dir: string, used: boolean) {
  const file = join(data_dir, fileName)
  const text = yield* Effect.try({
    try: () => {
      const found = readKeyFile(file)
      if (found !== undefined || used) return found
      writeKeyFile(data_dir, file)
      return readKeyFile(file)
    },
    catch: (): StartProblem =>
      unavailable(`The master key cannot be read or written: ${file}. Make it readable for the user that starts the service.`)
  })
  if (text === undefined) {
    return yield* misconfigured(
      `MASTER_KEY is not set and ${file} is missing, although this database was made with a master key. Restore that file, or set MASTER_KEY to the key used before; without it stored files and secrets cannot be opened.`
    )
  }
  return yield* judged(file, text)
})

const resolve = Effect.fnUntraced(function* ({ data_dir, kms, master_key, wrapped_master_key }: Settings) {
  const { sql } = yield* Database
  const attempt = <A>(work: () => Promise<A>) =>
    Effect.tryPromise({ try: work, catch: () => unavailable("The database does not answer while the master key is checked.") })
  const given = wrapped_master_key === null ? master_key : yield* unwrappedMasterKey(wrapped_master_key, kms)
  const key = given ?? (yield* fromFile(data_dir, yield* attempt(() => hasMasterKey(sql))))
  const bytes = Redacted.value(key)
  if (!(yield* attempt(() => acceptsMasterKey(sql, bytes)))) {
    return yield* misconfigured(
      given === null
        ? `The key in ${join(data_dir, fileName)} is not the one this database was made with. Restore the file, or set MASTER_KEY to the key used before.`
        : `${wrapped_master_key === null ? "MASTER_KEY" : "MASTER_KEY_WRAPPED"} is not the key this database was made with. Set it to the key used before; a new one cannot open what is stored.`
    )
  }
  return bytes
})

/** The key in the data folder, which is read and never made; null when there is no such file. */
export const keptMasterKey = Effect.fnUntraced(function* (data_dir: string) {
  const file = join(data_dir, fileName)
  const text = yield* Effect.try({
    try: () => readKeyFile(file),
    catch: () => unavailable(`The master key cannot be read: ${file}. Make it readable for the user that runs the command.`)
  })
  return text === undefined ? null : yield* judged(file, text)
})

/** Encryption under the master key of the settings, or under the one in the data folder, which is made when there is none yet. */
export const masterKeyLayer = (settings: Settings) => Layer.unwrap(Effect.map(resolve(settings), cryptoLayer))
