import { appendFileSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type EmbeddedServer, attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import { migrate } from "@vouchkit/adapters/postgres/migrate"
import { grantRights } from "@vouchkit/adapters/postgres/rights"
import type { DatabaseOptions } from "@vouchkit/adapters/postgres/database"
import { folderOfThisProcess } from "@vouchkit/worker/commands/test-folder"
import postgres from "postgres"

let server: Promise<EmbeddedServer> | undefined

/** What a database may leave undone that nobody needs once its test is over: a crash of the machine ends the tests as well. */
const forTests = `
fsync = off
full_page_writes = off
synchronous_commit = off
`

/** The server reads its settings again when its first process is told so; the first line of its file is the number of that process. */
const hurry = ({ dataDirectory }: EmbeddedServer) => {
  appendFileSync(join(dataDirectory, "postgresql.conf"), forTests)
  const [process_id = ""] = readFileSync(join(dataDirectory, "postmaster.pid"), "utf8").split("\n")
  process.kill(Number(process_id), "SIGHUP")
}

const start = async (): Promise<EmbeddedServer> => {
  const started = await attachOrStart({ dataDir: folderOfThisProcess("vouchkit-test-") })
  hurry(started)
  return started
}

/**
 * How to reach a server: the one that TEST_DATABASE_URL names, else the embedded one, started once for the whole test run, where owner and service are two
 * roles as in an installation.
 */
const target = async (database: string, role: "owner" | "service"): Promise<DatabaseOptions["connect"]> => {
  const url = process.env.TEST_DATABASE_URL
  if (url !== undefined) {
    const named = new URL(url)
    named.pathname = `/${database}`
    return { url: named.href }
  }
  server ??= start()
  const { credentials, port, socketDirectory } = await server
  return { path: `${socketDirectory}/.s.PGSQL.${port}`, ...credentials[role], database }
}

const open = (connect: DatabaseOptions["connect"]) =>
  "url" in connect
    ? postgres(connect.url, { max: 1, onnotice: () => {} })
    : postgres({ ...connect, host: "localhost", max: 1, onnotice: () => {} })

let databases = 0
const create = async (more = ""): Promise<string> => {
  databases += 1
  const name = `test_${process.pid}_${databases}`
  const control = open(await target("vouchkit", "owner"))
  await control.unsafe(`create database ${name}${more}`)
  await control.unsafe(`revoke temporary on database ${name} from public`)
  await control.end()
  return name
}

const migrated = async (): Promise<string> => {
  const name = await create()
  const sql = open(await target(name, "owner"))
  await migrate(sql)
  const service = await target(name, "service")
  if ("user" in service) await grantRights(sql, service.user)
  await sql.end()
  return name
}

/** A new database without a schema, for the role that owns it. */
export const bareDatabase = async (): Promise<DatabaseOptions["connect"]> => target(await create(), "owner")

let template: Promise<string> | undefined
const copied = async (): Promise<string> => {
  template ??= migrated()
  return create(` template ${await template} strategy file_copy`)
}

/** A new, migrated and empty database of its own, for a test or a test file, as the service sees it. It is a copy, which costs less than the migrations, and of files, which costs a third of one by the log. */
export const freshDatabase = async (): Promise<DatabaseOptions["connect"]> => target(await copied(), "service")

/** The same for the role that owns the schema: for tests that change it, or measure the server. */
export const ownedDatabase = async (): Promise<DatabaseOptions["connect"]> => target(await copied(), "owner")

/** One new database for both roles: what the service writes there, and what someone could do to it who owns it. */
export const sharedDatabase = async (): Promise<Readonly<Record<"service" | "owner", DatabaseOptions["connect"]>>> => {
  const name = await copied()
  return { service: await target(name, "service"), owner: await target(name, "owner") }
}
