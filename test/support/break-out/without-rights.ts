import { becomeEngineAccount, dropCapabilities, engineAccount } from "@vouchkit/adapters/engines/confinement/account"
import { fileViewOf } from "@vouchkit/adapters/engines/confinement/file-view"
import { makeSystemCalls, terminatedList } from "@vouchkit/adapters/engines/confinement/libc"
import { showOnly } from "@vouchkit/adapters/engines/confinement/mount-view"
import { ptr } from "bun:ffi"
import { chownSync, realpathSync } from "node:fs"
import { fileURLToPath } from "node:url"

/**
 * Started as root: becomes an account without rights, and then the stand-in for the service. The program may lie in root's home, where that
 * account could not reach it, so that it gets a file system of its own in which it can write to its data folder.
 */
const [, , folder = ""] = process.argv
const call = makeSystemCalls()
const executable = realpathSync(process.execPath)
const service = fileURLToPath(new URL("./service.ts", import.meta.url))
const view = fileViewOf(executable, service, null)
chownSync(folder, engineAccount, engineAccount)
call("unshare", 0x00020000)
showOnly(call, { ...view, devices: [...view.devices, folder] })
becomeEngineAccount(call, [service])
dropCapabilities(call)
const program = terminatedList([executable, service, folder])
call("execve", executable, ptr(program.list), ptr(terminatedList([`TMPDIR=${folder}`, "BUN_RUNTIME_TRANSPILER_CACHE_PATH=0"]).list))
