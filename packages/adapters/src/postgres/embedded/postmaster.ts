import { readFileSync, readlinkSync, rmSync } from "node:fs"
import { join } from "node:path"
import { type Account, accountFailure, childOptions, findTool } from "./account.ts"
import { DatabaseNotStarted, diskFull, errorCode, saysDiskFull } from "./failure.ts"
import { type Folders, SOCKET_NAME } from "./folders.ts"
import { openLog, type ServerLog } from "./log.ts"
import type { Program } from "./program.ts"

export type Postmaster = { readonly ended: Promise<void>; readonly stop: () => Promise<void> }

/** The port is a part of the socket's name only; every data folder has a socket folder of its own. */
export const PORT = Number(SOCKET_NAME.slice(SOCKET_NAME.lastIndexOf(".") + 1))

/** Long enough for the recovery after a crash under load. */
const MAX_READY_MILLISECONDS = 120_000
const MAX_LEFTOVER_MILLISECONDS = 20_000
const POLL_MILLISECONDS = 5

/** How long each way of stopping gets: a clean shutdown, one that recovers at the next start, the end. */
const stopping = [
  { signal: "SIGINT", milliseconds: 15_000 },
  { signal: "SIGQUIT", milliseconds: 5_000 },
  { signal: "SIGKILL", milliseconds: 5_000 }
] as const

const settings = (socketDirectory: string) => ({
  listen_addresses: "",
  unix_socket_directories: quoted(socketDirectory),
  unix_socket_permissions: "0700",
  port: String(PORT),
  max_logical_replication_workers: "0",
  shared_buffers: "64MB",
  max_connections: "60",
  // Failed statements carry personal data: neither they nor the details of errors are written down. The service logs its own failures.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
  // What was erased goes with the log that told of it, instead of waiting in files that are kept for later use.
  wal_recycle: "off"
})

// PostgreSQL reads a list here, in which a quoted name may hold commas and spaces.
const quoted = (folder: string) => `"${folder.replaceAll('"', '""')}"`

type Start = { readonly folders: Folders; readonly program: Program; readonly socketDirectory: string }

/** Starts the server and answers once it accepts connections. */
export const startPostmaster = async (start: Start): Promise<Postmaster> => {
  const end = performance.now() + MAX_LEFTOVER_MILLISECONDS
  const signalled = deathSignal()
  for (;;) {
    const log = openLog(start.folders.log)
    const child = spawn({ ...start, log, signalled })
    if (await becomesReady(child, start.folders.data)) return supervise({ child, log, start, signalled: signalled.length > 0 })
    const said = log.tail()
    log.close()
    // The backends of a server that was killed take a moment to notice; until then their memory bars a new server.
    if (!said.includes("pre-existing shared memory block") || performance.now() >= end) throw startFailure(start.folders, said)
    await Bun.sleep(100)
  }
}

const spawn = ({ folders, program, socketDirectory, log, signalled }: Start & { log: ServerLog; signalled: readonly string[] }) => {
  const options = Object.entries(settings(socketDirectory)).flatMap(([name, value]) => ["-c", `${name}=${value}`])
  try {
    const child = Bun.spawn([...signalled, program.postgres, "-D", folders.data, ...options], {
      ...childOptions(folders.account),
      stdin: "ignore",
      stdout: log.descriptor,
      stderr: log.descriptor,
      // A Ctrl-C goes to the whole process group; the service needs its database until it has stopped itself.
      detached: true
    })
    child.unref()
    return child
  } catch (error) {
    log.close()
    throw accountFailure(folders.account, error) ?? error
  }
}

/**
 * Lets the system stop the server when this process ends, also by SIGKILL. The signal follows the end of the thread that
 * spawned, so it is of no use in a worker thread; and setpriv is of Linux, the option for it of 2018.
 */
const deathSignal = (): readonly string[] => {
  const setpriv = Bun.isMainThread ? findTool("setpriv") : null
  if (setpriv === null) return []
  const help = Bun.spawnSync([setpriv, "--help"], { stdin: "ignore", stderr: "ignore" }).stdout.toString()
  return help.includes("--pdeathsig") ? [setpriv, "--pdeathsig", "INT"] : []
}

type Child = ReturnType<typeof spawn>

const becomesReady = async (child: Child, data: string): Promise<boolean> => {
  const end = performance.now() + MAX_READY_MILLISECONDS
  while (performance.now() < end) {
    if (child.exitCode !== null || child.signalCode !== null) return false
    const file = readPidFile(data)
    if (file?.pid === child.pid && file.status === "ready") return true
    await Bun.sleep(POLL_MILLISECONDS)
  }
  child.kill("SIGQUIT")
  await child.exited
  return false
}

