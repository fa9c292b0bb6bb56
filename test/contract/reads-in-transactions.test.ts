import { afterAll, describe, expect, test } from "bun:test"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import type { Tenant } from "@vouchkit/core/kernel/access/caller"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { CaseStore } from "@vouchkit/core/resources/cases/model"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { Deferred, Effect, ManagedRuntime } from "effect"
import fc from "fast-check"
import { freshDatabase } from "../support/postgres.ts"
import { aSession } from "../support/sessions.ts"
import { acmeSandbox, as } from "../support/tenants.ts"

const adapters = {
  memory: async () => ManagedRuntime.make(Memory.layer),
  postgres: async () => ManagedRuntime.make(Postgres.layer({ connect: await freshDatabase(), maximumConnections: 8 }))
}

describe.each(Object.entries(adapters))("reads within a transaction in %s", async (_, make) => {
  const runtime = await make()
  afterAll(() => runtime.dispose())
  const run = <A, E>(effect: Effect.Effect<A, E, SessionStore | Tenant | UnitOfWork>) => runtime.runPromise(as(acmeSandbox)(effect))
  const transaction = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.flatMap(UnitOfWork, (unit) => unit.transaction(effect))
  const named = (reference: string) =>
    Effect.flatMap(SessionStore, (store) =>
      Effect.map(store.list({ where: [{ field: "external_reference", op: "eq", value: reference }], limit: 10 }), (rows) =>
        rows.map(({ id }) => id)
      )
    )

  test("a read that is repeated finds what the transaction wrote in between, each time", async () => {
    const reference = "repeated"
    const [one, two] = [aSession({ external_reference: reference }), aSession({ external_reference: reference })]
    const found = await run(
      transaction(
        Effect.gen(function* () {
          const store = yield* SessionStore
          const seen = [yield* named(reference)]
          yield* store.insert(one)
          seen.push(yield* named(reference), yield* named(reference))
          yield* store.insert(two)
          const saved = yield* store.save({ ...one, external_reference: "another" })
          seen.push(yield* named(reference))
          yield* store.remove(two.id)
          seen.push(yield* named(reference))
          yield* store.save({ ...saved, external_reference: reference })
          return [...seen, yield* named(reference)]
        })
      )
    )
    expect(found).toEqual([[], [one.id], [one.id], [two.id], [], [one.id]])
  })

  test("what a nested transaction wrote and took back is not found afterwards", async () => {
    const reference = "taken back"
    const found = await run(
      transaction(
        Effect.gen(function* () {
          const store = yield* SessionStore
          const within: Array<number> = []
          yield* Effect.exit(
            transaction(
              Effect.gen(function* () {
                yield* store.insert(aSession({ external_reference: reference }))
                within.push((yield* named(reference)).length)
                return yield* Effect.fail("no")
              })
            )
          )
          return [...within, (yield* named(reference)).length]
        })
      )
    )
    expect(found).toEqual([1, 0])
  })

  test("reads at once, of which none waits for another, answer what each would alone", async () => {
    const reference = "at once"
    const session = aSession({ external_reference: reference })
    const found = await run(
      transaction(
        Effect.gen(function* () {
          const store = yield* SessionStore
          yield* store.insert(session)
          return yield* Effect.all([named(reference), store.find(session.id), named("no one"), named(reference)], {
            concurrency: "unbounded"
          })
        })
      )
    )
    expect(found).toEqual([[session.id], session, [], [session.id]])
  })
})

type Step =
  | { readonly do: "insert" | "save" | "lock" | "find"; readonly session: number; readonly reference: number }
  | { readonly do: "list"; readonly reference: number; readonly limit: number; readonly direction: "asc" | "desc" }
  | { readonly do: "nest"; readonly fails: boolean; readonly steps: ReadonlyArray<Step> }

