import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test"
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { tryLock } from "@vouchkit/adapters/postgres/embedded/lock"
import { openLog } from "@vouchkit/adapters/postgres/embedded/log"
import { attachOrStart, type EmbeddedServer, startExclusive } from "@vouchkit/adapters/postgres/embedded/server"
import postgres from "postgres"

const isRoot = process.getuid?.() === 0

const room = realpathSync(mkdtempSync(join(tmpdir(), "embedded-")))
// A folder of root's that others may pass through, like most places where a service lives.
chmodSync(room, 0o755)

const template = join(room, "template")
const running: EmbeddedServer[] = []
let folders = 0

const connect = (server: EmbeddedServer) =>
  postgres({
    path: `${server.socketDirectory}/.s.PGSQL.${server.port}`,
    ...server.credentials.owner,
    database: server.database,
    ssl: false,
    max: 1,
    onnotice: () => undefined
  })

const ask = async <Result>(server: EmbeddedServer, question: (sql: ReturnType<typeof connect>) => Promise<Result>): Promise<Result> => {
  const sql = connect(server)
  try {
    return await question(sql)
  } finally {
    await sql.end()
  }
}

const kept = (server: EmbeddedServer) => {
  running.push(server)
  return server
}

const service = async (dataDir: string) => kept(await startExclusive({ dataDir }))
const command = async (dataDir: string) => kept(await attachOrStart({ dataDir }))

/** A data folder of its own whose database holds the number 7; tests that change nothing use the template itself. */
const aDataFolder = (name = `copy-${folders++}`) => {
  const folder = join(room, name)
  cpSync(template, folder, { recursive: true, filter: (path) => !path.endsWith(".lock") })
  return folder
}

const numbers = (server: EmbeddedServer) => ask(server, async (sql) => (await sql`select n from numbers order by n`).map(({ n }) => n))

const failure = async (start: Promise<EmbeddedServer>) => {
  try {
    kept(await start)
  } catch (error) {
    return error as Error & { _tag: string }
  }
  throw new Error("it started")
}

/** Runs a script in a process of its own and answers once the script has printed a line. */
const inAnotherProcess = async (script: string, dataDir: string) => {
  const child = Bun.spawn([process.execPath, "-e", script, dataDir], { cwd: import.meta.dir, stdout: "pipe", stderr: "inherit" })
  const reader = child.stdout.getReader()
  const { value } = await reader.read()
  return { child, line: new TextDecoder().decode(value).trim() }
}

const serviceScript = `
  const { startExclusive } = await import("@vouchkit/adapters/postgres/embedded/server")
  const postgres = (await import("postgres")).default
  const server = await startExclusive({ dataDir: process.argv.at(-1) })
  const sql = postgres({ path: server.socketDirectory + "/.s.PGSQL." + server.port, ...server.credentials.owner, database: server.database, ssl: false })
  await sql\`insert into numbers values (8)\`
  console.log("ready")
  setInterval(() => undefined, 1000)
`

/** A creation that was cut off, where the template is made. */
const unfinished = join(template, "postgres", "data.unfinished-1")

const settingsOf = (server: EmbeddedServer) =>
  ask(
    server,
    (sql) => sql`
      select current_setting('listen_addresses') addresses, current_setting('server_encoding') encoding, lower('ÉÄ') lowered,
        current_setting('unix_socket_permissions') permissions, current_setting('fsync') fsync, current_setting('TimeZone') zone,
        (select rolname from pg_roles where oid = (select datdba from pg_database where datname = current_database())) owner,
        (select count(*)::int from pg_tables where schemaname = 'public') tables`
  )

/** What was seen of the template while it was new: to create a database costs more than most of these tests. */
let firstStart: object

beforeAll(async () => {
  mkdirSync(join(unfinished, "base"), { recursive: true })
  writeFileSync(join(unfinished, "PG_VERSION"), "18\n")
  chmodSync(template, 0o755)
  chmodSync(dirname(unfinished), 0o755)
  const server = await startExclusive({ dataDir: template })
  const [settings] = await settingsOf(server)
  const modes = [server.socketDirectory, server.dataDirectory].map((folder) => statSync(folder).mode & 0o777)
  firstStart = { settings, modes, owner: server.owner }
  await ask(server, (sql) => sql`create table numbers (n int primary key)`)
  await ask(server, (sql) => sql`insert into numbers values (7)`)
  await server.stop()
}, 300_000)

