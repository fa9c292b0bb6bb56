import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { jobs, operations } from "@vouchkit/core/registry"
import { Effect } from "effect"
import { main } from "../processes/process.ts"
import { reference } from "../reference/reference.ts"
import { exitCodes, StartProblem } from "../settings/start-problem.ts"
import { misused, print, readArguments } from "./usage.ts"

const help = `Usage:
  bun run docs [--write | --check]

Prints operations, scopes, tools, events, error codes and versions as Markdown. --write puts them into
docs/reference.md, --check fails when that file says something else.`

const options = { write: { type: "boolean" }, check: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const

const file = fileURLToPath(new URL("../../../../docs/reference.md", import.meta.url))

const written = (): string | undefined => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return undefined
  }
}

const stale = new StartProblem({
  message: "docs/reference.md is stale. Bring it up to date with: bun run docs --write",
  exit_code: exitCodes.unavailable
})

main({ database_url: false }, "vouchkit-docs", () =>
  Effect.gen(function* () {
    const { positionals, values } = yield* readArguments(process.argv.slice(2), options, help)
    if (values.help === true) return yield* print(help)
    if (positionals.length > 0 || (values.write === true && values.check === true)) {
      return yield* misused("The command takes --write or --check and nothing else.", help)
    }
    const text = reference(operations, jobs)
    if (values.check === true) return written() === text ? yield* print("docs/reference.md is up to date.") : yield* stale
    if (values.write !== true) return yield* print(text.trimEnd())
    writeFileSync(file, text)
    yield* print("Wrote docs/reference.md.")
  })
)
