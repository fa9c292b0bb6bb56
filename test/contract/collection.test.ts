import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import type { Condition, Page, Position } from "@vouchkit/core/kernel/storage/collection"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { type CaseNoteStore, CaseStore, type StoredCase } from "@vouchkit/core/resources/cases/model"
import { SessionStore, type StoredSession } from "@vouchkit/core/resources/sessions/model"
import { Cause, Effect, Exit, ManagedRuntime } from "effect"
import { aSession } from "../support/sessions.ts"
import { freshDatabase } from "../support/postgres.ts"
import { acmeLive, acmeSandbox, as, otherSandbox } from "../support/tenants.ts"

const adapters = {
  memory: async () => ManagedRuntime.make(Memory.layer),
  postgres: async () => ManagedRuntime.make(Postgres.layer({ connect: await freshDatabase(), maximumConnections: 8 }))
}

for (const [name, make] of Object.entries(adapters)) {
  describe(`a collection in ${name}`, async () => {
    const runtime = await make()
    afterAll(() => runtime.dispose())
    const run = <A, E>(effect: Effect.Effect<A, E, SessionStore | UnitOfWork | CaseStore | CaseNoteStore>) => runtime.runPromise(effect)
    const sessions = <A, E, R>(use: (store: SessionStore["Service"]) => Effect.Effect<A, E, R>) => Effect.flatMap(SessionStore, use)
    const transaction = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.flatMap(UnitOfWork, (unit) => unit.transaction(effect))
    const failure = async <A, E>(effect: Effect.Effect<A, E, SessionStore | UnitOfWork>) => {
      const exit = await runtime.runPromiseExit(effect)
      if (Exit.isSuccess(exit)) throw new Error("expected a failure")
      const found = Cause.findErrorOption(exit.cause)
      return found._tag === "Some" ? (found.value as { _tag: string; code?: string }) : Cause.squash(exit.cause)
    }

    test("gives back exactly what was inserted", async () => {
      const session = aSession({ metadata: { größe: [1, null, { deep: "ß" }] }, tags: ["a", "b"] })
      await run(as(acmeSandbox)(sessions((store) => store.insert(session))))
      expect(await run(as(acmeSandbox)(sessions((store) => store.find(session.id))))).toEqual(session)
    })

    test("hides a record from other environments and organizations, for reading, changing and removing", async () => {
      const session = aSession({ tags: ["hidden"] })
      await run(as(acmeSandbox)(sessions((store) => store.insert(session))))
      for (const tenant of [acmeLive, otherSandbox]) {
        expect(await run(as(tenant)(sessions((store) => store.find(session.id))))).toBeUndefined()
        expect(
          await run(
            as(tenant)(sessions((store) => store.list({ where: [{ field: "tags", op: "overlaps", values: session.tags }], limit: 10 })))
          )
        ).toEqual([])
        await run(as(tenant)(sessions((store) => store.remove(session.id))))
        expect(await failure(as(tenant)(transaction(sessions((store) => store.save(session)))))).toMatchObject({ code: "stale_object" })
      }
      expect(await run(as(acmeSandbox)(sessions((store) => store.find(session.id))))).toEqual(session)
    })

    test("lets the same id exist in two tenants", async () => {
      const session = aSession()
      for (const tenant of [acmeSandbox, acmeLive])
        await run(as(tenant)(sessions((store) => store.insert({ ...session, environment: tenant.environment }))))
      expect((await run(as(acmeLive)(sessions((store) => store.find(session.id)))))?.environment).toBe("live")
    })

    test("saves the version that was read and refuses one that has changed since", async () => {
      const session = aSession()
      await run(as(acmeSandbox)(sessions((store) => store.insert(session))))
      const saved = await run(as(acmeSandbox)(transaction(sessions((store) => store.save({ ...session, tags: ["new"] })))))
      expect(saved.version).toBe(session.version + 1)
      expect(await run(as(acmeSandbox)(sessions((store) => store.find(session.id))))).toEqual(saved)
      expect(await failure(as(acmeSandbox)(transaction(sessions((store) => store.save(session)))))).toMatchObject({
        _tag: "Conflict",
        code: "stale_object"
      })
    })

    test("writes nothing of a transaction whose last write is stale", async () => {
      const [first, second] = [aSession(), aSession()]
      await run(as(acmeSandbox)(sessions((store) => store.insert(first))))
      await failure(
        as(acmeSandbox)(transaction(sessions((store) => Effect.andThen(store.insert(second), store.save({ ...first, version: 7 })))))
      )
      expect(await run(as(acmeSandbox)(sessions((store) => store.find(second.id))))).toBeUndefined()
    })

    test("sees its own writes within a transaction and undoes all of them when it fails", async () => {
      const session = aSession()
      const outcome = await failure(
        as(acmeSandbox)(
          transaction(
            sessions((store) =>
              Effect.gen(function* () {
                yield* store.insert(session)
                expect(yield* store.find(session.id)).toEqual(session)
                return yield* Effect.fail({ _tag: "Wanted" })
              })
            )
          )
        )
      )
      expect(outcome).toMatchObject({ _tag: "Wanted" })
      expect(await run(as(acmeSandbox)(sessions((store) => store.find(session.id))))).toBeUndefined()
    })

    test("a nested transaction that fails takes only its own writes with it", async () => {
      const [outer, lost, later] = [aSession(), aSession(), aSession()]
      await run(
        as(acmeSandbox)(
          transaction(
            sessions((store) =>
              Effect.gen(function* () {
                yield* store.insert(outer)
                yield* Effect.exit(transaction(Effect.andThen(store.insert(lost), Effect.andThen(store.find(outer.id), Effect.fail("no")))))
                yield* Effect.exit(transaction(Effect.andThen(store.insert(lost), Effect.fail("no"))))
                yield* store.insert(later)
              })
            )
          )
        )
      )
      const found = await run(as(acmeSandbox)(sessions((store) => Effect.all([outer, lost, later].map(({ id }) => store.find(id))))))
      expect(found.map((row) => row?.id)).toEqual([outer.id, undefined, later.id])
    })

    test("a record inserted and saved twice in one transaction stands as last saved", async () => {
      const session = aSession()
      const last = await run(
        as(acmeSandbox)(
          transaction(
            sessions((store) =>
              Effect.gen(function* () {
                yield* store.insert(session)
                const once = yield* store.save({ ...session, tags: ["one"] })
                return yield* store.save({ ...once, tags: ["two"] })
              })
            )
          )
        )
      )
      expect(last.version).toBe(session.version + 2)
      expect(await run(as(acmeSandbox)(sessions((store) => store.find(session.id))))).toEqual(last)
    })

    test("refuses a second record with a taken unique column, and insertIfAbsent says so without failing", async () => {
      const first = aSession({ reuse_key: "customer-1" })
      const second = aSession({ reuse_key: "customer-1" })
      await run(as(acmeSandbox)(sessions((store) => store.insert(first))))
      expect(await failure(as(acmeSandbox)(transaction(sessions((store) => store.insert(second)))))).toMatchObject({ _tag: "Conflict" })
      expect(await run(as(acmeSandbox)(sessions((store) => store.insertIfAbsent(second))))).toBe(false)
      expect(await run(as(acmeLive)(sessions((store) => store.insertIfAbsent(second))))).toBe(true)
    })

    test("only one of many who change a locked record at once loses nothing", async () => {
      const session = aSession({ tags: [] })
      await run(as(acmeSandbox)(sessions((store) => store.insert(session))))
      const add = (tag: string) =>
        as(acmeSandbox)(
          transaction(
            sessions((store) =>
              Effect.flatMap(store.lock(session.id), (found) =>
                found === undefined ? Effect.void : store.save({ ...found, tags: [...found.tags, tag] })
              )
            )
          )
        )
      const tags = Array.from({ length: 20 }, (_, index) => `t${index}`)
      await run(Effect.all(tags.map(add), { concurrency: "unbounded" }))
      const found = await run(as(acmeSandbox)(sessions((store) => store.find(session.id))))
      expect([...(found?.tags ?? [])].sort()).toEqual([...tags].sort())
      expect(found?.version).toBe(session.version + 20)
    })

    test("lockAll gives what list gives, in its order, and nothing of another tenant", async () => {
      const rows = Array.from({ length: 3 }, () => aSession({ tags: ["locked together"] }))
      await run(as(acmeSandbox)(sessions((store) => Effect.forEach(rows, (row) => store.insert(row)))))
      const tagged = { field: "tags", op: "overlaps", values: ["locked together"] } as const
      const ordered = rows.map(({ id }) => id).toSorted()
      const locked = async (tenant: typeof acmeSandbox | typeof acmeLive, query: Parameters<SessionStore["Service"]["lockAll"]>[0]) =>
        (await run(as(tenant)(transaction(sessions((store) => store.lockAll(query)))))).map(({ id }) => id)
      for (const direction of ["asc", "desc"] as const) {
        const order = [{ field: "id", direction }] as const
        const wanted = direction === "asc" ? ordered : ordered.toReversed()
        expect(await locked(acmeSandbox, { where: [tagged], order, limit: 10 })).toEqual(wanted)
        expect(await locked(acmeSandbox, { where: [tagged], order, limit: 2 })).toEqual(wanted.slice(0, 2))
      }
      const behind = { field: "id", op: "gt", value: ordered[0] ?? "" } as const
      expect((await locked(acmeSandbox, { where: [tagged, behind], limit: 10 })).toSorted()).toEqual(ordered.slice(1))
      for (const tenant of [acmeLive, otherSandbox]) expect(await locked(tenant, { where: [tagged], limit: 10 })).toEqual([])
    })

    test("many that lock the same records by lockAll at once wait for each other: none skips a record, and nothing is lost", async () => {
      const rows = Array.from({ length: 3 }, () => aSession({ tags: [], external_reference: "locked by many" }))
      await run(as(acmeSandbox)(sessions((store) => Effect.forEach(rows, (row) => store.insert(row)))))
      const query = {
        where: [{ field: "external_reference", op: "eq", value: "locked by many" }],
        order: [{ field: "id", direction: "asc" }],
        limit: 10
      } as const
      const add = (tag: string) =>
        as(acmeSandbox)(
          transaction(
            sessions((store) =>
              Effect.gen(function* () {
                const found = yield* store.lockAll(query)
                // The others come to their locks meanwhile.
                yield* Effect.yieldNow
                for (const row of found) yield* store.save({ ...row, tags: [...row.tags, tag] })
                return found.length
              })
            )
          )
        )
      const tags = Array.from({ length: 12 }, (_, index) => `t${index}`)
      expect(new Set(await run(Effect.all(tags.map(add), { concurrency: "unbounded" })))).toEqual(new Set([rows.length]))
      for (const { tags: found, version } of await run(as(acmeSandbox)(sessions((store) => store.list(query))))) {
        expect([...found].sort()).toEqual([...tags].sort())
        expect(version).toBe(1 + tags.length)
      }
    })

    test("two transactions that lock the same records the other way round both get through", async () => {
      const [one, two] = [aSession({ tags: [] }), aSession({ tags: [] })]
      await run(as(acmeSandbox)(sessions((store) => Effect.andThen(store.insert(one), store.insert(two)))))
      const met = Effect.yieldNow
      const crossing = (first: string, second: string, tag: string) =>
        as(acmeSandbox)(
          transaction(
            sessions((store) =>
              Effect.gen(function* () {
                for (const id of [first, second]) {
                  const found = yield* store.lock(id)
                  if (found !== undefined) yield* store.save({ ...found, tags: [...found.tags, tag] })
                  yield* met
                }
              })
            )
          )
        )
      // PostgreSQL notices the deadlock after a second and ends one of the two, which is then tried again.
      await run(Effect.all([crossing(one.id, two.id, "there"), crossing(two.id, one.id, "back")], { concurrency: "unbounded" }))
      const found = await run(as(acmeSandbox)(sessions((store) => Effect.all([store.find(one.id), store.find(two.id)]))))
      expect(found.map((row) => row?.tags.length)).toEqual([2, 2])
    }, 300_000)

    test("what a transaction reads and locks in one moment shares its fate: two that cross each other both get through", async () => {
      const [one, two] = [aSession({ tags: [] }), aSession({ tags: [] })]
      await run(as(acmeSandbox)(sessions((store) => Effect.andThen(store.insert(one), store.insert(two)))))
      const crossing = (first: string, second: string, tag: string) =>
        as(acmeSandbox)(
          transaction(
            sessions((store) =>
              Effect.gen(function* () {
                const held = yield* store.lock(first)
                yield* Effect.yieldNow
                // What stands behind the lock that cannot be had is refused with it, and has to be tried again just the same.
                const [other] = yield* Effect.all([store.lock(second), store.find(first), store.find(second)], { concurrency: "unbounded" })
                for (const row of [held, other]) if (row !== undefined) yield* store.save({ ...row, tags: [...row.tags, tag] })
              })
            )
          )
        )
      await run(Effect.all([crossing(one.id, two.id, "there"), crossing(two.id, one.id, "back")], { concurrency: "unbounded" }))
      const found = await run(as(acmeSandbox)(sessions((store) => Effect.all([store.find(one.id), store.find(two.id)]))))
      expect(found.map((row) => row?.tags.length)).toEqual([2, 2])
    }, 300_000)

    test("the first reads of a transaction may come in one moment: it has one connection, and all see what it writes", async () => {
      const [one, two] = [aSession(), aSession()]
      await run(as(acmeSandbox)(sessions((store) => Effect.andThen(store.insert(one), store.insert(two)))))
      const seen = await run(
        as(acmeSandbox)(
          transaction(
            sessions((store) =>
              Effect.gen(function* () {
                const [first, second] = yield* Effect.all([store.lock(one.id), store.lock(two.id)], { concurrency: "unbounded" })
                if (first === undefined || second === undefined) return []
                yield* store.save({ ...first, tags: ["seen"] })
                return yield* Effect.all([store.find(one.id), store.find(two.id)], { concurrency: "unbounded" })
              })
            )
          )
        )
      )
      expect(seen.map((row) => row?.tags)).toEqual([["seen"], two.tags])
    })

    describe("queries", () => {
      const tenant = { organization: "org_query", environment: "sandbox" } as const
      const rows: ReadonlyArray<StoredSession> = [
        aSession({ created_at: "2026-01-01T00:00:00.000Z", status: "created", tags: ["x", "y"], external_reference: "Ref_100%" }),
        aSession({ created_at: "2026-01-02T00:00:00.000Z", status: "approved", tags: ["y"], external_reference: null }),
        aSession({ created_at: "2026-01-03T00:00:00.000Z", status: "created", tags: [], external_reference: "refX100a" }),
        aSession({ created_at: "2026-01-03T00:00:00.000Z", status: "declined", tags: ["z"], external_reference: "Ärger" })
      ]
      const ids = (found: ReadonlyArray<StoredSession>) => found.map(({ id }) => rows.findIndex((row) => row.id === id))
      beforeAll(() => run(as(tenant)(sessions((store) => Effect.forEach(rows, (row) => store.insert(row), { discard: true })))))
      type Where = NonNullable<Parameters<SessionStore["Service"]["list"]>[0]["where"]>
      const select = async (where: Where) =>
        ids(
          await run(as(tenant)(sessions((store) => store.list({ where, order: [{ field: "created_at", direction: "asc" }], limit: 100 }))))
        )
      const cases: ReadonlyArray<readonly [string, Where, ReadonlyArray<number>]> = [
        ["eq", [{ field: "status", op: "eq", value: "created" }], [0, 2]],
        ["ne counts null as different", [{ field: "external_reference", op: "ne", value: "Ärger" }], [0, 1, 2]],
        ["in", [{ field: "status", op: "in", values: ["approved", "declined"] }], [1, 3]],
        ["in nothing", [{ field: "status", op: "in", values: [] }], []],
        ["overlaps", [{ field: "tags", op: "overlaps", values: ["x", "z"] }], [0, 3]],
        ["overlaps nothing", [{ field: "tags", op: "overlaps", values: [] }], []],
        ["holds_all", [{ field: "tags", op: "holds_all", values: ["x", "y"] }], [0]],
        ["is_null", [{ field: "external_reference", op: "is_null" }], [1]],
        ["not_null", [{ field: "external_reference", op: "not_null" }], [0, 2, 3]],
        [
          "gte and lt",
          [
            { field: "created_at", op: "gte", value: "2026-01-02T00:00:00.000Z" },
            { field: "created_at", op: "lt", value: "2026-01-03T00:00:00.000Z" }
          ],
          [1]
        ],
        [
          "any",
          [
            {
              op: "any",
              of: [
                { field: "status", op: "eq", value: "approved" },
                { field: "tags", op: "overlaps", values: ["z"] }
              ]
            }
          ],
          [1, 3]
        ],
        ["any of nothing", [{ op: "any", of: [] }], []],
        ["starts_with", [{ field: "external_reference", op: "starts_with", value: "Ref_" }], [0]]
      ]
      for (const [title, where, expected] of cases)
        test(title, async () => expect((await select(where)).sort()).toEqual([...expected].sort()))

      test("pages tell the total also beyond the end", async () => {
        const page = await run(as(tenant)(sessions((store) => store.page({ limit: 2, offset: 9 }))))
        expect(page).toEqual({ rows: [], total: 4, total_is_lower_bound: false, next: null })
      })

      test("places one after the other lead through the whole list, in every order", async () => {
        const orders = [
          [{ field: "created_at", direction: "desc" }],
          [{ field: "external_reference", direction: "asc" }],
          [{ field: "external_reference", direction: "desc" }],
          [
            { field: "status", direction: "asc" },
            { field: "external_reference", direction: "desc" }
          ]
        ] as const
        for (const order of orders) {
          const whole = await run(as(tenant)(sessions((store) => store.list({ order, limit: 10 }))))
          const found: Array<string> = []
          let after: Position | null = null
          do {
            const page: Page<StoredSession> = await run(
              as(tenant)(sessions((store) => store.page({ order, limit: 1, ...(after === null ? {} : { after }) })))
            )
            expect(page.total).toBe(4)
            found.push(...page.rows.map(({ id }) => id))
            after = page.next
            if (after !== null) {
              const place = after
              const rest = await run(as(tenant)(sessions((store) => store.list({ order, limit: 10, after: place }))))
              expect(rest.map(({ id }) => id)).toEqual(whole.slice(found.length).map(({ id }) => id))
            }
          } while (after !== null)
          expect(found).toEqual(whole.map(({ id }) => id))
        }
      })

      test("totals of all, and of the column that is counted by, follow every write", async () => {
        const total = (where: ReadonlyArray<Condition<"status">>) =>
          run(
            as(tenant)(
              sessions((store) => Effect.all([Effect.map(store.page({ where, limit: 1 }), ({ total }) => total), store.count(where)]))
            )
          )
        const status = (value: string) => [{ field: "status", op: "eq", value }] as const
        const before = { all: await total([]), declined: await total(status("declined")), expired: await total(status("expired")) }
        const row = aSession({ status: "declined" })
        await run(as(tenant)(sessions((store) => store.insert(row))))
        await failure(
          as(tenant)(transaction(sessions((store) => Effect.andThen(store.insert(aSession({ status: "declined" })), Effect.fail("no")))))
        )
        expect([await total([]), await total(status("declined"))]).toEqual(
          [before.all, before.declined].map(([a = 0, b = 0]) => [a + 1, b + 1])
        )
        await run(as(tenant)(transaction(sessions((store) => store.save({ ...row, status: "expired" })))))
        expect(await total(status("declined"))).toEqual(before.declined)
        expect(await total(status("expired"))).toEqual(before.expired.map((count) => count + 1) as [number, number])
        expect(await total([{ field: "status", op: "ne", value: "expired" }])).toEqual(
          before.all.map((count) => count - before.expired[0]) as [number, number]
        )
        await run(as(tenant)(sessions((store) => store.remove(row.id))))
        expect([await total([]), await total(status("expired"))]).toEqual([before.all, before.expired])
      })

      test("nulls come last both ways and ties are broken by id", async () => {
        for (const direction of ["asc", "desc"] as const) {
          const found = await run(
            as(tenant)(sessions((store) => store.list({ order: [{ field: "external_reference", direction }], limit: 10 })))
          )
          expect(found.at(-1)?.external_reference).toBeNull()
        }
        const tied = await run(as(tenant)(sessions((store) => store.list({ limit: 2 }))))
        expect(tied.map(({ id }) => id)).toEqual(
          tied
            .map(({ id }) => id)
            .sort()
            .reverse()
        )
      })

      test("distinct elements come most used first", async () => {
        expect(await run(as(tenant)(sessions((store) => store.distinct("tags", 10))))).toEqual([
          { value: "y", count: 2 },
          { value: "x", count: 1 },
          { value: "z", count: 1 }
        ])
      })
    })

    if (name === "postgres") {
      test("the database refuses a reference to a record of another tenant", async () => {
        const session = aSession()
        await run(as(acmeSandbox)(sessions((store) => store.insert(session))))
        const stray = {
          id: "rvc_stray",
          session_id: session.id,
          version: 1,
          tags: [],
          created_at: "x",
          updated_at: "x"
        } as unknown as StoredCase
        for (const tenant of [acmeLive, otherSandbox]) {
          expect(await failure(as(tenant)(transaction(Effect.flatMap(CaseStore, (store) => store.insert(stray)))) as never)).toMatchObject({
            _tag: "Conflict"
          })
        }
      })
    }
  })
}
