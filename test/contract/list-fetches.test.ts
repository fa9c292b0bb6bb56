import { afterAll, describe, expect, test } from "bun:test"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import { type FetchClaim, type FetchSettled, ListFetches } from "@vouchkit/core/resources/watchlists/fetching/list-fetches"
import { Effect, type Layer, ManagedRuntime } from "effect"
import { freshDatabase } from "../support/postgres.ts"

const adapters = {
  memory: async () => Memory.layer,
  postgres: async () => Postgres.layer({ connect: await freshDatabase(), maximumConnections: 6 })
}
const at = (minute: number) => `2026-03-01T00:${String(minute).padStart(2, "0")}:00.000Z`

for (const [adapter, make] of Object.entries(adapters)) {
  describe(`fetches of lists in ${adapter}`, async () => {
    const storage = (await make()) as Layer.Layer<any>
    const runtime = ManagedRuntime.make(storage)
    afterAll(() => runtime.dispose())
    const on = <A, E>(work: (store: ListFetches["Service"]) => Effect.Effect<A, E>): Promise<A> =>
      runtime.runPromise(Effect.flatMap(ListFetches, work) as Effect.Effect<A, E, never>)
    let named = 0
    const key = () => `list_${++named}`
    const claim = (list: string, minute: number, more: Partial<FetchClaim> = {}) =>
      on((store) => store.claim({ key: list, source: "a", at: at(minute), lease: "one", until: at(minute + 2), early: false, ...more }))
    const settled = (more: Partial<FetchSettled> = {}): FetchSettled => ({
      validators: [{ etag: '"x"', last_modified: null }],
      edition: 3,
      due_at: at(30),
      failures: 0,
      last_at: at(1),
      last_outcome: "activated",
      last_detail: null,
      ...more
    })

    test("of several who claim a list one gets it, and the others once it is given back or its lease ran out", async () => {
      const list = key()
      const claims = await Promise.all(["one", "two", "three"].map((lease) => claim(list, 0, { lease })))
      expect(claims.filter((state) => state !== undefined)).toMatchObject([{ key: list, validators: null, failures: 0, last_at: null }])
      expect(await claim(list, 1, { lease: "four", early: true })).toBeUndefined()
      expect(await claim(list, 2, { lease: "five" })).toBeDefined()
      expect(await on((store) => store.extend(list, "five", at(9)))).toBe(true)
      expect(await claim(list, 8, { lease: "six" })).toBeUndefined()
      await on((store) => store.release(list, "five"))
      expect(await claim(list, 8, { lease: "six" })).toBeDefined()
    })

    test("what was learnt is remembered until the list is due, and forgotten when its addresses change", async () => {
      const list = key()
      await claim(list, 0)
      await on((store) => store.settle(list, "one", settled()))
      expect(await claim(list, 29)).toBeUndefined()
      expect(await claim(list, 29, { early: true })).toMatchObject({ validators: [{ etag: '"x"', last_modified: null }], edition: 3 })
      await on((store) => store.release(list, "one"))
      expect(await claim(list, 30)).toMatchObject({ edition: 3, last_outcome: "activated" })
      await on((store) => store.settle(list, "one", settled({ due_at: at(50), failures: 2, validators: null, edition: null })))
      expect(await claim(list, 31, { source: "b" })).toMatchObject({ validators: null, edition: null, failures: 0, last_outcome: null })
    })

    test("whoever lost the list settles nothing", async () => {
      const list = key()
      await claim(list, 0)
      await claim(list, 5, { lease: "heir" })
      await on((store) => store.settle(list, "one", settled({ last_detail: "late" })))
      expect(await on((store) => store.extend(list, "one", at(40)))).toBe(false)
      await on((store) => store.release(list, "one"))
      const states = await on((store) => store.states)
      expect(states.find((state) => state.key === list)).toMatchObject({ last_detail: null, leased_until: at(7) })
    })
  })
}