/** What one transaction sees of its own writes is the same in both stores, whatever it does in which order, and so is what it leaves. */
test("a transaction sees its writes as the memory store does", async () => {
  const memory = ManagedRuntime.make(Memory.layer)
  const server = ManagedRuntime.make(Postgres.layer({ connect: await freshDatabase(), maximumConnections: 2 }))
  const place = fc.nat({ max: 3 })
  const { steps } = fc.letrec<{ readonly steps: ReadonlyArray<Step>; readonly step: Step }>((tie) => ({
    steps: fc.array(tie("step"), { maxLength: 6 }),
    step: fc.oneof(
      { maxDepth: 2 },
      fc.record({ do: fc.constantFrom("insert", "save", "save", "lock", "find"), session: place, reference: place }),
      fc.record({
        do: fc.constant("list"),
        reference: place,
        limit: fc.integer({ min: 1, max: 3 }),
        direction: fc.constantFrom("asc", "desc")
      }),
      fc.record({ do: fc.constant("nest"), fails: fc.boolean(), steps: tie("steps") })
    )
  }))
  let round = 0
  await fc.assert(
    fc.asyncProperty(fc.array(place, { maxLength: 3 }), steps, async (before, wanted) => {
      round += 1
      const own = round
      const sessions = [0, 1, 2, 3].map((one) => aSession({ created_at: `2026-01-0${1 + (one % 2)}T00:00:00.000Z` }))
      const referred = (reference: number) => ({ external_reference: `${own}/${reference}` })
      const looked = (reference: number, limit: number, direction: "asc" | "desc") =>
        Effect.flatMap(SessionStore, (store) =>
          store.list({
            where: [{ field: "external_reference", op: "eq", value: referred(reference).external_reference }],
            order: [{ field: "created_at", direction }],
            limit
          })
        )
      const all = Effect.all([0, 1, 2, 3].map((reference) => looked(reference, 10, "desc")))
      const taken = (list: ReadonlyArray<Step>, seen: Array<unknown>): Effect.Effect<void, unknown, SessionStore | Tenant | UnitOfWork> =>
        Effect.forEach(
          list,
          (step) =>
            Effect.gen(function* () {
              const store = yield* SessionStore
              const { transaction } = yield* UnitOfWork
              if (step.do === "list") {
                seen.push(yield* looked(step.reference, step.limit, step.direction))
                return
              }
              if (step.do === "nest") {
                const end = step.fails ? Effect.fail("no") : Effect.void
                yield* Effect.exit(transaction(Effect.andThen(taken(step.steps, seen), end)))
                return
              }
              const session = sessions[step.session]
              if (session === undefined) return
              const found = yield* step.do === "lock" ? store.lock(session.id) : store.find(session.id)
              seen.push(found)
              if (step.do === "insert" && found === undefined) yield* store.insert({ ...session, ...referred(step.reference) })
              if (step.do === "save" && found !== undefined) yield* store.save({ ...found, ...referred(step.reference) })
            }),
          { discard: true }
        )
      const come = (runtime: { readonly runPromise: typeof memory.runPromise }) =>
        runtime.runPromise(
          as(acmeSandbox)(
            Effect.gen(function* () {
              const { transaction } = yield* UnitOfWork
              const store = yield* SessionStore
              const seen: Array<unknown> = []
              for (const [one, session] of sessions.entries())
                if (before.includes(one)) yield* store.insert({ ...session, ...referred(one) })
              yield* transaction(taken(wanted, seen))
              return [seen, yield* all]
            })
          ) as Effect.Effect<unknown, unknown, never>
        )
      expect(await come(server as unknown as typeof memory)).toEqual(await come(memory))
    }),
    { numRuns: 150, endOnFailure: true }
  )
  await Promise.all([memory.dispose(), server.dispose()])
}, 120_000)

