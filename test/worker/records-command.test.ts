import { attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import { afterAll, expect, test } from "bun:test"
import postgres from "postgres"
import { filesThatHold } from "../support/held-texts.ts"
import { preparedFolder } from "../support/prepared-folder.ts"
import { runCommand } from "../support/running-service.ts"

const folder = await preparedFolder()
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

const canary = "Quillfeather"
const filesThatHoldIt = () => filesThatHold(folder, canary)

test("once files are written again, none holds what was erased, be it of a row, of what plans know of it or of the log", async () => {
  expect((await records("status")).code).toBe(0)
  const { owner } = server.credentials
  const path = `${server.socketDirectory}/.s.PGSQL.${server.port}`
  const sql = postgres({ path, host: "localhost", user: owner.user, password: owner.password, database: server.database, max: 1 })
  try {
    await sql.unsafe("create table told (words text, long text)")
    await sql.unsafe(
      `insert into told select '${canary} ' || n % 3, (select string_agg('${canary} ' || md5(n || ' ' || m), ' ') from generate_series(1, 200) as m) from generate_series(1, 3000) as n`
    )
    await sql.unsafe("analyze told")
    await sql.unsafe("delete from told")
    await sql.unsafe("analyze told")
    expect(filesThatHoldIt().length).toBeGreaterThan(2)
    const rewritten = await records("rewrite")
    expect([rewritten.code, rewritten.errors]).toEqual([0, ""])
    expect(rewritten.output).toContain("sessions: written again")
    expect(rewritten.output).toContain("the log of the database ended")
    expect(filesThatHoldIt()).toEqual([])
  } finally {
    await sql.unsafe("drop table if exists told")
    await sql.end()
  }
}, 300_000)

test("the command refuses what it does not know", async () => {
  for (const args of [[], ["explode"], ["status", "now"], ["status", "--again"], ["rewrite", "--again"], ["encrypt", "--never"]]) {
    const refused = await records(...args)
    expect([args, refused.code, refused.output, refused.errors === ""]).toEqual([args, 64, "", false])
  }
}, 300_000)