afterEach(async () => {
  // Those who joined first, since an owner waits for them.
  for (const server of running.toSorted((a, b) => Number(a.owner) - Number(b.owner))) await server.stop()
  running.length = 0
  for (const name of readdirSync(room)) {
    if (name !== "template") rmSync(join(room, name), { recursive: true, force: true })
  }
}, 300_000)

afterAll(() => rmSync(room, { recursive: true, force: true }), 60_000)

describe("the embedded database", () => {
  test("begins empty in a new folder, in UTF-8, and listens on a private socket only", () => {
    expect(firstStart).toEqual({
      settings: {
        addresses: "",
        encoding: "UTF8",
        lowered: "éä",
        permissions: "0700",
        fsync: "on",
        zone: "UTC",
        owner: "vouchkit_owner",
        tables: 0
      },
      modes: [0o700, 0o700],
      owner: true
    })
  })

  test("finds its data again at the next start", async () => {
    const dataDir = aDataFolder()
    const first = await service(dataDir)
    await ask(first, (sql) => sql`insert into numbers values (9)`)
    await first.stop()
    expect(await numbers(await service(dataDir))).toEqual([7, 9])
  }, 300_000)

  test("is gone after the stop, socket and all, and stopping twice is harmless", async () => {
    const dataDir = template
    const server = await service(dataDir)
    await Promise.all([server.stop(), server.stop()])
    await server.stop()
    expect(readdirSync(server.socketDirectory)).toEqual([])
    expect(existsSync(join(server.dataDirectory, "postmaster.pid"))).toBe(false)
  }, 300_000)

  test("never runs as root", async () => {
    const server = await service(template)
    expect(statSync(join(server.dataDirectory, "postmaster.pid")).uid).not.toBe(0)
  }, 300_000)

  test("keeps the text of failed statements and the values of rows out of its log", async () => {
    const dataDir = template
    const server = await service(dataDir)
    for (const value of ["7", "Marie-Curie"]) {
      await ask(server, (sql) => sql.unsafe(`insert into numbers values ('${value}'::int)`)).catch(() => undefined)
    }
    await server.stop()
    const log = readFileSync(join(dataDir, "postgres", "log", "postgres.log"), "utf8")
    expect(log).toContain("ready to accept connections")
    expect(log).not.toContain("Marie-Curie")
    expect(log).not.toContain("insert into")
    expect(log).not.toContain("(n)=(7)")
  }, 300_000)

  test("works under a path that is too long for a socket, and leaves nothing behind", async () => {
    const dataDir = aDataFolder(`${"long-".repeat(30)}end`)
    const server = await service(dataDir)
    const joined = await command(dataDir)
    expect(Buffer.byteLength(join(server.socketDirectory, ".s.PGSQL.5432"))).toBeLessThanOrEqual(103)
    expect(statSync(server.socketDirectory).mode & 0o777).toBe(0o700)
    expect(await numbers(joined)).toEqual([7])
    await joined.stop()
    await server.stop()
    expect(existsSync(server.socketDirectory)).toBe(false)
  }, 300_000)

  test("works under a path with spaces, quotes and commas", async () => {
    expect(await numbers(await service(aDataFolder(`it's, a "b" $HOME é`)))).toEqual([7])
  }, 300_000)
})

