import { afterEach, expect, test } from "bun:test"
import { IndexLost } from "@vouchkit/adapters/screening/index-thread"
import { type IndexPlace, IndexThreads, sharedUpTo } from "@vouchkit/adapters/screening/index-threads"
import type { LoadedEditions } from "@vouchkit/core/resources/screening/list-index"
import { recordOf } from "@vouchkit/core/resources/screening/list-index"
import { anEntry } from "../../support/screening-lists.ts"

const threads: Array<IndexThreads> = []
afterEach(() => {
  for (const each of threads.splice(0)) each.end()
})
const someThreads = () => {
  const made = new IndexThreads()
  threads.push(made)
  return made
}

const editionOf = (number: number): LoadedEditions => ({ made_list: { number, published: null, records: 1 } })
const recordAt = (edition: number, uid: string) => recordOf("made_list", edition, anEntry(uid, "Gregor Testovich Musterov"))

/** The edition and the identifiers that a search asked at this moment finds. */
const found = async (place: IndexPlace, index_name: string): Promise<string> => {
  const reply = await place.ask({ ask: "search", index_name, query: { name: "Gregor Testovich Musterov" }, options: {} })
  if (reply.reply !== "found") throw new Error("A search was answered with something else")
  const uids = reply.hits.map(({ uid }) => uid)
  return `${reply.editions.made_list?.number}: ${uids.join(" ")}`
}

const built = (place: IndexPlace, index_name: string) =>
  Promise.all([
    place.ask({ ask: "records", index_name, records: [recordAt(1, "a")] }),
    place.ask({ ask: "records", index_name, records: [recordAt(1, "b")] }),
    place.ask({ ask: "build", index_name, editions: editionOf(1) })
  ])

test("a search sees all of an edition or nothing of it, wherever it is asked between the pages of its changes", async () => {
  const place = someThreads().placeFor(2, "one")
  await built(place, "one")
  const asked = [found(place, "one")]
  const page = (uid: string, removed: string) =>
    place.ask({ ask: "changes", index_name: "one", changed: [recordAt(2, uid)], removed: [{ list: "made_list", uid: removed }] })
  const written = [page("c", "a")]
  asked.push(found(place, "one"))
  written.push(page("d", "b"))
  asked.push(found(place, "one"))
  written.push(place.ask({ ask: "apply", index_name: "one", editions: editionOf(2) }))
  asked.push(found(place, "one"))
  await Promise.all(written)
  expect(await Promise.all(asked)).toEqual(["1: a b", "1: a b", "1: a b", "2: c d"])
})

test("changes that are discarded leave nothing behind", async () => {
  const place = someThreads().placeFor(2, "one")
  await built(place, "one")
  await place.ask({ ask: "changes", index_name: "one", changed: [recordAt(2, "c")], removed: [] })
  await place.ask({ ask: "discard", index_name: "one" })
  await place.ask({ ask: "apply", index_name: "one", editions: editionOf(2) })
  expect(await found(place, "one")).toBe("2: a b")
})

for (const [how, records] of Object.entries({ "a shared thread": 2, "a thread of its own": sharedUpTo + 1 })) {
  test(`what was asked of an index in ${how} before it is given up is answered, and what is asked later is refused`, async () => {
    const place = someThreads().placeFor(records, "one")
    await built(place, "one")
    const before = found(place, "one")
    place.leave()
    const after = found(place, "one").then(
      () => "answered",
      (failure: unknown) => failure
    )
    expect(await before).toBe("1: a b")
    expect(await after).toBeInstanceOf(IndexLost)
  })
}

test("an index that is given up takes no other one of the same thread with it", async () => {
  const all = someThreads()
  const [one, other] = [all.placeFor(2, "one"), all.placeFor(2, "other")]
  await Promise.all([built(one, "one"), built(other, "other")])
  one.leave()
  expect(await found(other, "other")).toBe("1: a b")
})

test("a thread that ends fails what it was asked, and what it is asked from then on", async () => {
  const all = someThreads()
  const place = all.placeFor(2, "one")
  await built(place, "one")
  const failed = found(place, "one").catch((failure: unknown) => failure)
  all.end()
  expect(await failed).toBeInstanceOf(IndexLost)
  expect(place.alive()).toBe(false)
  expect(await found(place, "one").catch((failure: unknown) => failure)).toBeInstanceOf(IndexLost)
})
