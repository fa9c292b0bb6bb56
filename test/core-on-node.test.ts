import { afterAll, expect, test } from "bun:test"
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const folder = mkdtempSync(join(tmpdir(), "vouchkit-on-node-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// A script that this process put in front of others may shadow node with Bun's own stand-in, which would prove nothing.
const node = ["/usr/bin/node", "/usr/local/bin/node", Bun.which("node")].find(
  (path) => path !== null && spawnSync(path, ["-p", "typeof Bun"], { encoding: "utf8" }).stdout?.trim() === "undefined"
)

/** The program and everything it imports as one file that a runtime without TypeScript can read. */
const bundle = async (entry: string): Promise<string> => {
  const built = await Bun.build({
    entrypoints: [fileURLToPath(new URL(entry, import.meta.url))],
    outdir: folder,
    target: "node",
    format: "esm",
    naming: "[name].mjs"
  })
  const [output] = built.outputs
  if (!built.success || output === undefined) throw new Error("the program cannot be bundled")
  return output.path
}

test.skipIf(node === undefined)(
  "the core runs under plain Node, over memory, from the creation of two sessions to their identity",
  async () => {
    const file = await bundle("./examples/embedding.ts")
    const run = spawnSync(node ?? "", [file], { encoding: "utf8" })
    expect({ output: run.stdout, errors: run.stderr }).toEqual({
      output:
        "approved, checks: proof_of_address passed\napproved, checks: proof_of_address passed\nAda Byron: one identity of 2 sessions, assurance basic\n",
      errors: ""
    })
  },
  300_000
)
