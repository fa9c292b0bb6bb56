import { afterEach, expect, test } from "bun:test"
import * as Memory from "@vouchkit/adapters/memory"
import { IndexThreads } from "@vouchkit/adapters/screening/index-threads"
import { keptFor, TenantIndexes } from "@vouchkit/adapters/screening/tenant-indexes"
import { mostApplied, settledAfter, IndexCache } from "@vouchkit/adapters/screening/index-cache"
import { pageSize, publicSource, type IndexSource } from "@vouchkit/adapters/screening/index-source"
import { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import type { ListEntry } from "@vouchkit/core/resources/watchlists/editions/entry"
import { PublicListEditions } from "@vouchkit/core/resources/watchlists/editions/list-editions"
import { Effect, Layer, ManagedRuntime } from "effect"
import { TestClock } from "effect/testing"
import { anEntry, publish } from "../../support/screening-lists.ts"
import { acmeLive, acmeSandbox, otherSandbox } from "../../support/tenants.ts"

const ends: Array<() => unknown> = []
afterEach(() => Promise.all(ends.splice(0).map((end) => end())))

const others = (count: number): ReadonlyArray<ListEntry> =>
  Array.from({ length: count }, (_, at) => anEntry(`o${String(at).padStart(6, "0")}`, `Otherperson Number${at}`))
const gregor = anEntry("gregor", "Gregor Testovich Musterov")

/** A keeper of the public lists in memory, which counts what it reads. */
const aKeeper = async () => {
  const runtime = ManagedRuntime.make(Layer.provideMerge(Memory.layer, TestClock.layer()))
  const threads = new IndexThreads()
  ends.push(
    () => runtime.dispose(),
    () => threads.end()
  )
  const plain = publicSource(await runtime.runPromise(PublicListEditions))
  const read = { entries: 0, changes: 0 }
  const counted = (kind: keyof typeof read) => (page: ReadonlyArray<unknown>) =>
    Effect.sync(() => {
      read[kind] += page.length
    })
  const source: IndexSource<never> = {
    ...plain,
    lists: {
      ...plain.lists,
      entries: (...asked) => Effect.tap(plain.lists.entries(...asked), counted("entries")),
      changes: (...asked) => Effect.tap(plain.lists.changes(...asked), counted("changes"))
    }
  }
  const keeper = new IndexCache("public", source, threads)
  const run = <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> => runtime.runPromise(effect as Effect.Effect<A, E, never>)
  const uids = async (name: string) => (await run(keeper.search({ name }, {}))).hits.map(({ uid }) => uid)
  return { keeper, read, run, threads, uids }
}

test("an index is built of every page of a list, the last one included", async () => {
  for (const count of [pageSize - 1, pageSize, pageSize + 1]) {
    const { keeper, run, uids } = await aKeeper()
    const last = anEntry("zz", "Zebulon Lastentry")
    await run(publish("made_list", [...others(count - 1), last]))
    await run(keeper.look)
    expect(await uids("Zebulon Lastentry")).toEqual(["zz"])
  }
}, 300_000)

test("a few changes are taken in without reading the list anew; more are not", async () => {
  const { keeper, read, run, uids } = await aKeeper()
  const base = others(10 * mostApplied)
  await run(publish("made_list", base))
  expect(await run(keeper.look)).toBe("loaded")
  const loaded = read.entries
  await run(publish("made_list", [...base.slice(1), gregor]))
  expect(await run(keeper.look)).toBe("loaded")
  expect({ ...read }).toEqual({ entries: loaded, changes: 2 })
  expect(await uids("Gregor Testovich Musterov")).toEqual(["gregor"])
  expect(await run(keeper.look)).toBe("same")
  await run(publish("made_list", [...base.slice(mostApplied), gregor]))
  expect(await run(keeper.look)).toBe("loaded")
  expect(read.entries).toBe(loaded + base.length - mostApplied + 1)
  expect(await uids("Gregor Testovich Musterov")).toEqual(["gregor"])
}, 300_000)

test("an index that took in changes is built anew once they have settled, so that all processes come to the same scores", async () => {
  const { keeper, read, run, uids } = await aKeeper()
  const base = others(50)
  await run(publish("made_list", base))
  await run(keeper.look)
  await run(publish("made_list", [...base, gregor]))
  await run(keeper.look)
  expect(read).toEqual({ entries: 50, changes: 1 })
  await run(TestClock.adjust(settledAfter - 1))
  expect(await run(keeper.look)).toBe("same")
  await run(TestClock.adjust(1))
  expect(await run(keeper.look)).toBe("loaded")
  expect(read).toEqual({ entries: 101, changes: 1 })
  expect(await run(keeper.look)).toBe("same")
  expect(await uids("Gregor Testovich Musterov")).toEqual(["gregor"])
})

test("an index whose thread ended is built anew, and searches fail rather than find nobody until it is there", async () => {
  const { keeper, run, threads, uids } = await aKeeper()
  await run(publish("made_list", [...others(20), gregor]))
  await run(keeper.look)
  expect(await uids("Gregor Testovich Musterov")).toEqual(["gregor"])
  threads.end()
  expect(keeper.ready).toBe(false)
  expect(await run(Effect.flip(keeper.search({ name: "Gregor Musterov" }, {})))).toBeInstanceOf(StorageUnavailable)
  await run(keeper.look)
  expect(await uids("Gregor Testovich Musterov")).toEqual(["gregor"])
})

test("each organization has a keeper of its own in each environment, until nobody has searched for a while", () => {
  const threads = new IndexThreads()
  ends.push(() => threads.end())
  const none: IndexSource<never> = {
    statuses: Effect.succeed([]),
    seen: Effect.succeed(""),
    lists: { entries: () => Effect.succeed([]), changes: () => Effect.succeed([]), find: () => Effect.succeed([]) }
  }
  const tenantIndexes = new TenantIndexes(() => new IndexCache("own", none, threads))
  const keepers = [acmeLive, acmeSandbox, otherSandbox].map((tenant) => tenantIndexes.of(tenant, 0))
  expect(new Set(keepers).size).toBe(3)
  expect(tenantIndexes.of(acmeLive, keptFor)).toBe(keepers[0] as IndexCache)
  tenantIndexes.leaveUnused(1)
  expect(tenantIndexes.of(acmeLive, keptFor)).toBe(keepers[0] as IndexCache)
  expect(tenantIndexes.of(acmeSandbox, keptFor)).not.toBe(keepers[1] as IndexCache)
})
