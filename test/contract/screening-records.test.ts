import { afterAll, describe, expect, test } from "bun:test"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import { Caller, Tenant } from "@vouchkit/core/kernel/access/caller"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { lockSubject } from "@vouchkit/core/resources/screening/change"
import { eraseSubject } from "@vouchkit/core/flows/erasure/subjects"
import { HitStore } from "@vouchkit/core/resources/screening/hits/model"
import { DecisionStore } from "@vouchkit/core/resources/screening/hits/decisions"
import { recordScreening, searchFor } from "@vouchkit/core/resources/screening/screen"
import { ScreeningStore } from "@vouchkit/core/resources/screening/screening-model"
import { SubjectStore } from "@vouchkit/core/resources/screening/subjects/model"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { Effect, Exit, Layer, ManagedRuntime } from "effect"
import { callerOf } from "../support/operations.ts"
import { freshDatabase } from "../support/postgres.ts"
import { aWatchlist, listedName, sanctioned } from "../support/screening.ts"
import { aSession } from "../support/sessions.ts"
import { acmeSandbox, otherSandbox, type TenantName } from "../support/tenants.ts"
import { makeSubject } from "@vouchkit/core/resources/screening/subjects/make"

const adapters = {
  memory: async () => Memory.layer,
  postgres: async () => Postgres.layer({ connect: await freshDatabase(), maximumConnections: 8 })
}

for (const [name, make] of Object.entries(adapters)) {
  describe(`screening records in ${name}`, async () => {
    const lists = aWatchlist(sanctioned(), sanctioned({ list: "other", uid: "o-1" }))
    const layer = Layer.mergeAll(await make(), Crypto.layer(new Uint8Array(32).fill(7)), lists.layer)
    const runtime = ManagedRuntime.make(layer as Layer.Layer<any>)
    afterAll(() => runtime.dispose())
    const within = <A, E>(effect: Effect.Effect<A, E, any>, tenant: TenantName = acmeSandbox) =>
      effect.pipe(Effect.provideService(Tenant, tenant), Effect.provideService(Caller, callerOf())) as Effect.Effect<A, E>
    const run = <A, E>(effect: Effect.Effect<A, E, any>, tenant?: TenantName): Promise<A> => runtime.runPromise(within(effect, tenant))
    const transaction = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.flatMap(UnitOfWork, (unit) => unit.transaction(effect))
    const aSubject = Effect.gen(function* () {
      const subject = yield* makeSubject({ name: listedName, date_of_birth: "1961-05-04" })
      yield* transaction(Effect.flatMap(SubjectStore, (store) => store.insert(subject)))
      return subject
    })
    const screen = (id: string, run_key: string | null) =>
      Effect.gen(function* () {
        const subject = yield* Effect.flatMap(SubjectStore, (store) => store.find(id))
        if (subject === undefined) throw new Error("no subject")
        const searched = yield* searchFor(subject)
        return yield* transaction(
          Effect.flatMap(lockSubject(id), (locked) =>
            recordScreening(locked, searched, { trigger: "monitoring", session_id: null, again: "screening.rescreened", run_key })
          )
        )
      })
    const countOf = (tenant?: TenantName) =>
      run(
        Effect.gen(function* () {
          const counts = [yield* (yield* ScreeningStore).count([]), yield* (yield* HitStore).count([])]
          return [...counts, yield* (yield* SubjectStore).count([])]
        }),
        tenant
      )

    test("one cause is screened once, however many run at the same moment", async () => {
      const { id } = await run(aSubject)
      const before = await countOf()
      const all = await Promise.all([1, 2, 3, 4].map(() => run(screen(id, "job/one"))))
      expect(new Set(all.map(({ screening }) => screening.id)).size).toBe(1)
      expect(all.filter(({ alerts }) => alerts.length > 0)).toHaveLength(1)
      const [screenings = 0, hits = 0] = before
      expect((await countOf()).slice(0, 2)).toEqual([screenings + 1, hits + 2])
    })

    test("screenings of one subject follow one another: each compares itself with the one before", async () => {
      const { id } = await run(aSubject)
      const all = await Promise.all([1, 2, 3].map(() => run(screen(id, null))))
      const previous = all.map(({ screening }) => screening.previous_screening_id)
      expect(previous.filter((one) => one === null)).toHaveLength(1)
      expect(new Set(previous).size).toBe(3)
      expect(all.reduce((sum, { alerts }) => sum + alerts.length, 0)).toBe(2)
    })

    test("what fails half way leaves nothing behind", async () => {
      const { id } = await run(aSubject)
      const before = await countOf()
      const searched = await run(searchFor((await run(Effect.flatMap(SubjectStore, (store) => store.find(id)))) as any))
      const failing = transaction(
        Effect.gen(function* () {
          const cause = { trigger: "manual", session_id: null, again: null, run_key: null } as const
          yield* recordScreening(yield* lockSubject(id), searched, cause)
          return yield* Effect.fail("stopped")
        })
      )
      expect(Exit.isFailure(await runtime.runPromiseExit(within(failing)))).toBe(true)
      expect(await countOf()).toEqual(before)
    })

    test("a session has one subject", async () => {
      const session = aSession()
      await run(Effect.flatMap(SessionStore, (store) => store.insert(session)))
      const [first, second] = await Promise.all(
        [1, 2].map(() =>
          run(
            Effect.flatMap(makeSubject({ name: listedName }, session), (subject) =>
              transaction(Effect.flatMap(SubjectStore, (store) => store.insertIfAbsent(subject)))
            )
          )
        )
      )
      expect([first, second].sort()).toEqual([false, true])
    })

    test("erasing reaches every hit and decision of the subject, and of no other", async () => {
      const [one, other] = [await run(aSubject), await run(aSubject)]
      for (const { id } of [one, other]) for (const round of [1, 2]) await run(screen(id, `round/${id}/${round}`))
      const erased = await run(transaction(Effect.flatMap(lockSubject(one.id), eraseSubject)))
      expect(erased.counts).toEqual({ hits: 4, decisions: 0 })
      const hits = await run(Effect.flatMap(HitStore, (store) => store.list({ limit: 1_000 })))
      const of = (id: string) => JSON.stringify(hits.filter(({ subject_id }) => subject_id === id))
      expect(of(one.id)).not.toMatch(/zoltan|\b1961\b|19610504/iu)
      expect(of(other.id)).toMatch(/Zoltan/u)
      expect(await run(Effect.flatMap(DecisionStore, (store) => store.count([])))).toBe(0)
    })

    test("no other tenant sees any of it", async () => {
      const { id } = await run(aSubject)
      await run(screen(id, null))
      for (const count of await countOf()) expect(count).toBeGreaterThan(0)
      expect(await countOf(otherSandbox)).toEqual([0, 0, 0])
    })
  })
}
