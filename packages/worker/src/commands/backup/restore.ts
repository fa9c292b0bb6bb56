import { resolve } from "node:path"
import { isUnused, loadDatabase } from "@vouchkit/adapters/backup/load"
import { type Manifest, readManifest } from "@vouchkit/adapters/backup/manifest"
import { restoreObjects } from "@vouchkit/adapters/backup/objects"
import { manifestText, verifyBackup } from "@vouchkit/adapters/backup/verify"
import { masterKeyDigest } from "@vouchkit/adapters/crypto/root-key"
import { Database } from "@vouchkit/adapters/postgres/database"
import { knownMigrations } from "@vouchkit/adapters/postgres/migrate"
import { Effect, Redacted } from "effect"
import { ownerLayer } from "../../processes/database.ts"
import { main } from "../../processes/process.ts"
import { keyFile } from "../../settings/master-key-file.ts"
import { keptMasterKey } from "../../settings/master-key.ts"
import type { Settings } from "../../settings/settings.ts"
import { exitCodes, misconfigured, StartProblem } from "../../settings/start-problem.ts"
import { unwrappedMasterKey } from "../../settings/wrapped-master-key.ts"
import { reapply } from "../erasure/reapply.ts"
import { misused, print, readArguments } from "../usage.ts"
import { attempted, progress } from "./progress.ts"

const help = `Usage:
  bun run restore DIR [--receipts FOLDER]

Restores the backup in the folder DIR, of bun run backup, into an empty DATA_DIR or an unused database. The whole backup is
verified first. The master key has to be there: in MASTER_KEY, or as master.key in DATA_DIR.

What was erased after the backup is erased again: FOLDER holds the log of those erasures, the folder "receipts" of the lost
DATA_DIR or a copy of it. A log that lies in DATA_DIR already is applied as well.`

const problem = (message: string, exit_code: number = exitCodes.unavailable) => new StartProblem({ message, exit_code })

const wholeBackup = Effect.fnUntraced(function* (folder: string) {
  const text = yield* attempted("The backup cannot be read", () => manifestText(folder))
  if (text === undefined) {
    return yield* problem(`${folder} has no manifest.json: it is no backup, or one that was broken off.`, exitCodes.usage)
  }
  const manifest = yield* Effect.mapError(readManifest(text), ({ message }) => problem(message))
  const newer = manifest.migrations.filter((number) => !knownMigrations.has(number))
  if (newer.length > 0) {
    return yield* problem(`The backup was made by a newer release (migration ${newer[0]}). Restore it with that release.`)
  }
  const report = progress()
  const { absent, problems } = yield* attempted("The backup cannot be read", () =>
    verifyBackup(folder, manifest, (name) => report(`verifying: ${name}`))
  )
  report(null)
  if (problems.length > 0) return yield* problem(`The backup is damaged. Nothing was restored.\n${problems.join("\n")}`)
  return { manifest, absent }
})

/** A backup under another master key would be of no use, which is better known before than after. */
const requireKey = Effect.fnUntraced(function* ({ data_dir, kms, master_key, wrapped_master_key }: Settings, manifest: Manifest) {
  if (manifest.master_keys.length === 0) return
  const given = wrapped_master_key === null ? master_key : yield* unwrappedMasterKey(wrapped_master_key, kms)
  const key = given ?? (yield* keptMasterKey(data_dir))
  if (key === null) {
    return yield* misconfigured(`The backup needs its master key. Put it into ${keyFile(data_dir)}, or set MASTER_KEY.`)
  }
  if (!manifest.master_keys.includes(masterKeyDigest(Redacted.value(key)))) {
    return yield* misconfigured("The master key does not open this backup. Use the key that the service had when it was made.")
  }
})

const load = Effect.fnUntraced(function* (settings: Settings, folder: string, manifest: Manifest) {
  const { sql } = yield* Database
  if (!(yield* attempted("The database does not answer", () => isUnused(sql)))) {
    return yield* problem(
      `There is a database already. Restore into an empty DATA_DIR, or into a database without tables.`,
      exitCodes.usage
    )
  }
  const report = progress()
  yield* attempted("The files cannot be restored", () =>
    restoreObjects(folder, resolve(settings.data_dir), (count) => report(`object store: ${count} files`))
  )
  yield* attempted("The database cannot be restored", () =>
    loadDatabase(sql, folder, manifest, ({ name, rows }) => report(`database: ${name}, ${rows} rows`))
  )
  report(null)
})

const restore = Effect.fnUntraced(function* (settings: Settings, folder: string, receipts: string | null) {
  if (settings.object_store !== null) {
    return yield* misconfigured("BLOB_STORE is s3: files are restored in the bucket itself. docs/backups.md says how.")
  }
  const { absent, manifest } = yield* wholeBackup(folder)
  yield* requireKey(settings, manifest)
  yield* Effect.provide(load(settings, folder, manifest), ownerLayer(settings))
  yield* print(`The backup of ${manifest.created_at} is restored.`)
  yield* reapply(settings, receipts)
  if (absent.length > 0) yield* print(`${absent.length} documents have no file: they were erased while the backup was made.`)
})

const options = { receipts: { type: "string" }, help: { type: "boolean", short: "h" } } as const

main({ database_url: false, master_key: false }, "vouchkit-restore", (settings) =>
  Effect.gen(function* () {
    const { positionals, values } = yield* readArguments(process.argv.slice(2), options, help)
    if (values.help === true) return yield* print(help)
    const [folder, ...rest] = positionals
    if (folder === undefined || rest.length > 0) return yield* misused("Name one folder.", help)
    yield* restore(settings, resolve(folder), values.receipts ?? null)
  })
)