describe("several processes on one data folder", () => {
  test("a second service is refused while the first lives, and told which process it is", async () => {
    const dataDir = template
    const first = await service(dataDir)
    const refused = await failure(startExclusive({ dataDir }))
    expect(refused._tag).toBe("DataFolderInUse")
    expect(refused.message).toContain(`process id ${process.pid}`)
    expect(await numbers(first)).toEqual([7])
    await first.stop()
    expect(await numbers(await service(dataDir))).toEqual([7])
  }, 300_000)

  test("of many services at the same instant exactly one starts", async () => {
    const dataDir = template
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => startExclusive({ dataDir })))
    const started = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [kept(outcome.value)] : []))
    const tags = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason._tag] : []))
    expect(started).toHaveLength(1)
    expect(tags).toEqual(Array(4).fill("DataFolderInUse"))
  }, 300_000)

  test("a command joins the server of a running service and leaves it running", async () => {
    const dataDir = template
    const first = await service(dataDir)
    const joined = await command(dataDir)
    expect(joined.owner).toBe(false)
    expect(joined.socketDirectory).toBe(first.socketDirectory)
    await joined.stop()
    expect(await numbers(first)).toEqual([7])
  }, 300_000)

  test("a command works where nothing runs, and stops what it started", async () => {
    const dataDir = template
    const alone = await command(dataDir)
    expect(alone.owner).toBe(true)
    expect(await numbers(alone)).toEqual([7])
    await alone.stop()
    expect(existsSync(join(alone.dataDirectory, "postmaster.pid"))).toBe(false)
  }, 300_000)

  test("commands at the same instant on a new folder share one server, which outlives the one that started it until all are done", async () => {
    const dataDir = join(room, "shared")
    const all = await Promise.all(Array.from({ length: 4 }, () => command(dataDir)))
    const owners = all.filter(({ owner }) => owner)
    const others = all.filter(({ owner }) => !owner)
    expect(owners).toHaveLength(1)
    const stopped = Promise.all(owners.map((owner) => owner.stop()))
    for (const other of others) {
      expect(await ask(other, async (sql) => (await sql`select 1 as one`)[0]?.one)).toBe(1)
      await other.stop()
    }
    await stopped
    expect(existsSync(join(dataDir, "postgres", "data", "postmaster.pid"))).toBe(false)
  }, 300_000)

  test("a service waits for the server of a command to end, then runs its own", async () => {
    const dataDir = template
    const first = await command(dataDir)
    const waiting = service(dataDir)
    expect(await numbers(first)).toEqual([7])
    await first.stop()
    const second = await waiting
    expect(second.owner).toBe(true)
    expect(await numbers(second)).toEqual([7])
  }, 300_000)

  test("a service that was killed leaves neither a server nor a lock, and loses no acknowledged row", async () => {
    const dataDir = aDataFolder()
    const { child, line } = await inAnotherProcess(serviceScript, dataDir)
    expect(line).toBe("ready")
    const refused = await failure(startExclusive({ dataDir }))
    expect(refused.message).toContain(`process id ${child.pid}`)
    child.kill("SIGKILL")
    await child.exited
    expect(await numbers(await service(dataDir))).toEqual([7, 8])
  }, 300_000)

  test("a server that is killed under its service is noticed, told to commands, and recovers at the next start", async () => {
    const dataDir = aDataFolder()
    const first = await service(dataDir)
    await ask(first, (sql) => sql`insert into numbers values (11)`)
    process.kill(Number(readFileSync(join(first.dataDirectory, "postmaster.pid"), "utf8").split("\n")[0]), "SIGKILL")
    await first.ended
    const { _tag, message } = await failure(attachOrStart({ dataDir }))
    expect(_tag).toBe("DatabaseNotStarted")
    expect(message).toContain(`Process ${process.pid}`)
    await first.stop()
    expect(await numbers(await service(dataDir))).toEqual([7, 11])
  }, 300_000)

  test("a server that outlived its service is taken over", async () => {
    const dataDir = aDataFolder()
    const { child } = await inAnotherProcess(serviceScript, dataDir)
    const server = Number(readFileSync(join(dataDir, "postgres", "data", "postmaster.pid"), "utf8").split("\n")[0])
    // A stopped process cannot follow the signal that the end of its service sends.
    process.kill(server, "SIGSTOP")
    child.kill("SIGKILL")
    await child.exited
    const next = service(dataDir)
    process.kill(server, "SIGCONT")
    expect(await numbers(await next)).toEqual([7, 8])
  }, 300_000)

  test("a copy of a data folder, made while its service runs, starts beside it on data of its own", async () => {
    const dataDir = aDataFolder()
    const original = await service(dataDir)
    const copy = `${dataDir}-copy`
    cpSync(dataDir, copy, { recursive: true, filter: (path) => !path.includes("/run/") && !path.endsWith(".lock") })
    const second = await service(copy)
    await ask(second, (sql) => sql`insert into numbers values (10)`)
    expect(second.socketDirectory).not.toBe(original.socketDirectory)
    expect(await numbers(original)).toEqual([7])
  }, 300_000)
})