const startFailure = (folders: Folders, said: string) =>
  saysDiskFull(said)
    ? diskFull(folders.home)
    : new DatabaseNotStarted(
        `The embedded database in ${folders.data} did not start. The last lines of its log, which is in ${folders.log}:\n${said}`
      )

type Supervised = { readonly child: Child; readonly log: ServerLog; readonly start: Start; readonly signalled: boolean }

const supervise = ({ child, log, start, signalled }: Supervised): Postmaster => {
  const { folders, program } = start
  const guard = guardAgainstDeath(child, signalled)
  const stop = async () => {
    await endProcess({
      pid: child.pid,
      account: folders.account,
      program,
      alive: () => child.exitCode === null && child.signalCode === null
    })
    guard.release()
    log.close()
  }
  return { ended: child.exited.then(() => undefined), stop }
}

/** Where the system sends no signal, a shell waits for the end of this process, seen as the end of its input, and sends it. */
const guardAgainstDeath = (child: Child, signalled: boolean) => {
  const watcher = signalled ? null : spawnWatcher(child.pid)
  // The listener also keeps the watcher referenced: a collected one would have its input closed.
  const release = () => {
    process.off("exit", atExit)
    watcher?.kill("SIGKILL")
  }
  const atExit = () => {
    release()
    child.kill("SIGINT")
  }
  process.on("exit", atExit)
  // The number of a server that ended may be given to another process, which no one may then signal.
  void child.exited.then(release)
  return { release }
}

const spawnWatcher = (pid: number) => {
  const watcher = Bun.spawn(["/bin/sh", "-c", 'trap "" INT TERM HUP; read -r _; kill -INT "$0"', String(pid)], {
    stdin: "pipe",
    stdout: "ignore",
    stderr: "ignore",
    detached: true
  })
  watcher.unref()
  return watcher
}

/** Stops a server that outlived the process it belonged to, and clears the claim of one that is gone. */
export const stopLeftover = async ({ folders, program }: { readonly folders: Folders; readonly program: Program }): Promise<void> => {
  const file = readPidFile(folders.data)
  if (file === null) return
  const { pid } = file
  if (runsOn(pid, folders.data)) {
    await endProcess({ pid, account: folders.account, program, alive: () => runsOn(pid, folders.data) })
    if (runsOn(pid, folders.data)) {
      throw new DatabaseNotStarted(
        `An earlier database server (process id ${pid}) still runs on ${folders.data} and cannot be stopped. Stop that process, then start again.`
      )
    }
  }
  // PostgreSQL takes any living process of that number for its predecessor, though numbers are issued again.
  if (exists(pid)) rmSync(join(folders.data, "postmaster.pid"), { force: true })
}

type Ending = { readonly pid: number; readonly account: Account; readonly program: Program; readonly alive: () => boolean }

const endProcess = async ({ pid, account, program, alive }: Ending): Promise<void> => {
  for (const { signal, milliseconds } of stopping) {
    if (!alive()) return
    sendSignal({ pid, signal, account, program })
    const end = performance.now() + milliseconds
    while (alive() && performance.now() < end) await Bun.sleep(POLL_MILLISECONDS)
  }
}

const sendSignal = ({ pid, signal, account, program }: { pid: number; signal: string; account: Account; program: Program }) => {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // Root without the capability to signal others: the account itself may.
    if (errorCode(error) === "EPERM") {
      Bun.spawnSync([program.pgCtl, "kill", signal.slice("SIG".length), String(pid)], childOptions(account))
    }
  }
}

/** What the server writes about itself, by the lines of its pid file: 1 the process, 8 its state. */
const readPidFile = (data: string): { pid: number; status: string } | null => {
  try {
    const lines = readFileSync(join(data, "postmaster.pid"), "utf8").slice(0, 10_000).split("\n")
    // A single-user server writes its number with a minus sign.
    const pid = Math.abs(Number(lines[0]))
    return Number.isInteger(pid) && pid > 1 ? { pid, status: (lines[7] ?? "").trim() } : null
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null
    throw error
  }
}

/**
 * Whether the process is a server on this very data folder; the number alone proves nothing. A server works in its data
 * folder, which on Linux is seen even if the folder was renamed since; elsewhere its command line tells.
 */
const runsOn = (pid: number, data: string): boolean => {
  if (process.platform !== "linux") {
    const ps = Bun.spawnSync(["/bin/ps", "-ww", "-o", "args=", "-p", String(pid)], { stdin: "ignore", stderr: "ignore" })
    return ps.stdout.toString().includes(`postgres -D ${data} `)
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("postgres") && readlinkSync(`/proc/${pid}/cwd`) === data
  } catch {
    return false
  }
}

const exists = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === "EPERM"
  }
}
