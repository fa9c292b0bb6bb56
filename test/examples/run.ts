import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { record, written } from "./record.ts"

const usage = `Usage: bun run examples [--write]

Records an example of every request, every success and every event from the service, and compares them with
packages/http/examples.json; --write puts them there.
`
const file = fileURLToPath(new URL("../../packages/http/examples.json", import.meta.url))
const [argument, ...others] = process.argv.slice(2)
if (others.length > 0 || (argument !== undefined && argument !== "--write")) {
  console.error(usage)
  process.exit(2)
}

const { examples, failures } = await record()
for (const failure of failures) console.error(failure)
const text = written(examples)
if (argument === "--write") writeFileSync(file, text)
const isStale = readFileSync(file, "utf8") !== text
if (isStale) console.error("packages/http/examples.json is stale. Bring it up to date with: bun run examples --write")
process.exit(failures.length > 0 || isStale ? 1 : 0)
