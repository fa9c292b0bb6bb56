import { chownSync, readFileSync } from "node:fs"
import { becomeEngineAccount, dropCapabilities, engineAccount, refuseNewPrivileges } from "./account.ts"
import type { FileView } from "./file-view.ts"
import { landlockVersion, restrictFiles } from "./landlock.ts"
import type { Confinement, LevelState } from "./levels.ts"
import type { SystemCalls } from "./libc.ts"
import { endWithTheService, setLimits } from "./limits.ts"
import { showOnly } from "./mount-view.ts"

/** Namespaces (unshare(2)): network, mounts, System V objects, host name. */
const newNetwork = 0x40000000
const newMounts = 0x00020000
const newObjects = 0x08000000
const newHostName = 0x04000000

/** What came of one step: nothing if it was done, else why not. */
type Outcome = string | null

const tried = (step: () => void): Outcome => {
  try {
    step()
    return null
  } catch (refusal) {
    return refusal instanceof Error ? refusal.message : "it failed"
  }
}

/** What was done before the program started, step by step. */
interface Steps {
  readonly limits: Outcome
  readonly network_namespace: Outcome
  readonly file_system: Outcome
  readonly landlock: Outcome
  readonly landlock_version: number
  readonly account: Outcome
  readonly privileges: Outcome
}

/**
 * Confines the calling thread and what it becomes by `execve`: each step that this system allows, in the order in which they depend on each other. What
 * the system refuses is left out and told.
 */
export const confine = (call: SystemCalls, view: FileView, entry: string): Steps => {
  const root = process.getuid?.() === 0
  const limits = tried(() => setLimits(call))
  const network_namespace = tried(() => call("unshare", newNetwork))
  const file_system = tried(() => {
    call("unshare", newMounts | newObjects | newHostName)
    showOnly(call, view)
  })
  const privileges = tried(() => refuseNewPrivileges(call))
  const landlock_version = landlockVersion(call)
  const landlock = landlock_version === 0 ? "the kernel has no Landlock" : tried(() => restrictFiles(call, landlock_version, view))
  const account = root
    ? tried(() => {
        if (view.own !== null) chownSync(view.own, engineAccount, engineAccount)
        becomeEngineAccount(call, [entry, ...view.files, ...view.folders])
      })
    : "the service is not root, so that its engines share its account"
  dropCapabilities(call)
  tried(() => endWithTheService(call))
  return { limits, network_namespace, file_system, landlock, landlock_version, account, privileges }
}

const status = (name: string): string => {
  const line = readFileSync("/proc/self/status", "utf8")
    .split("\n")
    .find((each) => each.startsWith(`${name}:`))
  return line?.slice(name.length + 1).trim() ?? ""
}

const none = /^0+$/

const withoutCapabilities = (): boolean =>
  none.test(status("CapEff")) && none.test(status("CapPrm")) && none.test(status("CapAmb")) && status("NoNewPrivs") === "1"

const heldBy = (level: LevelState["level"], means: ReadonlyArray<readonly [outcome: Outcome, name: string]>): LevelState => {
  const holding = means.filter(([outcome]) => outcome === null).map(([, name]) => name)
  const missing = means.flatMap(([outcome, name]) => (outcome === null ? [] : [`${name}: ${outcome}`]))
  return { level, held: holding.length > 0, detail: (holding.length > 0 ? holding : missing).join("; ").slice(0, 300) }
}

/** What holds for this thread after its steps and the filter of its calls. */
export const confinementAfter = (steps: Steps, filter: Outcome): Confinement => [
  heldBy("network", [
    [steps.network_namespace, "a network namespace without a network"],
    [filter, "a filter that refuses sockets"]
  ]),
  heldBy("files", [
    [steps.file_system, "a file system that holds the program alone"],
    [steps.landlock, `Landlock, version ${steps.landlock_version}`]
  ]),
  heldBy("account", [[steps.account, `account ${engineAccount}`]]),
  heldBy("capabilities", [[steps.privileges ?? (withoutCapabilities() ? null : "some are left"), "none, and no new privileges"]]),
  heldBy("system_calls", [[filter, "a filter of calls"]]),
  heldBy("limits", [[steps.limits, "bounds of files and memory dumps"]])
]
