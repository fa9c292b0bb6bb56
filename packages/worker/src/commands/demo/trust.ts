import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Broken } from "./narration.ts"
import { environmentOf } from "./service.ts"

const importMillis = 300_000

/** Imports a CSCA certificate as an operator does, with `bun run trust import`, beside the running service; answers what the command says. */
export const importAnchor = async (folder: string, certificate: Uint8Array): Promise<ReadonlyArray<string>> => {
  const anchors = join(folder, "anchors")
  await mkdir(anchors, { recursive: true })
  await writeFile(join(anchors, "csca.der"), certificate)
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL("../trust.ts", import.meta.url)), "import", join(anchors, "csca.der"), "--source", "demo"],
    {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: importMillis,
      env: environmentOf({ DATA_DIR: join(folder, "data") })
    }
  )
  const heard = { out: "", errors: "" }
  child.stdout.on("data", (chunk: Buffer) => {
    heard.out += chunk.toString()
  })
  child.stderr.on("data", (chunk: Buffer) => {
    heard.errors += chunk.toString()
  })
  const [code] = await once(child, "close")
  if (code !== 0) throw new Broken(`the import of the certificate ended with ${code}: ${heard.errors.trim()}`)
  return heard.out.trim().split("\n")
}
