import { type ChildProcess, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Broken } from "./narration.ts"

/** A service of its own, started as anybody starts it. Disposing of it stops it, ready or not. */
interface LaunchedService extends AsyncDisposable {
  /** Settles with its address once it is ready. */
  readonly ready: Promise<string>
  /** The key of the live environment that everything begins with; it holds every scope. */
  readonly live_key: string
}

const stopMillis = 10_000
const readyMillis = 300_000
/** What is kept of its log for the case that it does not start. */
const keptLines = 8

/** A name that a key can have; the service takes any of this form as its first key. */
const firstKey = (prefix: string): string => `${prefix}${randomBytes(20).toString("hex")}`

/** Only what a program needs to run: no setting of the person's own service may reach this one. */
const passedOn = ["PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "LANG", "TZ"] as const

export const environmentOf = (settings: Readonly<Record<string, string>>): Record<string, string> => ({
  ...Object.fromEntries(passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
  // The start command then watches the process above it, and stops when that is killed.
  npm_lifecycle_event: "demo",
  ...settings
})

/** Asks politely, and insists after a while. */
const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, "exit")
  child.kill("SIGTERM")
  const insist = setTimeout(() => child.kill("SIGKILL"), stopMillis)
  await ended
  clearTimeout(insist)
}

/** Settles with the address that the start command prints once it is ready. */
const addressOf = (child: ChildProcess, log: ReadonlyArray<string>): Promise<string> => {
  const { promise, reject, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(() => reject(new Broken(`the service was not ready within ${readyMillis / 1000} s`)), readyMillis)
  let printed = ""
  child.stdout?.on("data", (chunk: Buffer) => {
    printed += chunk.toString()
    const address = /^\s*Base URL\s+(http\S+)\s*$/m.exec(printed)?.[1]
    if (address !== undefined) resolve(address)
  })
  child.once("error", reject)
  child.once("exit", (code) =>
    reject(new Broken(`the service ended with ${code ?? "a signal"} before it was ready. Its last words:\n${log.join("")}`))
  )
  return promise.finally(() => clearTimeout(timer))
}

/** Starts the whole service with an embedded database in `folder`, on a free port; `webhook_target` may be dialled although it is local. */
export const launchService = (folder: string, webhook_target: string, beside: Readonly<Record<string, string>> = {}): LaunchedService => {
  const live_key = firstKey("vk_live_")
  const child = spawn(process.execPath, [fileURLToPath(new URL("../start.ts", import.meta.url))], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: environmentOf({
      ...beside,
      PORT: "0",
      DATA_DIR: join(folder, "data"),
      BOOTSTRAP_LIVE_KEY: live_key,
      BOOTSTRAP_SANDBOX_KEY: firstKey("vk_sandbox_"),
      WEBHOOK_ALLOW_INSECURE_TARGETS: webhook_target,
      LOG_FORMAT: "json"
    })
  })
  const log: Array<string> = []
  child.stderr?.on("data", (chunk: Buffer) => {
    log.push(chunk.toString())
    if (log.length > keptLines) log.shift()
  })
  const ready = addressOf(child, log)
  // Anyone who stops before it was ready no longer waits for it.
  ready.catch(() => undefined)
  return { ready, live_key, [Symbol.asyncDispose]: () => stop(child) }
}