/** Only where transactions run beside one another: those of the memory store wait for each other as a whole. */
describe("reads of transactions at once", async () => {
  const runtime = ManagedRuntime.make(Postgres.layer({ connect: await freshDatabase(), maximumConnections: 8 }))
  afterAll(() => runtime.dispose())
  const transaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(UnitOfWork, (unit) => unit.transaction(as(acmeSandbox)(effect)))
  const referenced = (reference: string) =>
    Effect.flatMap(SessionStore, (store) => store.list({ where: [{ field: "external_reference", op: "eq", value: reference }], limit: 10 }))

  /** One transaction reads, another one does something and commits, and the first goes on. */
  type Work<A, E> = Effect.Effect<A, E, SessionStore | Tenant>
  const between = <A, E, F>(first: Work<A, E>, other: Work<void, F>, rest: Work<A, E>) =>
    runtime.runPromise(
      Effect.gen(function* () {
        const [read, committed] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const slow = transaction(
          Effect.gen(function* () {
            const before = yield* first
            yield* Deferred.succeed(read, undefined)
            yield* Deferred.await(committed)
            return [before, yield* rest]
          })
        )
        const quick = Effect.andThen(Deferred.await(read), Effect.andThen(transaction(other), Deferred.succeed(committed, undefined)))
        const [found] = yield* Effect.all([slow, quick], { concurrency: "unbounded" })
        return found
      })
    )

  test("behind a lock, what others committed meanwhile is found, though it was read before", async () => {
    const [locked, other] = [aSession(), aSession({ external_reference: "later" })]
    await runtime.runPromise(transaction(Effect.flatMap(SessionStore, (store) => store.insert(locked))))
    const count = Effect.map(referenced("later"), ({ length }) => length)
    const found = await between(
      count,
      Effect.flatMap(SessionStore, (store) => store.insert(other)),
      Effect.andThen(
        Effect.flatMap(SessionStore, (store) => store.lock(locked.id)),
        count
      )
    )
    expect(found).toEqual([0, 1])
  })

  test("in the flight of a lock that waits, what its holder committed meanwhile is found", async () => {
    const [locked, other] = [aSession(), aSession({ external_reference: "in flight" })]
    await runtime.runPromise(transaction(Effect.flatMap(SessionStore, (store) => store.insert(locked))))
    const found = await runtime.runPromise(
      Effect.gen(function* () {
        const store = yield* SessionStore
        const [held, begun] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const holder = transaction(
          Effect.gen(function* () {
            yield* store.lock(locked.id)
            yield* Deferred.succeed(held, undefined)
            yield* Deferred.await(begun)
            yield* store.insert(other)
          })
        )
        const waiter = Effect.andThen(
          Deferred.await(held),
          transaction(
            Effect.gen(function* () {
              yield* Deferred.succeed(begun, undefined)
              const [, rows] = yield* Effect.all([store.lock(locked.id), referenced("in flight")], { concurrency: "unbounded" })
              return [rows.length, (yield* referenced("in flight")).length]
            })
          )
        )
        const [, counts] = yield* Effect.all([holder, waiter], { concurrency: "unbounded" })
        return counts
      })
    )
    expect(found).toEqual([1, 1])
  })

  test("where a row was not added because another one stands there, the other is found, though it was looked for before", async () => {
    const [mine, theirs] = [aSession({ reuse_key: "one place" }), aSession({ reuse_key: "one place" })]
    const owner = Effect.flatMap(SessionStore, (store) =>
      Effect.map(store.list({ where: [{ field: "reuse_key", op: "eq", value: "one place" }], limit: 1 }), (rows) => rows[0]?.id)
    )
    const found = await between(
      owner,
      Effect.flatMap(SessionStore, (store) => store.insert(theirs)),
      Effect.andThen(
        Effect.flatMap(SessionStore, (store) => store.insertIfAbsent(mine)),
        owner
      )
    )
    expect(found).toEqual([undefined, theirs.id])
  })
})

