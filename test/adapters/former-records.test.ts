import { afterAll, beforeEach, expect, test } from "bun:test"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import { encryptFormerRecords } from "@vouchkit/core/flows/housekeeping"
import { FormerRecords } from "@vouchkit/core/kernel/storage/former-records"
import { SessionStore, type StoredSession } from "@vouchkit/core/resources/sessions/model"
import { stores } from "@vouchkit/core/stores"
import { Effect, Layer, ManagedRuntime } from "effect"
import postgres from "postgres"
import { freshDatabase } from "../support/postgres.ts"
import { aSession } from "../support/sessions.ts"
import { acmeSandbox, as } from "../support/tenants.ts"

const connect = await freshDatabase()
const sql = "url" in connect ? postgres(connect.url, { max: 2 }) : postgres({ ...connect, host: "localhost", max: 2 })
const withKey = ManagedRuntime.make(Layer.merge(Postgres.layer({ connect }), Crypto.layer(new Uint8Array(32).fill(7))))
const withoutKey = ManagedRuntime.make(Postgres.layer({ connect }))
afterAll(() => Promise.all([withKey.dispose(), withoutKey.dispose(), sql.end()]))

const use = <A, E>(step: (store: SessionStore["Service"]) => Effect.Effect<A, E, any>) =>
  withKey.runPromise(as(acmeSandbox)(Effect.flatMap(SessionStore, step)) as Effect.Effect<A, E, never>)
const former = <A, E>(step: (records: FormerRecords["Service"]) => Effect.Effect<A, E>) =>
  withKey.runPromise(Effect.flatMap(FormerRecords, step))
const stored = async (id: string) => (await sql`select data from sessions where id = ${id}`)[0]?.data
const progressOf = async (table: string) => (await former(({ progress }) => progress)).find((one) => one.table === table)

/** Sessions as a version of before wrote them. */
const writtenBefore = async (count: number, more: Partial<StoredSession> = {}) => {
  const sessions = Array.from({ length: count }, (_, n) =>
    aSession({ expected: { first_name: "Ada", address: `${n} Hidden Road` }, ...more })
  )
  for (const session of sessions) {
    await use((store) => store.insert(session))
    const { sealed_members: _, ...row } = await stored(session.id)
    await sql`update sessions set data = ${sql.json({ ...row, expected: session.expected } as any)} where id = ${session.id}`
  }
  return sessions
}
const inPlainText = async () => Number((await sql`select count(*) from sessions where data::text like '%Hidden%'`)[0]?.count)

beforeEach(async () => {
  await sql`delete from sessions`
  await sql`delete from record_encryption`
})

test("every record of an earlier version is encrypted, reads as before and keeps its version", async () => {
  const sessions = await writtenBefore(5)
  const plain = aSession({ expected: {} })
  await use((store) => store.insert(plain))
  expect(await inPlainText()).toBe(5)
  expect(await withKey.runPromise(encryptFormerRecords)).toMatchObject({ more: false })
  expect(await inPlainText()).toBe(0)
  for (const session of [...sessions, plain]) expect(await use((store) => store.find(session.id))).toEqual(session)
  expect(await progressOf("sessions")).toMatchObject({ looked: 6, encrypted: 5, done_at: expect.any(String) })
  expect(await stored(plain.id)).not.toHaveProperty("sealed_members")

  // What is done is not done again, until someone asks for it.
  await sql`update sessions set data = data || ${sql.json({ expected: { address: "Hidden" }, sealed_members: null } as any)} where id = ${plain.id}`
  await withKey.runPromise(encryptFormerRecords)
  expect(await inPlainText()).toBe(1)
  await former(({ beginAgain }) => beginAgain)
  await withKey.runPromise(encryptFormerRecords)
  expect(await inPlainText()).toBe(0)
})

test("it goes on where it was, and begins again where other members are encrypted", async () => {
  await writtenBefore(203)
  const tables = new Set<string>()
  for (let some = await former(({ encryptSome }) => encryptSome); some !== null; some = await former(({ encryptSome }) => encryptSome)) {
    tables.add(some.table)
    if (some.table === "sessions" && some.encrypted === 200)
      expect(await progressOf("sessions")).toMatchObject({ looked: 200, done_at: null })
  }
  expect([...tables].sort()).toEqual(stores.flatMap(({ shape }) => ((shape.sealed ?? []).length > 0 ? [shape.table] : [])).sort())
  expect(await progressOf("sessions")).toMatchObject({ looked: 203, encrypted: 203 })
  expect(await inPlainText()).toBe(0)
  await sql`update record_encryption set members = 'expected' where table_name = 'sessions'`
  expect(await progressOf("sessions")).toMatchObject({ looked: 0, encrypted: 0, done_at: null })
})

test("a record that someone changes meanwhile keeps the change, and is looked at again", async () => {
  const [session = aSession()] = await writtenBefore(1)
  await former(({ progress }) => progress)
  // The writer holds the row until the sweep has read it and waits.
  const release = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const writer = sql.begin(async (other) => {
    await other`update sessions set version = version + 1, data = data || ${sql.json({ version: session.version + 1, expected: { address: "9 Hidden Road" } } as any)} where id = ${session.id}`
    held.resolve()
    await release.promise
  })
  await held.promise
  const sweep = withKey.runPromise(encryptFormerRecords)
  while ((await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).length === 0);
  release.resolve()
  await writer
  await sweep
  expect(await inPlainText()).toBe(0)
  expect(await use((store) => store.find(session.id))).toMatchObject({
    expected: { address: "9 Hidden Road" },
    version: session.version + 1
  })
})

test("many sweep at once, and each record is encrypted and counted once", async () => {
  await writtenBefore(20)
  await Promise.all(Array.from({ length: 4 }, () => withKey.runPromise(encryptFormerRecords)))
  expect(await inPlainText()).toBe(0)
  expect(await progressOf("sessions")).toMatchObject({ looked: 20 })
})

test("open members beside encrypted ones go: they are what no one reads", async () => {
  const session = aSession({ expected: { address: "1 Road" } })
  await use((store) => store.insert(session))
  await sql`update sessions set data = data || ${sql.json({ expected: { address: "Hidden" } } as any)} where id = ${session.id}`
  await withKey.runPromise(encryptFormerRecords)
  expect(await inPlainText()).toBe(0)
  expect(await use((store) => store.find(session.id))).toEqual(session)
})

test("without a key nothing is changed and nothing counts as done", async () => {
  await writtenBefore(1)
  await former(({ progress }) => progress)
  await sql`update record_encryption set done_at = now() where table_name <> 'sessions'`
  const failed = await withoutKey.runPromise(Effect.flip(encryptFormerRecords))
  expect(failed._tag).toBe("StorageUnavailable")
  expect(await inPlainText()).toBe(1)
  expect(await progressOf("sessions")).toMatchObject({ looked: 0, done_at: null })
})

test("in memory there is nothing of an earlier version", async () => {
  const seen = Effect.flatMap(FormerRecords, (records) =>
    Effect.andThen(records.beginAgain, Effect.all([encryptFormerRecords, records.progress]))
  )
  const [result, progress] = await Effect.runPromise(Effect.provide(seen, Memory.layer))
  expect(result.more).toBe(false)
  expect(progress).toEqual([])
})
