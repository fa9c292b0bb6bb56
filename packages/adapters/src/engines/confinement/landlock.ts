import { closeSync, openSync } from "node:fs"
import { SystemCallRefused, type SystemCalls } from "./libc.ts"
import { pathOnly } from "./open-flags.ts"
import type { FileView } from "./file-view.ts"

/** Rights over files by the version of the interface that brought them (linux/landlock.h). */
const execute = 1n << 0n
const writeFile = 1n << 1n
const readFile = 1n << 2n
const readFolder = 1n << 3n
const removeFolder = 1n << 4n
const removeFile = 1n << 5n
const makeFolder = 1n << 7n
const makeLink = 1n << 12n
const rightsOf = (version: number): bigint => {
  const count = version >= 5 ? 16n : version >= 3 ? 15n : version >= 2 ? 14n : 13n
  return (1n << count) - 1n
}
/** TCP: bind and connect (version 4). Abstract UNIX sockets and signals to others (version 6). */
const tcp = 0b11n
const scopes = 0b11n

const versionFlag = 1
const pathBeneath = 1

/** The version of Landlock that the kernel offers; 0 where it has none. */
export const landlockVersion = (call: SystemCalls): number => {
  try {
    return call("landlock_create_ruleset", null, 0, versionFlag)
  } catch (refusal) {
    if (refusal instanceof SystemCallRefused) return 0
    throw refusal
  }
}

const rulesetSize = (version: number): number => (version >= 6 ? 24 : version >= 4 ? 16 : 8)

/**
 * Lets this thread, and what it becomes, use the files of a view and no others, and no TCP where the kernel knows that. The thread must
 * have given up new privileges before. Paths that do not exist are left out.
 */
export const restrictFiles = (call: SystemCalls, version: number, view: FileView): void => {
  const handled = rightsOf(version)
  const attributes = BigUint64Array.of(handled, version >= 4 ? tcp : 0n, version >= 6 ? scopes : 0n)
  const ruleset = call("landlock_create_ruleset", attributes, rulesetSize(version), 0)
  const allow = (path: string, rights: bigint) => {
    let folder: number
    try {
      folder = openSync(path, pathOnly)
    } catch {
      return
    }
    const rule = new DataView(new ArrayBuffer(12))
    rule.setBigUint64(0, rights & handled, true)
    rule.setInt32(8, folder, true)
    try {
      call("landlock_add_rule", ruleset, pathBeneath, new Uint8Array(rule.buffer), 0)
    } finally {
      closeSync(folder)
    }
  }
  for (const folder of view.folders) allow(folder, execute | readFile | readFolder)
  for (const file of view.files) allow(file, execute | readFile)
  for (const device of view.devices) allow(device, readFile | writeFile)
  if (view.own !== null) allow(view.own, readFile | readFolder | makeFolder | makeLink | removeFile | removeFolder)
  call("landlock_restrict_self", ruleset, 0)
}