describe("statements of a transaction", async () => {
  const sent: Array<string> = []
  const connect = { ...(await freshDatabase()), debug: (__: number, statement: string) => void sent.push(statement) }
  const runtime = ManagedRuntime.make(Postgres.layer({ connect, maximumConnections: 2 }))
  afterAll(() => runtime.dispose())
  const statementsOf = async <E>(effect: Effect.Effect<void, E, SessionStore | CaseStore | Tenant>) => {
    sent.length = 0
    await runtime.runPromise(as(acmeSandbox)(Effect.flatMap(UnitOfWork, ({ transaction }) => transaction(effect))))
    // Beside the work of the transaction only what looks for tables without statistics is sent.
    return sent
      .filter((text) => !/pg_c|pg_type|vouchkit_analyze|listen|notify/u.test(text))
      .map((text) => text.split(" ").slice(0, 2).join(" "))
  }
  const casesOf = (session_id: string) =>
    Effect.flatMap(CaseStore, (store) => store.list({ where: [{ field: "session_id", op: "eq", value: session_id }], limit: 10 }))

  test("what was read is not read again, and what is written meanwhile is seen without being sent", async () => {
    const session = aSession()
    const seen: Array<unknown> = []
    const statements = await statementsOf(
      Effect.gen(function* () {
        const sessions = yield* SessionStore
        yield* casesOf(session.id)
        yield* casesOf(session.id)
        seen.push(yield* sessions.find(session.id), yield* sessions.find(session.id))
        yield* sessions.insert(session)
        yield* casesOf(session.id)
        seen.push(yield* sessions.find(session.id))
        const saved = yield* sessions.save({ ...session, tags: ["saved"] })
        seen.push(yield* sessions.find(session.id), saved)
      })
    )
    expect(statements).toEqual(["begin", "select data", "select data", "insert into", "commit"])
    expect(seen).toEqual([undefined, undefined, session, seen[4], seen[4]])
  })

  test("writes go ahead of a read that only the server can answer behind them, and what it answers is read anew", async () => {
    const [one, two, three] = [1, 2, 3].map((place) =>
      aSession({ external_reference: "three", created_at: `2026-01-0${place}T00:00:00.000Z` })
    )
    if (one === undefined || two === undefined || three === undefined) throw new Error("there are three")
    const first = Effect.flatMap(SessionStore, (store) =>
      Effect.map(store.list({ where: [{ field: "external_reference", op: "eq", value: "three" }], limit: 2 }), (rows) =>
        rows.map(({ id }) => id)
      )
    )
    await statementsOf(Effect.flatMap(SessionStore, (store) => Effect.forEach([one, two, three], store.insert, { discard: true })))
    const seen: Array<ReadonlyArray<string>> = []
    const statements = await statementsOf(
      Effect.gen(function* () {
        seen.push(yield* first)
        yield* (yield* SessionStore).save({ ...three, external_reference: "another" })
        seen.push(yield* first)
      })
    )
    expect(seen).toEqual([
      [three.id, two.id],
      [two.id, one.id]
    ])
    expect(statements).toEqual(["begin", "select data", "with w0", "select data", "commit"])
  })

  test("writes do not go ahead of a read of another table", async () => {
    const session = aSession()
    const statements = await statementsOf(
      Effect.gen(function* () {
        const sessions = yield* SessionStore
        yield* sessions.insert(session)
        yield* casesOf(session.id)
        yield* sessions.save({ ...session, tags: ["saved"] })
      })
    )
    expect(statements).toEqual(["begin", "select data", "insert into", "commit"])
  })

  test("what is read in the flight of a lock is read behind it, and not once more", async () => {
    const session = aSession()
    const cases: Array<unknown> = []
    const statements = await statementsOf(
      Effect.gen(function* () {
        const sessions = yield* SessionStore
        const [, found] = yield* Effect.all([sessions.lock(session.id), casesOf(session.id)], { concurrency: "unbounded" })
        cases.push(found, yield* casesOf(session.id))
        yield* sessions.lock(session.id)
        cases.push(yield* casesOf(session.id))
      })
    )
    expect(statements).toEqual(["begin", "select data", "select data", "select data", "select data", "commit"])
    expect(cases).toEqual([[], [], []])
  })

  test("what is read in a flight ahead of its lock is read once more", async () => {
    const session = aSession()
    const statements = await statementsOf(
      Effect.gen(function* () {
        const sessions = yield* SessionStore
        yield* Effect.all([casesOf(session.id), sessions.lock(session.id)], { concurrency: "unbounded" })
        yield* casesOf(session.id)
      })
    )
    expect(statements).toEqual(["begin", "select data", "select data", "select data", "commit"])
  })

  test("a lock sends writes to its own table ahead, and no others, so that a record saved behind it is written once", async () => {
    const session = aSession()
    const ofAnother = await statementsOf(
      Effect.gen(function* () {
        const sessions = yield* SessionStore
        yield* sessions.insert(session)
        yield* (yield* CaseStore).lock("cas_00000000000000000000000000")
        yield* sessions.save({ ...session, tags: ["saved"] })
      })
    )
    expect(ofAnother).toEqual(["begin", "select data", "insert into", "commit"])
    const second = aSession()
    const ofItsOwn = await statementsOf(
      Effect.gen(function* () {
        const sessions = yield* SessionStore
        yield* sessions.insert(second)
        expect(yield* sessions.lock(second.id)).toEqual(second)
        expect(yield* sessions.lockAll({ where: [{ field: "id", op: "eq", value: second.id }], limit: 1 })).toEqual([second])
      })
    )
    expect(ofItsOwn).toEqual(["begin", "insert into", "select data", "select data", "commit"])
  })
})
