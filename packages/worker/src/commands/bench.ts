import { readdirSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** Runs the benchmarks of all packages, the one that a word names (`bun run bench names`), or those whose path contains it (`bun run bench http`). */
const packages = fileURLToPath(new URL("../../../", import.meta.url))
/** Started by a benchmark, not one itself. */
const helpers = new Set(["server.ts", "screening-sample.ts", "screening-baseline.ts", "screening-generator.ts"])
const wanted = process.argv.slice(2)

const all = readdirSync(packages, { recursive: true, encoding: "utf8" })
  .filter(
    (path) => basename(dirname(path)) === "bench" && path.endsWith(".ts") && !path.includes("node_modules") && !helpers.has(basename(path))
  )
  .sort()
const scripts = all.filter(
  (path) =>
    wanted.length === 0 ||
    wanted.some((word) => (all.some((each) => basename(each, ".ts") === word) ? basename(path, ".ts") === word : path.includes(word)))
)

if (scripts.length === 0) {
  console.error(`No benchmark matches ${wanted.join(" or ")}.`)
  process.exit(64)
}
let failed = 0
for (const script of scripts) {
  console.log(`\n== ${script}`)
  const { exitCode } = Bun.spawnSync([process.execPath, join(packages, script)], { stdio: ["ignore", "inherit", "inherit"] })
  if (exitCode !== 0) failed += 1
}
process.exit(failed === 0 ? 0 : 1)
