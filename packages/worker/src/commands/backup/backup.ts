import { mkdir, readdir, rename, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { dumpDatabase } from "@vouchkit/adapters/backup/database"
import { settle } from "@vouchkit/adapters/backup/files"
import type { Manifest } from "@vouchkit/adapters/backup/manifest"
import { copyObjects } from "@vouchkit/adapters/backup/objects"
import { verifyBackup } from "@vouchkit/adapters/backup/verify"
import { Database } from "@vouchkit/adapters/postgres/database"
import { Effect } from "effect"
import { ownerLayer } from "../../processes/database.ts"
import { main } from "../../processes/process.ts"
import { keyFile } from "../../settings/master-key-file.ts"
import type { Settings } from "../../settings/settings.ts"
import { exitCodes, misconfigured, StartProblem } from "../../settings/start-problem.ts"
import { misused, print, readArguments } from "../usage.ts"
import { attempted, progress } from "./progress.ts"

const help = `Usage:
  bun run backup DIR

Writes the database and the object store into the new or empty folder DIR, as of one moment, also while the service runs,
and reads all of it again. The master key is not in it: keep it elsewhere. What the service does not encrypt by itself,
such as names, lies in DIR in plain text: protect it as the database. Ends with 0 if the backup is whole.

With BLOB_STORE=s3 the bucket is not copied; docs/backups.md says how an external database and a bucket are backed up.`

const emptyFolder = (folder: string) =>
  attempted("The folder of the backup cannot be written", async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return (await readdir(folder)).length === 0
  })

/** Files that documents still name although the object store does not have them: they were lost, and not erased. */
const lost = Effect.fnUntraced(function* (absent: ReadonlyArray<string>) {
  if (absent.length === 0) return []
  const { sql } = yield* Database
  const names = absent.map((path) => path.split("/").at(-1) ?? "")
  const rows = yield* attempted(
    "The database does not answer",
    () => sql`select distinct data->>'blob' as name from documents where data->>'blob' in ${sql(names)}`
  )
  const named = new Set(rows.map(({ name }) => String(name)))
  return names.filter((name) => named.has(name))
})

/** The manifest appears under its name when all of it is on the disk. */
const seal = async (folder: string, manifest: Manifest): Promise<void> => {
  const path = join(folder, "manifest.json")
  await writeFile(`${path}.new`, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
  await settle(`${path}.new`)
  await rename(`${path}.new`, path)
}

const backup = Effect.fnUntraced(function* (settings: Settings, folder: string) {
  if (settings.object_store !== null) {
    return yield* misconfigured("BLOB_STORE is s3: a bucket is backed up by its versions. docs/backups.md says how.")
  }
  if (!(yield* emptyFolder(folder))) {
    return yield* new StartProblem({ message: `${folder} is not empty. Name a new folder.`, exit_code: exitCodes.usage })
  }
  const { sql } = yield* Database
  const created_at = new Date().toISOString()
  const report = progress()
  const database = yield* attempted("The database cannot be read", () =>
    dumpDatabase(sql, folder, ({ name, rows }) => report(`database: ${name}, ${rows} rows`))
  )
  const objects = yield* attempted("The object store cannot be copied", () =>
    copyObjects(resolve(settings.data_dir), folder, (count) => report(`object store: ${count} files`))
  )
  const manifest: Manifest = { format: "vouchkit-backup/1", created_at, ...database, objects }
  const { absent, problems } = yield* attempted("The backup cannot be read again", () =>
    verifyBackup(folder, manifest, (name) => report(`verifying: ${name}`))
  )
  report(null)
  if (problems.length > 0) return yield* new StartProblem({ message: `The backup is not whole.\n${problems.join("\n")}`, exit_code: 1 })
  const missing = yield* lost(absent)
  yield* attempted("The backup cannot be completed", () => seal(folder, manifest))
  const rows = database.tables.reduce((sum, table) => sum + table.rows, 0)
  yield* print(
    `The backup in ${folder} is whole: ${rows} rows of ${database.tables.length} tables, ${objects.count} files (${objects.bytes} bytes), as of ${created_at}.`
  )
  if (database.master_keys.length > 0) {
    const kept =
      settings.master_key === null && settings.wrapped_master_key === null ? keyFile(settings.data_dir) : "the one of the settings"
    yield* print(`It opens with the master key (${kept}) alone, which is not in it. Keep that key elsewhere.`)
  }
  if (missing.length > 0) {
    return yield* new StartProblem({
      message: `${missing.length} files that documents name are missing in the object store itself, such as ${missing.slice(0, 3).join(", ")}.`,
      exit_code: 1
    })
  }
})

main({ database_url: false, master_key: false }, "vouchkit-backup", (settings) =>
  Effect.gen(function* () {
    const { positionals, values } = yield* readArguments(process.argv.slice(2), { help: { type: "boolean", short: "h" } }, help)
    if (values.help === true) return yield* print(help)
    const [folder, ...rest] = positionals
    if (folder === undefined || rest.length > 0) return yield* misused("Name one folder.", help)
    yield* Effect.provide(backup(settings, resolve(folder)), ownerLayer(settings))
  })
)
