import { ptr } from "bun:ffi"
import { realpathSync, writeFileSync } from "node:fs"
import { confine, confinementAfter } from "./confine.ts"
import { fileViewOf } from "./file-view.ts"
import { makeSystemCalls, terminatedList } from "./libc.ts"
import { filterSystemCalls } from "./system-call-filter.ts"

/*
 * Started with the entry of an engine: confines itself and becomes the engine. Started with `--probe` and an entry: confines itself as such an engine
 * would be, prints what holds as JSON, and ends.
 */

/** The service speaks with its engine by this file, which comes after the three of input, output and errors. */
const channel = 3
const setFileFlags = 2

const call = makeSystemCalls()

const attempted = (work: () => void): string | null => {
  try {
    work()
    return null
  } catch (refusal) {
    return refusal instanceof Error ? refusal.message : "it failed"
  }
}

/** When memory runs out, the system is to end this process and not the service. */
const volunteerForTheOutOfMemoryKiller = () => writeFileSync("/proc/self/oom_score_adj", "1000")

const executable = realpathSync(process.execPath)

/** The engine's own folder; null where the service could make none, or it is gone. */
const ownFolder = (): string | null => {
  try {
    return process.env.TMPDIR === undefined ? null : realpathSync(process.env.TMPDIR)
  } catch {
    return null
  }
}

const become = (entry: string): never => {
  const own = ownFolder()
  attempted(volunteerForTheOutOfMemoryKiller)
  confine(call, fileViewOf(executable, entry, own), entry)
  call("fcntl", channel, setFileFlags, 0)
  const program = terminatedList([executable, entry])
  const environment = terminatedList([
    "TZ=UTC",
    "LANG=C.UTF-8",
    ...(own === null ? [] : [`TMPDIR=${own}`]),
    `NODE_CHANNEL_FD=${channel}`,
    "NODE_CHANNEL_SERIALIZATION_MODE=advanced",
    // There is nowhere to keep what was compiled.
    "BUN_RUNTIME_TRANSPILER_CACHE_PATH=0"
  ])
  call("execve", executable, ptr(program.list), ptr(environment.list))
  throw new Error("the engine was not started")
}

const probe = (entry: string): void => {
  const steps = confine(call, fileViewOf(executable, entry, null), entry)
  const filter = attempted(() => filterSystemCalls(call))
  console.log(JSON.stringify(confinementAfter(steps, filter)))
}

const [, , first = "", second = ""] = process.argv
if (first === "--probe") probe(realpathSync(second))
else become(realpathSync(first))
