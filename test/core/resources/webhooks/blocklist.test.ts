import { describe, expect, test } from "bun:test"
import type { Json, JsonObject } from "@vouchkit/core/resources/webhooks/endpoints/attribute-path"
import { AttributeBlocklist, withoutBlocked } from "@vouchkit/core/resources/webhooks/endpoints/blocklist"
import { Result, Schema } from "effect"
import * as fc from "fast-check"

const event: JsonObject = {
  id: "evt_1",
  type: "session.approved",
  timestamp: "2026-03-01T12:00:00Z",
  actor: { type: "user", id: "usr_1" },
  data: {
    id: "ses_1",
    status: "approved",
    tags: ["a", "b"],
    hits: [
      { name: "x", score: 1, list: { name: "y" } },
      { name: "z", score: 2 }
    ],
    name: "n"
  }
}
const data = (blocklist: ReadonlyArray<string>): Json | undefined => withoutBlocked(event, blocklist).data

test("a plain path removes one attribute and nothing else", () => {
  const { status: _, ...rest } = event.data as JsonObject
  expect(withoutBlocked(event, ["data.status"])).toStrictEqual({ ...event, data: rest })
  expect(withoutBlocked(event, ["actor"])).not.toHaveProperty("actor")
  expect(withoutBlocked(event, ["data"])).toEqual({
    id: "evt_1",
    type: "session.approved",
    timestamp: "2026-03-01T12:00:00Z",
    actor: event.actor ?? null
  })
})

test("* stands for exactly one segment, a position in a list included", () => {
  expect(data(["data.hits.*.name"])).toMatchObject({ hits: [{ score: 1, list: { name: "y" } }, { score: 2 }], name: "n" })
  expect(data(["data.hits.*.name"])).not.toHaveProperty("hits.0.name")
  expect(data(["data.*.name"])).toEqual(event.data ?? null)
  expect(data(["data.hits.name"])).toEqual(event.data ?? null)
  expect(withoutBlocked(event, ["*.id"])).toMatchObject({ id: "evt_1", actor: { type: "user" } })
  expect(data(["*.id"])).not.toHaveProperty("id")
})

test("** stands for any depth, none included", () => {
  expect(data(["data.**.name"])).toEqual({
    id: "ses_1",
    status: "approved",
    tags: ["a", "b"],
    hits: [{ score: 1, list: {} }, { score: 2 }]
  })
  expect(withoutBlocked(event, ["**.name"]).data).toEqual(data(["data.**.name"]))
  expect(data(["data.**.list.name"])).toMatchObject({ hits: [{ name: "x", list: {} }, { name: "z" }] })
  expect(data(["**.hits.**.score"])).toMatchObject({ hits: [{ name: "x" }, { name: "z" }] })
})

test("** at the end empties what stands before it", () => {
  expect(data(["data.**"])).toEqual({})
  expect(data(["data.*"])).toEqual({})
  expect(data(["data.hits.**"])).toMatchObject({ hits: [] })
  expect(data(["data.status.**"])).toEqual(event.data ?? null)
})

test("a blocked element of a list is taken out", () => {
  expect(data(["data.tags.0"])).toMatchObject({ tags: ["b"] })
  expect(data(["data.tags.*"])).toMatchObject({ tags: [] })
  expect(data(["data.tags.7"])).toMatchObject({ tags: ["a", "b"] })
})

test("id, type and timestamp of the envelope stay whatever is blocked, those of its parts do not", () => {
  for (const blocklist of [["*"], ["**"], ["**.id", "**.type", "**.timestamp"], ["*", "**", "*.*"]]) {
    const left = withoutBlocked(event, blocklist)
    expect(left).toMatchObject({ id: "evt_1", type: "session.approved", timestamp: "2026-03-01T12:00:00Z" })
    expect(left).not.toHaveProperty("data.id")
  }
})

