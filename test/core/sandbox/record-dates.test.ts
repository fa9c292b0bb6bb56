import { expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const core = fileURLToPath(new URL("../../../packages/core/src/", import.meta.url))

/** Files that also enqueue jobs, whose `due_at` is real time. */
const withJobs = new Set([
  "sessions/actions.ts",
  "sessions/invitations.ts",
  "checks/run.ts",
  "checks/run-check.ts",
  "checks/schedule.ts",
  "checks/shadow-schedule.ts"
])

test("records of verifications are dated by their tenant's clock: real time is asked for only where a job is due", () => {
  const found = ["sessions", "capture", "documents", "checks", "cases"].flatMap((folder) =>
    readdirSync(core + folder)
      .map((name) => `${folder}/${name}`)
      .filter((path) => /\byield\* (?:now|DateTime\.now|Clock\.\w+)\b/.test(readFileSync(core + path, "utf8")))
  )
  expect(found.filter((path) => !withJobs.has(path))).toEqual([])
})
