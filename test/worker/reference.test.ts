import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { allScopes } from "@vouchkit/core/kernel/access/scopes"
import { ConflictCode, ForbiddenCode, InvalidCode } from "@vouchkit/core/kernel/foundation/failure"
import { jobs, operations } from "@vouchkit/core/registry"
import { eventCatalogue } from "@vouchkit/core/kernel/events/catalogue"
import { versionDates } from "@vouchkit/core/kernel/wire/versions"
import { toolsOf } from "@vouchkit/mcp/tools"
import { reference } from "@vouchkit/worker/reference/reference"

const text = reference(operations, jobs)

test("the printed reference names every operation, scope, tool, event, error code, job and version", () => {
  const names = [
    ...operations.map(({ contract }) => contract.name),
    ...operations.map(({ contract }) => `${contract.method} /api/v1${contract.path}`),
    ...allScopes,
    ...toolsOf(operations).map(({ entry }) => entry.name),
    ...Object.keys(eventCatalogue),
    ...ConflictCode.literals,
    ...InvalidCode.literals,
    ...ForbiddenCode.literals,
    ...jobs.map(({ name }) => name)
  ]
  for (const name of names) expect(text).toContain(`\`${name}\``)
  for (const date of versionDates) expect(text).toContain(`### ${date}`)
})

test("every table has as many cells in each row as in its head", () => {
  const cells = (line: string) => line.replaceAll("\\|", "").split("|").length
  const lines = text.split("\n")
  for (const [index, line] of lines.entries()) {
    if (line.startsWith("|") && lines[index - 1]?.startsWith("|") === true) expect(cells(line)).toBe(cells(lines[index - 1] ?? ""))
  }
})

test("docs/reference.md says what the contracts say (bun run docs --write)", () => {
  expect(readFileSync(new URL("../../docs/reference.md", import.meta.url), "utf8")).toBe(text)
})
