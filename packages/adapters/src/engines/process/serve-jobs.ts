import { readdirSync } from "node:fs"
import { setPriority } from "node:os"
import { makeSystemCalls } from "../confinement/libc.ts"
import { filterSystemCalls } from "../confinement/system-call-filter.ts"

/**
 * Engines find everything they need on this machine: libraries may read their own files, by path or as `file:`. One that tries to fetch
 * anything else is refused.
 */
const refuseNetwork = () => {
  const { fetch } = globalThis
  const local = (input: Parameters<typeof fetch>[0], init?: Parameters<typeof fetch>[1]) => {
    const address = input instanceof Request ? input.url : String(input)
    return address.startsWith("file:") ? fetch(input, init) : Promise.reject(new Error("engines have no network"))
  }
  globalThis.fetch = Object.assign(local, { preconnect: () => {} })
}

/** Niceness of engines: the service answers its callers first, however many jobs wait. More would starve them where others are busy. */
const niceness = 5

const setPriorityOf = (thread: number) => {
  try {
    setPriority(thread, niceness)
  } catch {
    // The thread has ended, or the system does not let a process step back.
  }
}

/** Linux keeps a priority for each thread, and those that run already would stay as they are. */
const stepBehindTheService = () => {
  try {
    for (const thread of readdirSync("/proc/self/task")) setPriorityOf(Number(thread))
  } catch {
    setPriorityOf(0)
  }
}

/** The last level of its confinement: a filter that only a running program can put before all of its threads. */
const filterOwnCalls = () => {
  try {
    filterSystemCalls(makeSystemCalls())
  } catch {
    // Not offered here; the service says so when it starts.
  }
}

/** What an engine process does: it stands back behind the service, has no network, and answers one job after the other until it is left. */
export const serveJobs = (answer: (message: unknown) => Promise<object>): void => {
  stepBehindTheService()
  refuseNetwork()
  filterOwnCalls()
  process.on("message", (message: unknown) => {
    answer(message).then(
      (reply) => process.send?.(reply),
      // The engine failed, not what it was given: ending tells the service so, and a fresh process takes the next job.
      () => process.exit(1)
    )
  })
  process.on("disconnect", () => process.exit(0))
}
