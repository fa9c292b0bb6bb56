import { attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import { afterAll, expect, test } from "bun:test"
import { runCommand, temporaryFolder } from "../support/running-service.ts"

const folder = temporaryFolder()
const server = await attachOrStart({ dataDir: folder })
afterAll(() => server.stop())
const records = (...args: ReadonlyArray<string>) => runCommand("encryption/records", args, { DATA_DIR: folder })

test("the command says how far the encryption of each table is, does the rest, and begins again on request", async () => {
  const before = await records("status")
  expect(before.code).toBe(0)
  for (const table of ["sessions", "documents", "checks", "screening_subjects", "screening_hits"]) {
    expect(before.output).toMatch(new RegExp(`^${table} .* 0 +0 +not yet$`, "mu"))
  }
  for (const args of [["encrypt"], ["encrypt", "--again"]]) {
    const done = await records(...args)
    expect([done.code, done.errors]).toEqual([0, ""])
    expect(done.output).not.toContain("not yet")
    expect(done.output).toMatch(/^sessions .* 0 +0 +\d{4}-\d{2}-\d{2}T[\d:.]+Z$/mu)
  }
}, 300_000)

test("the command refuses what it does not know", async () => {
  for (const args of [[], ["explode"], ["status", "now"], ["status", "--again"], ["encrypt", "--never"]]) {
    const refused = await records(...args)
    expect([args, refused.code, refused.output, refused.errors === ""]).toEqual([args, 64, "", false])
  }
}, 300_000)
