import { afterEach, describe, expect, test } from "bun:test"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import { directScreenerLayer } from "@vouchkit/adapters/screening/direct-screener"
import { cachedScreenerLayer } from "@vouchkit/adapters/screening/cached-screener"
import type { ScreeningQuery, SearchOptions } from "@vouchkit/core/verification/screening/engine/query"
import { index } from "@vouchkit/core/verification/screening/engine/screening-index"
import { recordOf } from "@vouchkit/core/resources/screening/list-index"
import type { ListEntry } from "@vouchkit/core/resources/watchlists/editions/entry"
import { Screener } from "@vouchkit/core/resources/screening/screener"
import { Effect, Layer, Logger, ManagedRuntime } from "effect"
import fc from "fast-check"
import { freshDatabase } from "../support/postgres.ts"
import { anEntry, bring, publish } from "../support/screening-lists.ts"
import { acmeLive, acmeSandbox, as, otherSandbox, type TenantName } from "../support/tenants.ts"
import { someQuery, someRecords } from "../support/watchlist.ts"

// Looks for new editions with every search, so that a test need not wait.
const held = cachedScreenerLayer({ look_every_seconds: 0.01 })

const adapters = {
  "memory, searched directly": async () => Layer.provideMerge(directScreenerLayer({ sample: true }), Memory.layer),
  "memory, searched in threads": async () => Layer.provideMerge(held, Memory.layer),
  "postgres, searched in threads": async () =>
    Layer.provideMerge(held, Postgres.layer({ connect: await freshDatabase(), maximumConnections: 4 }))
}

const gregor = anEntry("u1", "Gregor Testovich Musterov", { nationalities: ["RU"], remarks: "Kept with the entry" })

