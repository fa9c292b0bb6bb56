import { expect, test } from "bun:test"
import * as Memory from "@vouchkit/adapters/memory"
import { entropyLayer } from "@vouchkit/adapters/crypto/vault"
import { fetchDueLists } from "@vouchkit/core/resources/watchlists/fetching/fetch-lists"
import { ListFetches, type Validator } from "@vouchkit/core/resources/watchlists/fetching/list-fetches"
import { type Downloaded, DownloadFailed, ListFetching } from "@vouchkit/core/resources/watchlists/fetching/list-fetching"
import { parseListSources } from "@vouchkit/core/resources/watchlists/fetching/list-source"
import type { ListEntry } from "@vouchkit/core/resources/watchlists/editions/entry"
import { PublicListEditions } from "@vouchkit/core/resources/watchlists/editions/list-editions"
import { ListUnreadable } from "@vouchkit/core/resources/watchlists/sources/reading"
import { bareRecord } from "@vouchkit/core/verification/screening/record"
import { Effect, Fiber, Layer, Result } from "effect"
import { TestClock } from "effect/testing"

const sources = Result.getOrThrow(parseListSources('{"un_consolidated": "https://lists.example.org/un.xml"}'))
const entry = (uid: string): ListEntry => {
  const {
    edition: _edition,
    list: _list,
    ...made
  } = bareRecord({
    list: "x",
    edition: "x",
    uid,
    type: "person",
    names: [{ full: `Name of ${uid}`, kind: "primary", parts: null, script: null, language: null }]
  })
  return made
}
type Answer = Effect.Effect<Downloaded, DownloadFailed>
const whole = (etag: string, uids: ReadonlyArray<string>, failure?: Error): Answer =>
  Effect.succeed({
    state: "whole",
    validators: [{ etag, last_modified: null }],
    sources: () => [],
    steps: async function* () {
      for (const uid of uids) yield { op: "put", entry: entry(uid) }
      if (failure !== undefined) throw failure
    }
  })
const uids = (count: number) => Array.from({ length: count }, (_, at) => `u${at}`)
const down = (passing = false): Answer => Effect.fail(new DownloadFailed({ code: "connect", detail: "No connection.", passing }))

/** A server whose answers a test lines up; the last one stays. */
const aServer = (...answers: ReadonlyArray<Answer>) => {
  const asked: Array<ReadonlyArray<Validator> | null> = []
  const download = (_: unknown, known: ReadonlyArray<Validator> | null): Answer =>
    Effect.suspend(() => {
      asked.push(known)
      return answers[Math.min(asked.length, answers.length) - 1] ?? down()
    })
  return { asked, layer: Layer.succeed(ListFetching)({ sources, download }) }
}
const withServer = <A, E>(server: ReturnType<typeof aServer>, work: Effect.Effect<A, E, any>): Promise<A> =>
  Effect.runPromise(
    Effect.provide(work, Layer.mergeAll(Memory.layer, entropyLayer, server.layer, TestClock.layer())) as Effect.Effect<A, E, never>
  )
const status = Effect.flatMap(PublicListEditions, (store) => store.status("un_consolidated"))
const state = Effect.flatMap(ListFetches, (store) => Effect.map(store.states, ([one]) => one))
const later = (time: "13 hours" | "6 minutes" | "1 minute") => Effect.andThen(TestClock.adjust(time), fetchDueLists)

test("a list is fetched at once, then every twelve hours, and what the server calls unchanged is confirmed", () => {
  const server = aServer(whole("v1", uids(10)), Effect.succeed({ state: "not_modified" }))
  return withServer(
    server,
    Effect.gen(function* () {
      yield* fetchDueLists
      expect(yield* status).toMatchObject({ edition: { number: 1, record_count: 10 }, stale: null })
      yield* later("6 minutes")
      expect(server.asked).toEqual([null])
      yield* later("13 hours")
      expect(server.asked).toEqual([null, [{ etag: "v1", last_modified: null }]])
      expect(yield* status).toMatchObject({ edition: { number: 1 }, confirmed_at: "1970-01-01T13:06:00.000Z" })
      expect(yield* state).toMatchObject({ last_outcome: "not_modified", failures: 0, validators: [{ etag: "v1" }] })
    })
  )
})

test("of several workers one fetches", () => {
  const server = aServer(Effect.andThen(Effect.sleep("30 seconds"), whole("v1", uids(3))))
  return withServer(
    server,
    Effect.gen(function* () {
      const workers = yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(fetchDueLists))
      yield* TestClock.adjust("1 minute")
      for (const worker of workers) yield* Fiber.join(worker)
      expect(server.asked).toHaveLength(1)
      expect(yield* status).toMatchObject({ edition: { number: 1 } })
    })
  )
})

test("files that do not come, are cut off or shrink leave the last good edition, called stale, and are asked for whole again, ever later", () => {
  const cut = whole("v2", uids(5), new ListUnreadable("truncated", "un.xml ends too early."))
  const server = aServer(whole("v1", uids(10)), down(), cut, whole("v3", uids(4)), whole("v4", uids(11)))
  return withServer(
    server,
    Effect.gen(function* () {
      yield* fetchDueLists
      yield* later("13 hours")
      expect(yield* status).toMatchObject({
        edition: { number: 1, record_count: 10 },
        stale: { code: "connect", detail: "No connection." }
      })
      expect(yield* state).toMatchObject({ failures: 1, last_outcome: "failed", last_detail: "No connection." })
      yield* later("6 minutes")
      expect(yield* status).toMatchObject({ edition: { number: 1 }, stale: { code: "truncated" } })
      yield* later("6 minutes")
      expect(server.asked).toHaveLength(3)
      yield* later("6 minutes")
      expect(yield* status).toMatchObject({ edition: { number: 1 }, stale: { code: "shrunken" } })
      expect(yield* state).toMatchObject({ failures: 3, validators: null })
      yield* later("13 hours")
      expect(yield* status).toMatchObject({ edition: { record_count: 11 }, stale: null })
      expect(server.asked.slice(2)).toEqual([null, null, null])
    })
  )
})

test("a failure that may pass by itself is tried again within the same fetch", () => {
  const server = aServer(down(true), down(true), whole("v1", uids(2)))
  return withServer(
    server,
    Effect.gen(function* () {
      const fetching = yield* Effect.forkChild(fetchDueLists)
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(fetching)
      expect(server.asked).toHaveLength(3)
      expect(yield* status).toMatchObject({ edition: { number: 1 }, stale: null })
    })
  )
})

test("a fetch that is stopped gives the list back at once, and one that is slow keeps it while it lives", () => {
  const server = aServer(Effect.andThen(Effect.sleep("10 minutes"), whole("v1", uids(2))), whole("v1", uids(2)))
  return withServer(
    server,
    Effect.gen(function* () {
      const slow = yield* Effect.forkChild(fetchDueLists)
      yield* TestClock.adjust("5 minutes")
      yield* fetchDueLists
      expect(server.asked).toHaveLength(1)
      yield* Fiber.interrupt(slow)
      expect(yield* state).toMatchObject({ leased_until: null, last_outcome: null })
      yield* fetchDueLists
      expect(yield* status).toMatchObject({ edition: { number: 1 } })
    })
  )
})
