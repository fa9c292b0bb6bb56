import { existsSync } from "node:fs"
import { lstat, readdir } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/**
 * Brings the dependencies that the lockfile names, before anything that needs them is loaded: this file imports nothing that has to be
 * installed. Without `--development` a fresh checkout gets what the service needs to run, which is little more than half.
 */
const root = fileURLToPath(new URL("../../../../", import.meta.url))
const modules = join(root, "node_modules")
const fresh = !existsSync(modules)
const development = process.argv.includes("--development") || existsSync(join(modules, "typescript"))

/** What the service uses of its peers it names as dependencies too; the rest are compilers and types for those who write code. */
const withoutPeers = ["--omit=peer"]

const sizeOf = async (folder: string): Promise<number> => {
  let bytes = 0
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const entry = await lstat(path)
    // Links inside the folder lead to what is counted already.
    if (entry.isDirectory()) bytes += await sizeOf(path)
    else if (entry.isFile()) bytes += entry.size
  }
  return bytes
}

if (fresh) console.error("Installing dependencies, once ...")
const began = performance.now()
const { exitCode } = Bun.spawnSync(
  [process.execPath, "install", "--frozen-lockfile", "--silent", ...(development ? [] : ["--production", ...withoutPeers])],
  {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"]
  }
)
if (exitCode !== 0) {
  console.error("The dependencies could not be installed. Is the package registry reachable, and is this folder writable?")
  process.exit(1)
}
if (fresh) {
  const seconds = (performance.now() - began) / 1000
  console.error(`Installed in ${seconds.toFixed(1)} s, ${Math.round((await sizeOf(modules)) / 1_000_000)} MB.`)
}