describe("what an unlucky end leaves behind", () => {
  test("a creation that was cut off is cleared away and done anew", async () => {
    expect(existsSync(unfinished)).toBe(false)
    expect(await numbers(await service(template))).toEqual([7])
  }, 300_000)

  test("a claim whose process id now belongs to another program does not bar the start", async () => {
    const dataDir = template
    const base = join(dataDir, "postgres")
    const socket = join(base, "run", ".s.PGSQL.5432")
    const claim = `${process.pid}\n${base}/data\n1700000000\n5432\n${base}/run\n\n  5432001         0\nready   \n`
    writeFileSync(join(base, "data", "postmaster.pid"), claim)
    writeFileSync(`${socket}.lock`, claim)
    writeFileSync(
      join(base, "server.json"),
      JSON.stringify({
        base,
        role: "service",
        pid: process.pid,
        socketDirectory: join(base, "run"),
        dataDirectory: join(base, "data"),
        notice: null
      })
    )
    expect(await numbers(await command(dataDir))).toEqual([7])
  }, 300_000)

  test("a record that is not whole is passed over", async () => {
    const dataDir = template
    writeFileSync(join(dataDir, "postgres", "server.json"), "{")
    expect(await numbers(await service(dataDir))).toEqual([7])
  }, 300_000)

  test("a start that failed holds no lock", async () => {
    const dataDir = aDataFolder()
    const version = join(dataDir, "postgres", "data", "PG_VERSION")
    writeFileSync(version, "17\n")
    expect((await failure(startExclusive({ dataDir })))._tag).toBe("DatabaseNotUsable")
    expect((await failure(attachOrStart({ dataDir })))._tag).toBe("DatabaseNotUsable")
    writeFileSync(version, "18\n")
    expect(await numbers(await service(dataDir))).toEqual([7])
  }, 300_000)
})

describe("what a person is told", () => {
  test("the database of another major version is named with both versions", async () => {
    const dataDir = aDataFolder()
    writeFileSync(join(dataDir, "postgres", "data", "PG_VERSION"), "16\n")
    const { message } = await failure(attachOrStart({ dataDir }))
    expect(message).toContain("PostgreSQL 16")
    expect(message).toContain("18")
  }, 300_000)

  test("files in the place of the database are left alone", async () => {
    const dataDir = join(room, "occupied")
    mkdirSync(join(dataDir, "postgres", "data"), { recursive: true })
    writeFileSync(join(dataDir, "postgres", "data", "letter.txt"), "mine")
    const { _tag, message } = await failure(attachOrStart({ dataDir }))
    expect(_tag).toBe("DatabaseNotUsable")
    expect(message).toContain("holds files but no database")
    expect(readFileSync(join(dataDir, "postgres", "data", "letter.txt"), "utf8")).toBe("mine")
  })

  test("a data folder that is a file is refused by name", async () => {
    const file = join(room, "a-file")
    writeFileSync(file, "")
    for (const dataDir of [file, join(file, "below")]) {
      const { _tag, message } = await failure(attachOrStart({ dataDir }))
      expect(_tag).toBe("DataFolderNotWritable")
      expect(message).toContain(file)
    }
  })

  test("a server that cannot start shows the last lines of its log", async () => {
    const dataDir = aDataFolder()
    appendFileSync(join(dataDir, "postgres", "data", "postgresql.conf"), "\nno_such_setting = on\n")
    const { _tag, message } = await failure(startExclusive({ dataDir }))
    expect(_tag).toBe("DatabaseNotStarted")
    expect(message).toContain("no_such_setting")
  }, 300_000)
})

