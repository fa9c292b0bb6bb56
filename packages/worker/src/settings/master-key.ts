import { layer as cryptoLayer } from "@vouchkit/adapters/crypto/vault"
import { Database } from "@vouchkit/adapters/postgres/database"
import { hasMasterKey, rootKeyOf } from "@vouchkit/adapters/postgres/installation"
import { Effect, Layer, Redacted } from "effect"
import { judgedKey, keyFile, readKeyFile, writeKeyFile } from "./master-key-file.ts"
import type { Settings } from "./settings.ts"
import { misconfigured, type StartProblem, unavailable } from "./start-problem.ts"
import { unwrappedMasterKey } from "./wrapped-master-key.ts"

const fromFile = Effect.fnUntraced(function* (data_dir: string, used: boolean) {
  const file = keyFile(data_dir)
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
  return yield* judgedKey(file, text)
})

/** The master key of the settings, and the root key that it opens. */
export const presentKeys = Effect.fnUntraced(function* ({ data_dir, kms, master_key, wrapped_master_key }: Settings) {
  const { sql } = yield* Database
  const attempt = <A>(work: () => Promise<A>) =>
    Effect.tryPromise({ try: work, catch: () => unavailable("The database does not answer while the master key is checked.") })
  const given = wrapped_master_key === null ? master_key : yield* unwrappedMasterKey(wrapped_master_key, kms)
  const opened = Effect.gen(function* () {
    const key = given ?? (yield* fromFile(data_dir, yield* attempt(() => hasMasterKey(sql))))
    const master = Redacted.value(key)
    return { master, root: yield* attempt(() => rootKeyOf(sql, master)) }
  })
  // The file may have been replaced by a rotation between the two readings.
  const first = yield* opened
  const { master, root } = first.root === null && given === null ? yield* opened : first
  if (root === null) {
    return yield* misconfigured(
      given === null
        ? `The key in ${keyFile(data_dir)} is not one of this database. Restore the file, or set MASTER_KEY to the key used before.`
        : `${wrapped_master_key === null ? "MASTER_KEY" : "MASTER_KEY_WRAPPED"} is not a key of this database. Set it to the key used before, or to the one that replaced it; a new one cannot open what is stored.`
    )
  }
  return { master, root }
})

/** The key in the data folder, which is read and never made; null when there is no such file. */
export const keptMasterKey = Effect.fnUntraced(function* (data_dir: string) {
  const file = keyFile(data_dir)
  const text = yield* Effect.try({
    try: () => readKeyFile(file),
    catch: () => unavailable(`The master key cannot be read: ${file}. Make it readable for the user that runs the command.`)
  })
  return text === undefined ? null : yield* judgedKey(file, text)
})

/** Encryption under the master key of the settings, or under the one in the data folder, which is made when there is none yet. */
export const masterKeyLayer = (settings: Settings) => Layer.unwrap(Effect.map(presentKeys(settings), ({ root }) => cryptoLayer(root)))