for (const [adapter, make] of Object.entries(adapters)) {
  describe(`a search of the lists in ${adapter}`, () => {
    const runtimes: Array<ManagedRuntime.ManagedRuntime<any, any>> = []
    const leave = () => Promise.all(runtimes.splice(0).map((runtime) => runtime.dispose()))
    afterEach(leave)

    /** An installation of its own, without any list. */
    const installation = async () => {
      const runtime = ManagedRuntime.make(Layer.provideMerge((await make()) as Layer.Layer<any>, Logger.layer([])))
      runtimes.push(runtime)
      const run = <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> => runtime.runPromise(effect as Effect.Effect<A, E, never>)
      const search = (tenant: TenantName, query: ScreeningQuery, options?: Partial<SearchOptions>) =>
        run(as(tenant)(Effect.flatMap(Screener, (screener) => screener.search(query, options))))
      /** Searches until the answer is the awaited one; the test's own limit ends it. */
      const until = async (
        tenant: TenantName,
        name: string,
        awaited: (answer: Awaited<ReturnType<typeof search>>) => boolean
      ): ReturnType<typeof search> => {
        for (;;) {
          const answer = await search(tenant, { name })
          if (awaited(answer)) return answer
          await new Promise<void>((resolve) => setImmediate(resolve))
        }
      }
      return { run, search, until }
    }

    test("says that no list is loaded where there is none, and finds nobody", async () => {
      const { search } = await installation()
      expect(await search(acmeLive, { name: "Gregor Musterov" })).toMatchObject({
        hits: [],
        lists: [],
        partial: true,
        error_codes: ["no_list_loaded"]
      })
    })

    test("finds an entry of a public list, with its record and the edition that was searched", async () => {
      const { run, search, until } = await installation()
      await search(acmeLive, { name: "Nobody At All" })
      await run(publish("made_list", [gregor, anEntry("u2", "Somebody Else Entirely")], { published: "2026-02-03" }))
      const answer = await until(acmeLive, "Gregor Testovich Musterov", ({ hits }) => hits.length > 0)
      expect(answer).toMatchObject({
        partial: false,
        error_codes: [],
        lists: [{ key: "made_list", version: "1", published_at: "2026-02-03", stale: false }],
        versions: { lists: { made_list: "1" } }
      })
      expect(answer.hits.map(({ edition, list, uid }) => ({ edition, list, uid }))).toEqual([
        { edition: "1", list: "made_list", uid: "u1" }
      ])
      expect(answer.hits[0]?.record).toEqual(recordOf("made_list", 1, gregor))
    })

    test("finds what a later edition adds, and no more what it changes or takes off", async () => {
      const { run, until } = await installation()
      const others = Array.from({ length: 60 }, (_, at) => anEntry(`o${at}`, `Otherperson Number${at}`))
      await run(publish("made_list", [...others, gregor, anEntry("u2", "Wilhelmina Vanishing")]))
      await until(acmeLive, "Wilhelmina Vanishing", ({ hits }) => hits.length === 1)
      await run(publish("made_list", [...others, anEntry("u1", "Ludovica Renamed"), anEntry("u3", "Zebulon Newcomer")]))
      const found = await until(acmeLive, "Zebulon Newcomer", ({ hits }) => hits.length === 1)
      expect(found.versions.lists).toEqual({ made_list: "2" })
      expect((await until(acmeLive, "Ludovica Renamed", () => true)).hits.map(({ edition, uid }) => [edition, uid])).toEqual([["2", "u1"]])
      expect((await until(acmeLive, "Wilhelmina Vanishing", () => true)).hits).toEqual([])
      expect((await until(acmeLive, "Gregor Testovich Musterov", () => true)).hits).toEqual([])
      expect((await until(acmeLive, "Otherperson Number7", () => true)).hits.find(({ uid }) => uid === "o7")).toMatchObject({
        edition: "2"
      })
    })

    test("finds an organization's own entries for it alone, in the environment that they are for", async () => {
      const { run, search } = await installation()
      await run(bring(acmeSandbox, "internal", [gregor]))
      const name = "Gregor Testovich Musterov"
      const uids = async (tenant: TenantName) => (await search(tenant, { name })).hits.map(({ list, uid }) => `${list} ${uid}`)
      expect(await uids(acmeSandbox)).toEqual(["internal u1"])
      expect(await uids(otherSandbox)).toEqual([])
      expect(await uids(acmeLive)).toEqual([])
      expect((await search(otherSandbox, { name })).lists.map(({ key }) => key)).not.toContain("internal")
    })

    test("searches public and own lists together, best hits first, and tells lists of the same key apart", async () => {
      const { run, search, until } = await installation()
      await run(publish("same", [anEntry("p", "Gregor Testovitch Musterof")]))
      await run(bring(acmeLive, "same", [gregor]))
      const { hits, lists } = await until(acmeLive, "Gregor Testovich Musterov", (answer) => answer.lists.length === 2)
      expect(hits.map(({ list, record, uid }) => [list, record.list, uid])).toEqual([
        ["own_same", "own_same", "u1"],
        ["same", "same", "p"]
      ])
      expect(lists.map(({ key }) => key)).toEqual(["own_same", "same"])
      const { hits: best } = await search(acmeLive, { name: "Gregor Testovich Musterov" }, { limit: 1 })
      expect(best.map(({ uid }) => uid)).toEqual(["u1"])
    })

    test("finds made-up entries in the sandbox and never in the live environment", async () => {
      const { run, search } = await installation()
      const names = ["Grigori Borisovich Vymyslenko", "Gregor Testovich Musterov"]
      await run(publish("operators_samples", [gregor], { sample: true }))
      await run(bring(acmeLive, "own_samples", [gregor], { sample: true }))
      for (const name of names) {
        expect((await search(acmeSandbox, { name })).hits.length).toBe(1)
        const live = await search(acmeLive, { name })
        expect({ hits: live.hits, lists: live.lists, codes: live.error_codes }).toEqual({ hits: [], lists: [], codes: ["no_list_loaded"] })
      }
    })

    test("goes on with the last good edition when an import is refused, and calls the list stale", async () => {
      const { run, until } = await installation()
      await run(publish("made_list", [gregor, ...Array.from({ length: 9 }, (_, at) => anEntry(`o${at}`, `Otherperson Number${at}`))]))
      await run(publish("made_list", [anEntry("o1", "Otherperson Number1")], { accept_loss: false }))
      const answer = await until(acmeLive, "Gregor Testovich Musterov", ({ error_codes }) => error_codes.includes("list_stale"))
      expect(answer.hits.map(({ uid }) => uid)).toEqual(["u1"])
      expect(answer).toMatchObject({ partial: true, lists: [{ key: "made_list", version: "1", stale: true }] })
    })

    test("answers what an index of the same records answers", async () => {
      // One installation, which takes the records of each run as its next edition: starting threads costs a hundred times as much.
      const { run, search, until } = await installation()
      let edition = 0
      const property = fc.asyncProperty(someRecords, fc.array(someQuery, { minLength: 1, maxLength: 5 }), async (records, queries) => {
        const entries = records.map(({ edition: _edition, list: _list, ...entry }): ListEntry => entry)
        const { state } = await run(publish("made_list", entries))
        if (state === "activated") edition += 1
        await until(acmeLive, "", ({ versions }) => versions.lists.made_list === String(edition))
        const alone = index(entries.map((entry) => recordOf("made_list", edition, entry)))
        for (const query of queries) {
          const { hits, versions } = await search(acmeLive, query, { threshold: 0.5 })
          expect(hits.map(({ record: _record, ...hit }) => hit)).toEqual([...alone.search(query, { threshold: 0.5 }).hits])
          expect(versions).toEqual(alone.versions)
        }
      })
      await fc.assert(property, { numRuns: adapter.startsWith("postgres") ? 3 : 15 })
    }, 300_000)
  })
}
