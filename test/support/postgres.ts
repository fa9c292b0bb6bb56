import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type EmbeddedServer, attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import { migrate } from "@vouchkit/adapters/postgres/migrate"
import type { DatabaseOptions } from "@vouchkit/adapters/postgres/database"
import postgres from "postgres"

let server: Promise<EmbeddedServer> | undefined
const folder = mkdtempSync(join(tmpdir(), "vouchkit-test-"))
// The account of the database has to pass through.
chmodSync(folder, 0o711)

const start = async (): Promise<EmbeddedServer> => {
  const started = await attachOrStart({ dataDir: folder })
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }))
  return started
}

/** How to reach a server: the one that TEST_DATABASE_URL names, else the embedded one, started once for the whole test run. */
const target = async (database: string): Promise<DatabaseOptions["connect"]> => {
  const url = process.env.TEST_DATABASE_URL
  if (url !== undefined) {
    const named = new URL(url)
    named.pathname = `/${database}`
    return { url: named.href }
  }
  server ??= start()
  const { port, socketDirectory, user } = await server
  return { path: `${socketDirectory}/.s.PGSQL.${port}`, user, database }
}

const open = (connect: DatabaseOptions["connect"]) =>
  "url" in connect
    ? postgres(connect.url, { max: 1, onnotice: () => {} })
    : postgres({ ...connect, host: "localhost", max: 1, onnotice: () => {} })

let databases = 0
const create = async (more = ""): Promise<string> => {
  databases += 1
  const name = `test_${process.pid}_${databases}`
  const control = open(await target("vouchkit"))
  await control.unsafe(`create database ${name}${more}`)
  await control.end()
  return name
}

const migrated = async (): Promise<string> => {
  const name = await create()
  const sql = open(await target(name))
  await migrate(sql)
  await sql.end()
  return name
}

/** A new database without a schema. */
export const bareDatabase = async (): Promise<DatabaseOptions["connect"]> => target(await create())

let template: Promise<string> | undefined
/** A new, migrated and empty database of its own, for a test or a test file. It is a copy, because a copy costs less than the migrations. */
export const freshDatabase = async (): Promise<DatabaseOptions["connect"]> => {
  template ??= migrated()
  return target(await create(` template ${await template}`))
}
