import { Database } from "@vouchkit/adapters/postgres/database"
import { addMasterKey, removeOtherMasterKeys } from "@vouchkit/adapters/postgres/installation"
import { Effect, Redacted } from "effect"
import { databaseLayer } from "../processes/database.ts"
import { presentKeys } from "../settings/master-key.ts"
import { judgedKey, nextKeyFile, readKeyFile, replaceKeyFile, writeKeyFile } from "../settings/master-key-file.ts"
import type { Settings } from "../settings/settings.ts"
import { unavailable } from "../settings/start-problem.ts"

const inDatabase = <A>(work: (sql: Database["Service"]["sql"]) => Promise<A>) =>
  Effect.flatMap(Database, ({ sql }) =>
    Effect.tryPromise({ try: () => work(sql), catch: () => unavailable("The database does not answer. Run the command again.") })
  )

/** Whether the master key is the one in the data folder, which a rotation can replace by itself. */
export const keyIsInFolder = ({ master_key, wrapped_master_key }: Settings): boolean => master_key === null && wrapped_master_key === null

/** Lets another master key open the database, beside the present one. */
export const admitKey = (settings: Settings, next: Uint8Array) =>
  Effect.gen(function* () {
    const { root } = yield* presentKeys(settings)
    yield* inDatabase((sql) => addMasterKey(sql, root, next))
  }).pipe(Effect.provide(databaseLayer(settings, "command")))

/** Leaves the present master key as the only one that opens the database; how many others there were. */
export const retireOtherKeys = (settings: Settings) =>
  Effect.gen(function* () {
    const { master } = yield* presentKeys(settings)
    return yield* inDatabase((sql) => removeOtherMasterKeys(sql, master))
  }).pipe(Effect.provide(databaseLayer(settings, "command")))

/**
 * Replaces the key in the data folder. At every moment the key in the folder opens the database, so that this may be cut off anywhere, and be run again:
 * the next key is written, the database learns it, it takes its place in the folder, and the database forgets the old one.
 */
export const rotateKeyInFolder = (settings: Settings) =>
  Effect.gen(function* () {
    const { data_dir } = settings
    const { root } = yield* presentKeys(settings)
    const files = <A>(work: () => A) =>
      Effect.try({ try: work, catch: () => unavailable(`The master key cannot be written in ${data_dir}. Check who may write there.`) })
    const file = nextKeyFile(data_dir)
    const text = yield* files(() => {
      writeKeyFile(data_dir, file)
      return readKeyFile(file) ?? ""
    })
    const next = Redacted.value(yield* judgedKey(file, text))
    yield* inDatabase((sql) => addMasterKey(sql, root, next))
    yield* files(() => replaceKeyFile(data_dir))
    yield* inDatabase((sql) => removeOtherMasterKeys(sql, next))
  }).pipe(Effect.provide(databaseLayer(settings, "command")))
