import { readFile } from "node:fs/promises"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { makeOwnFolder, removeOwnFolder } from "./own-folder.ts"

/** One engine process. It does one job at a time, and everything it holds dies with it. */
export interface EngineProcess {
  /** Sends a job; exactly one of the callbacks follows, once. A process that ends before it answers has crashed. */
  readonly ask: (job: object, answered: (answer: unknown) => void, crashed: () => void) => void
  readonly kill: () => void
  readonly alive: () => boolean
}

/** How often the memory of a working process is looked at, in milliseconds. */
const memoryCheckEvery = 250
const pageBytes = 4096

/** Resident memory of a process in bytes; 0 where the system does not tell (it is a Linux file). */
const residentBytes = async (pid: number): Promise<number> => {
  const text = await readFile(`/proc/${pid}/statm`, "utf8").catch(() => "")
  const pages = Number(text.split(" ")[1])
  return Number.isFinite(pages) ? pages * pageBytes : 0
}

/** On Linux a launcher confines itself and becomes the engine. */
const launcher = fileURLToPath(new URL("../confinement/launch.ts", import.meta.url))

/**
 * Starts an engine process, confined as far as the system allows (`docs/engines.md`).
 *
 * It inherits no environment: what parses hostile files must not hold the secrets of the service. Its working folder is the folder of the
 * entry, so that no `.env` or `bunfig.toml` of the operator is picked up. Its output is discarded, because libraries print what they read.
 */
export const startProcess = (entry: URL, maxResidentBytes: number): EngineProcess => {
  let waiting: { readonly answered: (answer: unknown) => void; readonly crashed: () => void } | null = null
  let ended = false
  const path = fileURLToPath(entry)
  const own = makeOwnFolder()
  const child = Bun.spawn([process.execPath, ...(process.platform === "linux" ? [launcher] : []), path], {
    cwd: dirname(path),
    env: { TZ: "UTC", LANG: "C.UTF-8", ...(own === null ? {} : { TMPDIR: own }) },
    stdio: ["ignore", "ignore", "ignore"],
    serialization: "advanced",
    ipc: (message: unknown) => {
      const current = waiting
      waiting = null
      current?.answered(message)
    },
    onExit: () => {
      ended = true
      removeOwnFolder(own)
      const current = waiting
      waiting = null
      current?.crashed()
    }
  })
  const kill = () => {
    ended = true
    child.kill("SIGKILL")
  }
  const watchMemory = () => {
    const timer = setInterval(async () => {
      if (waiting === null || ended) clearInterval(timer)
      else if ((await residentBytes(child.pid)) > maxResidentBytes) child.kill("SIGKILL")
    }, memoryCheckEvery)
    return () => clearInterval(timer)
  }
  return {
    ask: (job, answered, crashed) => {
      const stopWatching = watchMemory()
      waiting = {
        answered: (answer) => {
          stopWatching()
          answered(answer)
        },
        crashed: () => {
          stopWatching()
          crashed()
        }
      }
      try {
        child.send(job)
      } catch {
        const current = waiting
        waiting = null
        kill()
        current?.crashed()
      }
    },
    kill,
    alive: () => !ended
  }
}