describe.if(isRoot)("started by root", () => {
  test("a data folder that only root may enter has its database elsewhere, found again, moved along and not inherited", async () => {
    const closed = mkdtempSync(join(room, "closed-"))
    const homes = new Set<string>()
    const start = async (dataDir: string) => {
      const server = await service(dataDir)
      homes.add(dirname(server.dataDirectory))
      expect(server.notice).toContain(dirname(server.dataDirectory))
      return server
    }
    try {
      const first = await start(join(closed, "data"))
      await ask(first, (sql) => sql`create table numbers as select 1 as n`)
      await first.stop()
      const second = await start(join(closed, "data"))
      expect(second.dataDirectory).toBe(first.dataDirectory)
      expect(await numbers(second)).toEqual([1])
      await second.stop()

      cpSync(join(closed, "data"), join(closed, "copied"), { recursive: true, filter: (path) => !path.endsWith(".lock") })
      const copied = await start(join(closed, "copied"))
      expect(copied.dataDirectory).not.toBe(first.dataDirectory)
      await copied.stop()

      rmSync(join(closed, "data"), { recursive: true })
      const anew = await start(join(closed, "data"))
      expect(anew.dataDirectory).not.toBe(first.dataDirectory)
      await anew.stop()
    } finally {
      for (const home of homes) rmSync(home, { recursive: true, force: true })
    }
  }, 300_000)

  test("a data folder of an ordinary user is served under that user's account, and stays theirs", async () => {
    const dataDir = aDataFolder()
    Bun.spawnSync(["chown", "-R", "4321:4321", dataDir])
    const server = await service(dataDir)
    expect(await numbers(server)).toEqual([7])
    expect(statSync(join(server.dataDirectory, "postmaster.pid")).uid).toBe(4321)
    await server.stop()
    expect(Bun.spawnSync(["find", dataDir, "!", "-uid", "4321"]).stdout.toString()).toBe("")
  }, 300_000)

  test("a link in the place of the socket folder is not followed", async () => {
    const dataDir = aDataFolder()
    const target = mkdtempSync(join(room, "target-"))
    rmSync(join(dataDir, "postgres", "run"), { recursive: true })
    symlinkSync(target, join(dataDir, "postgres", "run"))
    expect((await failure(startExclusive({ dataDir })))._tag).toBe("DataFolderNotWritable")
    expect(statSync(target).uid).toBe(0)
  }, 300_000)
})

describe("the lock", () => {
  const aLockFile = () => join(room, `lock-${folders++}`)

  test("is held by one alone, or shared by many", () => {
    const file = aLockFile()
    const alone = tryLock(file, "exclusive")
    expect(alone).not.toBeNull()
    expect(tryLock(file, "exclusive")).toBeNull()
    expect(tryLock(file, "shared")).toBeNull()
    alone?.release()
    const shared = [tryLock(file, "shared"), tryLock(file, "shared")]
    expect(shared).not.toContain(null)
    expect(tryLock(file, "exclusive")).toBeNull()
    for (const lock of shared) lock?.release()
    const again = tryLock(file, "exclusive")
    expect(again).not.toBeNull()
    again?.release()
  })

  test("of another process holds here, and ends with that process", async () => {
    const file = aLockFile()
    const script = `
      const { tryLock } = await import("@vouchkit/adapters/postgres/embedded/lock")
      console.log(tryLock(process.argv.at(-1), "exclusive") === null ? "taken" : "held")
      setInterval(() => undefined, 1000)
    `
    const { child, line } = await inAnotherProcess(script, file)
    expect(line).toBe("held")
    expect(tryLock(file, "shared")).toBeNull()
    child.kill("SIGKILL")
    await child.exited
    const mine = tryLock(file, "exclusive")
    expect(mine).not.toBeNull()
    mine?.release()
  })
})

describe("the server's log", () => {
  test("is put aside once it is large, and an error quotes only what came after its opening", () => {
    const folder = mkdtempSync(join(room, "log-"))
    const path = join(folder, "postgres.log")
    writeFileSync(path, "x".repeat(1_048_577))
    const log = openLog(folder)
    appendFileSync(path, `${Array.from({ length: 30 }, (_, line) => `line ${line}`).join("\n")}\n`)
    expect(log.tail().split("\n")).toEqual(Array.from({ length: 20 }, (_, line) => `line ${line + 10}`))
    log.close()
    expect(readdirSync(folder).sort()).toEqual(["postgres.log", "postgres.log.1"])
  })
})
