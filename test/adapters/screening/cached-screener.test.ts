import { afterEach, describe, expect, test } from "bun:test"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import { givenRecordsLayer } from "@vouchkit/adapters/screening/loaded-records"
import { cachedScreenerLayer } from "@vouchkit/adapters/screening/cached-screener"
import { sharedUpTo } from "@vouchkit/adapters/screening/index-threads"
import { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import type { ListEntry } from "@vouchkit/core/resources/watchlists/editions/entry"
import { CustomerListEditions, PublicListEditions } from "@vouchkit/core/resources/watchlists/editions/list-editions"
import { recordOf } from "@vouchkit/core/resources/screening/list-index"
import { Screener, type SearchAnswer } from "@vouchkit/core/resources/screening/screener"
import { Effect, Layer, Logger, ManagedRuntime, Metric } from "effect"
import { TestClock } from "effect/testing"
import { freshDatabase } from "../../support/postgres.ts"
import { anEntry, bring, publish } from "../../support/screening-lists.ts"
import { acmeLive, as } from "../../support/tenants.ts"

const runtimes: Array<ManagedRuntime.ManagedRuntime<any, any>> = []
afterEach(() => Promise.all(runtimes.splice(0).map((runtime) => runtime.dispose())))

/** A process of its own over this storage. */
const processOver = (storage: Layer.Layer<any, any>) => {
  const held = Layer.provideMerge(cachedScreenerLayer({ look_every_seconds: 0.01 }), storage)
  const runtime = ManagedRuntime.make(Layer.provideMerge(held as Layer.Layer<any>, Logger.layer([])))
  runtimes.push(runtime)
  const run = <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> => runtime.runPromise(effect as Effect.Effect<A, E, never>)
  const search = (name: string): Promise<SearchAnswer> =>
    run(as(acmeLive)(Effect.flatMap(Screener, (screener) => screener.search({ name }, { limit: 100 }))))
  return { run, search }
}
type Process = ReturnType<typeof processOver>

/** Searches until the answer is the awaited one; the test's own limit ends it. */
const until = async ({ search }: Process, name: string, awaited: (answer: SearchAnswer) => boolean): Promise<SearchAnswer> => {
  for (;;) {
    const answer = await search(name)
    if (awaited(answer)) return answer
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
}

const others = (count: number): ReadonlyArray<ListEntry> =>
  Array.from({ length: count }, (_, at) => anEntry(`o${at}`, `Otherperson Number${at}`))
/** Ten entries that one search finds, and that no two editions share. */
const told = (edition: number): ReadonlyArray<ListEntry> =>
  Array.from({ length: 10 }, (_, at) => anEntry(`e${edition}-${at}`, "Gregor Testovich Musterov"))

describe("while editions change", () => {
  const sizes = { "takes the changes in": 600, "builds anew beside it": 30, "holds the list in a thread of its own": sharedUpTo }
  for (const [how, size] of Object.entries(sizes)) {
    test(`every answer is wholly of one edition, when the index ${how}`, async () => {
      const process = processOver(Memory.layer)
      const last = 6
      await process.run(publish("made_list", [...others(size), ...told(1)]))
      await until(process, "Gregor Testovich Musterov", ({ hits }) => hits.length > 0)
      let published = false
      const seen = new Set<string>()
      const searching = Array.from({ length: 4 }, async () => {
        for (;;) {
          const over = published
          const { hits, versions } = await process.search("Gregor Testovich Musterov")
          const edition = versions.lists.made_list ?? "none"
          seen.add(edition)
          expect(hits.map(({ edition: of, uid }) => `${of} ${uid}`)).toEqual(told(Number(edition)).map(({ uid }) => `${edition} ${uid}`))
          if (over && edition === String(last)) return
        }
      })
      for (let edition = 2; edition <= last; edition++) {
        await process.run(publish("made_list", [...others(size), ...told(edition)]))
        await until(process, "Gregor Testovich Musterov", ({ versions }) => versions.lists.made_list === String(edition))
      }
      published = true
      await Promise.all(searching)
      expect([...seen].sort()).toEqual(["1", "2", "3", "4", "5", "6"])
    }, 300_000)
  }
})

/** Storage whose entries cannot be read while it says so. */
const failing = (broken: { now: boolean }) =>
  Layer.provideMerge(
    Layer.effect(PublicListEditions)(
      Effect.map(PublicListEditions, (lists) => {
        const refused = new StorageUnavailable({ cause: new Error("broken") })
        return {
          ...lists,
          entries: (...asked: Parameters<typeof lists.entries>) => (broken.now ? Effect.fail(refused) : lists.entries(...asked)),
          changes: (...asked: Parameters<typeof lists.changes>) => (broken.now ? Effect.fail(refused) : lists.changes(...asked))
        }
      })
    ),
    Memory.layer
  )

describe("an edition that cannot be loaded", () => {
  test("leaves the last good one in place, which is called stale and not the whole until the newer one is there", async () => {
    const broken = { now: false }
    const process = processOver(failing(broken))
    await process.run(publish("made_list", [...others(50), ...told(1)]))
    await until(process, "Gregor Testovich Musterov", ({ hits }) => hits.length === 10)
    broken.now = true
    await process.run(publish("made_list", [...others(50), ...told(2)]))
    const stale = await until(process, "Gregor Testovich Musterov", ({ error_codes }) => error_codes.length > 0)
    expect(stale.hits.map(({ uid }) => uid)).toEqual(told(1).map(({ uid }) => uid))
    expect(stale).toMatchObject({ error_codes: ["list_not_loaded", "list_stale"], partial: true, lists: [{ version: "1", stale: true }] })
    broken.now = false
    const fresh = await until(process, "Gregor Testovich Musterov", ({ error_codes }) => error_codes.length === 0)
    expect(fresh).toMatchObject({ partial: false, lists: [{ version: "2", stale: false }] })
    expect(fresh.hits.map(({ uid }) => uid)).toEqual(told(2).map(({ uid }) => uid))
  })

  test("is no missing list: a search fails and may be tried again, while nothing was ever loaded", async () => {
    const broken = { now: true }
    const process = processOver(failing(broken))
    await process.run(publish("made_list", told(1)))
    const failure = await process.run(
      as(acmeLive)(
        Effect.flip(Effect.flatMap(Screener, ({ search }) => Effect.repeat(search({ name: "Gregor Musterov" }), { times: 5_000 })))
      )
    )
    expect(failure).toBeInstanceOf(StorageUnavailable)
    broken.now = false
    await until(process, "Gregor Testovich Musterov", ({ hits }) => hits.length === 10)
  })
})

test("two processes on one database come to the same edition", async () => {
  const storage = Postgres.layer({ connect: await freshDatabase(), maximumConnections: 3 })
  const [one, other] = [processOver(storage), processOver(storage)]
  for (let edition = 1; edition <= 3; edition++) {
    await one.run(publish("made_list", [...others(50), ...told(edition)]))
    const answers = await Promise.all(
      [one, other].map((process) =>
        until(process, "Gregor Testovich Musterov", ({ versions }) => versions.lists.made_list === String(edition))
      )
    )
    expect(answers[0]?.hits).toEqual(answers[1]?.hits ?? [])
    expect(answers[0]?.hits.length).toBe(10)
  }
})

test("a list that an organization takes in while another searches is not in the other's way", async () => {
  const process = processOver(Memory.layer)
  await process.run(bring(acmeLive, "internal", [...others(300), ...told(1)]))
  const [owner, stranger] = await Promise.all([
    process.search("Gregor Testovich Musterov"),
    process.run(
      as({ organization: "org_other", environment: "live" })(
        Effect.flatMap(Screener, (screener) => screener.search({ name: "Gregor Testovich Musterov" }))
      )
    )
  ])
  expect(owner.hits.length).toBe(10)
  expect(stranger).toMatchObject({ hits: [], lists: [], error_codes: ["no_list_loaded"] })
})

test("lists of an organization that nobody searches for a while are looked after all the same, within a minute", async () => {
  let looks = 0
  const counted = Layer.provideMerge(
    Layer.effect(CustomerListEditions)(
      Effect.map(CustomerListEditions, (lists) => ({
        ...lists,
        statuses: Effect.tap(lists.statuses, () =>
          Effect.sync(() => {
            looks += 1
          })
        )
      }))
    ),
    Memory.layer
  )
  const process = processOver(Layer.provideMerge(counted, TestClock.layer()))
  await process.search("Gregor Testovich Musterov")
  expect(looks).toBe(1)
  await process.run(TestClock.adjust("50 seconds"))
  while (looks < 2) await new Promise<void>((resolve) => setImmediate(resolve))
  expect(looks).toBe(2)
})

test("what a process holds of a public list is shown as metrics, and an organization's own lists are not", async () => {
  const process = processOver(Memory.layer)
  await process.run(publish("shown_list", [...others(7)]))
  await process.run(bring(acmeLive, "hidden_list", told(1)))
  await until(process, "Otherperson Number5", ({ lists }) => lists.length === 2)
  const metrics = async () => {
    const all = await process.run(Metric.snapshot)
    return all.filter(({ id }) => id.startsWith("vouchkit_screening_"))
  }
  const shown = await metrics()
  expect(JSON.stringify(shown)).not.toContain("hidden_list")
  expect(
    shown.find(({ attributes, id }) => id === "vouchkit_screening_index_records" && attributes?.list === "shown_list")?.state
  ).toMatchObject({
    value: 7
  })
  expect(shown.find(({ id }) => id === "vouchkit_screening_search_duration_seconds")?.state).toMatchObject({ count: expect.any(Number) })
})

test("records that are given to it are all that the embedded search finds", async () => {
  const record = recordOf("given", 1, anEntry("u1", "Gregor Testovich Musterov"))
  const search = (records: ReadonlyArray<typeof record>) =>
    Effect.runPromise(
      as(acmeLive)(Effect.flatMap(Screener, (screener) => screener.search({ name: "Gregor Musterov" }))).pipe(
        Effect.provide(givenRecordsLayer(records))
      )
    )
  const { hits, lists } = await search([record])
  expect(hits.map((hit) => hit.record)).toEqual([record])
  expect(lists).toEqual([{ key: "given", version: "1", published_at: "1", stale: false }])
  expect(await search([])).toMatchObject({ hits: [], partial: true, error_codes: ["no_list_loaded"] })
})
