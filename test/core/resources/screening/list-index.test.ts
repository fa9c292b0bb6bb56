import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import type { ScreeningHit } from "../../../../packages/core/src/verification/screening/engine/explanation.ts"
import {
  answerOf,
  type LoadedEditions,
  onIndex,
  planIndex,
  type IndexAnswer,
  indexesSeen,
  staleLists
} from "../../../../packages/core/src/resources/screening/list-index.ts"
import type { ListStatus } from "../../../../packages/core/src/resources/watchlists/editions/list-editions.ts"
import { sampleList } from "../../../../packages/core/src/resources/screening/sample-list.ts"
import { anEntry } from "../../../support/screening-lists.ts"

const now = "2026-03-04T05:06:07.000Z"
const aStatus = (key: string, more: Partial<ListStatus> = {}): ListStatus => ({ ...sampleList.statusAt(now), key, sample: false, ...more })
const held = (numbers: Readonly<Record<string, number>>): LoadedEditions =>
  Object.fromEntries(Object.entries(numbers).map(([key, number]) => [key, { number, published: null, records: 1 }]))

describe("which lists a tenant searches", () => {
  test("the live environment sees no index of samples", () => {
    expect(indexesSeen("live")).toEqual(["public", "own"])
    expect(indexesSeen("sandbox")).toEqual(["public", "sample", "own"])
  })

  test("a list stands on one index at most, and only once an edition of it is there", () => {
    const statuses = [aStatus("real"), aStatus("made_up", { sample: true }), aStatus("empty", { edition: null })]
    const keys = (...asked: Parameters<typeof onIndex>) => onIndex(...asked).map(({ key }) => key)
    expect(keys("public", statuses)).toEqual(["real"])
    expect(keys("sample", statuses)).toEqual(["made_up"])
    expect(keys("own", statuses, "live")).toEqual(["real"])
    expect(keys("own", statuses, "sandbox")).toEqual(["real", "made_up"])
  })
})

describe("what it takes to hold other editions", () => {
  test("is nothing while the same are wanted", () => {
    expect(planIndex(held({ a: 3, b: 1 }), held({ a: 3, b: 1 }))).toEqual({ do: "nothing" })
    expect(planIndex(null, {})).toEqual({ do: "nothing" })
  })
  test("is the changes of those lists that went on", () => {
    expect(planIndex(held({ a: 3, b: 1 }), held({ a: 5, b: 1 }))).toEqual({ do: "change", lists: [{ key: "a", from: 3, to: 5 }] })
  })
  test("is a whole build at first, when lists come or go, and when an edition runs backwards", () => {
    expect(planIndex(null, held({ a: 1 }))).toEqual({ do: "build" })
    expect(planIndex(held({ a: 1 }), held({ a: 1, b: 1 }))).toEqual({ do: "build" })
    expect(planIndex(held({ a: 1, b: 1 }), held({ a: 2 }))).toEqual({ do: "build" })
    expect(planIndex(held({ a: 1 }), held({ b: 1 }))).toEqual({ do: "build" })
    expect(planIndex(held({ a: 5 }), held({ a: 4 }))).toEqual({ do: "build" })
  })
  test("is to let go of everything when no list is left", () => {
    expect(planIndex(held({ a: 1 }), {})).toEqual({ do: "empty" })
  })
})

describe("which lists are called stale", () => {
  const editions = held({ a: 1 })
  const fresh = aStatus("a")
  test("one whose last import failed", () => {
    const status = { ...fresh, stale: { since: now, code: "shrunken", detail: "" } }
    expect([...staleLists(editions, [status], { now, failed: false })]).toEqual(["a"])
    expect([...staleLists(editions, [fresh], { now, failed: false })]).toEqual([])
  })
  test("one that nobody confirmed for sixty hours", () => {
    const confirmed = (confirmed_at: string) => [...staleLists(editions, [{ ...fresh, confirmed_at }], { now, failed: false })]
    expect(confirmed("2026-03-01T17:06:07.000Z")).toEqual([])
    expect(confirmed("2026-03-01T17:06:06.999Z")).toEqual(["a"])
  })
  test("one of which a newer edition could not be loaded, and no other", () => {
    const both = held({ a: 0, b: 1 })
    expect([...staleLists(both, [fresh, aStatus("b")], { now, failed: true })]).toEqual(["a"])
    expect([...staleLists(both, [fresh, aStatus("b")], { now, failed: false })]).toEqual([])
  })
})

