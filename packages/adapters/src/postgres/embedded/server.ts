import { lchownSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { createIfAbsent, DATABASE } from "./cluster.ts"
import { type Credentials, knownCredentials, openCredentials } from "./credentials.ts"
import { DatabaseNotStarted, DataFolderInUse, errorCode, folderFailure } from "./failure.ts"
import { openBase, openSocketFolder, removeTemporarySocketFolder, SOCKET_NAME, settleFolders } from "./folders.ts"
import { type Lock, tryLock, waitForLock } from "./lock.ts"
import { PORT, type Postmaster, startPostmaster, stopLeftover } from "./postmaster.ts"
import { locateProgram } from "./program.ts"
import { admitSuperuser, rolesAreSettled, settleRoles } from "./roles.ts"

/** A running server of one data folder, reached through the unix socket in `socketDirectory`. */
export type EmbeddedServer = {
  readonly socketDirectory: string
  readonly port: number
  readonly database: string
  readonly credentials: Credentials
  /** Whether this process started the server; it then runs until `stop`. */
  readonly owner: boolean
  readonly dataDirectory: string
  /** A line worth printing at start, or null. */
  readonly notice: string | null
  /** Resolves when the server that this process started has ended, by `stop` or by itself; never for one that was joined. */
  readonly ended: Promise<void>
  /** Ends this process's use of the server, and the server if this process started it. May be called more than once. */
  readonly stop: () => Promise<void>
}

/** A service waits this long for a command that began before it. */
const MAX_WAIT_FOR_COMMAND_MILLISECONDS = 20_000
/** A command waits this long for a server that another process is starting or stopping. */
const MAX_WAIT_TO_JOIN_MILLISECONDS = 150_000
const MAX_WAIT_FOR_SILENT_OWNER_MILLISECONDS = 2_000
/** A service that stops gives commands on its server this long; a command gives other commands longer. */
const MAX_WAIT_FOR_USERS_MILLISECONDS = { service: 3_000, command: 300_000 } as const
const POLL_MILLISECONDS = 20

type Role = keyof typeof MAX_WAIT_FOR_USERS_MILLISECONDS

/** Joins the server that runs on this data folder, or starts one for as long as the caller needs it. */
export const attachOrStart = async ({ dataDir }: { readonly dataDir: string }): Promise<EmbeddedServer> => {
  const base = openBase(dataDir)
  const began = performance.now()
  let answered = began
  for (;;) {
    const ownership = tryLock(locks(base).server, "exclusive")
    if (ownership !== null) return launch({ base, role: "command", ownership })
    const joined = await joinRunning(base)
    if (joined !== null && joined !== "silent") return joined
    // A server that should be there and is not was killed: its owner is about to go too, or will not notice by itself.
    const now = performance.now()
    if (joined !== "silent") answered = now
    if (now - began >= MAX_WAIT_TO_JOIN_MILLISECONDS || now - answered >= MAX_WAIT_FOR_SILENT_OWNER_MILLISECONDS) throw notJoined(base)
    await Bun.sleep(POLL_MILLISECONDS)
  }
}

/** Starts the server for a service, and refuses while another service, or for long a command, owns the data folder. */
export const startExclusive = async ({ dataDir }: { readonly dataDir: string }): Promise<EmbeddedServer> => {
  const base = openBase(dataDir)
  const service = tryLock(locks(base).service, "exclusive")
  if (service === null) throw inUse(base, "service")
  try {
    const ownership = await waitForLock(locks(base).server, "exclusive", MAX_WAIT_FOR_COMMAND_MILLISECONDS)
    if (ownership === null) throw inUse(base, "command")
    const server = await launch({ base, role: "service", ownership })
    return { ...server, stop: once(() => server.stop().finally(service.release)) }
  } catch (error) {
    service.release()
    throw error
  }
}

/**
 * Three locks order all processes on one data folder. `service` is held by a service for its life. `server` is held by
 * anyone who started the server, from before the start until after the stop. `users` is shared by those who joined, and
 * exclusive to the owner while the server starts or stops, so no one joins a server that is about to go.
 */
const locks = (base: string) => ({
  service: join(base, "service.lock"),
  server: join(base, "server.lock"),
  users: join(base, "users.lock")
})

type Launch = { readonly base: string; readonly role: Role; readonly ownership: Lock }

const launch = async ({ base, role, ownership }: Launch): Promise<EmbeddedServer> => {
  // Those who joined a server that was killed may still hold on; they fail by themselves, and may then join this one.
  const starting = await waitForLock(locks(base).users, "exclusive", MAX_WAIT_FOR_USERS_MILLISECONDS.service)
  try {
    const earlier = readRecord(base)
    removeRecord(base)
    const folders = settleFolders(base)
    const program = locateProgram(folders)
    await stopLeftover({ folders, program })
    if (earlier !== null) removeTemporarySocketFolder(earlier.socketDirectory)
    await createIfAbsent({ folders, program })
    const socketDirectory = openSocketFolder(folders)
    const roles = { data: folders.data, account: folders.account, credentials: openCredentials(base) }
    const settled = rolesAreSettled(roles)
    if (!settled) admitSuperuser(roles)
    const postmaster = await startPostmaster({ folders, program, socketDirectory })
    if (!settled) await settleRoles({ ...roles, socketDirectory }).catch((error) => stopAfter(postmaster, error))
    const stop = once(() => shutDown({ base, role, ownership, socketDirectory, postmaster }))
    const record = { base, role, pid: process.pid, socketDirectory, dataDirectory: folders.data, notice: folders.notice }
    try {
      writeRecord(record)
    } catch (error) {
      starting?.release()
      await stop()
      throw error
    }
    return { ...describe(record), owner: true, ended: postmaster.ended, stop }
  } catch (error) {
    ownership.release()
    throw folderFailure(base, error)
  } finally {
    starting?.release()
  }
}

const stopAfter = async (postmaster: Postmaster, error: unknown): Promise<never> => {
  await postmaster.stop()
  throw error
}

type ShutDown = Launch & { readonly socketDirectory: string; readonly postmaster: Postmaster }

const shutDown = async ({ base, role, ownership, socketDirectory, postmaster }: ShutDown): Promise<void> => {
  // Without the record no one new joins, so that waiting for those who did comes to an end.
  removeRecord(base)
  const stopping = await waitForLock(locks(base).users, "exclusive", MAX_WAIT_FOR_USERS_MILLISECONDS[role])
  try {
    await postmaster.stop()
    removeTemporarySocketFolder(socketDirectory)
  } finally {
    ownership.release()
    stopping?.release()
  }
}

const never = new Promise<void>(() => undefined)

const joinRunning = async (base: string): Promise<EmbeddedServer | "silent" | null> => {
  const use = tryLock(locks(base).users, "shared")
  if (use === null) return null
  const record = readRecord(base)
  // The owner may have been killed since, and the server with it.
  if (record !== null && (await accepts(record.socketDirectory))) {
    return { ...describe(record), owner: false, ended: never, stop: async () => use.release() }
  }
  use.release()
  return record === null ? null : "silent"
}

/** Asks a server of PostgreSQL whether it speaks TLS, which each answers with one byte, whoever asks: the message SSLRequest. */
const sslRequest = new Uint8Array([0, 0, 0, 8, 4, 210, 22, 47])
/** The last resort against a socket that no one reads. */
const MAX_WAIT_FOR_ANSWER_MILLISECONDS = 5_000

/**
 * Whether a server answers on its socket. That a connection is taken says nothing: a process that the server was just starting when it was killed keeps
 * the socket open for a while, and the system takes connections for it that no one will ever read.
 */
const accepts = async (socketDirectory: string): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const over = setTimeout(() => resolve(false), MAX_WAIT_FOR_ANSWER_MILLISECONDS)
  try {
    const socket = await Bun.connect({
      unix: join(socketDirectory, SOCKET_NAME),
      socket: {
        open: (opened) => void opened.write(sslRequest),
        data: () => resolve(true),
        close: () => resolve(false),
        error: () => resolve(false)
      }
    })
    const answered = await promise
    socket.end()
    return answered
  } catch {
    return false
  } finally {
    clearTimeout(over)
  }
}

