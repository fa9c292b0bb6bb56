import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test"
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DATABASE_ACCOUNT, FORMER_ACCOUNT, namingPrefix } from "@vouchkit/adapters/postgres/embedded/account"
import { locateProgram } from "@vouchkit/adapters/postgres/embedded/program"
import { attachOrStart, type EmbeddedServer } from "@vouchkit/adapters/postgres/embedded/server"
import postgres from "postgres"

const isRoot = process.getuid?.() === 0
const room = mkdtempSync(join(tmpdir(), "embedded-roles-"))
chmodSync(room, 0o755)
const running: EmbeddedServer[] = []

const start = async (dataDir: string) => {
  const server = await attachOrStart({ dataDir })
  running.push(server)
  return server
}
const stopAll = async () => {
  for (const server of running.toSorted((a, b) => Number(a.owner) - Number(b.owner))) await server.stop()
  running.length = 0
}
afterEach(stopAll, 300_000)

/** A data folder for all tests that leave it as it is, and a copy of it for those that do not: to create a database costs more than the tests. */
const shared = join(room, "shared")
let first: EmbeddedServer["credentials"]
beforeAll(async () => {
  first = (await start(shared)).credentials
  await stopAll()
}, 300_000)
afterAll(() => rmSync(room, { recursive: true, force: true }), 60_000)

type Login = { readonly user: string; readonly password?: string }

const ask = async (server: EmbeddedServer, login: Login, statement: string): Promise<unknown> => {
  const { database, socketDirectory } = server
  const sql = postgres({ path: join(socketDirectory, ".s.PGSQL.5432"), database, max: 1, onnotice: () => {}, ...login })
  try {
    return [...(await sql.unsafe(statement))]
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : error
  } finally {
    await sql.end()
  }
}
const numbers = (server: EmbeddedServer) => ask(server, server.credentials.owner, "select n from numbers")

/** A data folder as earlier releases made it: everything of the superuser, who is let in without a password, under "no one" if root made it. */
const anEarlierFolder = async (name: string) => {
  const dataDir = join(room, name)
  const base = join(dataDir, "postgres")
  const data = join(base, "data")
  const account = isRoot
    ? { uid: FORMER_ACCOUNT, gid: FORMER_ACCOUNT, dropped: true }
    : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, dropped: false }
  mkdirSync(data, { recursive: true })
  if (isRoot) {
    chmodSync(dataDir, 0o710)
    chmodSync(base, 0o710)
    for (const folder of [dataDir, base]) chownSync(folder, 0, FORMER_ACCOUNT)
    chownSync(data, FORMER_ACCOUNT, FORMER_ACCOUNT)
  }
  const { initdb, postgres: program } = locateProgram({ account, copies: join(room, "program") })
  const options = { env: { LC_ALL: "C" }, cwd: "/", ...(isRoot ? { uid: FORMER_ACCOUNT, gid: FORMER_ACCOUNT } : {}) }
  const initialize = [
    "-D",
    data,
    "-U",
    "vouchkit",
    "--auth-local=trust",
    "--auth-host=reject",
    "--encoding=UTF8",
    "--locale=C",
    "--no-sync"
  ]
  const single = ["--single", "-F", "-D", data, "-c", "exit_on_error=on"]
  const statements = { template1: "alter database postgres rename to vouchkit\n", vouchkit: "create table numbers as select 7 as n\n" }
  // It asks for the name of who runs it, which an account of a container may not have.
  const named = isRoot ? [] : (namingPrefix() ?? [])
  expect(Bun.spawnSync([...named, initdb, ...initialize], options).success).toBe(true)
  for (const [database, statement] of Object.entries(statements)) {
    expect(Bun.spawnSync([...named, program, ...single, database], { ...options, stdin: Buffer.from(statement) }).success).toBe(true)
  }
  return dataDir
}

const refusedLogins: ReadonlyArray<readonly [Login, ReadonlyArray<string>]> = [
  [{ user: "vouchkit" }, ["28000"]],
  [{ user: "vouchkit", password: "vouchkit" }, ["28000"]],
  [{ user: "vouchkit_owner", password: "wrong" }, ["28P01"]],
  [{ user: "vouchkit_service", password: "wrong" }, ["28P01"]],
  [{ user: "postgres" }, ["28000"]]
]

