import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { transitions as caseTransitions } from "@vouchkit/core/resources/cases/transitions"
import { jobs, operations } from "@vouchkit/core/registry"
import { transitions as sessionTransitions } from "@vouchkit/core/resources/sessions/transitions"
import { reference } from "@vouchkit/worker/reference/reference"

const committed = readFileSync(new URL("../docs/reference.md", import.meta.url), "utf8")

test("the printed reference says what the contracts say; bun run docs --write brings it up to date", () => {
  // A whole page as a difference helps no one: the first line that differs does.
  const printed = reference(operations, jobs).split("\n")
  const stale = committed.split("\n").findIndex((line, index) => line !== printed[index])
  expect({ line: stale, printed: printed[stale] }).toEqual({ line: -1, printed: undefined })
  expect(committed.split("\n")).toHaveLength(printed.length)
})

test("the printed state machines hold every transition of sessions and cases", () => {
  for (const [trigger, steps] of [...Object.entries(sessionTransitions), ...Object.entries(caseTransitions)]) {
    for (const { event, from, to } of steps) {
      expect(committed).toContain(`| \`${trigger}\` | ${from.map((status) => `\`${status}\``).join(", ")} | \`${to}\` | \`${event}\` |`)
    }
  }
})
