import { afterAll, expect, test } from "bun:test"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Postgres from "@vouchkit/adapters/postgres"
import { LongestTransaction, UnitOfWork, wasOpenTooLong } from "@vouchkit/core/kernel/storage/unit-of-work"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { Cause, Effect, Exit, Layer, ManagedRuntime } from "effect"
import postgres from "postgres"
import { freshDatabase } from "../support/postgres.ts"
import { aSession } from "../support/sessions.ts"
import { acmeSandbox, as } from "../support/tenants.ts"

const connect = await freshDatabase()
const others = "url" in connect ? postgres(connect.url, { max: 2 }) : postgres({ ...connect, host: "localhost", max: 2 })
const runtime = ManagedRuntime.make(Layer.merge(Postgres.layer({ connect }), Crypto.layer(new Uint8Array(32).fill(7))))
afterAll(() => Promise.all([runtime.dispose(), others.end()]))

const run = <A, E>(effect: Effect.Effect<A, E, any>) => runtime.runPromiseExit(as(acmeSandbox)(effect) as Effect.Effect<A, E, never>)
const sessions = <A, E>(use: (store: SessionStore["Service"]) => Effect.Effect<A, E, any>) => Effect.flatMap(SessionStore, use)
const bounded = <A, E>(milliseconds: number, effect: Effect.Effect<A, E, any>) =>
  Effect.flatMap(UnitOfWork, ({ transaction }) => Effect.provideService(transaction(effect), LongestTransaction, milliseconds))
const failureOf = (exit: Exit.Exit<unknown, unknown>) => (Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined)
const stored = async () => {
  const session = aSession({ tags: ["before"] })
  await run(sessions((store) => store.insert(session)))
  return session
}
const tags = async (id: string) => (await others`select data -> 'tags' as tags from sessions where id = ${id}`)[0]?.tags

test("the server lets go of what a transaction locked once its time is over, whatever the process does, and nothing of it is written", async () => {
  const session = await stored()
  let later: () => void = () => {}
  const blocked = new Promise<void>((resolve) => (later = resolve))
  const step = sessions((store) =>
    Effect.gen(function* () {
      const row = yield* store.lock(session.id)
      if (row === undefined) throw new Error("not there")
      // The process does not go on before another one has what was locked.
      yield* Effect.promise(async () => {
        await others.begin((sql) => sql`select 1 from sessions where id = ${session.id} for update`)
        later()
      })
      yield* store.save({ ...row, tags: ["after"] })
      yield* sessions((again) => again.insert(aSession({ id: `${session.id}x`, tags: ["half"] })))
    })
  )
  const failure = failureOf(await run(bounded(100, step)))
  await blocked
  expect(wasOpenTooLong(failure)).toBe(true)
  expect(await tags(session.id)).toEqual(["before"])
  expect(await tags(`${session.id}x`)).toBeUndefined()
  // The pool goes on with another connection.
  expect(failureOf(await run(sessions((store) => store.save({ ...session, tags: ["later"] }))))).toBeUndefined()
})

test("a transaction that would wait for another one gives up, with what it has locked itself", async () => {
  const [held, own] = [await stored(), await stored()]
  await others.begin(async (sql) => {
    await sql`select 1 from sessions where id = ${held.id} for update`
    const step = sessions((store) => Effect.andThen(store.lock(own.id), store.lock(held.id)))
    expect(wasOpenTooLong(failureOf(await run(bounded(100, step))))).toBe(true)
    expect(await others`select 1 from sessions where id = ${own.id} for update nowait`).toHaveLength(1)
  })
})

test("what ends in time is written, and bounds nothing after it", async () => {
  const session = await stored()
  const saved = await run(
    bounded(
      60_000,
      sessions((store) => store.save({ ...session, tags: ["in time"] }))
    )
  )
  expect(failureOf(saved)).toBeUndefined()
  expect(await tags(session.id)).toEqual(["in time"])
})
