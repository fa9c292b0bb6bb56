import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Database, layer as poolLayer } from "@vouchkit/adapters/postgres/database"
import { attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import { rewriteFiles } from "@vouchkit/adapters/postgres/rewrite"
import { layer as housekeepingLayer } from "@vouchkit/adapters/postgres/housekeeping"
import { migrate } from "@vouchkit/adapters/postgres/migrate"
import type { Housekeeping } from "@vouchkit/core/kernel/storage/housekeeping"
import { type Look, rewriteAfterErasures, rewriteAtTheEnd, rewritingIsDue } from "@vouchkit/worker/processes/rewriting"
import { afterAll, expect, test } from "bun:test"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import postgres from "postgres"
import { filesThatHold } from "../support/held-texts.ts"
import { preparedFolder } from "../support/prepared-folder.ts"
import { runService, temporaryFolder } from "../support/running-service.ts"

const minute = 60_000
const kept = { receipts: 3, at: 100 * minute, settled: true }
const after = (minutes: number, receipts: number, before: Look | null = { receipts, more_since: null }, settled = true) =>
  rewritingIsDue({ ...kept, settled }, before, { receipts, at: kept.at + minutes * minute })
const counted = (receipts: number, minutes: number): Look => ({ receipts, more_since: kept.at + minutes * minute })

test("files are written again when no erasure came between two looks, at most every five minutes, and not without one", () => {
  expect([after(600, 3), after(4, 4), after(5, 4), after(600, 4), after(600, 4, null)]).toEqual([false, false, true, true, false])
})

test("erasures that go on do not put it off for longer than five minutes", () => {
  expect([after(20, 9, counted(8, 16)), after(21, 9, counted(8, 16))]).toEqual([false, true])
})

test("it is done once more when no word of an erased name is kept any more", () => {
  expect([after(19, 3, null, false), after(20, 3, null, false), after(20, 3, null, true)]).toEqual([false, true, false])
})

test("a clock that was set back and a database that was restored have it done at once", () => {
  expect([after(-1, 3), after(1, 2)]).toEqual([true, true])
})

const folder = temporaryFolder()
const server = await attachOrStart({ dataDir: folder })
afterAll(() => server.stop())

const canary = "Quillfeather"
const filesThatHoldIt = () => filesThatHold(folder, canary)

test("after an erasure no file of the embedded database holds what was erased", async () => {
  const { credentials, database, port, socketDirectory } = server
  const socket = { path: `${socketDirectory}/.s.PGSQL.${port}`, database }
  const sql = postgres({ ...socket, ...credentials.owner, host: "localhost", max: 2, onnotice: () => {} })
  const connect = { ...socket, ...credentials.owner }
  const run = <A, E>(work: Effect.Effect<A, E, Database | Housekeeping>) =>
    Effect.runPromise(work.pipe(Effect.provide(storage), Effect.provide(TestClock.layer())))
  const storage = Layer.provideMerge(housekeepingLayer, poolLayer({ connect, maximumConnections: 1 }))
  const files = { data_dir: folder, owner: connect }
  const turn = (before: Look | null, minutes: number) =>
    run(Effect.andThen(TestClock.adjust(minutes * minute), rewriteAfterErasures(files, before)))
  const atTheEnd = () => run(rewriteAtTheEnd(files))
  try {
    await migrate(sql)
    await sql.unsafe("create table told (words text)")
    await sql.unsafe(`insert into told select '${canary} ' || n % 3 from generate_series(1, 3000) as n`)
    await sql.unsafe("analyze told")
    await sql.unsafe("delete from told")
    // The name of a tag that nothing has any more.
    await sql.unsafe(
      `insert into record_counts (organization, environment, counted, value, slot, count) values ('org_a', 'live', 'sessions_by_tags', '${canary}', 1, 1), ('org_a', 'live', 'sessions_by_tags', '${canary}', 2, -1)`
    )
    const erased = (number: number) =>
      sql.unsafe(
        `insert into erasure_receipts (organization, environment, id, version, data, scope_id, created_at) values ('org_a', 'live', 'ers_${number}', 1, '{}', 'ses_1', '2026-01-01')`
      )
    const file = join(folder, "postgres", "rewritten.json")
    const none = await turn(null, 60)
    expect([none, existsSync(file)]).toEqual([{ receipts: 0, more_since: null }, false])
    // A table above the bound is named, and is not locked for as long as it is large.
    expect(await rewriteFiles(sql, { bytes: 0 })).toMatchObject({ tables: [], left: expect.arrayContaining(["sessions", "told"]) })
    await erased(1)
    const first = await turn(none, 61)
    // More may be on its way.
    expect([first, existsSync(file)]).toEqual([{ receipts: 1, more_since: 61 * minute }, false])
    expect(filesThatHoldIt()).not.toEqual([])
    const second = await turn(first, 62)
    expect(filesThatHoldIt()).toEqual([])
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ receipts: 1, at: 62 * minute, settled: false })
    // What someone else holds for long, as a backup does, is left to a later look, and does not keep the service from its end.
    await sql.begin(async (held) => {
      await held`lock table told in access share mode`
      await expect(turn(second, 82)).rejects.toThrow()
      await erased(2)
      await expect(atTheEnd()).rejects.toThrow()
    })
    expect(JSON.parse(readFileSync(file, "utf8")).at).toBe(62 * minute)
    await sql.unsafe("delete from erasure_receipts where id = 'ers_2'")
    await turn(second, 82)
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ receipts: 1, at: 82 * minute, settled: true })
    expect([await atTheEnd(), JSON.parse(readFileSync(file, "utf8")).at]).toEqual([undefined, 82 * minute])
    await erased(2)
    await atTheEnd()
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ receipts: 2, at: 0, settled: false })
  } finally {
    await sql.unsafe("drop table if exists told")
    await sql.end()
  }
}, 300_000)

test("a service that is stopped right after an erasure leaves no file that holds what was erased", async () => {
  const data = await preparedFolder()
  const service = await runService(data)
  const call = async (method: string, path: string, body: object): Promise<{ readonly id: string }> => {
    const headers = { "X-API-Key": service.keys.sandbox, "Content-Type": "application/json" }
    const answer = await fetch(`${service.url}/api/v1${path}`, { method, headers, body: JSON.stringify(body) })
    expect([path, answer.ok]).toEqual([path, true])
    return answer.json()
  }
  // No event tells it, which would be erased a while later where one is under way.
  const { id } = await call("POST", "/sessions", { metadata: { note: canary } })
  expect(filesThatHold(data, canary)).not.toEqual([])
  await call("DELETE", `/sessions/${id}/data`, { reason: "asked", confirm: true })
  expect(await service.stop()).toBe(0)
  expect(filesThatHold(data, canary)).toEqual([])
}, 300_000)
