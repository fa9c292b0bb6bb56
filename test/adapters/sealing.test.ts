import { afterAll, expect, test } from "bun:test"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Postgres from "@vouchkit/adapters/postgres"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { SessionStore, type StoredSession } from "@vouchkit/core/resources/sessions/model"
import { stores } from "@vouchkit/core/stores"
import { Cause, Effect, Exit, Layer, ManagedRuntime } from "effect"
import postgres from "postgres"
import { freshDatabase } from "../support/postgres.ts"
import { aSession } from "../support/sessions.ts"
import { acmeSandbox, as } from "../support/tenants.ts"

const connect = await freshDatabase()
const sql = "url" in connect ? postgres(connect.url, { max: 1 }) : postgres({ ...connect, host: "localhost", max: 1 })
const withKey = ManagedRuntime.make(Layer.merge(Postgres.layer({ connect }), Crypto.layer(new Uint8Array(32).fill(7))))
const withoutKey = ManagedRuntime.make(Postgres.layer({ connect }))
afterAll(() => Promise.all([withKey.dispose(), withoutKey.dispose(), sql.end()]))

type Store = SessionStore["Service"]
const use = <A, E>(step: (store: Store) => Effect.Effect<A, E, any>) =>
  withKey.runPromise(as(acmeSandbox)(Effect.flatMap(SessionStore, step)) as Effect.Effect<A, E, never>)
const failureOf = async (runtime: ManagedRuntime.ManagedRuntime<any, any>, step: (store: Store) => Effect.Effect<any, any, any>) => {
  const exit = await runtime.runPromiseExit(as(acmeSandbox)(Effect.flatMap(SessionStore, step)) as Effect.Effect<unknown, unknown, never>)
  return Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
}
const stored = async (id: string) => (await sql`select data from sessions where id = ${id}`)[0]?.data
const stating = (address: string, more: Partial<StoredSession> = {}) => aSession({ expected: { first_name: "Ada", address }, ...more })

test("what is encrypted of a record is given back by every way of reading it, and is nowhere in its row", async () => {
  const [short, long] = [stating("1 Hidden Road"), stating("2 Hidden Road ".repeat(40), { tags: ["long"] })]
  await use((store) => store.insert(short))
  expect(await use((store) => store.insertIfAbsent(long))).toBe(true)
  for (const session of [short, long]) {
    const where = [{ field: "id", op: "eq", value: session.id } as const]
    const query = { where, limit: 10 }
    expect(await use((store) => store.find(session.id))).toEqual(session)
    expect(await use((store) => store.lock(session.id))).toEqual(session)
    expect(await use((store) => store.lockFirst(query))).toEqual(session)
    for (const list of ["list", "lockAll"] as const) expect(await use((store) => store[list](query))).toEqual([session])
    expect((await use((store) => store.page(query))).rows).toEqual([session])
    expect(JSON.stringify(await stored(session.id))).not.toContain("Hidden")
  }
})

test("a change is encrypted too, and nothing is left of a record that says nothing any more", async () => {
  const session = stating("3 Hidden Road")
  await use((store) => store.insert(session))
  const changed = await use((store) => store.save({ ...session, expected: { address: "4 Hidden Road" } }))
  expect(changed).toEqual({ ...session, expected: { address: "4 Hidden Road" }, version: session.version + 1 })
  expect(JSON.stringify(await stored(session.id))).not.toContain("Hidden")
  await use((store) =>
    Effect.flatMap(UnitOfWork, ({ transaction }) =>
      transaction(Effect.flatMap(store.save({ ...changed, tags: ["once"] }), (row) => store.save({ ...row, expected: {} })))
    )
  )
  expect(await use((store) => store.find(session.id))).toMatchObject({ expected: {}, tags: ["once"] })
  expect(await stored(session.id)).toMatchObject({ expected: {} })
  expect(await stored(session.id)).not.toHaveProperty("sealed_members")
})

test("a record of before its members were encrypted is read as it is, and encrypted when it is next saved", async () => {
  const session = stating("5 Hidden Road")
  await use((store) => store.insert(session))
  const { sealed_members: _, ...row } = await stored(session.id)
  await sql`update sessions set data = ${sql.json({ ...row, expected: session.expected } as any)} where id = ${session.id}`
  const read = await use((store) => store.find(session.id))
  expect(read).toEqual(session)
  await use((store) => store.save(session))
  expect(JSON.stringify(await stored(session.id))).not.toContain("Hidden")
})

test("what is encrypted opens under no other id, and neither reading nor writing goes on without a key", async () => {
  const [one, other] = [stating("6 Hidden Road"), stating("7 Hidden Road")]
  for (const session of [one, other]) await use((store) => store.insert(session))
  expect(await failureOf(withoutKey, (store) => store.find(one.id))).toMatchObject({ _tag: "StorageUnavailable" })
  const unwritten = stating("8 Hidden Road")
  expect(await failureOf(withoutKey, (store) => store.insert(unwritten))).toMatchObject({ _tag: "StorageUnavailable" })
  expect(await stored(unwritten.id)).toBeUndefined()

  const { sealed_members } = await stored(other.id)
  await sql`update sessions set data = data || ${sql.json({ sealed_members })} where id = ${one.id}`
  expect(await failureOf(withKey, (store) => store.find(one.id))).toMatchObject({ _tag: "StorageUnavailable" })
})

test("no column of a table is derived from what is encrypted", () => {
  const derived = stores.flatMap(({ shape: { columns, sealed = [], table } }) =>
    Object.entries(columns)
      .filter(([name, { path = [name] }]) => sealed.includes(path[0] ?? name))
      .map(([name]) => `${table}.${name}`)
  )
  expect(stores.filter(({ shape }) => (shape.sealed ?? []).length > 0).length).toBeGreaterThanOrEqual(5)
  expect(derived).toEqual([])
})
