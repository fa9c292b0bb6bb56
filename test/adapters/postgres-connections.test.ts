import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test"
import { connect as dial, type Socket } from "node:net"
import { Database, layer } from "@vouchkit/adapters/postgres/database"
import { Effect, Exit, Fiber, ManagedRuntime } from "effect"
import postgres from "postgres"
import { ownedDatabase } from "../support/postgres.ts"
import { eventually } from "../support/queues.ts"

/** A pool of one connection, so that everything shares it, and a connection past the pool that can hold up or end the one of the pool. */
const connect = await ownedDatabase()
const runtime = ManagedRuntime.make(layer({ connect, maximumConnections: 1 }))
const control =
  "url" in connect ? postgres(connect.url, { max: 1 }) : postgres({ ...connect, host: "localhost", max: 1, onnotice: () => undefined })
const database = await runtime.runPromise(Database)
beforeAll(async () => {
  await control`create table marks (name text not null)`
})
beforeEach(async () => {
  await control`truncate marks`
})
afterAll(async () => {
  await runtime.dispose()
  await control.end()
})

const lock = 4711
const named = (name: string) => database.query((parameters) => `select ${parameters.add(name)}::text as name`)
const mark = (name: string) => database.run((parameters) => `insert into marks values (${parameters.add(name)})`)
const marks = async () => (await control`select name from marks order by name`).map(({ name }) => name)
const run = <A, E>(effect: Effect.Effect<A, E>) => runtime.runPromise(effect)
const pool = "application_name = 'vouchkit' and datname = current_database()"
/** Waits until the statement of the pool is held up by the lock. */
const untilHeldUp = () =>
  eventually(
    () => control.unsafe(`select 1 from pg_stat_activity where ${pool} and wait_event = 'advisory'`),
    ({ length }) => length === 1
  )
const heldUp = database.query(() => `select pg_advisory_xact_lock(${lock})`)
const endConnections = () => control.unsafe(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where ${pool}`)

test("when a caller leaves, everybody else still gets the rows they asked for", async () => {
  await run(named("zero"))
  await control`select pg_advisory_lock(${lock})`
  const first = runtime.runFork(heldUp)
  await untilHeldUp()
  const fibers = ["one", "two", "three", "four"].map((name) => runtime.runFork(named(name)))
  await run(Effect.yieldNow)
  const [one, leaving, three, four] = fibers
  if (one === undefined || leaving === undefined || three === undefined || four === undefined) throw new Error("there are four")
  await run(Fiber.interrupt(leaving))
  await control`select pg_advisory_unlock(${lock})`
  await run(Fiber.join(first))
  expect(await Promise.all([one, three, four].map((fiber) => run(Fiber.join(fiber))))).toEqual([
    [{ name: "one" }],
    [{ name: "three" }],
    [{ name: "four" }]
  ])
  expect(await run(named("five"))).toEqual([{ name: "five" }])
})

test("a transaction that is given up half way leaves nothing, and its connection to others", async () => {
  await control`select pg_advisory_lock(${lock})`
  const given = runtime.runFork(database.transaction(Effect.andThen(mark("given up"), heldUp)))
  await untilHeldUp()
  const stopped = run(Fiber.interrupt(given))
  await control`select pg_advisory_unlock(${lock})`
  await stopped
  await run(database.transaction(mark("after")))
  expect(await marks()).toEqual(["after"])
})

test("a transaction whose connection is lost writes nothing at all, and the next one works", async () => {
  const lost = database.transaction(
    Effect.gen(function* () {
      yield* mark("before the loss")
      yield* Effect.promise(endConnections)
      // Each by itself: what the first of them comes to must not let the second through on another connection.
      yield* Effect.ignore(mark("after the loss"))
      yield* Effect.ignore(named("still there"))
      yield* mark("long after")
    })
  )
  expect(Exit.isFailure(await runtime.runPromiseExit(lost))).toBe(true)
  await run(database.transaction(mark("next")))
  expect(await marks()).toEqual(["next"])
})

test("a loss within a nested transaction is a failure of storage and nothing worse", async () => {
  const nested = Effect.gen(function* () {
    yield* mark("nested")
    yield* named("sent")
    yield* Effect.promise(endConnections)
    yield* mark("lost")
  })
  const exit = await runtime.runPromiseExit(database.transaction(Effect.andThen(mark("around"), database.transaction(nested))))
  expect(Exit.isFailure(exit) ? exit.cause.reasons.map(({ _tag }) => _tag) : []).not.toContain("Die")
  expect(Exit.isFailure(exit)).toBe(true)
  expect(await marks()).toEqual([])
})

test("a connection that ends while statements are on their way or wait for it serves again afterwards", async () => {
  for (let round = 0; round < 5; round += 1) {
    await control`select pg_advisory_lock(${lock})`
    const statements = runtime.runFork(Effect.exit(heldUp))
    await untilHeldUp()
    const waiting = [named("waits"), database.transaction(named("waits")), named("waits"), database.transaction(mark("waited"))].map(
      (effect) => runtime.runFork(Effect.exit(effect as Effect.Effect<unknown, unknown>))
    )
    await endConnections()
    await control`select pg_advisory_unlock(${lock})`
    // Whatever they come to, no one waits for ever.
    for (const fiber of [statements, ...waiting]) await run(Fiber.join(fiber as Fiber.Fiber<unknown>))
    expect(
      await eventually(
        () => runtime.runPromise(Effect.orElseSucceed(named("back"), () => [])),
        ({ length }) => length > 0
      )
    ).toEqual([{ name: "back" }])
    await run(database.transaction(named("back")))
  }
})

test("a statement that is sent on a connection between its failure and its end is refused, and not left without an answer", async () => {
  const sockets: Array<Socket> = []
  const socket = () =>
    new Promise<Socket>((resolve, reject) => {
      const opened = "url" in connect ? dial(Number(new URL(connect.url).port || 5432), new URL(connect.url).hostname) : dial(connect.path)
      sockets.push(opened)
      opened.once("error", reject).once("connect", () => {
        opened.off("error", reject)
        resolve(opened)
      })
    })
  // The driver knows the option, its types do not.
  const options = { socket, max: 1, onnotice: () => undefined } as object
  const sql = "url" in connect ? postgres(connect.url, options) : postgres({ ...connect, ...options })
  const reserved = await sql.reserve()
  await control`select pg_advisory_lock(${lock})`
  const underWay = reserved.unsafe(`select pg_advisory_lock(${lock})`).execute()
  const next = underWay.then(
    () => "answered",
    () =>
      reserved.unsafe("select 1").then(
        () => "answered",
        () => "refused"
      )
  )
  const [lost] = sockets
  lost?.emit("error", Object.assign(new Error("write EPIPE"), { code: "EPIPE" }))
  await run(Effect.yieldNow)
  lost?.emit("close", true)
  lost?.destroy()
  const unanswered = eventually(
    async () => "unanswered",
    () => false
  )
  expect(await Promise.race([next, unanswered])).toBe("refused")
  await control`select pg_advisory_unlock(${lock})`
  reserved.release()
  expect(await sql.unsafe("select 'back' as name")).toMatchObject([{ name: "back" }])
  await sql.end({ timeout: 1 })
})
