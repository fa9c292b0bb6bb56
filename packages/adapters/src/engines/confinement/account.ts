import { closeSync, openSync } from "node:fs"
import type { SystemCalls } from "./libc.ts"

/** An account that no system gives to anyone (Debian and systemd leave it free), so that it owns no file and runs nothing else. */
export const engineAccount = 64_917

const noNewPrivileges = 38
const dropBounding = 24
const ambient = 47
const clearAmbient = 4
/** Capabilities are numbered; the kernel has 41 today and refuses numbers that it does not have. */
const mostCapabilities = 64

/** Nothing that this thread starts can gain a privilege: no program with a set-user-id bit, no capability of a file. */
export const refuseNewPrivileges = (call: SystemCalls): void => {
  call("prctl", noNewPrivileges, 1, 0, 0, 0)
}

const unchanged = -1

/**
 * Becomes the engine's account, which leaves no capability. Throws, and stays what it was, where that account could not read the program: a
 * checkout that only its owner may open.
 */
export const becomeEngineAccount = (call: SystemCalls, program: ReadonlyArray<string>): void => {
  call("setgroups", 0, null)
  call("setresgid", engineAccount, engineAccount, engineAccount)
  call("setresuid", unchanged, engineAccount, unchanged)
  try {
    for (const path of program) closeSync(openSync(path, "r"))
  } catch {
    call("setresuid", unchanged, 0, unchanged)
    call("setresgid", 0, 0, 0)
    throw new Error("the program is readable for its owner alone")
  }
  call("setresuid", engineAccount, engineAccount, engineAccount)
}

const attempt = (work: () => unknown): void => {
  try {
    work()
  } catch {
    // A process without the right to drop a capability has none to drop.
  }
}

/** Gives up every capability for good, whichever account this is. */
export const dropCapabilities = (call: SystemCalls): void => {
  attempt(() => call("prctl", ambient, clearAmbient, 0, 0, 0))
  for (let capability = 0; capability < mostCapabilities; capability += 1) attempt(() => call("prctl", dropBounding, capability, 0, 0, 0))
  const version3 = 0x20080522
  attempt(() => call("capset", Uint32Array.of(version3, 0), new Uint32Array(6)))
}