/** The same rule as a slow, obvious recursion over the segments. */
const blocks = (segments: ReadonlyArray<string>, keys: ReadonlyArray<string>): boolean => {
  const [segment, ...rest] = segments
  const [key, ...deeper] = keys
  if (segment === undefined) return key === undefined
  if (segment === "**") {
    if (rest.length === 0) return key !== undefined
    return blocks(rest, keys) || (key !== undefined && blocks(segments, deeper))
  }
  return key !== undefined && (segment === "*" || segment === key) && blocks(rest, deeper)
}
const slow = (value: Json, paths: ReadonlyArray<ReadonlyArray<string>>, keys: ReadonlyArray<string>): Json => {
  if (typeof value !== "object" || value === null) return value
  const kept = Object.entries(value).filter(([key]) => {
    const here = [...keys, key]
    return (here.length === 1 && ["id", "type", "timestamp"].includes(key)) || !paths.some((path) => blocks(path, here))
  })
  const within = (key: string, child: Json): Json =>
    keys.length === 0 && ["id", "type", "timestamp"].includes(key) ? child : slow(child, paths, [...keys, key])
  if (Array.isArray(value)) return kept.map(([key, child]) => within(key, child as Json))
  return Object.fromEntries(kept.map(([key, child]) => [key, within(key, child as Json)]))
}

const name = fc.constantFrom("id", "a", "b", "0", "1", "__proto__")
const tree: fc.Arbitrary<Json> = fc.letrec<{ node: Json }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<Json>(1, "x", null, true),
    fc.array(tie("node"), { maxLength: 3 }),
    fc.array(fc.tuple(name, tie("node")), { maxLength: 4 }).map((entries) => Object.fromEntries(entries) as Json)
  )
})).node
const root = fc.array(fc.tuple(name, tree), { maxLength: 5 }).map((entries) => Object.fromEntries(entries) as JsonObject)
const path = fc.array(fc.oneof(name, fc.constantFrom("*", "**")), { minLength: 1, maxLength: 5 }).map((segments) => segments.join("."))
const paths = fc.array(path, { maxLength: 4 })

test("what is removed is what the slow reading of every path removes", () => {
  fc.assert(
    fc.property(root, paths, (value, blocklist) => {
      const expected = slow(
        value,
        blocklist.map((each) => each.split(".")),
        []
      )
      expect(JSON.stringify(withoutBlocked(value, blocklist))).toBe(JSON.stringify(expected))
    }),
    { numRuns: 3_000 }
  )
})

test("an empty list changes nothing, and no list changes the event it is given", () => {
  fc.assert(
    fc.property(root, paths, (value, blocklist) => {
      const before = JSON.stringify(value)
      withoutBlocked(value, blocklist)
      expect(JSON.stringify(value)).toBe(before)
      expect(withoutBlocked(value, [])).toEqual(value)
    })
  )
})

test("a longer list never lets through what a shorter one removed", () => {
  fc.assert(
    fc.property(root, paths, path, (value, blocklist, more) => {
      const size = (list: ReadonlyArray<string>) => JSON.stringify(withoutBlocked(value, list)).length
      expect(size([...blocklist, more])).toBeLessThanOrEqual(size(blocklist))
    })
  )
})

test("what lies deeper than any event is left out rather than let through", () => {
  let deep: Json = { secret: "s" }
  for (let level = 0; level < 5_000; level += 1) deep = level % 2 === 0 ? [deep] : { a: deep }
  expect(JSON.stringify(withoutBlocked({ data: deep }, ["**.secret"]))).not.toContain("secret")
})

const decode = Schema.decodeUnknownResult(AttributeBlocklist, { errors: "all" })

test.each(["data.status", "actor", "**", "data.**.name", "*.id", "data.custom_fields.größe", "data.hits.0.name", "a".repeat(255)])(
  "the path %j is accepted",
  (good) => expect(decode([good])).toEqual(Result.succeed([good]))
)

const malformed: ReadonlyArray<unknown> = [
  ...["", ".", "a.", ".a", "a..b", "a b", " a", "a\u0000", "data.na*", "***", "**name", "a.*b.c", "id", "type", "timestamp"],
  ...["a".repeat(256), Array(17).fill("a").join("."), 5, null, ["a"], "\ud800", "a\n"]
]
describe("a path that is not one is refused with its place", () => {
  for (const bad of malformed) {
    test(JSON.stringify(bad).slice(0, 40), () => {
      const decoded = decode(["data.status", bad])
      expect(Result.isFailure(decoded) ? decoded.failure.message : "").toContain("[1]")
    })
  }
})

test("a hundred paths pass and one more does not", () => {
  expect(Result.isSuccess(decode(Array(100).fill("a.b")))).toBe(true)
  expect(Result.isSuccess(decode(Array(101).fill("a.b")))).toBe(false)
})
