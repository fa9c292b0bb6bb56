import { expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const core = fileURLToPath(new URL("../../../../packages/core/src/", import.meta.url))

/** Files that also enqueue jobs, whose `due_at` is real time. */
const withJobs = new Set([
  "flows/sessions/lifecycle.ts",
  "resources/sessions/invitations/invite.ts",
  "flows/workflows/run-session.ts",
  "flows/standalone-checks/run-check.ts",
  "resources/checks/schedule.ts",
  "flows/check-runs/shadow/schedule.ts",
  "resources/documents/erase-file.ts"
])

test("records of verifications are dated by their tenant's clock: real time is asked for only where a job is due", () => {
  const found = [
    "resources/sessions",
    "resources/documents",
    "resources/checks",
    "resources/cases",
    "flows/sessions",
    "flows/capture",
    "flows/checks",
    "flows/check-runs",
    "flows/standalone-checks"
  ].flatMap((folder) =>
    readdirSync(core + folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => `${folder}/${name}`)
      .filter((path) => /\byield\* (?:now|DateTime\.now|Clock\.\w+)\b/.test(readFileSync(core + path, "utf8")))
  )
  expect(found.filter((path) => !withJobs.has(path))).toEqual([])
})