/** What the owner leaves for those who join. It names its folder, because data folders are copied, records and all. */
type RunningRecord = {
  readonly base: string
  readonly role: Role
  readonly pid: number
  readonly socketDirectory: string
  readonly dataDirectory: string
  readonly notice: string | null
}

const recordFile = (base: string) => join(base, "server.json")

const describe = ({ base, socketDirectory, dataDirectory, notice }: RunningRecord) => ({
  socketDirectory,
  port: PORT,
  database: DATABASE,
  credentials: knownCredentials(base),
  dataDirectory,
  notice
})

const writeRecord = (record: RunningRecord) => {
  const file = recordFile(record.base)
  try {
    rmSync(`${file}.new`, { force: true })
    writeFileSync(`${file}.new`, `${JSON.stringify(record)}\n`, { mode: 0o600, flag: "wx" })
    const folder = statSync(record.base)
    if (process.getuid?.() === 0 && folder.uid !== 0) lchownSync(`${file}.new`, folder.uid, folder.gid)
    renameSync(`${file}.new`, file)
  } catch (error) {
    throw folderFailure(record.base, error)
  }
}

const readRecord = (base: string): RunningRecord | null => {
  try {
    const record: unknown = JSON.parse(readFileSync(recordFile(base), "utf8"))
    return isRecord(record) && record.base === base ? record : null
  } catch (error) {
    if (error instanceof SyntaxError || errorCode(error) === "ENOENT") return null
    throw folderFailure(base, error)
  }
}

const isRecord = (value: unknown): value is RunningRecord =>
  typeof value === "object" &&
  value !== null &&
  "base" in value &&
  "role" in value &&
  "pid" in value &&
  "notice" in value &&
  "socketDirectory" in value &&
  typeof value.socketDirectory === "string" &&
  "dataDirectory" in value &&
  typeof value.dataDirectory === "string"

const removeRecord = (base: string) => rmSync(recordFile(base), { force: true })

const inUse = (base: string, role: Role) => {
  const record = readRecord(base)
  // While a service waits for a command, the record still speaks of the command.
  const known = record?.role === role ? ` (process id ${record.pid})` : ""
  const folder = dirname(base)
  return new DataFolderInUse(
    role === "service"
      ? `The service already runs on the data folder ${folder}${known}. Stop it first, or start this one with another DATA_DIR (and another PORT).`
      : `A command${known} still uses the database of the data folder ${folder}. Try again when it has ended.`
  )
}

const notJoined = (base: string) => {
  const record = readRecord(base)
  const who = record === null ? "Another process" : `Process ${record.pid}`
  return new DatabaseNotStarted(
    `${who} uses the database of the data folder ${dirname(base)}, but it does not answer. Stop that process, or start it again.`
  )
}

const once = (action: () => Promise<void>) => {
  let result: Promise<void> | undefined
  return () => {
    result ??= action()
    return result
  }
}