describe("the roles of the embedded database", () => {
  test("are two, each with a password of its own; the superuser is let in by no one", async () => {
    const server = await start(shared)
    const { owner, service } = server.credentials
    const facts = "select rolname as name, rolsuper as superuser, rolcreaterole as makes_roles from pg_roles where rolcanlogin order by 1"
    expect(await ask(server, owner, facts)).toEqual([
      { name: "vouchkit", superuser: true, makes_roles: true },
      { name: "vouchkit_owner", superuser: false, makes_roles: false },
      { name: "vouchkit_service", superuser: false, makes_roles: false }
    ])
    expect(await ask(server, service, "select current_user as name")).toEqual([{ name: "vouchkit_service" }])
    for (const [login, codes] of refusedLogins) expect(codes).toContain(String(await ask(server, login, "select 1")))
    expect(await ask(server, { ...owner, password: service.password }, "select 1")).toBe("28P01")
  }, 300_000)

  test("have their passwords in a file of the service's user alone, which a later start and a command read", async () => {
    const file = join(shared, "postgres", "passwords.json")
    expect([statSync(file).mode & 0o777, statSync(file).uid]).toEqual([0o600, process.getuid?.() ?? 0])
    // A later start, and a command beside it.
    expect((await start(shared)).credentials).toEqual(first)
    expect((await start(shared)).credentials).toEqual(first)
  }, 300_000)

  test("get new passwords where the file was lost, and the old ones no longer hold", async () => {
    const dataDir = join(room, "lost")
    cpSync(shared, dataDir, { recursive: true, filter: (path) => !path.endsWith(".lock") })
    const before = await start(dataDir)
    await ask(before, before.credentials.owner, "create table numbers as select 7 as n")
    await stopAll()
    rmSync(join(dataDir, "postgres", "passwords.json"))
    const second = await start(dataDir)
    expect(await numbers(second)).toEqual([{ n: 7 }])
    expect(await ask(second, before.credentials.owner, "select 1")).toBe("28P01")
  }, 300_000)

  test("take over a database of an earlier release, rows and all", async () => {
    const server = await start(await anEarlierFolder("earlier"))
    expect(await numbers(server)).toEqual([{ n: 7 }])
    expect(await ask(server, server.credentials.owner, "alter table numbers add column more int")).toEqual([])
    expect(await ask(server, server.credentials.service, "select n from numbers")).toBe("42501")
    expect(await ask(server, { user: "vouchkit" }, "select 1")).toBe("28000")
    if (isRoot) expect(Bun.spawnSync(["find", server.dataDirectory, "!", "-uid", String(DATABASE_ACCOUNT)]).stdout.toString()).toBe("")
  }, 300_000)
})

describe.if(isRoot)("started by root", () => {
  test("the server runs under an account of its own, with its group alone, and another account reaches neither socket nor passwords", async () => {
    const server = await start(shared)
    const [pid] = readFileSync(join(server.dataDirectory, "postmaster.pid"), "utf8").split("\n")
    const status = readFileSync(`/proc/${pid}/status`, "utf8")
    expect([...status.matchAll(/^[UG]id:\t(\d+)\t(\d+)/gm)].flatMap(([, real, effective]) => [real, effective])).toEqual(
      Array(4).fill(String(DATABASE_ACCOUNT))
    )
    expect(/^Groups:(.*)$/m.exec(status)?.[1]?.trim()).toMatch(/^(?:60918)?$/)
    expect(readdirSync(server.socketDirectory)).toContain(".s.PGSQL.5432")
    for (const uid of [FORMER_ACCOUNT, 4321]) {
      const as = { uid, gid: uid, cwd: "/", env: {} }
      for (const path of [
        join(server.socketDirectory, ".s.PGSQL.5432"),
        server.dataDirectory,
        join(shared, "postgres", "passwords.json")
      ]) {
        expect([uid, path, Bun.spawnSync(["/bin/ls", path], as).success]).toEqual([uid, path, false])
      }
    }
    // Under the account of the server itself, the passwords are out of reach too.
    const own = { uid: DATABASE_ACCOUNT, gid: DATABASE_ACCOUNT, cwd: "/", env: {} }
    expect(Bun.spawnSync(["/bin/cat", join(shared, "postgres", "passwords.json")], own).success).toBe(false)
  }, 300_000)
})