const aHit = (list: string, uid: string, score: number): ScreeningHit => {
  const versions = { engine: "x", normaliser: "x", lists: {} }
  const explanation: ScreeningHit["explanation"] = {
    matched_name: uid,
    name_kind: "primary",
    query_name: uid,
    match_type: "name_exact",
    words: [],
    unmatched: { query: [], listed: [] },
    name_score: score,
    qualifiers: []
  }
  return { list, edition: "old", uid, type: "person", score, explanation, versions }
}
const anAnswer = (index_name: IndexAnswer["index_name"], key: string, hits: ReadonlyArray<ScreeningHit>): IndexAnswer => ({
  index_name,
  hits,
  editions: held({ [key]: 7 }),
  stale: new Set(),
  lacks: false
})

/** The order of code units, which is the same in every language. */
const before = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

describe("answers of several indexes put together", () => {
  const someHits = (list: string) =>
    fc
      .uniqueArray(fc.tuple(fc.nat(30), fc.constantFrom(0.72, 0.8, 0.93, 1)), { selector: ([uid]) => uid, maxLength: 20 })
      .map((hits) => hits.map(([uid, score]) => aHit(list, String(uid), score)))

  test("hold the best hits of all, best first, as many as the search allows", () => {
    fc.assert(
      fc.property(someHits("a"), someHits("b"), fc.integer({ min: -1, max: 50 }), (one, other, limit) => {
        const { placed } = answerOf([anAnswer("public", "a", one), anAnswer("own", "b", other)], { limit })
        const all = [...one, ...other].sort(
          (left, right) => right.score - left.score || before(left.list, right.list) || before(left.uid, right.uid)
        )
        expect(placed.map(({ hit: { list, uid } }) => [list, uid])).toEqual(
          all.slice(0, Math.max(0, limit)).map(({ list, uid }) => [list, uid])
        )
        expect(placed.every(({ key, index_name }) => (index_name === "own") === (key === "b"))).toBe(true)
      })
    )
  })

  test("name the edition that was searched on the answer and on every hit, even of an entry that older editions hold as well", () => {
    const { answer, placed } = answerOf([anAnswer("public", "a", [aHit("a", "1", 0.9)])], {})
    expect(answer.versions.lists).toEqual({ a: "7" })
    expect(placed.map(({ hit }) => [hit.edition, hit.versions])).toEqual([["7", answer.versions]])
  })

  test("are partial exactly when a list was missing, could never be loaded, or was not searched in its newest form", () => {
    expect(answerOf([anAnswer("public", "a", [])], {}).answer).toMatchObject({ partial: false, error_codes: [] })
    expect(answerOf([{ ...anAnswer("public", "a", []), lacks: true }], {}).answer).toMatchObject({
      partial: true,
      error_codes: ["list_not_loaded"]
    })
    expect(answerOf([{ index_name: "public", hits: [], editions: {}, stale: new Set(), lacks: true }], {}).answer).toMatchObject({
      partial: true,
      error_codes: ["no_list_loaded"]
    })
    expect(answerOf([{ ...anAnswer("public", "a", []), stale: new Set(["a"]) }], {}).answer).toMatchObject({
      partial: true,
      error_codes: ["list_stale"],
      lists: [{ key: "a", stale: true }]
    })
  })
})

test("every entry of the sample list says that it is made up, and has an identifier of its own", () => {
  const { entries, key, statusAt } = sampleList
  expect(new Set(entries.map(({ uid }) => uid)).size).toBe(entries.length)
  expect(entries.every(({ programs, remarks }) => programs.includes("SAMPLE") && remarks?.includes("Made up") === true)).toBe(true)
  expect(statusAt(now)).toMatchObject({ key, sample: true, edition: { record_count: entries.length } })
  expect(anEntry("x", "Y").programs).toEqual([])
})
